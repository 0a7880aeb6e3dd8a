// The records of a session on a server, by kind.

import type { GivenOf, RecordOf } from '../../engine/define/resource/resource.ts'
import type { CountOptions, ListOptions } from '../../engine/world/list-records.ts'
import { RESOURCE_NAMES, type ResourceName } from '../../service/resources/names.ts'
import type { Resources } from '../../service/resources/resources.ts'
import { deleteAt, orWhenAbsent } from '../transport/absence.ts'
import type { Transport } from '../transport/transport.ts'
import { createList } from './list-pages.ts'

/** Which records to return. */
export interface RecordPageOptions {
  /** How many records to skip. */
  offset?: number
  /** How many records to return at most. Default: 100. */
  limit?: number
  /** Only the records with these ids, in this order. */
  ids?: readonly string[]
  /** Only the records that belong to another one: a field that refers to it, and its id. */
  where?: Readonly<Record<string, string>>
}

/** Some records, and how many there are without the range. */
export interface RecordPage<Item> {
  readonly total: number
  readonly records: readonly Item[]
}

/** The records of one kind in a session on a server. */
export interface RemoteCollection<Item, Given> {
  /**
   * Returns all records, or some of them, in the order in which they were added.
   *
   * @throws ControlError for an unknown option or field, a value that the field cannot have, and a range that is none
   * @example
   * const ready = await simulator.db.deployments.list({ where: { status: 'READY' }, limit: 10 })
   */
  list(options?: ListOptions<Item>): Promise<readonly Item[]>
  /**
   * Returns some of the records, and how many there are without `offset` and `limit`.
   *
   * @example
   * const { total, records } = await simulator.db.revisions.page({ where: { deployment_id }, limit: 10 })
   */
  page(options?: RecordPageOptions): Promise<RecordPage<Item>>
  /** How many records there are: all, or those with the values of `where`. @throws ControlError like `list` */
  count(options?: CountOptions<Item>): Promise<number>
  get(id: string): Promise<Item | undefined>
  /** Adds a record and generates the fields that are not given. @throws ControlError that lists every issue */
  create(fields?: Given): Promise<Item>
  /** Changes the given fields of a record. @throws ControlError that lists every issue, and for an unknown id */
  update(id: string, changes: Given): Promise<Item>
  /** Removes a record and returns whether it existed. */
  delete(id: string): Promise<boolean>
}

/** The records of a session, by resource. */
export type RemoteCollections = {
  readonly [Name in ResourceName]: RemoteCollection<RecordOf<Resources[Name]>, GivenOf<Resources[Name]>>
}

/** Connects to the records of a session. */
export function connectCollections(transport: Transport): RemoteCollections {
  const collections = RESOURCE_NAMES.map((name) => [name, connectCollection(transport, name)])
  // Each collection is that of the resource with its name.
  return Object.fromEntries(collections) as RemoteCollections
}

function connectCollection<Item, Given>({ send }: Transport, kind: string): RemoteCollection<Item, Given> {
  const start = `/records/${kind}`
  const pathOf = (id: string) => `${start}/${encodeURIComponent(id)}`
  const page = ({ where, ids, ...range }: RecordPageOptions = {}) => {
    const fields = { ...where, ...range, ids: ids?.join(',') }
    const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
    return send<RecordPage<Item>>('GET', `${start}?${query}`)
  }

  return {
    list: createList(page),
    page,
    // The server compares values as text.
    count: async ({ where } = {}) => (await page({ where: where as never, limit: 1 })).total,
    get: (id) => send<Item>('GET', pathOf(id)).catch(orWhenAbsent(undefined)),
    create: (fields) => send('POST', start, fields ?? {}),
    update: (id, changes) => send('PATCH', pathOf(id), changes),
    delete: (id) => deleteAt(send, pathOf(id)),
  }
}
