// The journal of a session whose state may be replaced, and the wait for a request.

import {
  assertChoice,
  assertKnownOptions,
  assertValue,
  type OptionNames,
  refuseNeedless,
} from '../input/options/known-options.ts'
import { realTimers } from '../store/time/world-time.ts'
import type { DetailedEntry, JournalEntry, RequestCounts } from './entry.ts'
import type { Har, HarOptions } from './har-types.ts'
import { buildEntry, detailEntry, type JournalWriter, type KeptRequest } from './journal.ts'
import { RANGE } from './journal-filter.ts'
import type { JournalRecord } from './journal-store.ts'
import type { RequestFilter, RequestRange } from './request-filter.ts'
import { readStatus } from './sent-response.ts'
import { describeWaitFailure, readTimeout, type WaitForOptions } from './wait-for-request.ts'

/** The types of a request log. */
export interface JournalTypes {
  readonly OperationName: string
  readonly RequestFilter: RequestFilter
  readonly JournalEntry: JournalEntry
  readonly DetailedEntry: DetailedEntry
  readonly RequestCounts: RequestCounts
  readonly HarOptions: HarOptions
}

/** The recent requests of a session, and those that arrive. */
export interface Journal<Of extends JournalTypes = JournalTypes> {
  /**
   * The requests, or those that match a filter, oldest first.
   *
   * @throws for an unknown field, an unknown operation and a status that is none
   */
  list(filter?: Of['RequestFilter'] & RequestRange): readonly Of['JournalEntry'][]
  /** Counts the requests, or those that match a filter. @throws like `list` */
  counts(filter?: Of['RequestFilter']): Of['RequestCounts']
  /** How many requests there are, or how many match a filter. @throws like `list` */
  count(filter?: Of['RequestFilter']): number
  /**
   * A request with an explanation of its response, and with the response itself. Which assumptions decided something
   * takes long to find out: `ask` does so with `decided`.
   */
  get(id: number): Of['DetailedEntry'] | undefined
  clear(): void
  /**
   * Waits until a request of an operation is in the journal, and returns it; at once if there already is one. If there
   * are several, it returns the first.
   *
   * @throws if there is none in time; the error lists what was received instead
   * @example
   * await simulator.requests.waitFor('listDeployments', { state: 'pending' })
   */
  waitFor(operation: Of['OperationName'], options?: WaitForOptions): Promise<Of['JournalEntry']>
  /**
   * Returns the requests, or those that match a filter, as an HTTP archive (HAR 1.2), which browsers open. Secrets are
   * hidden unless you keep them.
   *
   * @throws like `list`
   * @example
   * await writeFile('failed.har', JSON.stringify(await simulator.requests.toHar({ status: '5xx' })))
   */
  toHar(options?: Of['HarOptions']): Promise<Har>
}

const AS_HAR = 'write the requests as HAR'
const HAR: OptionNames<HarOptions> = { ...RANGE, secrets: true }

/** What tells a journal that follows another one about changes. */
export interface JournalObserver {
  onClear(): void
  /** Calls a function whenever a request was added or has got further. @returns a function that stops it */
  watch(act: () => void): () => void
}

/** Turns requests, oldest first, into an archive. */
export type WriteHar = (requests: readonly KeptRequest[], secrets: NonNullable<HarOptions['secrets']>) => Promise<Har>

const WAIT: OptionNames<WaitForOptions> = { state: true, status: true, text: true, after: true, timeout: true }

/** Creates a journal that forwards to another one, which may be replaced at any time. */
export function followJournal(
  find: () => JournalWriter,
  { onClear, watch }: JournalObserver,
  writeHar: WriteHar,
): Journal {
  const list: Journal['list'] = (filter) =>
    find()
      .select(filter)
      .map(({ session, id, record }) => buildEntry(session, id, record))
  const methods: Journal = {
    async toHar(options = {}) {
      assertKnownOptions(AS_HAR, options, HAR)
      const { secrets = 'hide', ...filter } = options
      assertChoice(AS_HAR, 'secrets', secrets, ['hide', 'keep'])
      const requests = find().select(filter)
      return writeHar(requests, secrets)
    },
    async waitFor(operation, options = {}) {
      assertValue('wait for a request', 'operation', operation, 'text')
      assertKnownOptions('wait for a request', options, WAIT)
      const timeout = readTimeout(options)
      const { timeout: _timeout, ...filter } = options
      const look = (): JournalEntry | undefined => list({ ...filter, operation })[0]
      const found = look() ?? (await watchUntil(look, watch, timeout))
      if (found !== undefined) return found
      throw new Error(await describeWaitFailure(operation, options, { timeout, received: list() }))
    },
    list,
    counts: (filter = {}) => countRequests(find().filter(filter)),
    count: (filter) => (filter === undefined ? find().count() : find().filter(filter).length),
    get(id) {
      assertValue('find the request', 'id', id, 'integer')
      const found = find().find(id)
      return found && detailEntry(found)
    },
    clear() {
      find().clear()
      onClear()
    },
  }
  return refuseNeedless('requests.', methods, { list: 1, counts: 1, count: 1, get: 1, clear: 0, waitFor: 2, toHar: 1 })
}

function countRequests(records: Iterable<JournalRecord>): RequestCounts {
  const byStatus: Record<string, number> = {}
  const byOperation: Record<string, number> = {}
  const byAssumption: Record<string, number> = {}
  let total = 0
  for (const { outcome } of records) {
    total += 1
    countOne(byStatus, String(readStatus(outcome) ?? 'none'))
    countOne(byOperation, outcome.operation ?? 'none')
    for (const id of outcome.dependsOn) countOne(byAssumption, id)
  }
  return { total, byStatus, byOperation, byAssumption }
}

function countOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function watchUntil<Found>(
  look: () => Found | undefined,
  watch: JournalObserver['watch'],
  timeout: number,
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
