// The records that stay in a state that others leave by themselves.

import * as z from 'zod'
import type { AnyResource, Fields } from '../../define/resource.ts'
import type { Steps } from '../../limits/steps.ts'
import { RESOURCE_NAMES } from '../../seam/resource-names.ts'
import { allResources } from '../../seam/resources.ts'
import { collectionOf } from '../../world/collections.ts'
import type { DescribedSession } from '../control-operation.ts'

/** The schema of records that stay as they are. */
export const stayingSchema = z
  .array(
    z.strictObject({
      resource: z.enum(RESOURCE_NAMES),
      state: z.string(),
      count: z.int().min(1).describe('How many records stay in it.'),
    }),
  )
  .describe('The records that stay in a state that usually passes, because they were written so.')

/** Counts the records for which nothing is due although their state usually passes. */
export function* countStaying(session: DescribedSession): Steps<z.output<typeof stayingSchema>> {
  const found: z.output<typeof stayingSchema> = []
  for (const resource of allResources) {
    const { field, passing = [] } = resource.lifecycle ?? {}
    if (field === undefined || passing.length === 0) continue
    const { by } = yield* session.countTotals(resource, 'auto')
    const moving = countMoving(session, resource, field)
    for (const state of passing) {
      const count = (by[field]?.[state] ?? 0) - (moving.get(state) ?? 0)
      // The schema of a resource's name has all of them.
      if (count > 0) found.push({ resource: resource.name as (typeof RESOURCE_NAMES)[number], state, count })
    }
  }
  return found
}

/** Counts the records for which something is due, by their state: they themselves, or a record that belongs to them. */
function countMoving({ clock, db }: DescribedSession, resource: AnyResource, field: string): Map<string, number> {
  const ids = new Set<string>()
  for (const entry of clock.timeline({ limit: Number.POSITIVE_INFINITY }).entries) {
    const own = allResources.find(({ name }) => name === entry.resource)
    if (own === resource) ids.add(entry.id)
    const parents = Object.entries(own?.belongsTo ?? {}).filter(([, parent]) => parent === resource)
    const record: Fields = own === undefined || parents.length === 0 ? {} : (collectionOf(db, own).get(entry.id) ?? {})
    for (const [parent] of parents) ids.add(String(record[parent]))
  }
  const counts = new Map<string, number>()
  for (const id of ids) {
    const state = String(collectionOf(db, resource).get(id)?.[field])
    counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  return counts
}
