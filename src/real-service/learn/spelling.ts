// How a service writes ids. A world has only the usual spelling, so requests are built with that.

import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { isUuid, toCanonicalId } from '../../engine/input/schemas/uuid.ts'
import type { ReadRequest } from '../reader/messages.ts'
import type { JsonObject } from '../records/records.ts'

/** Writes the ids of a request as the service does. */
export type Spelling = (request: ReadRequest) => ReadRequest

const USUAL = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Finds out how the ids in records are written. An id that no record has is written in the way of the others. */
export function findSpelling(records: ReadonlyMap<string, readonly JsonObject[]>): Spelling {
  const written = new Map<string, string>()
  noteIds([...records.values()], written)
  const ways = WAYS.filter((write) => [...written].every(([id, text]) => write(id) === text))
  const writeOther = written.size === 0 ? undefined : ways[0]
  const spell = (text: string) => text.replace(USUAL, (id) => written.get(id) ?? writeOther?.(id) ?? id)
  return (request) => ({
    ...request,
    path: spell(request.path),
    ...(request.query === undefined ? {} : { query: spell(request.query) }),
  })
}

const WAYS: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => id.replaceAll('-', ''),
  (id) => id.replaceAll('-', '').toUpperCase(),
]

function noteIds(value: unknown, written: Map<string, string>): void {
  if (typeof value === 'string') {
    const id = toCanonicalId(value)
    if (isUuid(id)) written.set(id, value)
  } else if (Array.isArray(value)) for (const item of value) noteIds(item, written)
  else if (isRecord(value)) for (const field of Object.values(value)) noteIds(field, written)
}
