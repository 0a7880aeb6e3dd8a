// The journal entry of a request that is not answered at once, from its arrival to its end.

import { NO_RESPONSE } from '../../contract/response-body.ts'
import type { ServiceResponse } from '../../define/operation/messages.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { JournalRecord } from '../../journal/journal-store.ts'
import type { RequestWait } from '../../journal/request-state.ts'
import type { OnGone } from '../../store/time/clock.ts'
import type { EventSource } from '../events/event-source.ts'

/** The entry of a request that waits. */
export interface WaitingEntry {
  readonly id: number
  readonly record: JournalRecord
  /** Notes what the request waits for now. */
  wait(waitsFor: RequestWait): void
  /** Stores the body of a request that was written before it was there. */
  receive(body: Uint8Array): void
  /** Stores what was answered. */
  complete(answered: JournalRecord, sent: ServiceResponse): void
  /** Whether it is not pending any more. */
  isOver(): boolean
  /** Ends the entry when the client leaves, because a fault never sends the response. */
  abandonWhen(onGone: OnGone | undefined): void
}

export interface WaitingEntryOptions {
  readonly session: string
  readonly journal: JournalWriter
  readonly events: EventSource
}

/** Writes a request that starts to wait to the journal. */
export function openEntry(record: JournalRecord, { session, journal, events }: WaitingEntryOptions): WaitingEntry {
  const id = journal.write(record, NO_RESPONSE)
  events.emitWait({ session, id, record })
  return {
    id,
    record,
    wait(waitsFor) {
      // An override may answer although the client has left.
      if (record.state !== 'pending') return
      record.waitsFor = waitsFor
      // Its turn comes at once.
      if (waitsFor.what !== 'turn') events.emitWait({ session, id, record })
    },
    receive(body) {
      record.body = body
      journal.update(id, record, NO_RESPONSE)
    },
    complete({ state, waitsFor, outcome, milliseconds, faults, assumptions }, sent) {
      Object.assign(record, { state, waitsFor, outcome, milliseconds, faults, assumptions })
      journal.update(id, record, sent)
    },
    isOver: () => record.state !== 'pending',
    abandonWhen(onGone) {
      onGone?.(() => {
        const milliseconds = Math.max(0, Date.now() - record.received)
        Object.assign(record, { state: 'aborted', waitsFor: null, milliseconds })
        events.emitWait({ session, id, record })
      })
    },
  }
}
