import { defineConfig } from 'vitest/config'
import { lastingThread } from './lasting-thread.ts'
import { QuickFirst } from './quick-first.ts'

// The tests that a mutant in the engine, the framework or the service can fail. None of them starts a process, a
// browser or the built package. One project only, because Stryker runs the tests of a mutant in one worker.
export default defineConfig({
  plugins: [
    {
      name: 'lasting-thread',
      // Stryker sets `pool` on its own, which would replace one that is set here.
      configureVitest: ({ project }) => {
        project.config.poolRunner = lastingThread()
        project.config.pool = project.config.poolRunner.name
      },
    },
  ],
  test: {
    // A mutant that keeps a test waiting is found after this time.
    testTimeout: 20_000,
    setupFiles: ['test/setup.ts', 'bench/mutation/setup.ts'],
    sequence: { sequencer: QuickFirst },
    isolate: false,
    include: [
      'test/{adapters,behaviour,control,control-plane,core,data,files,openapi,server,sessions}/**/*.test.ts',
      'test/coverage/{collection,command,coverage.slow,tally,threshold,usage}.test.ts',
    ],
    // These take a minute each, start the built program or other processes, measure the memory of their worker, or
    // expect a server that is not slowed down.
    exclude: [
      'test/**/*.full.test.ts',
      'test/server/*.ci.test.ts',
      'test/control/large-*.test.ts',
      'test/core/dependencies.slow.test.ts',
      'test/files/write-file.test.ts',
      'test/sessions/counted-bytes.ci.test.ts',
    ],
  },
})
