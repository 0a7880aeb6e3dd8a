// The methods of a client: the request that each sends, and what it can be called with.

import { makeUpName } from '../../../engine/control/shared/random-id.ts'
import type { Method } from '../../../engine/http/operation-declaration.ts'
import type { OptionNames } from '../../../engine/input/options/known-options.ts'
import type { RequestInput } from '../transport/transport.ts'
import type { ReplaceOptions, RequestFilter, RequestRange, SnapshotOptions, WaitForOptions } from '../types.ts'
import type { EventsOptions } from './events.ts'
import { type MethodParameter, optional, options, required } from './parameters.ts'
import type { GetRequestOptions, RecordPageOptions, RemoteCollection } from './remote-simulator.ts'
import type { CountOptions, ListOptions } from './remote-types.ts'
import type { OwnParts, RemoteSimulator } from './typed-clients.ts'

/** A request below `/_simulator`: `DELETE /faults/{id}`. The first arguments fill the placeholders of its path. */
type SentPath = `${Method} ${string}`

/** A method of a client: only its request if that says everything. */
export type Call<Does extends AnyMethod = AnyMethod> = SentPath | DetailedCall<Does>

interface DetailedCall<Does extends AnyMethod> {
  /** A method without one is written by hand. */
  readonly sends?: SentPath
  /** What the request contains. Default: the argument after those in the path, as the query of a GET or as the body. */
  readonly input?: (...args: Parameters<Does>) => RequestInput
  /** Whether what it asks for may be absent: a GET then returns undefined, and a DELETE whether it existed. */
  readonly mayBeAbsent?: true
  readonly takes?: readonly MethodParameter[]
}

/** A method that may send a request. */
export type AnyMethod = (...args: never[]) => Promise<unknown>

/** All methods of a part of a client. */
export type Calls<Part> = {
  readonly [Name in keyof Part as Part[Name] extends AnyMethod ? Name : never]: Part[Name] extends AnyMethod
    ? Call<Part[Name]>
    : never
}

const ID = required('id', 'text')
export const ANY_ID = required('id', 'id')
export const NAME = required('name', 'text')
const FILTER: OptionNames<RequestFilter> = { operation: true, state: true, status: true, text: 'text' }
const REQUESTS = options<RequestFilter & RequestRange>({ ...FILTER, after: true, before: true, limit: true })
const WAIT: OptionNames<WaitForOptions> = { state: true, status: true, text: 'text', after: 'count', timeout: true }
const COUNT: OptionNames<CountOptions<object>> = { where: 'fields' }
const LIST: OptionNames<ListOptions<object>> = { ...COUNT, limit: 'limit', offset: 'count' }
const PAGE: OptionNames<RecordPageOptions> = { where: 'fields', limit: true, offset: true, ids: 'list' }
const EVENTS: OptionNames<EventsOptions> = { frame: true, entries: true, after: 'fields', onEnd: 'function' }
const KEEP = options<ReplaceOptions>({ keepRequests: 'flag' })
const SNAPSHOT = options<SnapshotOptions>({ request: true })

const keep = ({ keepRequests = false }: ReplaceOptions = {}) => (keepRequests ? { keep: 'requests' } : {})

/** @param id those of our service are texts */
export const collectionCalls = (resource: string, id = ID) =>
  ({
    list: { takes: [options(LIST)] },
    count: { takes: [options(COUNT)] },
    page: {
      sends: `GET /records/${resource}`,
      input: ({ where, ids, ...range } = {}) => ({ query: { ...where, ...range, ids: ids?.join(',') } }),
      takes: [options(PAGE)],
    },
    get: { sends: `GET /records/${resource}/{id}`, mayBeAbsent: true, takes: [id] },
    create: `POST /records/${resource}`,
    update: { sends: `PATCH /records/${resource}/{id}`, takes: [id, required('changes', 'fields')] },
    delete: { sends: `DELETE /records/${resource}/{id}`, mayBeAbsent: true, takes: [id] },
  }) satisfies Calls<RemoteCollection<object, object>>

export const ownCalls: Calls<RemoteSimulator> = {
  state: 'GET ',
  reset: { sends: 'POST /reset', input: (options) => ({ query: keep(options) }), takes: [KEEP] },
  load: {
    sends: 'PUT /scenario',
    input: (scenario, options) => ({
      query: keep(options),
      body: typeof scenario === 'string' ? { name: scenario } : scenario,
    }),
    takes: [undefined, KEEP],
  },
  scenarios: 'GET /scenarios',
  exportScenario: { sends: 'GET /scenario', takes: [SNAPSHOT] },
  assumptions: 'GET /assumptions',
  assume: { sends: 'PATCH /assumptions', takes: [required('assumptions', 'fields')] },
  openapi: 'GET /service/openapi.json',
  schemas: 'GET /schemas',
  totals: { sends: 'GET /totals/{resource}', takes: [required('resource', 'text'), options({ per: true })] },
  ask: 'POST /ask',
  createLink: 'POST /links',
  events: { takes: [required('listener', 'function'), options(EVENTS)] },
}

export const CALLS = {
  clock: {
    read: 'GET /clock',
    freeze: { sends: 'PATCH /clock', input: () => ({ body: { frozen: true } }), takes: [] },
    run: { sends: 'PATCH /clock', input: () => ({ body: { frozen: false } }), takes: [] },
    advance: {
      sends: 'PATCH /clock',
      input: (advance) => ({ body: { advance } }),
      takes: [required('duration', 'duration')],
    },
    set: { sends: 'PATCH /clock', input: (set) => ({ body: { set } }), takes: [required('time', 'time')] },
    next: { sends: 'PATCH /clock', input: () => ({ body: { to: 'next' } }), takes: [] },
    timeline: { sends: 'GET /timeline', takes: [options({ limit: true })] },
  },
  faults: {
    add: 'POST /faults',
    list: 'GET /faults',
    matches: 'POST /fault-matches',
    remove: { sends: 'DELETE /faults/{id}', mayBeAbsent: true, takes: [ID] },
    clear: { sends: 'DELETE /faults', takes: [] },
  },
  chaos: {
    read: 'GET /chaos',
    set: { sends: 'PATCH /chaos', takes: [required('change', 'chaos')] },
  },
  requests: {
    list: { sends: 'GET /requests', takes: [REQUESTS] },
    counts: { sends: 'GET /request-counts', takes: [options(FILTER)] },
    count: { takes: [options(FILTER)] },
    get: {
      sends: 'GET /requests/{id}',
      input: (_, { decided = false } = {}) => ({ query: decided ? { decided: 'true' } : {} }),
      mayBeAbsent: true,
      takes: [required('id', 'integer'), options<GetRequestOptions>({ decided: 'flag' })],
    },
    toHar: { sends: 'GET /requests.har', takes: [REQUESTS] },
    clear: { sends: 'DELETE /requests', takes: [] },
    waitFor: { takes: [required('operation', 'text'), options(WAIT)] },
  },
  settings: {
    read: 'GET /settings',
    change: { sends: 'PATCH /settings', takes: [required('settings', 'fields')] },
  },
  coverage: {
    read: 'GET /coverage',
    clear: { sends: 'DELETE /coverage', takes: [] },
  },
  snapshots: {
    take: {
      sends: 'POST /snapshots',
      input: (name = makeUpName('snapshot'), options = {}) => ({ body: { name, ...options } }),
      takes: [optional('name', 'text'), SNAPSHOT],
    },
    get: { sends: 'GET /snapshots/{name}', mayBeAbsent: true, takes: [NAME] },
    put: { sends: 'PUT /snapshots/{name}', takes: [NAME, undefined] },
    list: 'GET /snapshots',
    restore: {
      sends: 'POST /snapshots/{name}/restore',
      input: (_, options) => ({ query: keep(options) }),
      takes: [NAME, KEEP],
    },
    delete: { sends: 'DELETE /snapshots/{name}', mayBeAbsent: true, takes: [NAME] },
  },
  sessions: {
    create: { takes: [optional('options', 'fields', 'Its name is one of them: { name }.')] },
    list: { sends: 'GET /sessions', takes: [optional('page', 'fields')] },
    get: { sends: 'GET /sessions/{name}', mayBeAbsent: true, takes: [NAME] },
    delete: { sends: 'DELETE /sessions/{name}', mayBeAbsent: true, takes: [NAME] },
  },
} as const satisfies { readonly [Part in keyof OwnParts]: Calls<OwnParts[Part]> }
