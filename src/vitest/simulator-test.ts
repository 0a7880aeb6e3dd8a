import { type TestAPI, TestRunner, test as vitestTest } from 'vitest'
import type { BoundarySession } from '../node/boundary.ts'
import type { SetupOptions } from '../node/setup-simulator.ts'
import { createTestWorlds } from './test-worlds.ts'

/** What a test is given beside what Vitest gives it. */
export interface SimulatorFixtures {
  /**
   * What the world of each test begins with. Set it with `test.override` in a `describe`, and
   * for a file or one test with `test.extend`, which leaves other files alone.
   */
  simulatorOptions: SetupOptions
  /** The world of this test, and where to find it. */
  simulator: BoundarySession
}

/** Creates a `test` whose every test has a world of its own. */
export function createSimulatorTest(): TestAPI<SimulatorFixtures> {
  const worlds = createTestWorlds()
  const surrounded = new WeakSet<object>()

  // A fixture cannot run a test within an asynchronous context; only a hook around it can. It is
  // set up where a test is defined: this module may be loaded once for many files.
  const surround = (): void => {
    const { suite, file } = TestRunner.getCurrentSuite()
    if (surrounded.has(suite ?? file)) return
    surrounded.add(suite ?? file)
    vitestTest.aroundEach(async (runTest, { task }) => {
      const { context } = task
      if (!hasOptions(context)) return runTest()
      await worlds.run(task, () => context.simulatorOptions, runTest)
    })
  }
  const define: DefineTest = function (name, ...rest) {
    surround()
    TestRunner.getCurrentSuite().test.fn.call(this, name, ...rest)
  }

  return TestRunner.createTaskCollector(define).extend<SimulatorFixtures>({
    simulatorOptions: [{}, { auto: true }],
    simulator: async ({ simulatorOptions, task }, use) => use(worlds.open(task, simulatorOptions)),
  })
}

// What Vitest's own `test` is made of: `this` is what `.skip`, `.concurrent` and the like have set.
type DefineTest = (this: Record<string, unknown>, ...given: Parameters<typeof vitestTest.fn>) => void

// Tests of the same suite may have been defined by another `test`.
function hasOptions(context: object): context is Pick<SimulatorFixtures, 'simulatorOptions'> {
  return 'simulatorOptions' in context
}
