import { defineConfig } from 'vitest/config'

const ISOLATED = [
  'test/control/{large-worlds,loading}.test.ts',
  'test/docs/{axios,fake-timers,running-msw-server}.test.ts',
  'test/node/{happy-dom,jsdom,other-copies}.test.ts',
  'test/vitest/{other-servers,simulator-test}.test.ts',
]

export default defineConfig({
  test: {
    // Long enough for a busy machine.
    testTimeout: 30_000,
    // By default, Vitest leaves one core to its watcher, which `vitest run` does not start.
    maxWorkers: '100%',
    setupFiles: ['test/setup.ts'],
    // Tests load the built package as users do. Transforming it would take longer than its tests.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        // These files replace modules or leave globals patched, so each of them gets its own worker.
        test: { name: 'isolated', include: ISOLATED },
      },
      {
        extends: true,
        // Loading the modules again for each file would take longer than running its tests.
        test: { name: 'shared', isolate: false, include: ['test/**/*.test.ts'], exclude: ISOLATED },
      },
    ],
  },
})
