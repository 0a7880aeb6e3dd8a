// Asks the service without a trace.

import * as z from 'zod'
import type { Contract } from '../../contract/contract.ts'
import { hasCredentials, listCredentials } from '../../contract/operation/access.ts'
import type { Outcome, ServiceRequest } from '../../contract/operation/messages.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { withoutBody } from '../../contract/response-body.ts'
import { joinBody, NO_BYTES } from '../../http/body.ts'
import { OptionError } from '../../input/options/option-error.ts'
import { readValue } from '../../input/schemas/describe-issues.ts'
import type { Answer } from '../../journal/entry.ts'
import { addDecided, DECIDED } from '../../journal/explanation.ts'
import { listHeaders } from '../../journal/header-list.ts'
import { explainEntry } from '../../journal/journal.ts'
import type { JournalRecord } from '../../journal/journal-store.ts'
import { realTime } from '../../store/time/real-time.ts'
import { forkWorld } from '../../world/world.ts'
import { readMoment } from '../state/moment.ts'
import type { State } from '../state/state.ts'
import { type DecidingParts, findDeciding } from './deciding.ts'
import { type AnswerParts, respondUncounted } from './respond.ts'

const MOST_BYTES = 5 * 1024 * 1024

// Pages complete what a person does in a browser, so a GET of one of them can change the world.
function canChange({ responses = {} }: Partial<Operation> = {}): boolean {
  return Object.values(responses).some(({ kind }) => kind === 'html')
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
    outcome: { ...outcome, response: withoutBody(outcome.response) },
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
  const copy = forkWorld(world)
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
  return { origin, basePath, method, path, query: query.replace(/^\?/, ''), header, body: NO_BYTES }
}
