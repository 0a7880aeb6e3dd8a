// A logged request as a Vitest test that passes.

import type { DetailedEntry, FaultInput } from '../../client/index.ts'
import { decodeQuery } from '../store/decode.ts'
import { listAppliedFaults } from './applied-faults.ts'
import { buildRequest, type CopiedRequest } from './copied-request.ts'
import { compareResponses, expectResponse, type ReceivedResponse } from './expectation.ts'
import { createScratch, type Scratch } from './scratch.ts'
import { buildTestCode, type Expectation } from './test-code.ts'
import { listWorlds, type TestWorld } from './test-world.ts'
import type { TestingSimulator } from './tested-request.ts'

/** A test as code, with the file that it reads. */
export interface WrittenTest {
  readonly code: string
  readonly file: { readonly name: string; readonly content: string } | null
  /** How much of the response the test reproduces. */
  readonly reproduces: 'everything' | 'status' | 'nothing'
}

const WORLD_FILE = 'world.json'
const LONGEST_TITLE = 80

/**
 * Writes a test that sends the request again, in the same world, and expects the same response. If
 * that world is no longer known, it takes the current one. Changes of the world that make no difference to
 * the response are left out. It tries the request in sessions of its own first: the test expects no body if
 * that is another one there, and no status either if that is another one.
 *
 * @param send sends requests to the service. Default: the global `fetch`
 */
export async function writeTest(simulator: TestingSimulator, entry: DetailedEntry, send = fetch): Promise<WrittenTest> {
  const request = buildRequest(entry, '')
  const [requestWorld, state] = await Promise.all([
    simulator.exportScenario({ request: entry.id }).catch(() => undefined),
    simulator.state(),
  ])
  const scenario = requestWorld ?? (await simulator.exportScenario())
  const faults = listAppliedFaults(entry, scenario.faults)
  const scratch = createScratch(simulator, send)
  try {
    const isStrict = state.strict === true
    const world = { scenario, at: requestWorld && entry.at, dependsOn: entry.assumptions, isStrict }
    const worlds = await listWorlds(world, scratch.open)
    const attempt = await findBest(requestWorld ? worlds : inOrder(entry, worlds), { scratch, entry, faults, request })
    return writeAttempt(attempt, { entry, faults, request })
  } finally {
    await scratch.end()
  }
}

interface Attempted {
  entry: DetailedEntry
  faults: readonly FaultInput[]
  request: CopiedRequest
}

/** A world, and what the request got in it. */
interface Attempt {
  world: TestWorld
  response: ReceivedResponse | undefined
  score: 0 | 1 | 2
}

// What a request has written is part of the current world, so it would get another response there.
function inOrder({ method }: DetailedEntry, worlds: readonly TestWorld[]): readonly TestWorld[] {
  if (method === 'GET' || method === 'HEAD') return worlds
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
  { scratch, entry, faults, request }: Attempted & { scratch: Scratch },
): Promise<Attempt> {
  const attempts: Attempt[] = []
  for (const world of worlds.toSorted(compareChanges)) {
    const response = await scratch.send(world, { faults, request, canFail: entry.status === null })
    const score = compare(entry, response)
    attempts.push({ world, response, score })
    if (score === 2) break
  }
  const rank = ({ world }: Attempt): number => worlds.indexOf(world)
  const [best] = attempts.toSorted((one, other) => other.score - one.score || rank(one) - rank(other))
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

function writeAttempt({ world, response, score }: Attempt, { entry, faults, request }: Attempted): WrittenTest {
  const { file, options, clearsFaults, steps } = world
  const isUnhandled = entry.operation === null && !options.strict
  const code = buildTestCode({
    title: writeTitle(entry),
    options: isUnhandled ? { ...options, unhandledRequests: 'answer' } : options,
    file: file === null ? null : WORLD_FILE,
    clearsFaults,
    steps,
    faults,
    request,
    expectation: expectAttempt(entry, response, score),
  })
  return {
    code,
    file: file === null ? null : { name: WORLD_FILE, content: `${JSON.stringify(file, null, 2)}\n` },
    reproduces: score === 2 ? 'everything' : score === 1 ? 'status' : 'nothing',
  }
}

function expectAttempt(
  { status, explanation }: DetailedEntry,
  response: ReceivedResponse | undefined,
  score: Attempt['score'],
): Expectation {
  if (response === undefined) {
    if (explanation.faults.some(({ effect }) => effect === 'stall')) return { kind: 'no response' }
    return { kind: status === null ? 'no connection' : 'broken body' }
  }
  const { status: received, body } = response
  return score === 2 && body !== null
    ? expectResponse({ status: received, body })
    : { kind: 'status', status: received }
}

function writeTitle({ operation, method, path, query }: DetailedEntry): string {
  const title = [operation ?? `${method} ${path}`, decodeQuery(query)].filter((part) => part !== '').join(' ')
  return title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE)}…` : title
}
