// A record as JSON, according to the assumptions.

import type { TrackedAssumptions } from '../assumptions/tracked-assumptions.ts'
import type { AnyResource, Fields } from '../define/resource.ts'
import type { Writer } from '../define/responses.ts'
import type { AssumptionId } from '../define/service-types.ts'

/** The JSON that was last written for each record. Renderers that share a record overwrite each other's. */
export type RenderedRecords = WeakMap<object, { readonly by: object; readonly json: string }>

/**
 * Creates a function that writes records as the service does. The JSON of a record is built once and
 * cached as long as the record exists, unless another renderer writes the same record in between.
 */
export function createRenderer(
  { assumptions, track, note }: TrackedAssumptions,
  rendered: RenderedRecords,
): Writer['render'] {
  // For each resource: the assumptions that its records depend on.
  const dependsOn = new Map<string, Set<AssumptionId>>()
  const complete = (fields: Fields): Fields =>
    assumptions.unknownFields === 'extra' ? addUnknownFields(fields) : fields
  return (resource: AnyResource, record) => {
    const read = dependsOn.get(resource.name) ?? new Set()
    dependsOn.set(resource.name, read)
    note(read)
    const known = rendered.get(record)
    if (known?.by === read) return known.json
    // The caller passes records of the resource.
    const tracked = track(() => JSON.stringify(complete(resource.toWire(record as never, assumptions))))
    for (const id of tracked.read) read.add(id)
    rendered.set(record, { by: read, json: tracked.result })
    return tracked.result
  }
}

function addUnknownFields(fields: Fields): Fields {
  const entries = Object.entries(fields)
  const middle = Math.ceil(entries.length / 2)
  return Object.fromEntries([
    ...entries.slice(0, middle),
    ['x_revision_hint', { generation: 3, hints: ['warm', null] }],
    ...entries.slice(middle),
    ['x_flags', ['beta']],
    ['x_score', 0.5],
  ])
}
