import type { Frozen } from '../core/schemas/freeze.ts'
import { ControlError } from './control-error.ts'
import type { Transport } from './transport.ts'

const PAGE = 1000

/** The records of one kind in a session on a server. */
export interface RemoteCollection<Item, Given> {
  /** All records, in the order in which they were added. */
  all(): Promise<readonly Frozen<Item>[]>
  /** How many records there are. */
  count(): Promise<number>
  get(id: string): Promise<Frozen<Item> | undefined>
  /** Adds a record and generates the fields that are not given. @throws ControlError that lists every issue */
  create(given?: Given): Promise<Frozen<Item>>
  /** Changes the given fields of a record. @throws ControlError that lists every issue, and for an unknown id */
  update(id: string, changes: Given): Promise<Frozen<Item>>
  /** Removes a record and returns whether it existed. */
  delete(id: string): Promise<boolean>
}

/** Creates the collection of one kind of record. */
export function createRemoteCollection<Item, Given>({ send }: Transport, kind: string): RemoteCollection<Item, Given> {
  const start = `/records/${kind}`
  const pathOf = (id: string) => `${start}/${encodeURIComponent(id)}`
  const readPage = (offset: number, limit: number) =>
    send<{ total: number; records: Frozen<Item>[] }>('GET', `${start}?offset=${offset}&limit=${limit}`)

  return {
    async all() {
      const records: Frozen<Item>[] = []
      for (;;) {
        const page = await readPage(records.length, PAGE)
        records.push(...page.records)
        if (page.records.length < PAGE) return records
      }
    },
    count: async () => (await readPage(0, 1)).total,
    get: (id) => send<Frozen<Item>>('GET', pathOf(id)).catch(orWhenAbsent(undefined)),
    create: (given) => send('POST', start, given ?? {}),
    update: (id, changes) => send('PATCH', pathOf(id), changes),
    delete: (id) =>
      send('DELETE', pathOf(id))
        .then(() => true)
        .catch(orWhenAbsent(false)),
  }
}

/** Returns an error handler that replaces a 404 with a value. */
export function orWhenAbsent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof ControlError && error.status === 404) return value
    throw error
  }
}
