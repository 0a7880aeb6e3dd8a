import { defineConfig } from 'vitest/config'

const ISOLATED = [
  'test/control/{large-worlds,loading}.test.ts',
  'test/docs/{axios,fake-timers,running-msw-server}.test.ts',
  'test/node/{happy-dom,jsdom,other-copies}.test.ts',
  'test/vitest/{other-servers,simulator-test}.test.ts',
]

export default defineConfig({
  test: {
    // Nothing waits for time to pass; a machine that does much else is slow all the same.
    testTimeout: 30_000,
    // By default one core is left to the watcher that `vitest run` does not have.
    maxWorkers: '100%',
    setupFiles: ['test/setup.ts'],
    // What is built is loaded as users load it. Transforming it took longer than the tests of it.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        // These replace modules, or patch globals and leave them so. So each file gets its own worker.
        test: { name: 'isolated', include: ISOLATED },
      },
      {
        extends: true,
        // Loading modules anew for each file took longer than running the tests.
        test: { name: 'shared', isolate: false, include: ['test/**/*.test.ts'], exclude: ISOLATED },
      },
    ],
  },
})
