// What the methods of a client can be called with, as far as the server cannot see it.

import type { OptionNames } from '../engine/input/options/known-options.ts'
import type { RequestFilter, RequestRange } from '../engine/journal/journal-filter.ts'
import type { WaitForOptions } from '../engine/journal/wait-for-request.ts'
import type { ReplaceOptions, SnapshotOptions } from '../engine/sessions/session.ts'
import type { CountOptions, ListOptions } from '../engine/world/list-records.ts'
import { type Calls, optional, options, required, unchecked } from './check-calls.ts'
import type { RecordPageOptions, RemoteCollection } from './remote/remote-collections.ts'
import type { EventsOptions } from './remote/remote-events.ts'
import type { RemoteSimulator } from './remote/remote-simulator.ts'

const FILTER: OptionNames<RequestFilter> = { operation: true, state: true, status: true, text: 'text' }
const REQUESTS: OptionNames<RequestFilter & RequestRange> = { ...FILTER, after: true, before: true, limit: true }
const WAIT: OptionNames<WaitForOptions> = { state: true, status: true, text: 'text', after: 'count', timeout: true }
const COUNT: OptionNames<CountOptions<object>> = { where: 'fields' }
const LIST: OptionNames<ListOptions<object>> = { ...COUNT, limit: 'limit', offset: 'count' }
const PAGE: OptionNames<RecordPageOptions> = { where: 'fields', limit: true, offset: true, ids: 'list' }
const EVENTS: OptionNames<EventsOptions> = { frame: true, entries: true, after: 'fields', onEnd: 'function' }
const KEEP: OptionNames<ReplaceOptions> = { keepRequests: 'flag' }
const SNAPSHOT: OptionNames<SnapshotOptions> = { request: true }

const ID = required('id', 'text')
const NAME = required('name', 'text')

/** The methods of a collection. */
export const COLLECTION_CALLS: Calls<RemoteCollection<object, object>> = {
  list: [options(LIST)],
  count: [options(COUNT)],
  page: [options(PAGE)],
  get: [ID],
  update: [ID, required('changes', 'fields')],
  delete: [ID],
}

/** The methods of a client, by the object that has them. */
export const CALLS = {
  own: {
    reset: [options(KEEP)],
    load: [unchecked, options(KEEP)],
    exportScenario: [options(SNAPSHOT)],
    assume: [required('assumptions', 'fields')],
    totals: [required('resource', 'text'), options({ per: true })],
    events: [required('listener', 'function'), options(EVENTS)],
  },
  clock: {
    advance: [required('milliseconds', 'number')],
    set: [required('time', 'time')],
    timeline: [options({ limit: true })],
  },
  faults: { remove: [ID] },
  chaos: { set: [required('change', 'fields')] },
  requests: {
    list: [options(REQUESTS)],
    toHar: [options(REQUESTS)],
    waitFor: [required('operation', 'text'), options(WAIT)],
    counts: [options(FILTER)],
    count: [options(FILTER)],
    get: [required('id', 'integer')],
  },
  settings: { change: [required('settings', 'fields')] },
  snapshots: {
    take: [optional('name', 'text'), options(SNAPSHOT)],
    get: [NAME],
    put: [NAME],
    restore: [NAME, options(KEEP)],
    delete: [NAME],
  },
  sessions: {
    create: [optional('options', 'fields')],
    list: [optional('page', 'fields')],
    get: [NAME],
    delete: [NAME],
  },
} as const satisfies {
  own: Calls<RemoteSimulator>
} & {
  readonly [Part in 'clock' | 'faults' | 'chaos' | 'requests' | 'settings' | 'snapshots' | 'sessions']: Calls<
    RemoteSimulator[Part]
  >
}
