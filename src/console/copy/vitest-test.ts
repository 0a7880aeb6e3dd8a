// A logged request as a Vitest test that passes.

import type { DetailedEntry, FaultInput } from '../../client/index.ts'
import { decodeQuery } from '../store/decode.ts'
import { joinFaults, listAppliedFaults } from './applied-faults.ts'
import { buildRequest } from './copied-request.ts'
import { compareResponses, expectResponse, type ReceivedResponse } from './expectation.ts'
import { createScratch, type Scratch } from './scratch.ts'
import { buildTestCode, type Expectation, type TestStep } from './test-code.ts'
import { listWorlds, type TestWorld } from './test-world.ts'
import type { TestingSimulator } from './tested-request.ts'

/** A test as code, with the file that it reads. */
export interface WrittenTest {
  readonly code: string
  readonly file: { readonly name: string; readonly content: string } | null
  /** How much of the responses the test reproduces. */
  readonly reproduces: 'everything' | 'status' | 'nothing'
}

const WORLD_FILE = 'world.json'
const LONGEST_TITLE = 80

/**
 * Writes a test that sends requests again, in the same world, and expects the same responses. If the
 * world of the first one is no longer known, it takes the current one. Changes of the world that make no difference
 * to the responses are left out. It tries the requests in sessions of its own first: the test expects no body if
 * that is another one there, and no status either if that is another one.
 *
 * @param entries the requests, in the order in which they were sent
 * @param send sends requests to the service. Default: the global `fetch`
 */
export async function writeTest(
  simulator: TestingSimulator,
  entries: readonly DetailedEntry[],
  send = fetch,
): Promise<WrittenTest> {
  const [first] = entries
  if (first === undefined) throw new Error('Failed to write a test: there is no request.')
  const [worldsThen, state] = await Promise.all([
    Promise.all(entries.map(({ id }) => simulator.exportScenario({ request: id }).catch(() => undefined))),
    simulator.state(),
  ])
  const [worldThen] = worldsThen
  const scenario = worldThen ?? (await simulator.exportScenario())
  const faults = entries.map((entry, index) => {
    // A fault that a request has used up may be among those that an earlier one met.
    const known = worldsThen.slice(0, index + 1).reverse()
    return listAppliedFaults(
      entry,
      [...known, scenario].flatMap((each) => each?.faults ?? []),
    )
  })
  const scratch = createScratch(simulator, send)
  try {
    const dependsOn = entries.flatMap(({ assumptions }) => assumptions)
    const world = { scenario, at: worldThen && first.at, dependsOn, isStrict: state.strict === true }
    const worlds = await listWorlds(world, scratch.open)
    const ordered = worldThen ? worlds : inOrder(entries, worlds)
    return writeAttempt(await findBest(ordered, { scratch, entries, plans: listPlans(faults) }), entries)
  } finally {
    await scratch.end()
  }
}

type FaultsBefore = readonly (readonly FaultInput[])[]

// A client sends its requests on its own, so the best place for all faults is before the first one. But they can apply
// to other requests then.
function listPlans(faults: FaultsBefore): readonly FaultsBefore[] {
  if (faults.length === 1) return [faults]
  const joined = joinFaults(faults)
  return [faults.map((_, index) => (index === 0 ? joined : [])), faults]
}

/** A world, when faults are added, and what the requests got. */
interface Attempt {
  world: TestWorld
  faults: FaultsBefore
  responses: readonly (ReceivedResponse | undefined)[]
  scores: readonly (0 | 1 | 2)[]
}

// What a request has written is part of the current world, so it would get another response there.
function inOrder(entries: readonly DetailedEntry[], worlds: readonly TestWorld[]): readonly TestWorld[] {
  if (entries.every(({ method }) => method === 'GET' || method === 'HEAD')) return worlds
  return worlds.toSorted(compareChanges)
}

function compareChanges(one: TestWorld, other: TestWorld): number {
  return Number(hasChanges(one)) - Number(hasChanges(other))
}

function hasChanges({ file, steps }: TestWorld): boolean {
  return file !== null || steps.length > 0
}

// Worlds without changes are tried first, but are no better where the response is another one in all of them.
async function findBest(
  worlds: readonly TestWorld[],
  { scratch, entries, plans }: { scratch: Scratch; entries: readonly DetailedEntry[]; plans: readonly FaultsBefore[] },
): Promise<Attempt> {
  const attempts: Attempt[] = []
  const trials = worlds.toSorted(compareChanges).flatMap((world) => plans.map((faults) => ({ world, faults })))
  for (const { world, faults } of trials) {
    const steps = entries.map((entry, index) => ({
      faults: faults[index] ?? [],
      request: buildRequest(entry, ''),
      canFail: entry.status === null,
    }))
    const responses = await scratch.send(world, steps)
    const scores = entries.map((entry, index) => compare(entry, responses[index]))
    attempts.push({ world, faults, responses, scores })
    if (scores.every((score) => score === 2)) break
  }
  const rank = ({ world }: Attempt): number => worlds.indexOf(world)
  const sum = ({ scores }: Attempt): number => scores.reduce<number>((all, score) => all + score, 0)
  const [best] = attempts.toSorted((one, other) => sum(other) - sum(one) || rank(one) - rank(other))
  if (best === undefined) throw new Error('Failed to write a test: there is no world to try it in.')
  return best
}

/** With these, a response has a status but does not reach the client as a whole. */
export const BREAKING_EFFECTS = ['reset', 'stall', 'wrong-length']

function compare(entry: DetailedEntry, received: ReceivedResponse | undefined): 0 | 1 | 2 {
  const { status, response, explanation } = entry
  const isBroken = status === null || explanation.faults.some(({ effect }) => BREAKING_EFFECTS.includes(effect))
  if (received === undefined) return isBroken ? 2 : 0
  if (status === null) return 0
  // Without a text, a whole body is empty.
  const body = !response.isWhole || response.isBinary ? null : (response.body ?? '')
  return compareResponses({ status, body }, received)
}

function writeAttempt({ world, faults, responses, scores }: Attempt, entries: readonly DetailedEntry[]): WrittenTest {
  const { file, options, clearsFaults, steps } = world
  const isUnhandled = entries.some(({ operation }) => operation === null) && !options.strict
  const code = buildTestCode({
    title: writeTitle(entries),
    options: isUnhandled ? { ...options, unhandledRequests: 'answer' } : options,
    file: file === null ? null : WORLD_FILE,
    clearsFaults,
    changes: steps,
    steps: entries.map((entry, index) => ({
      faults: faults[index] ?? [],
      request: buildRequest(entry, ''),
      ...expectAttempt(entry, responses[index], scores[index] ?? 0),
    })),
  })
  return {
    code,
    file: file === null ? null : { name: WORLD_FILE, content: `${JSON.stringify(file, null, 2)}\n` },
    reproduces: scores.includes(0) ? 'nothing' : scores.includes(1) ? 'status' : 'everything',
  }
}

function expectAttempt(
  entry: DetailedEntry,
  response: ReceivedResponse | undefined,
  score: 0 | 1 | 2,
): Pick<TestStep, 'expectation' | 'comment'> {
  const { status, explanation } = entry
  const expect = (expectation: Expectation, comment?: string) => ({ expectation, comment })
  if (response === undefined) {
    if (explanation.faults.some(({ effect }) => effect === 'stall')) return expect({ kind: 'no response' })
    return expect({ kind: status === null ? 'no connection' : 'broken body' })
  }
  const { status: received, body } = response
  if (score < 2 || body === null) return expect({ kind: 'status', status: received })
  // An order that the contract promises is no assumption.
  const order = entry.assumptions.find((id) => id.endsWith('Ordering'))
  const expectation = expectResponse({ status: received, body }, order !== undefined)
  const { returned = 0, matching = 0 } = explanation.page ?? {}
  const isPart = returned > 0 && returned < matching
  if (order === undefined || (expectation.kind !== 'values' && !isPart)) return expect(expectation)
  const part = isPart ? `, and which ${returned} of ${matching} records come` : ''
  return expect(expectation, `The contract promises no order: ${order} decides it${part}.`)
}

function writeTitle(entries: readonly DetailedEntry[]): string {
  const names = entries.map(({ operation, method, path, query }) =>
    [operation ?? `${method} ${path}`, decodeQuery(query)].filter((part) => part !== '').join(' '),
  )
  const title = [...new Set(names)].join(', ')
  const short = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE)}…` : title
  return entries.length === 1 ? short : `${short}: ${entries.map(({ status }) => status ?? 'no response').join(', ')}`
}
