import type { Frozen } from '../core/records/freeze.ts'
import { ControlError } from './control-error.ts'
import type { Transport } from './transport.ts'

const PAGE = 1000

/** The records of one kind of a session on a server. */
export interface RemoteCollection<Item, Given> {
  /** All records, in the order in which they were added. */
  all(): Promise<readonly Frozen<Item>[]>
  /** How many records there are. */
  count(): Promise<number>
  get(id: string): Promise<Frozen<Item> | undefined>
  /** Adds a record; what is not given is made up. @throws ControlError naming every issue */
  create(given?: Given): Promise<Frozen<Item>>
  /** Changes fields of a record; the others stay. @throws ControlError naming every issue, and for an unknown id */
  update(id: string, changes: Given): Promise<Frozen<Item>>
  /** Removes a record and tells whether there was one. */
  delete(id: string): Promise<boolean>
}

/** Creates what reads and changes the records of a kind. */
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

/** Gives a value in place of the error that says that there is none. */
export function orWhenAbsent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof ControlError && error.status === 404) return value
    throw error
  }
}
