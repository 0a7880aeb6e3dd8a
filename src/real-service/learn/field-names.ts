// Which fields the service can have.

import * as z from 'zod'
import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import type { AnyResource } from '../../engine/define/resource/resource.ts'
import { unwrap } from '../../engine/input/schemas/schema-walk.ts'

/** Lists the names of all fields that records of these resources can have under some of these assumptions. */
export function listFieldNames(resources: readonly AnyResource[], variants: readonly Assumptions[]): Set<string> {
  const names = new Set<string>()
  for (const { wire } of resources) {
    if (wire !== undefined) for (const assumptions of variants) noteNames(wire.schemaOf(assumptions), names)
  }
  return names
}

function noteNames(schema: z.ZodType, names: Set<string>): void {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray) return noteNames(inner.element as z.ZodType, names)
  if (!(inner instanceof z.ZodObject)) return
  for (const [name, field] of Object.entries<z.ZodType>(inner.shape)) {
    names.add(name)
    noteNames(field, names)
  }
}
