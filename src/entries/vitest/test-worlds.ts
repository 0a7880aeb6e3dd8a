// The worlds of the tests that run.

import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'
import { fitOf } from '../../engine/contract/base-url.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { showLines } from '../../engine/input/text/quote.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'
import type { Boundary, BoundarySession } from '../node/boundary.ts'
import { createInterception, type RequestWorld } from '../node/interception.ts'
import { answerLate, createRefusals } from '../node/refusals.ts'
import { createBoundaries, findBase, type OpenBoundary, type SetupOptions } from '../node/setup-simulator.ts'
import { describeFailed } from '../run/hint.ts'

interface TestBoundary {
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
  const entries = new WeakMap<RunnerTestCase, TestBoundary>()
  const outside = createOutside()
  const interception = createInterception(outside)

  const findEntry = (test: RunnerTestCase): TestBoundary => {
    const entry = entries.get(test) ?? {}
    entries.set(test, entry)
    return entry
  }
  const begin = (test: RunnerTestCase, entry: TestBoundary, options: SetupOptions): Boundary => {
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
        fit: (url) => fitOfOptions(readOptions(), url),
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
  const fitIn = (file: RunnerTestFile, url: URL): number =>
    [...(files.get(file) ?? [])].reduce((best, readOptions) => {
      const options = readOptions()
      return isRecord(options) ? Math.max(best, fitOfOptions(options, url)) : best
    }, 0)
  const advice = 'Make it in a test of deploymock/vitest: each has a world of its own.'
  const refuseOwn = (received: string) => async (request: Request, isOwner: boolean) =>
    isOwner ? refuse(request, { received, advice }) : undefined
  return {
    expect: (file: RunnerTestFile, readOptions: () => unknown) =>
      files.set(file, (files.get(file) ?? new Set()).add(readOptions)),
    fit: (url: URL) => fitIn(TestRunner.getCurrentSuite().file, url),
    answer: refuseOwn('it was made while no test of deploymock/vitest ran'),
    buildPlain: (test: RunnerTestCase): RequestWorld => ({
      answer: refuseOwn(`it was made in ${nameTest(test)}, which has no world`),
      fit: (url) => fitIn(test.file, url),
      nameOwner: () => nameTest(test),
    }),
  }
}

// The options of a test are only known when its first request arrives.
function createLateWorld(
  entry: TestBoundary,
  begin: () => Boundary,
  described: Omit<RequestWorld, 'answer'>,
): RequestWorld {
  return {
    ...described,
    async answer(request, isOwner) {
      if (entry.state === 'ended' && entry.boundary === undefined)
        return isOwner ? answerLate(request, described.nameOwner()) : undefined
      try {
        entry.boundary ??= begin()
      } catch (error) {
        entry.failure = error
      }
      return entry.boundary?.answer(request, isOwner) ?? { response: Response.error(), isOfService: false }
    },
  }
}

function fitOfOptions(options: SetupOptions, url: URL): number {
  try {
    return fitOf(findBase(options), url)
  } catch {
    // The test that has this option fails because of it.
    return 0
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

function finish({ result, fails }: RunnerTestCase, { boundary, failure }: TestBoundary): void {
  if (failure !== undefined) throw failure
  if (boundary === undefined) return
  if (result?.state === 'fail' && !fails) console.error(showLines(describeFailed(boundary, result.errors)))
  boundary.end()
}
