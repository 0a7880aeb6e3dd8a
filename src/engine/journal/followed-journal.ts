// The journal of a session whose state may be replaced, and the wait for a request.

import type { OperationName } from '../define/service-types.ts'
import { assertKnownOptions, assertValue, type OptionNames } from '../input/options/known-options.ts'
import { realTimers } from '../store/time/real-time.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { describeWaitFailure, readTimeout, type WaitForOptions } from './wait-for-request.ts'

/** The recent requests of a session, and those that arrive. */
export interface FollowedJournal extends Journal {
  /**
   * Waits until a request of an operation is in the journal, and returns it; at once if there already is one. If there
   * are several, it returns the first.
   *
   * @throws if there is none in time; the error lists what was received instead
   * @example
   * await simulator.requests.waitFor('listDeployments', { state: 'pending' })
   */
  waitFor(operation: OperationName, options?: WaitForOptions): Promise<JournalEntry>
}

/** What tells a journal that follows another one about changes. */
export interface JournalChanges {
  /** Called after it was cleared. */
  onClear(): void
  /** Calls a function whenever a request was added or has got further. @returns a function that stops it */
  watch(act: () => void): () => void
}

const WAIT: OptionNames<WaitForOptions> = { state: true, status: true, text: true, after: true, timeout: true }

/** Creates a journal that forwards to another one, which may be replaced at any time. */
export function followJournal(find: () => Journal, { onClear, watch }: JournalChanges): FollowedJournal {
  return {
    async waitFor(operation, options = {}) {
      assertValue('wait for a request', 'operation', operation, 'text')
      assertKnownOptions('wait for a request', options, WAIT)
      const timeout = readTimeout(options)
      const { timeout: _timeout, ...filter } = options
      const look = (): JournalEntry | undefined => find().list({ ...filter, operation })[0]
      const found = look() ?? (await watchUntil(look, { watch, timeout }))
      if (found !== undefined) return found
      throw new Error(describeWaitFailure(operation, options, { timeout, received: find().list() }))
    },
    list: (filter) => find().list(filter),
    counts: (filter) => find().counts(filter),
    count: (filter) => find().count(filter),
    get: (id) => find().get(id),
    clear() {
      find().clear()
      onClear()
    },
  }
}

/** Looks whenever something changes, until something is found. */
function watchUntil<Found>(
  look: () => Found | undefined,
  { watch, timeout }: Pick<JournalChanges, 'watch'> & { timeout: number },
): Promise<Found | undefined> {
  return new Promise((resolve) => {
    const end = (found: Found | undefined): void => {
      stopWatching()
      stopTimer()
      resolve(found)
    }
    const stopTimer = realTimers.after(timeout, () => end(undefined))
    const stopWatching = watch(() => {
      const found = look()
      if (found !== undefined) end(found)
    })
  })
}
