// The records that stay in a state that others leave by themselves.

import * as z from 'zod'
import type { AnyResource, Fields } from '../../../define/resource/resource.ts'
import type { ServiceDeclarations } from '../../../define/service.ts'
import type { Steps } from '../../../limits/steps.ts'
import { collectionOf } from '../../../world/collections.ts'
import { listNames } from '../../../world/start/world-plan.ts'
import type { DescribedSession } from '../../control-operation.ts'

/** The schema of records that stay as they are. */
export const buildStayingSchema = ({ resources }: ServiceDeclarations) =>
  z
    .array(
      z.strictObject({
        resource: z.enum(listNames(resources)),
        state: z.string(),
        count: z.int().min(1).describe('How many records stay in it.'),
      }),
    )
    .describe('The records in a transient state for which nothing is scheduled.')

type Staying = z.output<ReturnType<typeof buildStayingSchema>>

/** Counts the records in a transient state for which nothing is scheduled. */
export function* countStaying({ resources }: ServiceDeclarations, session: DescribedSession): Steps<Staying> {
  const found: Staying = []
  for (const resource of resources) {
    const { field, passing = [] } = resource.lifecycle ?? {}
    if (field === undefined || passing.length === 0) continue
    const { by } = yield* session.countTotals(resource, 'auto')
    const moving = countMoving(resources, session, { resource, field })
    for (const state of passing) {
      const count = (by[field]?.[state] ?? 0) - (moving.get(state) ?? 0)
      // The schema of a resource's name has all of them.
      if (count > 0) found.push({ resource: resource.name as Staying[number]['resource'], state, count })
    }
  }
  return found
}

/** Counts the records for which something is due, by their state: they themselves, or a record that belongs to them. */
function countMoving(
  resources: readonly AnyResource[],
  { clock, db }: DescribedSession,
  { resource, field }: { resource: AnyResource; field: string },
): Map<string, number> {
  const ids = new Set<string>()
  for (const entry of clock.timeline({ limit: Number.POSITIVE_INFINITY }).entries) {
    const own = resources.find(({ name }) => name === entry.resource)
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
