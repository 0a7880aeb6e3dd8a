// Which fields the service can have.

import * as z from 'zod'
import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import type { AnyResource } from '../../engine/define/resource/resource.ts'
import { unwrap } from '../../engine/input/schemas/schema-walk.ts'
import type { Knowledge } from './aspects.ts'

/** Lists the names of all fields that records of these resources can have under some of these assumptions. */
export function listFieldNames(
  resources: readonly AnyResource[],
  variants: readonly Assumptions[],
): Pick<Knowledge, 'fields' | 'optional'> {
  const names = { fields: new Set<string>(), optional: new Set<string>() }
  for (const { wire } of resources) {
    if (wire !== undefined) for (const assumptions of variants) noteNames(wire.schemaOf(assumptions), names)
  }
  return names
}

interface Names {
  readonly fields: Set<string>
  readonly optional: Set<string>
}

function noteNames(schema: z.ZodType, names: Names): void {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray) noteNames(inner.element as z.ZodType, names)
  if (!(inner instanceof z.ZodObject)) return
  for (const [name, field] of Object.entries<z.ZodType>(inner.shape)) {
    names.fields.add(name)
    if (field.safeParse(null).success || field.safeParse(undefined).success) names.optional.add(name)
    noteNames(field, names)
  }
}
