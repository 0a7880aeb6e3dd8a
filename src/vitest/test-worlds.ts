// The worlds of the tests that run, and which of them a request belongs to.

import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { buildNetworkError } from '../engine/adapters/fetch.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import { toAnswered } from '../interception/answer.ts'
import { type Boundary, type BoundarySession, isOurs } from '../node/boundary.ts'
import { createInterception, type Target } from '../node/interception.ts'
import { createRefusals, describeLate, type Refusal } from '../node/refusals.ts'
import { createBoundaries, findBase, type OpenBoundary, type SetupOptions } from '../node/setup-simulator.ts'
import { describeFailed } from '../run/hint.ts'

/** The fixtures that a test is defined with, as Vitest keeps them: the value of each for a suite. */
export interface DefinedFixtures {
  get(suite: RunnerTestSuite): ReadonlyMap<string, { readonly value: unknown }>
}

interface Entry {
  boundary?: Boundary
  /** The error because of which a request could not create the world. */
  failure?: unknown
  isRunning: boolean
  hasEnded?: boolean
  readOptions: () => SetupOptions
}

const NO_TEST: Refusal = {
  received: 'it was made while no test of deploymock/vitest ran',
  advice: 'Each test has a world of its own: make the request in a test or in beforeEach.',
}

/** Creates the worlds of the running tests in this process. Tests with the same options share their initial data. */
export function createTestWorlds() {
  const simulators = new WeakMap<SetupOptions, OpenBoundary>()
  const entries = new Map<RunnerTestCase, Entry>()
  const files = new WeakMap<RunnerTestFile, Map<DefinedFixtures, Set<RunnerTestSuite>>>()
  const refuse = createRefusals()
  const interception = createInterception({ answer: (request) => answerOutside(request) })

  const findEntry = (test: RunnerTestCase, readOptions: () => SetupOptions): Entry => {
    const entry = entries.get(test) ?? { isRunning: false, readOptions }
    entries.set(test, entry)
    return entry
  }
  const begin = (test: RunnerTestCase, entry: Entry, options: SetupOptions): Boundary => {
    const openBoundary = simulators.get(options) ?? createBoundaries(options).openBoundary
    simulators.set(options, openBoundary)
    entry.boundary ??= openBoundary(() => nameOwner(test), { varyScope: nameTest(test) })
    return entry.boundary
  }
  /** Whether a URL is that of a simulator for the tests of a file, as far as their options are known. */
  const isSimulated = (file: RunnerTestFile, url: URL): boolean => {
    const defined = [...(files.get(file) ?? [])]
    const options = defined.flatMap(([fixtures, suites]) =>
      Array.from(suites, (suite) => fixtures.get(suite).get('simulatorOptions')?.value),
    )
    return options.some((each) => isRecord(each) && isFor(each, url))
  }
  // A request of something that a file or a module has started, such as a server. It belongs to the only test that runs.
  const answerOutside: Target['answer'] = async (request) => {
    const url = new URL(request.url)
    const open = [...entries]
    const fitting = open.filter(([, { readOptions }]) => isFor(readOptions(), url))
    const isOfTest = fitting.length > 0 || isSimulated(TestRunner.getCurrentSuite().file, url)
    const [only, ...others] = isOfTest ? fitting : open
    if (only !== undefined && others.length === 0) return createLateTarget(...only).answer(request)
    if (!isOfTest) return undefined
    return refuse(request, only === undefined ? NO_TEST : describeSeveral(fitting.map(([test]) => nameTest(test))))
  }
  // The options of a test are only known when its first request arrives.
  const createLateTarget = (test: RunnerTestCase, entry: Entry): Target => ({
    async answer(request) {
      if (entry.hasEnded === true && entry.boundary === undefined) {
        return isFor(entry.readOptions(), new URL(request.url)) ? refuseLate(request, nameOwner(test)) : undefined
      }
      try {
        entry.boundary ?? begin(test, entry, entry.readOptions())
      } catch (error) {
        entry.failure = error
      }
      return entry.boundary?.answer(request) ?? { response: Response.error(), isOfService: false }
    },
  })

  return {
    /** Notes which options the tests of a suite have, from which follows what is simulated before they run. */
    noteTests(file: RunnerTestFile, suite: RunnerTestSuite, fixtures: DefinedFixtures): void {
      const defined = files.get(file) ?? new Map<DefinedFixtures, Set<RunnerTestSuite>>()
      files.set(file, defined.set(fixtures, (defined.get(fixtures) ?? new Set()).add(suite)))
    },
    /** Returns the world of a test, and creates it with these options if necessary. @throws for an invalid option */
    open: (test: RunnerTestCase, options: SetupOptions): BoundarySession =>
      begin(
        test,
        findEntry(test, () => options),
        options,
      ).session,
    /** Forgets the world of a test that ends. */
    forget: (test: RunnerTestCase) => entries.delete(test),
    /** Runs a file, with its hooks. No request to what it simulates reaches the network. */
    runFile(file: RunnerTestFile, act: () => Promise<void>): Promise<void> {
      interception.listen()
      const hasEnded = () => TestRunner.getCurrentSuite().file !== file
      const answer: Target['answer'] = async (request) => {
        if (!hasEnded()) return answerOutside(request)
        return isSimulated(file, new URL(request.url)) ? refuseLate(request, `the file ${file.name}`) : undefined
      }
      return interception.run({ answer }, act)
    },
    /** Runs a test that has no world. */
    runPlain(test: RunnerTestCase, act: () => Promise<void>): Promise<void> {
      const refuseAll = async (request: Request) =>
        isSimulated(test.file, new URL(request.url)) ? refuse(request, describePlain(nameTest(test))) : undefined
      return interception.run({ answer: refuseAll }, act)
    },
    /** Runs a test in its world, and then ends the world. @throws if one of its requests matched no operation */
    async run(test: RunnerTestCase, readOptions: () => SetupOptions, act: () => Promise<void>): Promise<void> {
      const entry = findEntry(test, readOptions)
      // Nested suites each run their hook around the test.
      if (entry.isRunning) return act()
      Object.assign(entry, { isRunning: true, readOptions })
      interception.listen()
      try {
        await interception.run(createLateTarget(test, entry), act)
      } finally {
        entries.delete(test)
        entry.hasEnded = true
      }
      finish(test, entry)
    },
  }
}

function isFor(options: SetupOptions, url: URL): boolean {
  try {
    return isOurs(url, findBase(options))
  } catch {
    // The test that has this option fails because of it.
    return false
  }
}

function nameTest({ name, suite }: RunnerTestCase): string {
  const names = [name]
  for (let parent = suite; parent !== undefined; parent = parent.suite) names.unshift(parent.name)
  return names.join(' > ')
}

function nameOwner(test: RunnerTestCase): string {
  return `the test "${nameTest(test)}"`
}

function refuseLate(request: Request, owner: string) {
  return toAnswered(buildNetworkError(describeLate(request, owner)))
}

function describeSeveral(names: readonly string[]): Refusal {
  return {
    received: `it was made outside of all tests, and may belong to ${names.map((name) => `"${name}"`).join(' or ')}, which run at the same time`,
    advice:
      'Start what sends it, such as a server, a queue or a poller, in the test, or do not run these tests concurrently.',
  }
}

function describePlain(name: string): Refusal {
  return {
    received: `it was made in "${name}", which is no test of deploymock/vitest and has no world`,
    advice: 'Import its test from deploymock/vitest. To reach the network on purpose, use bypass of MSW.',
  }
}

function finish({ result, fails }: RunnerTestCase, { boundary, failure }: Entry): void {
  if (failure !== undefined) throw failure
  if (boundary === undefined) return
  if (result?.state === 'fail' && !fails) console.error(describeFailed(boundary))
  boundary.end()
}
