import { defineConfig } from 'vitest/config'

// Files that replace modules or leave globals patched get a worker of their own. For the others, loading the
// modules again for each file would take longer than running its tests.
const ISOLATED = [
  'test/control/loading.test.ts',
  'test/docs/{axios,fake-timers,running-msw-server}.test.ts',
  'test/vitest/simulator-test.test.ts',
  'test/node/other-copies.test.ts',
  'test/options/wrong-calls.test.ts',
]
const ISOLATED_SLOW = [
  'test/node/{happy-dom.full,jsdom.slow}.test.ts',
  // Measures the memory of its worker.
  'test/sessions/counted-bytes.slow.test.ts',
  'test/vitest/other-servers.slow.test.ts',
]

// What the names of test files say: `slow` tests take seconds, need the built package, start processes or build
// large worlds. `full` tests do more of the same, and only run if TEST_FULL is set.
const SLOW = ['test/package/**/*.test.ts', 'test/**/*.slow.test.ts']
const FULL = ['test/**/*.full.test.ts']
const LEFT_OUT = process.env.TEST_FULL === undefined ? FULL : []

const needsBuild = { globalSetup: 'test/support/require-build.ts' }

export default defineConfig({
  test: {
    // Long enough for a busy machine.
    testTimeout: 30_000,
    // By default, Vitest leaves one core to its watcher, which `vitest run` does not start.
    maxWorkers: '100%',
    setupFiles: ['test/setup.ts'],
    // Most modules are the same as in the last run.
    experimental: { fsModuleCache: true },
    // Tests load the built package as users do. Transforming it would take longer than its tests.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...ISOLATED, ...SLOW, ...FULL],
        },
      },
      { extends: true, test: { name: 'slow-isolated', include: ISOLATED_SLOW, ...needsBuild } },
      {
        extends: true,
        test: {
          name: 'slow',
          isolate: false,
          include: [...SLOW, ...FULL],
          exclude: [...ISOLATED_SLOW, ...LEFT_OUT],
          ...needsBuild,
        },
      },
    ],
  },
})
