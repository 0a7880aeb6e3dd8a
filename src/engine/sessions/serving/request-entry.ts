// The journal entry of a request, from its arrival to its end.

import type { Contract } from '../../contract/contract.ts'
import { NO_RESPONSE, withoutBody } from '../../contract/response-body.ts'
import type { Outcome, ServiceRequest, ServiceResponse } from '../../define/operation/messages.ts'
import type { Fault } from '../../faults/fault.ts'
import type { FaultCandidate } from '../../faults/faults.ts'
import { NO_BODY } from '../../http/body.ts'
import type { AppliedFault } from '../../journal/explanation.ts'
import { limitHeaders } from '../../journal/header-list.ts'
import { MOST_BODY_BYTES } from '../../journal/journal.ts'
import type { JournalRecord } from '../../journal/journal-store.ts'
import { buildWait, type RequestWait } from '../../journal/request-state.ts'
import { isNeverSent } from '../../journal/sent-part.ts'
import { realTime } from '../../store/time/real-time.ts'
import type { SessionParts, State } from '../state/state.ts'
import { describeAsked } from './asked.ts'
import { labelResponse } from './response-labels.ts'
import { openEntry, type WaitingEntry } from './waiting-entry.ts'

/** The faults of a request that none can apply to. */
export const NO_CANDIDATES: readonly FaultCandidate[] = []

const NO_FAULTS: readonly AppliedFault[] = []
const FINISHED = { state: 'finished', waitsFor: null } as const
const ABORTED = { state: 'aborted', waitsFor: null } as const

/** What a request waits for if it waits for nothing else. */
export const IN_TURN = buildWait('turn')

/** Called whenever a request starts to wait. */
export type OnWait = (waitsFor: RequestWait) => void

/** The faults that may apply to a request, and those that have. */
export interface RequestFaults {
  candidates: readonly FaultCandidate[]
  readonly applied: Set<Fault>
}

/** The journal entry of a request. It is written when the request is answered, or when it starts to wait. */
export interface RequestEntry {
  /** The faults that apply to the request. */
  readonly faults: RequestFaults
  readonly onWait: OnWait
  /** Writes a request that is not answered at once, unless it was written before. */
  open(): void
  /** Continues with the whole of a request that was written before its body was there. */
  receive(whole: ServiceRequest): void
  /** Writes what was answered. @returns the response to send */
  finish(outcome: Outcome): ServiceResponse
  /** Writes that the client left before there was a response. */
  abandon(): ServiceResponse
}

/** Creates the entry of a request that has just arrived. Nothing is written yet. */
export function createRequestEntry(
  name: string,
  arrived: ServiceRequest,
  state: State,
  parts: Pick<SessionParts, 'explains' | 'events' | 'isStrict'>,
): RequestEntry {
  const faults: RequestFaults = { candidates: NO_CANDIDATES, applied: new Set() }
  const { contract, world, journal, moments, engine } = state
  const began = realTime.read()
  const received = Date.now()
  const { events } = parts
  const { assumptions } = contract
  const at = world.clock.microseconds()
  // Finding the faults counts their uses.
  const moment = moments.meet(state)
  let request = arrived
  let lastWait = IN_TURN
  let entry: WaitingEntry | undefined
  const finish = (outcome: Outcome): ServiceResponse => {
    // The client may leave before an override answers, and an override may answer all the same.
    if (entry?.isOver() === true) return NO_RESPONSE
    const { candidates, applied } = faults
    const outline = { ...outcome, response: withoutBody(outcome.response) }
    // A response to HEAD has no body, even if an effect or an override sets one.
    const isOwn = applied.size > 0 || outcome.overriddenBy !== undefined
    const { response } = isOwn && request.method === 'HEAD' ? outline : outcome
    const listed = applied.size === 0 ? NO_FAULTS : listApplied(candidates, applied)
    const milliseconds = realTime.read() - began
    const progress = readProgress(outcome, faults)
    const about = { at, received, milliseconds, moment, ...progress, outcome: outline, assumptions, faults: listed }
    const record = buildRecord(request, about)
    const sent = labelResponse(response, record, parts)
    entry?.complete(record, sent)
    const id = entry === undefined ? journal.write(record, sent) : entry.id
    noteUses(candidates, applied, id)
    if (candidates.length > 0) moments.followFaults(engine.list())
    events.emitRequest({ session: name, id, record: entry?.record ?? record })
    if (progress.state === 'pending') entry?.abandonWhen(request.onGone)
    return sent
  }
  return {
    faults,
    finish,
    abandon: () => finish(toNobody(request, contract)),
    onWait(next) {
      lastWait = next
      entry?.wait(next)
    },
    receive(whole) {
      request = whole
      lastWait = IN_TURN
      entry?.receive(limitBody(whole.body))
      entry?.wait(IN_TURN)
    },
    open() {
      if (entry !== undefined) return
      const arrival = { at, received, moment, assumptions, waitsFor: lastWait, milliseconds: 0, faults: NO_FAULTS }
      const outcome = toNobody(request, contract)
      const record = buildRecord(request, { ...arrival, outcome, state: 'pending' })
      entry = openEntry(record, { session: name, journal, events })
    },
  }
}

/** How far a request has got when its outcome is known. */
function readProgress(
  { hasLeft, response }: Outcome,
  { candidates, applied }: RequestFaults,
): Pick<JournalRecord, 'state' | 'waitsFor'> {
  if (hasLeft === true) return ABORTED
  if (!isNeverSent(response)) return FINISHED
  // The first one spoils the response last.
  const spoiling = candidates.find(({ fault, effect }) => applied.has(fault) && effect.isTransport)
  return { state: 'pending', waitsFor: buildWait('client', { fault: spoiling?.fault.id ?? null }) }
}

function toNobody(request: ServiceRequest, contract: Contract): Outcome {
  return { ...describeAsked(request, contract), response: NO_RESPONSE, dependsOn: [], hasLeft: true }
}

function buildRecord(
  { method, path, query, rawHeaders = [], body }: ServiceRequest,
  about: Omit<JournalRecord, 'method' | 'path' | 'query' | 'headers' | 'body'>,
): JournalRecord {
  // Assigned, because in Node 20 an object with fields behind a spread takes longer than all else of a cached response.
  return Object.assign(about, { method, path, query, headers: limitHeaders(rawHeaders), body: limitBody(body) })
}

function limitBody(body: Uint8Array): Uint8Array {
  return body.length > MOST_BODY_BYTES ? NO_BODY : body
}

// The journal must not keep the texts of faults.
function listApplied(candidates: readonly FaultCandidate[], applied: ReadonlySet<Fault>): AppliedFault[] {
  const faults = candidates.filter(({ fault }) => applied.has(fault))
  return faults.map(({ fault: { id, effect }, countWithNext = () => DRAWN }) => ({
    id,
    effect: effect.kind,
    ...countWithNext(),
  }))
}

const DRAWN = { applied: null, times: null } as const

function noteUses(candidates: readonly FaultCandidate[], applied: ReadonlySet<Fault>, request: number): void {
  if (applied.size === 0) return
  for (const { fault, note } of candidates) if (applied.has(fault)) note?.(request)
}
