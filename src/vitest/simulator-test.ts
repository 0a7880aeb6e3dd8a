// Vitest's `test` with a world for each test.

import { type RunnerTestCase, type TestAPI, TestRunner, test as vitestTest } from 'vitest'
import type { Boundary, BoundarySession } from '../node/boundary.ts'
import { createInterception, type Target } from '../node/interception.ts'
import { createBoundaries, type OpenBoundary, type SetupOptions } from '../node/setup-simulator.ts'
import { describeFailed } from '../run/hint.ts'

/** The fixtures of a test, in addition to Vitest's own. */
export interface SimulatorFixtures {
  /**
   * The options that the world of each test starts with. Set them with `test.override` in a
   * `describe`. For a file or a single test, use `test.extend`, which does not affect other files.
   */
  simulatorOptions: SetupOptions
  /** The world of this test, with its URL. */
  simulator: BoundarySession
}

export function createSimulatorTest(): TestAPI<SimulatorFixtures> {
  const worlds = createTestWorlds()
  const surrounded = new WeakSet<object>()

  // A fixture cannot run a test within an asynchronous context. Only a hook around the test can. The
  // hook is set up when a test is defined, because this module may be loaded once for many files.
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

// The function behind Vitest's own `test`. `this` contains what `.skip`, `.concurrent` and others have set.
type DefineTest = (this: Record<string, unknown>, ...args: Parameters<typeof vitestTest.fn>) => void

// Tests in the same suite may be defined with another `test` function.
function hasOptions(context: object): context is Pick<SimulatorFixtures, 'simulatorOptions'> {
  return 'simulatorOptions' in context
}

interface Entry {
  boundary?: Boundary
  /** The error because of which a request could not create the world. */
  failure?: unknown
  isRunning: boolean
}

/** Creates the worlds of the running tests in this process. Tests with the same options share their initial data. */
function createTestWorlds() {
  const interception = createInterception()
  const simulators = new WeakMap<SetupOptions, OpenBoundary>()
  const entries = new WeakMap<RunnerTestCase, Entry>()

  const findEntry = (test: RunnerTestCase): Entry => {
    const entry = entries.get(test) ?? { isRunning: false }
    entries.set(test, entry)
    return entry
  }
  const begin = (test: RunnerTestCase, entry: Entry, options: SetupOptions): Boundary => {
    const openBoundary = simulators.get(options) ?? createBoundaries(options).openBoundary
    simulators.set(options, openBoundary)
    entry.boundary ??= openBoundary({ varyScope: nameTest(test) })
    return entry.boundary
  }

  return {
    /** Returns the world of a test, and creates it with these options if necessary. @throws for an invalid option */
    open: (test: RunnerTestCase, options: SetupOptions): BoundarySession =>
      begin(test, findEntry(test), options).session,
    /** Runs a test in its world, and then ends the world. @throws if one of its requests matched no operation */
    async run(test: RunnerTestCase, readOptions: () => SetupOptions, act: () => Promise<void>): Promise<void> {
      const entry = findEntry(test)
      // Nested suites each run their hook around the test.
      if (entry.isRunning) return act()
      entry.isRunning = true
      interception.listen()
      const target = createLateTarget(entry, () => begin(test, entry, readOptions()))
      await interception.run(target, act)
      entries.delete(test)
      finish(test, entry)
    },
  }
}

function nameTest({ name, suite }: RunnerTestCase): string {
  const names = [name]
  for (let parent = suite; parent !== undefined; parent = parent.suite) names.unshift(parent.name)
  return names.join(' > ')
}

// The options of a test are only known when its first request arrives.
function createLateTarget(entry: Entry, begin: () => Boundary): Target {
  const attempt = (): Boundary | undefined => {
    try {
      return entry.boundary ?? begin()
    } catch (error) {
      entry.failure = error
      return undefined
    }
  }
  return {
    async answer(request) {
      const boundary = attempt()
      return boundary === undefined ? { response: Response.error(), isOfService: false } : boundary.answer(request)
    },
  }
}

function finish({ result, fails }: RunnerTestCase, { boundary, failure }: Entry): void {
  if (failure !== undefined) throw failure
  if (boundary === undefined) return
  if (result?.state === 'fail' && !fails) console.error(describeFailed(boundary, result.errors))
  boundary.end()
}
