import type { RecordPage } from './remote-simulator.ts'
import type { ListOptions } from './remote-types.ts'

const PAGE = 1000

/** Creates the function that lists the records of a kind. */
export function createList<Item>(
  page: (options: { where?: never; offset: number; limit: number }) => Promise<RecordPage<Item>>,
): (options?: ListOptions<Item>) => Promise<readonly Item[]> {
  return async ({ where, offset = 0, limit = Number.POSITIVE_INFINITY } = {}) => {
    const records: Item[] = []
    while (records.length < limit) {
      const size = Math.min(PAGE, limit - records.length)
      // The server compares values as text.
      const { records: next } = await page({ where: where as never, offset: offset + records.length, limit: size })
      records.push(...next)
      if (next.length < size) break
    }
    return records
  }
}
