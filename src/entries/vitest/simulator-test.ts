// Vitest's `test` with a world for each test.

import { type RunnerTestFile, type RunnerTestSuite, type TestAPI, TestRunner, test as vitestTest } from 'vitest'
import { isRecord, omitUndefined } from '../../engine/input/schemas/schema-walk.ts'
import type { AnyService } from '../../engine/simulator/simulator.ts'
import type { BoundarySession, BoundarySessionFor, SetupOptions, SetupOptionsFor } from '../node/index.ts'
import { createTestWorlds } from './test-worlds.ts'

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

/** The fixtures of tests of a service. */
interface FixturesFor<Declared> {
  simulatorOptions: SetupOptionsFor<Declared>
  simulator: BoundarySessionFor<Declared>
}

/** Vitest's `test`. With options that name a service, the fixtures have the types of that service. */
export type SimulatorTest = {
  extend: {
    <Declared extends AnyService>(
      name: 'simulatorOptions',
      options: SetupOptionsFor<Declared> & { service: Declared },
    ): TestAPI<FixturesFor<Declared>>
    <Declared extends AnyService>(fixtures: {
      simulatorOptions: SetupOptionsFor<Declared> & { service: Declared }
    }): TestAPI<FixturesFor<Declared>>
  }
} & TestAPI<SimulatorFixtures>

/** @param usual the service that is simulated if the options name none */
export function createSimulatorTest(usual: AnyService): SimulatorTest {
  const worlds = createTestWorlds(usual)
  const surrounded = new WeakSet<object>()

  // A fixture cannot run a test within an asynchronous context. Only a hook around the test can. The
  // hook is set up when a test is defined, because this module may be loaded once for many files.
  const surround = (fixtures: DefinedFixtures): void => {
    const { suite, file } = TestRunner.getCurrentSuite()
    worlds.expect(file, () => fixtures.get(suite ?? file).get('simulatorOptions')?.value)
    if (surrounded.has(suite ?? file)) return
    surrounded.add(suite ?? file)
    vitestTest.aroundEach(async (runTest, { task }) => {
      const { context } = task
      if (!hasOptions(context)) return worlds.runPlain(task, runTest)
      await worlds.run(task, () => context.simulatorOptions, runTest)
    })
  }
  const define: DefineTest = function (name, ...rest) {
    surround(this.fixtures)
    TestRunner.getCurrentSuite().test.fn.call(this, name, ...rest)
  }

  // Requests that a file makes before it defines its first test are not to reach the network either.
  const expectOptions = (options: unknown): void => {
    const file: RunnerTestFile | undefined = TestRunner.getCurrentSuite()?.file
    if (file !== undefined) worlds.expect(file, () => options)
  }
  const test = TestRunner.createTaskCollector(define).extend<SimulatorFixtures>({
    simulatorOptions: [{}, { auto: true }],
    // The types say which service it is.
    simulator: async ({ simulatorOptions, task }, use) => use(worlds.open(task, simulatorOptions) as BoundarySession),
  })
  return followOptions(test, expectOptions) as SimulatorTest
}

/**
 * Calls a function with the options that a test, or one that is extended from it, is extended with. Which service it is
 * and where stay the same if others replace them without a word about it.
 */
function followOptions(test: Extensible, onOptions: (options: unknown) => void, kept: Kept = {}): Extensible {
  const { extend, override } = test
  const { service, baseUrl } = kept
  const complete = (options: unknown): unknown => {
    if (Array.isArray(options)) return [complete(options[0]), ...options.slice(1)]
    return isRecord(options) ? { ...omitUndefined({ service, baseUrl }), ...options } : options
  }
  const completeIn = ([first, ...rest]: unknown[]): unknown[] => {
    if (first === 'simulatorOptions') return [first, ...rest.slice(0, -1), complete(rest.at(-1))]
    const isNamed = isRecord(first) && 'simulatorOptions' in first
    return isNamed ? [{ ...first, simulatorOptions: complete(first.simulatorOptions) }] : [first, ...rest]
  }
  const optionsOf = ([first, ...rest]: unknown[]): unknown => {
    const options = first === 'simulatorOptions' ? rest.at(-1) : Reflect.get(Object(first), 'simulatorOptions')
    return Array.isArray(options) ? options[0] : options
  }
  return Object.assign(test, {
    extend(...given: unknown[]) {
      const completed = completeIn(given)
      const options = optionsOf(completed)
      onOptions(options)
      return followOptions(extend.apply(test, completed), onOptions, isRecord(options) ? options : { service, baseUrl })
    },
    override: (...given: unknown[]) => override.apply(test, completeIn(given)),
  })
}

/** What says which service is simulated, and where. */
interface Kept {
  readonly service?: unknown
  readonly baseUrl?: unknown
}

interface Extensible {
  extend(...given: unknown[]): Extensible
  override(...given: unknown[]): unknown
}

/** The fixtures that a test is defined with, as Vitest keeps them: the value of each for a suite. */
interface DefinedFixtures {
  get(suite: RunnerTestSuite): ReadonlyMap<string, { readonly value: unknown }>
}

// The function behind Vitest's own `test`. `this` contains what `.skip`, `.concurrent` and others have set.
type DefineTest = (
  this: ThisParameterType<typeof vitestTest.fn> & { fixtures: DefinedFixtures },
  ...args: Parameters<typeof vitestTest.fn>
) => void

// Tests in the same suite may be defined with another `test` function.
function hasOptions(context: object): context is Pick<SimulatorFixtures, 'simulatorOptions'> {
  return 'simulatorOptions' in context
}
