// How a service writes ids. A world has only the usual spelling, so requests are built with that.

import { isUuid, toCanonicalId } from '../../../engine/input/schemas/uuid.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { listTexts } from '../record/guard.ts'
import type { JsonObject } from '../records/records.ts'
import type { UsualIds } from '../records/usual-ids.ts'

/** Writes the ids of a request as the service does. */
export type Spelling = (request: ReadRequest) => ReadRequest

const USUAL = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Finds out how the ids in records are written. An id that no record has is written in the way of the others. */
export function findSpelling(records: ReadonlyMap<string, readonly JsonObject[]>, ids: UsualIds = new Map()): Spelling {
  const written = new Map<string, string>()
  for (const text of listTexts([...records.values()])) {
    const id = toCanonicalId(text)
    if (isUuid(id)) written.set(id, text)
  }
  // Those of a world are in no record.
  const known = new Map([...written, ...Array.from(ids, ([own, usual]) => [usual, own] as const)])
  const ways = WAYS.filter((write) => [...written].every(([id, text]) => write(id) === text))
  const writeOther = written.size === 0 ? undefined : ways[0]
  const spell = (text: string) => text.replace(USUAL, (id) => known.get(id) ?? writeOther?.(id) ?? id)
  return (request) => ({
    ...request,
    path: spell(request.path),
    ...(request.query !== undefined && { query: spell(request.query) }),
  })
}

const WAYS: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => id.replaceAll('-', ''),
  (id) => id.replaceAll('-', '').toUpperCase(),
]
