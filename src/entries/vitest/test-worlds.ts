// The worlds of the tests that run.

import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { showLines } from '../../engine/input/text/quote.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'
import { type Boundary, type BoundarySession, isOurs } from '../node/boundary.ts'
import { createInterception, type World } from '../node/interception.ts'
import { answerLate, createRefusals } from '../node/refusals.ts'
import { createBoundaries, findBase, type OpenBoundary, type SetupOptions } from '../node/setup-simulator.ts'
import { describeFailed } from '../run/hint.ts'

interface Entry {
  boundary?: Boundary
  /** The error because of which a request could not create the world. */
  failure?: unknown
  state?: 'running' | 'ended'
}

// Without isolation, all files run in one process, and each may have options of its own.
const MOST_SIMULATORS = 8

/** Creates the worlds of the running tests in this process. Tests with the same options share their initial data. */
export function createTestWorlds(usual: ServiceDeclarations) {
  // Those that were used last come last.
  const simulators = new Map<SetupOptions, OpenBoundary>()
  const entries = new WeakMap<RunnerTestCase, Entry>()
  const outside = createOutside()
  const interception = createInterception(outside)

  const findEntry = (test: RunnerTestCase): Entry => {
    const entry = entries.get(test) ?? {}
    entries.set(test, entry)
    return entry
  }
  const begin = (test: RunnerTestCase, entry: Entry, options: SetupOptions): Boundary => {
    const openBoundary = simulators.get(options) ?? createBoundaries(usual, options).openBoundary
    simulators.delete(options)
    simulators.set(options, openBoundary)
    for (const oldest of [...simulators.keys()].slice(0, -MOST_SIMULATORS)) simulators.delete(oldest)
    entry.boundary ??= openBoundary(() => nameTest(test), { varyScope: readTitle(test) })
    return entry.boundary
  }

  return {
    /** Intercepts the requests of a file that defines a test. If it cannot, the test will say so. */
    expect(file: RunnerTestFile, readOptions: () => unknown): void {
      outside.expect(file, readOptions)
      try {
        interception.listen()
      } catch {}
    },
    /** Returns the world of a test, and creates it with these options if necessary. @throws for an invalid option */
    open: (test: RunnerTestCase, options: SetupOptions): BoundarySession =>
      begin(test, findEntry(test), options).session,
    /** Runs a test that has no world. */
    runPlain: (test: RunnerTestCase, act: () => Promise<void>) => interception.run(outside.buildPlain(test), act),
    /** Runs a test in its world, and then ends the world. @throws if one of its requests matched no operation */
    async run(test: RunnerTestCase, readOptions: () => SetupOptions, act: () => Promise<void>): Promise<void> {
      const entry = findEntry(test)
      // Nested suites each run their hook around the test.
      if (entry.state === 'running') return act()
      entry.state = 'running'
      interception.listen()
      const world = createLateWorld(entry, () => begin(test, entry, readOptions()), {
        isFor: (url) => isForOptions(readOptions(), url),
        nameOwner: () => nameTest(test),
      })
      await interception.run(world, act)
      entry.state = 'ended'
      entries.delete(test)
      finish(test, entry)
    },
  }
}

/** Creates what refuses requests that are made while no test runs, or in a test without a world. */
function createOutside() {
  const files = new WeakMap<RunnerTestFile, Set<() => unknown>>()
  const refuse = createRefusals()
  // As far as the options are known before the tests run.
  const isSimulated = (file: RunnerTestFile, url: URL): boolean =>
    [...(files.get(file) ?? [])].some((readOptions) => {
      const options = readOptions()
      return isRecord(options) && isForOptions(options, url)
    })
  const refuseIn = async (file: RunnerTestFile, request: Request, received: string) => {
    const advice = 'Make it in a test of deploymock/vitest: each has a world of its own.'
    return isSimulated(file, new URL(request.url)) ? refuse(request, { received, advice }) : undefined
  }
  return {
    expect: (file: RunnerTestFile, readOptions: () => unknown) =>
      files.set(file, (files.get(file) ?? new Set()).add(readOptions)),
    refuses: (url: URL) => isSimulated(TestRunner.getCurrentSuite().file, url),
    answer: (request: Request) =>
      refuseIn(TestRunner.getCurrentSuite().file, request, 'it was made while no test of deploymock/vitest ran'),
    buildPlain: (test: RunnerTestCase): World => ({
      answer: (request) => refuseIn(test.file, request, `it was made in ${nameTest(test)}, which has no world`),
      isFor: (url) => isSimulated(test.file, url),
      nameOwner: () => nameTest(test),
    }),
  }
}

// The options of a test are only known when its first request arrives.
function createLateWorld(entry: Entry, begin: () => Boundary, described: Omit<World, 'answer'>): World {
  return {
    ...described,
    async answer(request) {
      if (entry.state === 'ended' && entry.boundary === undefined) {
        return described.isFor(new URL(request.url)) ? answerLate(request, described.nameOwner()) : undefined
      }
      try {
        entry.boundary ??= begin()
      } catch (error) {
        entry.failure = error
      }
      return entry.boundary?.answer(request) ?? { response: Response.error(), isOfService: false }
    },
  }
}

function isForOptions(options: SetupOptions, url: URL): boolean {
  try {
    return isOurs(url, findBase(options))
  } catch {
    // The test that has this option fails because of it.
    return false
  }
}

function readTitle({ name, suite }: RunnerTestCase): string {
  const names = [name]
  for (let parent = suite; parent !== undefined; parent = parent.suite) names.unshift(parent.name)
  return names.join(' > ')
}

function nameTest(test: RunnerTestCase): string {
  return `the test "${readTitle(test)}"`
}

function finish({ result, fails }: RunnerTestCase, { boundary, failure }: Entry): void {
  if (failure !== undefined) throw failure
  if (boundary === undefined) return
  if (result?.state === 'fail' && !fails) console.error(showLines(describeFailed(boundary, result.errors)))
  boundary.end()
}
