import { defineConfig } from 'vitest/config'

// Files that replace modules or leave globals patched get a worker of their own.
const ISOLATED = [
  'test/control/{large-worlds.slow,loading}.test.ts',
  'test/docs/{axios,fake-timers,running-msw-server}.test.ts',
  'test/node/{happy-dom,jsdom,other-copies}.test.ts',
  'test/vitest/{other-servers,simulator-test}.test.ts',
]

// What the names of test files say: `slow` tests need the built package, start processes or build large worlds.
// `full` tests do more of the same, and only run if TEST_FULL is set.
const SLOW = ['test/package/**/*.test.ts', 'test/**/*.slow.test.ts']
const FULL = ['test/**/*.full.test.ts']
const LEFT_OUT = process.env.TEST_FULL === undefined ? FULL : []

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
        test: { name: 'isolated', include: ISOLATED, exclude: SLOW },
      },
      {
        extends: true,
        // Loading the modules again for each file would take longer than running its tests.
        test: {
          name: 'shared',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...ISOLATED, ...SLOW, ...FULL],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [...SLOW, ...FULL],
          exclude: LEFT_OUT,
          globalSetup: 'test/support/require-build.ts',
        },
      },
    ],
  },
})
