// The journal entry of a request, from its arrival to its end, and the headers in which its response explains itself.

import type { Contract } from '../../contract/contract.ts'
import { describeNoRoom } from '../../contract/operation/failure.ts'
import {
  NO_RESPONSE,
  type Outcome,
  type ServiceRequest,
  type ServiceResponse,
} from '../../contract/operation/messages.ts'
import type { FaultCandidate } from '../../faults/fault-list.ts'
import { NO_BODY, NO_BYTES, type ResponseBody } from '../../http/body.ts'
import { NoRoomError } from '../../input/options/option-error.ts'
import type { AppliedFault, RequestState, RequestWait } from '../../journal/entry.ts'
import { explain } from '../../journal/explanation.ts'
import type { JournalRecord } from '../../journal/journal-store.ts'
import { buildWait } from '../../journal/request-state.ts'
import { ownText } from '../../limits/own-text.ts'
import { realTime } from '../../store/time/world-time.ts'
import type { EventSource, ServedRequest } from '../events/event-source.ts'
import type { State } from '../state/state.ts'

/** The faults that apply to a request that none can apply to. */
const NONE: readonly FaultCandidate[] = []
const FINISHED = { state: 'finished', waitsFor: null } as const
const ABORTED = { state: 'aborted', waitsFor: null } as const
const SENDING = { state: 'pending', waitsFor: buildWait('handler') } as const

/** What a request waits for if it waits for nothing else. */
export const IN_TURN = buildWait('turn')

/** The journal entry of a request. It is written when the request is answered, or when it starts to wait. */
export type RequestEntry = ReturnType<typeof createRequestEntry>

type WrittenEntry = Omit<ServedRequest, 'session'>

type Arrived = Required<Pick<JournalRecord, 'at' | 'received' | 'assumptions' | 'moment'>>

export interface EntryParts {
  readonly events: EventSource
  /** Whether responses explain themselves in a header. */
  readonly explains: boolean
}

/** Creates the entry of a request that has just arrived. Nothing is written yet. */
export function createRequestEntry(name: string, arrived: ServiceRequest, state: State, parts: EntryParts) {
  const { contract, world, journal, moments, isStrict } = state
  const { events, explains } = parts
  const began = realTime.read()
  const arrival: Arrived = {
    at: world.clock.microseconds(),
    received: Date.now(),
    assumptions: contract.assumptions,
    // Finding the faults counts their uses.
    moment: moments.meet(state),
  }
  let request = arrived
  let waitsFor = IN_TURN
  let written: WrittenEntry | undefined

  const emitWait = (entry: WrittenEntry): void => events.emitWait({ session: name, ...entry })
  const write = (record: JournalRecord, sent: ServiceResponse): WrittenEntry => {
    if (written === undefined) written = { id: journal.write(record, sent), record }
    else journal.update(written.id, record, sent)
    return written
  }
  const finish = (found: Outcome, applied = NONE): ServiceResponse => {
    // The client may leave before an override answers, and an override may answer all the same.
    if (written !== undefined && written.record.state !== 'pending') {
      found.response.body.rest?.stream.cancel().catch(() => undefined)
      return NO_RESPONSE
    }
    const outcome = reserveRoom(request, found, contract)
    const outline = { ...outcome, response: { ...outcome.response, body: NO_BODY } }
    const record = Object.assign(written?.record ?? buildRecord(request, arrival, outline), readEnd(outcome, applied), {
      outcome: outline,
      milliseconds: realTime.read() - began,
      faults: applied.map(toAppliedFault),
    })
    // A response to HEAD has no body, even if an effect or an override sets one.
    const isOwn = applied.length > 0 || outcome.overriddenBy !== undefined
    const { response } = isOwn && request.method === 'HEAD' ? outline : outcome
    const sent = explains || isStrict ? labelResponse(response, record, { explains, isStrict }) : response
    const { id } = write(record, sent)
    for (const { note } of applied) note(id)
    events.emitRequest({ session: name, id, record })
    if (record.state !== 'pending') return sent
    watchEnd(sent, request.onGone, (state, body) => {
      Object.assign(record, { state, waitsFor: null, milliseconds: Math.max(0, Date.now() - record.received) })
      if (body !== undefined) journal.update(id, record, { ...sent, body })
      emitWait({ id, record })
    })
    return sent
  }
  const wait = (next: RequestWait): void => {
    waitsFor = next
    // An override may answer although the client has left.
    if (written?.record.state !== 'pending') return
    written.record.waitsFor = next
    // Its turn comes at once.
    if (next.what !== 'turn') emitWait(written)
  }
  return {
    wait,
    /** Writes what was answered. @param applied the faults that applied, in order @returns the response to send */
    finish,
    /** Writes that the client left before there was a response. */
    abandon: () => finish(toNobody(request, contract)),
    /** Continues with the whole of a request that was written before its body was there. */
    receive(whole: ServiceRequest) {
      request = whole
      if (written === undefined) return
      written.record.body = limitBody(whole.body)
      write(written.record, NO_RESPONSE)
      wait(IN_TURN)
    },
    /** Writes a request that is not answered at once, unless it was written before. */
    open() {
      if (written !== undefined) return
      const record = buildRecord(request, arrival, toNobody(request, contract))
      emitWait(write(Object.assign(record, { waitsFor }), NO_RESPONSE))
    },
  }
}

/** Reserves the memory of a response. @returns what the client gets */
function reserveRoom(request: ServiceRequest, outcome: Outcome, contract: Contract): Outcome {
  try {
    request.reserve?.(outcome.response)
    return outcome
  } catch (error) {
    if (!(error instanceof NoRoomError)) throw error
    return refuseAsked(request, contract, contract.writeFailure({ ...describeNoRoom(error), detail: error.message }))
  }
}

/** Calls back at the end of a response that is not over when its outcome is known. */
function watchEnd(
  { body: { rest } }: ServiceResponse,
  onGone: ServiceRequest['onGone'],
  over: (state: RequestState, body?: ResponseBody) => void,
): void {
  if (rest !== undefined) void rest.over.then(({ body, isAborted }) => over(isAborted ? 'aborted' : 'finished', body))
  else onGone?.(() => over('aborted'))
}

/** How far a request has got when its outcome is known. */
function readEnd(
  { hasLeft, response }: Outcome,
  applied: readonly FaultCandidate[],
): { state: RequestState; waitsFor: RequestWait | null } {
  if (hasLeft === true) return ABORTED
  if (response.body.rest !== undefined) return SENDING
  if (response.transportFault?.kind !== 'stall') return FINISHED
  // The first one spoils the response last.
  const spoiling = applied.find(({ effect }) => effect.isTransport)
  return { state: 'pending', waitsFor: buildWait('client', { fault: spoiling?.fault.id ?? null }) }
}

function toNobody(request: ServiceRequest, contract: Contract): Outcome {
  return { ...describeAsked(request, contract), response: NO_RESPONSE, dependsOn: [], hasLeft: true }
}

/** Returns the operation of a request and its parsed parameters, because the journal shows what was asked, whoever responds. */
export function describeAsked(request: ServiceRequest, { findOperation, findValues }: Contract): Partial<Outcome> {
  const operation = findOperation(request)?.name
  const values = findValues(request)
  return { ...(operation !== undefined && { operation }), ...(values !== undefined && { values }) }
}

/** Returns the outcome of a request that gets no response of its operation. */
export function refuseAsked(request: ServiceRequest, contract: Contract, response: ServiceResponse): Outcome {
  const dependsOn = contract.declared.framework.errors.decidedBy
  return { ...describeAsked(request, contract), response, dependsOn, hasNotRun: true }
}

function buildRecord(
  { method, path, query, rawHeaders = [], body }: ServiceRequest,
  { at, received, assumptions, moment }: Arrived,
  outcome: Outcome,
): JournalRecord {
  return {
    at,
    received,
    method,
    path,
    query,
    headers: limitHeaders(rawHeaders),
    body: limitBody(body),
    state: 'pending',
    waitsFor: null,
    outcome,
    assumptions,
    milliseconds: 0,
    faults: [],
    moment,
  }
}

// Larger bodies are not stored.
const MOST_BODY_BYTES = 64 * 1024

function limitBody(body: Uint8Array): Uint8Array {
  if (body.length > MOST_BODY_BYTES) return NO_BYTES
  const isWhole = body.length === 0 || body.length === body.buffer.byteLength
  return isWhole ? body : body.slice()
}

// More than clients usually send. What exceeds it is cut off.
const MOST_HEADERS = 100
const MOST_HEADER_CHARACTERS = 16 * 1024

/** Cuts a list of names and values in turn to what a journal keeps. */
function limitHeaders(raw: readonly string[]): readonly string[] {
  let characters = 0
  const most = Math.min(raw.length, 2 * MOST_HEADERS)
  for (let index = 0; index < most; index += 1) {
    characters += raw[index]?.length ?? 0
    if (characters > MOST_HEADER_CHARACTERS) return raw.slice(0, index - (index % 2))
  }
  return most === raw.length ? raw : raw.slice(0, most)
}

// The journal must not keep the texts of faults.
function toAppliedFault({ fault: { id, effect }, countWithNext }: FaultCandidate): AppliedFault {
  return { id, effect: effect.kind, ...countWithNext() }
}

const MOST_HEADER_LENGTH = 2000

interface LabelOptions {
  readonly explains: boolean
  readonly isStrict: boolean
}

/** Adds the headers that the options of the simulator ask for. */
function labelResponse(
  response: ServiceResponse,
  record: JournalRecord,
  { explains, isStrict }: LabelOptions,
): ServiceResponse {
  const labels = {
    ...(isStrict && { 'x-simulator-assumptions': toHeaderText(nameAssumptions(record)) }),
    ...(explains && { 'x-simulator-explanation': toHeaderText(explain(record).words.join(' ')) }),
  }
  return { ...response, headers: { ...response.headers, ...labels } }
}

function nameAssumptions({ outcome, assumptions }: JournalRecord): string {
  const named = outcome.dependsOn.toSorted().map((id) => `${id}=${assumptions[id]}`)
  return named.length === 0 ? 'none' : named.join(', ')
}

// A header can contain printable ASCII only. An unpaired surrogate cannot be encoded.
function toHeaderText(value: string): string {
  const text = value.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^\x20-\x7e]/gu, encodeURIComponent)
  return text.length > MOST_HEADER_LENGTH ? `${ownText(text.slice(0, MOST_HEADER_LENGTH))}...` : text
}
