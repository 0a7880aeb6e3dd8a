// Reads a list of records page by page.

import type { OptionNames } from '../core/known-options.ts'
import type { ListOptions } from '../core/world/list-records.ts'
import { assertOptions, assertWhole } from './assert-options.ts'

const PAGE = 1000

const OPTIONS: OptionNames<ListOptions<object>> = { where: true, limit: true, offset: true }

/** Creates the function that lists the records of a kind. */
export function createList<Item, Record>(
  kind: string,
  page: (options: { where?: never; offset: number; limit: number }) => Promise<{ records: readonly Record[] }>,
): (options?: ListOptions<Item>) => Promise<readonly Record[]> {
  const task = `list the ${kind}`
  return async (options = {}) => {
    assertOptions(task, options, OPTIONS)
    const { where, offset = 0, limit = Number.POSITIVE_INFINITY } = options
    if (limit !== Number.POSITIVE_INFINITY) assertWhole(task, 'limit', limit)
    assertWhole(task, 'offset', offset)
    const records: Record[] = []
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
