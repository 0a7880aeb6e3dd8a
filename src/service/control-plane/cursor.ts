// Pages of lists, with a cursor that leads to the next page.

import { defineRefusal, refuse } from '../../engine/contract/operation/failure.ts'
import type { Slice } from '../../engine/contract/operation/responses.ts'
import type { Parameters } from '../../engine/contract/operation/value.ts'

/** The parameters of an operation that lists records in pages with cursors. */
export const sliceParameters = {
  page_size: {
    in: 'query',
    kind: 'integer',
    description: 'The maximum number of records to return.',
    fallback: 20n,
    minimum: 1,
    maximum: 100,
  },
  cursor: { in: 'query', kind: 'text', description: 'The `next_cursor` of the previous page, to get the next page.' },
} as const satisfies Parameters

export const invalidCursor = defineRefusal({ name: 'invalid cursor', status: 400, text: 'Invalid cursor.' })

export interface SliceWindow {
  /** The name of the list. A cursor of another list is invalid. */
  readonly name: string
  readonly page_size: bigint
  readonly cursor: string | null
}

/** What a cursor contains: its list, the records on both sides of it, and how many records come before it. */
type Position = readonly [name: string, before: string, after: string, offset: number]

/** Cuts a page out of a list. @throws ServiceError if the cursor is not one of the list */
export function cutSlice<Item extends { readonly id: string }>(
  items: readonly Item[],
  { name, page_size, cursor }: SliceWindow,
): Slice<Item> {
  const start = cursor === null || cursor === '' ? 0 : findStart(items, readCursor(cursor, name))
  const records = items.slice(start, start + Number(page_size))
  const end = start + records.length
  const [last, next] = [items[end - 1], items[end]]
  const nextCursor = last === undefined || next === undefined ? null : writeCursor([name, last.id, next.id, end])
  return { records, nextCursor }
}

// Records may have been added or removed since. Only if both neighbours are gone, their number has to do.
function findStart(items: readonly { readonly id: string }[], [, before, after, offset]: Position): number {
  const place = items.findIndex(({ id }) => id === before)
  if (place >= 0) return place + 1
  const next = items.findIndex(({ id }) => id === after)
  return next >= 0 ? next : Math.max(0, offset - 1)
}

function writeCursor(position: Position): string {
  return encodeCursor(encodeURIComponent(JSON.stringify(position)))
}

function readCursor(cursor: string, name: string): Position {
  const position = parseCursor(cursor)
  const isValid = Array.isArray(position) && position[0] === name && Number.isSafeInteger(position[3])
  if (!isValid) refuse(invalidCursor)
  return position as unknown as Position
}

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(decodeCursor(cursor)))
  } catch {
    return undefined
  }
}

/** Writes ASCII as a text that means nothing to clients and needs no escapes in URLs. */
export function encodeCursor(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Reads what `encodeCursor` wrote; empty for any other text. */
export function decodeCursor(token: string): string {
  try {
    return atob(token.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
