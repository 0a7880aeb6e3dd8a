// A logged request as a Vitest test that passes.

import { decodeJson, decodeQuery } from '../../engine/input/text/decode.ts'
import { createHiding, hideSecrets, hideSeen } from '../../engine/input/text/secrets.ts'
import type { ControlState, DetailedEntry, FaultInput, RemoteSimulator } from '../client/index.ts'
import { buildInit, type CopiedRequest, copyRequest, hideCopied } from './copied-request.ts'
import { describePart, expectResponse, findOrdering, type ReceivedResponse } from './expectation.ts'
import { buildTestCode, type Expectation, type TestStep } from './test-code.ts'
import {
  type CurrentWorld,
  type ExportedScenario,
  listWorlds,
  type TestingSimulator,
  type TestWorld,
} from './test-world.ts'
import { applySteps } from './world-steps.ts'

const MOST_MILLISECONDS = 5000

const MOST_MILLISECONDS_TO_FAIL = 500

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
export async function writeVitestTest(
  simulator: TestingSimulator,
  entries: readonly [DetailedEntry, ...DetailedEntry[]],
  send = fetch,
): Promise<WrittenTest> {
  const [[worldThen, ...laterWorlds], state, { service }] = await Promise.all([
    Promise.all(entries.map(({ id }) => simulator.exportScenario({ request: id }).catch(() => undefined))),
    simulator.state(),
    simulator.schemas(),
  ])
  const scenario = hideInWorld(worldThen ?? (await simulator.exportScenario()))
  // A fault that a request has used up can be among those that an earlier one met.
  const known = [scenario, ...laterWorlds].flatMap((each) => each?.faults ?? [])
  const steps = entries.map((entry) => toStep(entry, known, service.accepts))
  const scratch = createScratch(simulator, state, send)
  try {
    const dependsOn = entries.flatMap(({ assumptions }) => assumptions)
    const { strict: isStrict, speed } = state
    const world = { service, scenario, at: worldThen && entries[0].at, dependsOn, isStrict, speed }
    const worlds = await listWorlds(world, scratch.open)
    const ordered = worldThen ? worlds : inOrder(entries, worlds)
    const plans = listPlans(steps, state.clock.frozen)
    return writeAttempt(await findBest(ordered, plans, scratch), service)
  } finally {
    await scratch.end()
  }
}

// Its assumptions have names such as `secretValues`.
function hideInWorld(scenario: ExportedScenario): ExportedScenario {
  const shown = JSON.parse(createHiding().text(JSON.stringify(scenario))) as ExportedScenario
  return scenario.assumptions === undefined ? shown : { ...shown, assumptions: scenario.assumptions }
}

interface LoggedTrial extends Trial {
  entry: DetailedEntry
}

function toStep(
  entry: DetailedEntry,
  known: ExportedScenario['faults'],
  accepts: CopiedRequest['accepts'],
): LoggedTrial {
  const faults = listAppliedFaults(entry, known)
  return { entry, faults, request: hideCopied(copyRequest(entry, '', accepts)), canFail: entry.status === null }
}

/**
 * Lists where the faults of requests can be added. A client sends its requests on its own, so the best place is before
 * the first one. But they can apply to other requests then. Between requests, the clock is moved as it was before,
 * unless it runs.
 */
function listPlans(given: readonly LoggedTrial[], isFrozen: boolean): readonly (readonly LoggedTrial[])[] {
  if (given.length === 1) return [given]
  const steps = given.map((step, index) => {
    const before = given[index - 1]?.entry ?? step.entry
    return { ...step, move: isFrozen ? Math.max(0, Date.parse(step.entry.at) - Date.parse(before.at)) : 0 }
  })
  const joined = joinFaults(steps.flatMap(({ faults }) => faults))
  return [steps.map((step, index) => ({ ...step, faults: index === 0 ? joined : [] })), steps]
}

function joinFaults(faults: readonly FaultInput[]): readonly FaultInput[] {
  const joined = new Map<string, FaultInput>()
  for (const fault of faults) {
    const key = JSON.stringify(fault)
    joined.set(key, { ...fault, times: (joined.get(key)?.times ?? 0) + 1 })
  }
  return [...joined.values()]
}

/** A world, and what the requests got in it. */
interface TestAttempt {
  world: TestWorld
  steps: readonly TriedStep[]
  score: number
}

interface TriedStep extends LoggedTrial {
  response: ReceivedResponse | undefined
  score: 0 | 1 | 2
}

// What a request has written is part of the current world, so it would get another response there.
function inOrder(entries: readonly DetailedEntry[], worlds: readonly TestWorld[]): readonly TestWorld[] {
  if (entries.every(({ method }) => method === 'GET' || method === 'HEAD')) return worlds
  return worlds.toSorted(compareChanges)
}

function compareChanges(...worlds: [TestWorld, TestWorld]): number {
  const [one, other] = worlds.map(({ file, steps }) => Number(file !== null || steps.length > 0))
  return Number(one) - Number(other)
}

// Worlds without changes are tried first, but are no better where the response is another one in all of them.
async function findBest(worlds: readonly TestWorld[], plans: ReturnType<typeof listPlans>, scratch: Scratch) {
  const attempts: TestAttempt[] = []
  const trials = worlds.toSorted(compareChanges).flatMap((world) => plans.map((plan) => ({ world, plan })))
  for (const { world, plan } of trials) {
    const responses = await scratch.send(world, plan)
    const steps = plan.map((step, index) => {
      const response = responses[index]
      return { ...step, response, score: compare(step.entry, response, step.request.accepts) }
    })
    const score = steps.reduce((sum, step) => sum + step.score, 0)
    attempts.push({ world, steps, score })
    if (score === 2 * steps.length) break
  }
  const rank = ({ world }: TestAttempt): number => worlds.indexOf(world)
  // There is at least one world.
  return attempts.toSorted((one, other) => other.score - one.score || rank(one) - rank(other))[0] as TestAttempt
}

/** With these, a response has a status but does not reach the client as a whole. */
export const BREAKING_EFFECTS = ['reset', 'stall', 'wrong-length']

/** How alike both responses are: not at all, in their status, or completely. */
function compare(
  entry: DetailedEntry,
  received: ReceivedResponse | undefined,
  accepts: CopiedRequest['accepts'] = {},
): 0 | 1 | 2 {
  const { status, response, explanation } = entry
  const isBroken = status === null || explanation.faults.some(({ effect }) => BREAKING_EFFECTS.includes(effect))
  if (received === undefined) return isBroken ? 2 : 0
  if (status === null) return 0
  // Without a text, a whole body is empty.
  const hiding = hideSeen(entry, Object.keys(accepts))
  const body = !response.isWhole || response.isBinary ? null : (response.body ?? '')
  if (status !== received.status) return 0
  // The test sends other secrets, which the response may repeat.
  const hide = (text: string | null): string | null => text && hiding.text(text)
  return body !== null && hide(body) === hide(received.body) ? 2 : 1
}

function writeAttempt({ world, steps }: TestAttempt, { isPackaged }: CurrentWorld['service']): WrittenTest {
  const { file, options, clearsFaults, steps: changes } = world
  const isUnhandled = steps.some(({ entry }) => entry.operation === null) && !options.strict
  const code = buildTestCode({
    isPackaged,
    title: writeTitle(steps.map(({ entry }) => entry)),
    options: isUnhandled ? { ...options, unhandledRequests: 'answer' } : options,
    file: file === null ? null : WORLD_FILE,
    clearsFaults,
    changes,
    steps: steps.map((step) => ({ ...step, ...expectAttempt(step) })),
  })
  const worst = Math.min(...steps.map(({ score }) => score))
  return {
    code,
    file: file === null ? null : { name: WORLD_FILE, content: `${JSON.stringify(file, null, 2)}\n` },
    reproduces: worst === 2 ? 'everything' : worst === 1 ? 'status' : 'nothing',
  }
}

function expectAttempt({ entry, response, score }: TriedStep): Pick<TestStep, 'expectation' | 'comment'> {
  const { status, explanation, assumptions } = entry
  const expect = (expectation: Expectation, comment?: string) => ({ expectation, comment })
  if (response === undefined) {
    if (explanation.faults.some(({ effect }) => effect === 'stall')) return expect({ kind: 'no response' })
    return expect({ kind: status === null ? 'no connection' : 'broken body' })
  }
  const { status: received, body } = response
  if (score < 2 || body === null) return expect({ kind: 'status', status: received })
  const order = findOrdering(assumptions)
  const expectation = expectResponse({ status: received, body }, order !== undefined)
  const part = explanation.page === null ? undefined : describePart(explanation.page)
  if (order === undefined || (expectation.kind !== 'values' && part === undefined)) return expect(expectation)
  const also = part === undefined ? '' : `, and ${part}`
  return expect(expectation, `The contract promises no order: ${order} decides it${also}.`)
}

function writeTitle(entries: readonly DetailedEntry[]): string {
  const names = entries.map(({ operation, method, path, query }) =>
    [operation ?? hideSecrets(`${method} ${path}`), decodeQuery(createHiding().query(query))]
      .filter((part) => part !== '')
      .join(' '),
  )
  const title = [...new Set(names)].join(', ')
  const short = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE)}…` : title
  if (entries.length === 1) return short
  return `${short}: ${entries.map(({ status }) => status ?? 'no response').join(', ')}`
}

/**
 * Lists faults that do the same to this request again. Delays are left out: they change no response, and a
 * test would wait for them, because its clock stands still.
 *
 * @param known the faults of the world. Those that are used up there, or that chaos drew, are not among them
 */
function listAppliedFaults(entry: DetailedEntry, known: ExportedScenario['faults'] = []): FaultInput[] {
  const { operation, explanation } = entry
  const match = operation === null ? {} : { operation }
  return explanation.faults.flatMap(({ id, effect }): FaultInput[] => {
    if (effect === 'delay') return []
    const settings = known.find((fault) => fault.id === id && fault.effect.kind === effect)?.effect
    // The operations and effects of the server are those of the client.
    return [{ ...match, ...writeEffect(settings ?? guessEffect(effect, entry)), times: 1 } as FaultInput]
  })
}

type Settings = { readonly kind: string } & Readonly<Record<string, unknown>>

function writeEffect({ kind, ...settings }: Settings): object {
  const fields = Object.keys(settings)
  if (kind === 'rollout') return { rollout: settings.outcome }
  if (kind === 'status') return settings
  // The requests before this one are not part of the test.
  if (kind === 'rate-limit')
    return { effect: 'window' in settings ? { kind, limit: 0, window: settings.window } : kind }
  return { effect: fields.length === 0 ? kind : { kind, ...settings } }
}

// The request log knows only the kind of a fault that is used up. The response shows the rest.
function guessEffect(kind: string, { status, response: { body } }: DetailedEntry): Settings {
  if (kind === 'status') return { kind, status: status ?? 503 }
  if (kind === 'respond') return { kind, status: status ?? 200, ...(body && { body: decodeJson(body) ?? body }) }
  return kind === 'reset' ? { kind, when: status === null ? 'before' : 'during' } : { kind }
}

/** Sessions to try something in, which end afterwards. */
type Scratch = ReturnType<typeof createScratch>

interface Trial {
  /** By how many milliseconds the clock is moved before it. Default: 0. */
  readonly move?: number
  readonly faults: readonly FaultInput[]
  readonly request: CopiedRequest
  /** Whether the original request got no response either. */
  readonly canFail: boolean
}

/**
 * Creates sessions on the server of a simulator, without chaos and time.
 *
 * @param settings how strict the sessions are that requests are sent to
 * @param send sends requests to the service
 */
function createScratch(simulator: TestingSimulator, { strict }: Pick<ControlState, 'strict'>, send: typeof fetch) {
  const opened: RemoteSimulator[] = []
  const open = async (scenario: string | ExportedScenario): Promise<RemoteSimulator> => {
    const session = await simulator.sessions.create({ scenario, trial: true })
    opened.push(session)
    return session
  }

  return {
    open,
    /** Sends requests in a world of their own. @returns the responses; undefined where there was none */
    async send({ start, steps }: TestWorld, trials: readonly Trial[]) {
      const session = await open(start.scenario)
      await Promise.all([
        session.chaos.set({ level: 0 }),
        strict ? session.settings.change({ strict }) : undefined,
        start.scenario.latency === undefined ? stopClock(session, start.at) : undefined,
      ])
      await applySteps(session, steps)
      const received: (ReceivedResponse | undefined)[] = []
      for (const { faults, request, canFail, move = 0 } of trials) {
        if (move > 0) await session.clock.advance(move)
        for (const fault of faults) await session.faults.add(fault)
        const milliseconds = canFail ? MOST_MILLISECONDS_TO_FAIL : MOST_MILLISECONDS
        received.push(await receive(send(`${session.url}${request.url}`, buildInit(request, milliseconds))))
      }
      return received
    },
    async end(): Promise<void> {
      await Promise.allSettled(opened.splice(0).map(({ name }) => simulator.sessions.delete(name)))
    },
  }
}

// The clock of a test stands still from the start.
async function stopClock({ clock }: RemoteSimulator, at: string | undefined): Promise<void> {
  await clock.freeze()
  if (at !== undefined) await clock.set(at)
}

async function receive(responding: Promise<Response>): Promise<ReceivedResponse | undefined> {
  try {
    const response = await responding
    const { status, headers } = response
    return { status, body: await response.text(), retryAfter: headers.get('retry-after') }
  } catch {
    return undefined
  }
}
