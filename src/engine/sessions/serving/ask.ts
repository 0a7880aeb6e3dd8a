// Asks the service without a trace.

import * as z from 'zod'
import type { Contract } from '../../contract/contract.ts'
import { hasCredentials, listCredentials } from '../../contract/operation/access.ts'
import type { Outcome, ServiceRequest } from '../../contract/operation/messages.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { type AssumptionOverrides, listEntries, namedValues } from '../../define/assumptions/assumptions.ts'
import { decodeBody, joinBody, NO_BODY, NO_BYTES } from '../../http/body.ts'
import { OptionError } from '../../input/options/option-error.ts'
import { readValue } from '../../input/schemas/describe-issues.ts'
import type { Answer } from '../../journal/entry.ts'
import { addDecided, DECIDED } from '../../journal/explanation.ts'
import { listHeaders, pairHeaders } from '../../journal/header-list.ts'
import { explainEntry } from '../../journal/journal.ts'
import type { JournalRecord } from '../../journal/journal-store.ts'
import { realTime } from '../../store/time/world-time.ts'
import type { Steps } from '../../work/steps.ts'
import { measureChanges } from '../../world/database.ts'
import type { Baselines } from '../../world/start/baselines.ts'
import { copyForTrial, createWorld } from '../../world/world.ts'
import { writeChanges } from '../../world/written-changes.ts'
import { type Moment, readMoment } from '../state/moment.ts'
import { readOrderings, type State, type StateParts } from '../state/state.ts'
import { type AnswerParts, MANY_BYTES, respondUncounted } from './respond.ts'

const MOST_BYTES = 5 * 1024 * 1024

// Pages complete what a person does in a browser, so a GET of one of them can change the world.
function canChange({ responses = {}, mayChange }: Partial<Operation> = {}): boolean {
  return mayChange === true || Object.values(responses).some(({ kind }) => kind === 'html')
}

/** What is asked, and where the service is reached. */
export interface Inquiry {
  readonly question: Question
  /** Scheme and authority, e.g. `http://127.0.0.1:4010`. */
  readonly origin: string
  readonly basePath: string
}

/** Asks what the service answers now, without a trace and without waits. @throws OptionError for an invalid question */
export async function askService(
  name: string,
  inquiry: Inquiry,
  getState: () => State,
  parts: DecidingParts & Pick<AnswerParts, 'inTurns'>,
): Promise<Answer> {
  const parsed = readQuestion(inquiry.question)
  const began = realTime.read()
  const { contract, world } = getState()
  world.clock.settle()
  const request = buildRequest(parsed, inquiry, contract)
  await contract.load(request)
  const state = getState()
  const moment = readMoment(state)
  const outcome = respondWithoutTrace(request, state, parts)
  const { method, path, query } = request
  const record: JournalRecord = {
    at: world.clock.microseconds(),
    received: Date.now(),
    method,
    path,
    query,
    headers: [],
    body: NO_BYTES,
    state: 'finished',
    waitsFor: null,
    outcome: { ...outcome, response: { ...outcome.response, body: NO_BODY } },
    assumptions: contract.assumptions,
    milliseconds: realTime.read() - began,
    faults: [],
  }
  const answer = buildAnswer(name, record, outcome)
  if (!parsed.decided) return answer
  const decided = await parts.inTurns(findDeciding({ request, record, outcome, moment }, parts))
  return { ...answer, explanation: addDecided(answer.explanation, decided) }
}

function respondWithoutTrace(request: ServiceRequest, state: State, parts: Pick<AnswerParts, 'run'>): Outcome {
  const { contract, world } = state
  if (!canChange(contract.findOperation(request))) return respondUncounted(request, state, parts)
  const copy = copyForTrial(world)
  try {
    return respondUncounted(request, { ...state, world: copy }, parts)
  } finally {
    copy.end()
  }
}

function buildAnswer(name: string, record: JournalRecord, { response }: Outcome): Answer {
  const { operation, parameters, explanation, milliseconds } = explainEntry(name, 0, record)
  const { status, headers, body } = response
  // As a stream, the decoder leaves out a character that is cut.
  const isWhole = body.length <= MOST_BYTES
  const text = new TextDecoder().decode(joinBody(body).subarray(0, MOST_BYTES), { stream: !isWhole })
  return {
    status,
    headers: listHeaders(headers),
    body: text,
    isWhole,
    milliseconds,
    operation,
    parameters,
    explanation,
  }
}

const MOST_CHARACTERS = 65_536
const MOST_HEADERS = 100

export const questionSchema = z.strictObject({
  method: z.enum(['GET', 'HEAD']).default('GET').describe('Other methods could change something.'),
  path: z
    .string()
    .max(MOST_CHARACTERS)
    .regex(/^\/[^?#]*$/, 'It must start with "/" and must not contain a query; use "query" for that')
    .refine((path) => !path.startsWith('/_s'), 'It must be a path of the service')
    .describe('A path of the service, without a query.'),
  query: z.string().max(MOST_CHARACTERS).default('').describe('The part after the question mark, percent-encoded.'),
  headers: z
    .record(
      z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'It must be the name of a header'),
      z.string().max(MOST_CHARACTERS),
    )
    .refine(
      (headers) => Object.keys(headers).length <= MOST_HEADERS,
      `It must not have more than ${MOST_HEADERS} headers`,
    )
    .default({})
    .describe('Headers. Without credentials among them, those that the service requires are added.'),
  decided: z.boolean().default(false).describe(`${DECIDED} It takes up to some seconds.`),
})

/** A request to ask the service about. */
export type Question = z.input<typeof questionSchema>

/** Parses a question. @throws OptionError with all issues */
function readQuestion(input: Question): z.output<typeof questionSchema> {
  const read = readValue(questionSchema, input)
  if ('value' in read) return read.value
  throw new OptionError({ attempt: 'ask the service', received: read.text }, read.issues)
}

function buildRequest(
  { method, path, query, headers }: z.output<typeof questionSchema>,
  { origin, basePath }: Inquiry,
  { declared: { access }, assumptions }: Contract,
): ServiceRequest {
  const ownHeaders = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const usual = listCredentials(access, assumptions).map(([name, value]) => [name.toLowerCase(), value] as const)
  const added = new Map(hasCredentials(access, (name) => ownHeaders.get(name)) ? [] : usual)
  const header = (name: string) => ownHeaders.get(name.toLowerCase()) ?? added.get(name.toLowerCase())
  return {
    address: () => ({ origin, basePath }),
    method,
    path,
    query: query.replace(/^\?/, ''),
    header,
    body: NO_BYTES,
  }
}

/** What a request is asked again with. */
interface DecidingParts
  extends Pick<AnswerParts, 'run'>,
    Pick<StateParts, 'declared' | 'findBaseline' | 'findContract' | 'speed'> {
  readonly whenBuilt: Baselines['whenBuilt']
}

/** A request with its response, and what it met. */
interface Decided {
  readonly request: ServiceRequest
  readonly record: Pick<JournalRecord, 'at' | 'assumptions' | 'faults' | 'state'>
  readonly outcome: Outcome
  readonly moment: Pick<Moment, 'assumptions' | 'baseline' | 'changes' | 'isStrict' | 'start'>
}

/**
 * Finds the assumptions with another value of which the response would differ. It asks again under each other value, in
 * steps and without a trace.
 *
 * @returns undefined if that cannot be told, or would take too long
 */
function* findDeciding(decided: Decided, parts: DecidingParts): Steps<readonly string[] | undefined> {
  const { outcome, record } = decided
  if (!canTell(decided)) return undefined
  const ask = (others: Others) => parts.whenBuilt(() => respondUnder(others, decided, parts))
  try {
    const first = yield* ask({})
    // What has refused it, such as a rate limit, is not asked again.
    if (first?.status !== outcome.response.status) return undefined
    const deciding: string[] = []
    for (const [id, entry] of listEntries(parts.declared.questions)) {
      const values = outcome.dependsOn.includes(id) ? namedValues(entry) : []
      const others = values.filter((value) => value !== record.assumptions[id])
      if (yield* isAnyOther(others, first.text, (value) => ask({ [id]: value }))) deciding.push(id)
    }
    return deciding.toSorted()
  } catch (error) {
    // There is no memory for another world, or the data does not allow it.
    if (error instanceof OptionError) return undefined
    throw error
  }
}

type Others = Partial<Record<string, string>>

type OtherResponse = ReturnType<typeof respondUnder>

// Only the service itself can be asked again, and in a large world, that takes long.
function canTell({ outcome, moment, record }: Decided): boolean {
  const isOfService = record.faults.length === 0 && outcome.overriddenBy === undefined && outcome.waits === undefined
  const isSmall = !moment.baseline.isLarge && measureChanges(moment.changes) < MANY_BYTES
  return isOfService && isSmall && record.state === 'finished'
}

function* isAnyOther(
  values: readonly string[],
  text: string,
  ask: (value: string) => Steps<OtherResponse>,
): Steps<boolean> {
  for (const value of values) if ((yield* ask(value))?.text !== text) return true
  return false
}

/** Answers a request again, with another value of an assumption. Returns undefined for a document, which takes long. */
function respondUnder(others: Others, { request, record, moment }: Decided, parts: DecidingParts) {
  const { declared, findBaseline, findContract, speed } = parts
  const { start, changes, isStrict } = moment
  const resolved = { ...record.assumptions, ...others } as JournalRecord['assumptions']
  const orderings = readOrderings(declared.resources, resolved)
  const baseline = findBaseline(start.scenario, declared.world.readSettings(resolved), orderings)
  const lease = findContract(resolved)
  const contract = lease.item
  const elapsed = record.at - moment.baseline.context.now
  const from =
    baseline.item === moment.baseline
      ? { from: { changes, elapsed } }
      : { changes: writeChanges(moment.baseline, changes, elapsed) }
  const world = createWorld(baseline.item, { ...from, realTime, speed, onChange: () => undefined })
  try {
    if (contract.findOperation(request)?.isDocumentation === true) return undefined
    const assumptions = { ...moment.assumptions, ...others } as AssumptionOverrides
    const { response } = respondUncounted(request, { contract, world, isStrict, assumptions, start }, parts)
    const isOpen = request.header('origin') !== undefined && contract.allowsOtherOrigins
    const { status, headers, body } = response
    return { status, text: JSON.stringify([status, headers, isOpen, decodeBody(joinBody(body))]) }
  } finally {
    world.end()
    baseline.release()
    lease.release()
  }
}

/** Finds the same for a request in the journal. */
export function* findDecidingAt(id: number, { journal }: State, parts: DecidingParts): ReturnType<typeof findDeciding> {
  const record = journal.find(id)?.record
  if (record?.moment === undefined) return undefined
  const { method, path, query, headers, body, outcome } = record
  const sent = pairHeaders(headers)
  const header = (name: string) => sent.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]
  const address = () => ({ origin: '', basePath: '' })
  const request = { address, method, path, query, header, rawHeaders: headers, body }
  // Only sessions write moments.
  const moment = record.moment as Moment
  return yield* findDeciding({ request, record, outcome, moment }, parts)
}
