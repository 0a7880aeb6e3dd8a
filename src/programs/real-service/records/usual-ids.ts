// Ids as a world has them. Some services have ULIDs, numbers or other texts where the contract has UUIDs.

import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import type { ServiceRecords } from './records.ts'
import { RECORDED, type RecordedName, recorded } from './sources.ts'

/** The ids that a world cannot have, each with a UUID in its place. Both are in the same order. */
export type UsualIds = ReadonlyMap<string, string>

/** Returns the records with UUIDs for the ids that a world cannot have, wherever they stand, and what each was. */
export function replaceIds(read: ServiceRecords): { readonly usual: ServiceRecords; readonly ids: UsualIds } {
  const found = RECORDED.flatMap((name) => (read.records.get(name) ?? []).map(({ id }) => [name, id] as const))
  const others = new Set(found.flatMap(([name, id]) => (isOther(name, id) ? [String(id)] : [])))
  const sorted = [...others].sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
  const ids = new Map(sorted.map((id, place) => [id, toUuid(place + 1)]))
  if (ids.size === 0) return { usual: read, ids }
  const records = new Map([...read.records].map(([name, all]) => [name, replace(all, ids) as typeof all]))
  const sampled = read.sampled && new Set([...read.sampled].map((id) => ids.get(id) ?? id))
  return { usual: { ...read, records, ...(sampled && { sampled }) }, ids }
}

const toUuid = (place: number) => `${place.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

/** Whether an id is none of those of a resource all of whose ids are UUIDs. */
function isOther(name: RecordedName, id: unknown): boolean {
  const { id: schema } = recorded[name].schema.shape
  const takes = (value: unknown) => schema.safeParse(value).success
  return ['string', 'number'].includes(typeof id) && takes(toUuid(0)) && !takes('any') && !takes(id)
}

function replace(value: unknown, ids: UsualIds): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((each) => replace(each, ids))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      // A number elsewhere may be anything.
      const id = name === 'id' && typeof field === 'number' ? ids.get(String(field)) : undefined
      return [name, id ?? replace(field, ids)]
    }),
  )
}
