import { defineConfig, type ViteUserConfig } from 'vitest/config'

type TestOptions = NonNullable<ViteUserConfig['test']>

// Files that replace modules or leave globals patched get a worker of their own. For the others, loading the
// modules again for each file would take longer than running its tests.
const ISOLATED = [
  'test/control/loading.test.ts',
  // Counts the timers of its worker.
  'test/behaviour/leaving.test.ts',
  // The fixture intercepts requests until its worker ends.
  'test/vitest/{outside-tests,simulator-test,kept-connections,other-services}.test.ts',
  'test/node/nested-bases.test.ts',
  'test/node/other-copies.ci.test.ts',
  'test/options/wrong-calls.ci.test.ts',
  'test/node/{happy-dom.full,jsdom.ci}.test.ts',
  // Measures the memory of its worker.
  'test/sessions/{counted-bytes,kept-texts}.ci.test.ts',
  'test/vitest/other-servers.slow.test.ts',
]

// What the names of test files say: `slow` tests, and those of the package, take seconds, need the built package,
// start processes or build large worlds: `npm run test:quick` excludes them. `full` tests do more of the same.
const SLOW = ['test/package/**/*.test.ts', 'test/**/*.slow.test.ts']
const FULL = ['test/**/*.full.test.ts']
const isFull = process.env.TEST_FULL !== undefined
// `ci` tests are about the package, its programs, its documentation and their memory. Few changes break them, and each
// takes seconds, so they are a step of their own, `npm run test:ci`, in CI and in `npm run check`.
const CI = ['test/**/*.ci.test.ts']

// They need programs that not everyone has, HAProxy and nginx, so only `npm run test:shared` runs them.
const sharedInstance: TestOptions = {
  include: ['test/shared-instance/**/*.e2e.ts'],
  setupFiles: ['test/setup.ts'],
  // Each test starts four processes.
  testTimeout: 120_000,
  fileParallelism: false,
}

// The package loads the parts of these libraries that the build writes. Tests of the sources need no build.
const alias = { '#data': '@mswjs/data', '#faker': '@faker-js/faker/locale/en' }

export default defineConfig(({ mode }) => ({
  resolve: { alias },
  test: mode === 'shared-instance' ? sharedInstance : buildOptions(mode),
}))

function buildOptions(mode: string): TestOptions {
  return {
    // Long enough for a busy machine.
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // By default, Vitest leaves one core to its watcher, which `vitest run` does not start.
    maxWorkers: '100%',
    // Tests leave much garbage. Collecting it less often saves a tenth of the time.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    setupFiles: ['test/setup-build.ts', 'test/setup.ts'],
    // Most modules are the same as in the last run.
    experimental: { fsModuleCache: true },
    // Tests load the built package as users do. Transforming it would take longer than its tests.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'isolated',
          include: mode === 'ci' ? ISOLATED.filter((file) => file.includes('.ci')) : ISOLATED,
          exclude: listExcluded(mode),
        },
      },
      // All in one project, because each has workers of its own, and they take seconds to load the modules.
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          // Packing the package takes seconds, and only those of the documentation install it.
          globalSetup: isFull || mode === 'ci' ? ['test/setup-package.ts'] : [],
          include: mode === 'ci' ? CI : ['test/**/*.test.ts'],
          exclude: [...ISOLATED, ...listExcluded(mode)],
        },
      },
    ],
  }
}

function listExcluded(mode: string): string[] {
  return [...(mode === 'quick' ? SLOW : []), ...(isFull ? [] : FULL), ...(isFull || mode === 'ci' ? [] : CI)]
}
