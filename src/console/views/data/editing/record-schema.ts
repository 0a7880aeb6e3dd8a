// The schemas of the forms for records.

import type { JsonSchema, ResourceDescription } from '../../../store/api.ts'
import { findStateField } from '../record.ts'

const FIRST = ['name', 'kind']

/** The form of a new record: every field may be left out. */
export function buildCreateSchema(resource: ResourceDescription): JsonSchema {
  return sortFields(resource, resource.given)
}

/** The form of a record: every field has a value, and its id stays. */
export function buildEditSchema(resource: ResourceDescription): JsonSchema {
  const { id: _, ...properties } = resource.given.properties ?? {}
  return requireAll(sortFields(resource, { ...resource.given, properties }))
}

// Fields with parts take much space, so they come last.
function sortFields(resource: ResourceDescription, schema: JsonSchema): JsonSchema {
  const state = findStateField(resource)
  const rank = ([name, each]: [string, JsonSchema]): number => {
    if (FIRST.includes(name)) return 0
    if (name === state) return 1
    return hasParts(each) ? 3 : 2
  }
  const properties = Object.entries(schema.properties ?? {}).toSorted((one, other) => rank(one) - rank(other))
  return { ...schema, properties: Object.fromEntries(properties) }
}

function hasParts(schema: JsonSchema): boolean {
  const { type, anyOf = [] } = schema
  return type === 'object' || type === 'array' || anyOf.some(hasParts)
}

function requireAll(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(items && { items: requireAll(items) }),
    ...(anyOf && { anyOf: anyOf.map(requireAll) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, requireAll(each)])),
      required: Object.keys(properties),
    }),
  }
}
