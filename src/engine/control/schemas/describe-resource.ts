// What a client needs to know about a resource to show and edit its records.

import { type AnyResource, titleOf } from '../../define/resource/resource.ts'
import { buildFormSchema, type JsonSchema } from '../../input/schemas/form-schema.ts'
import { partOf } from '../../input/schemas/partial.ts'
import { isRecord } from '../../input/schemas/schema-walk.ts'
import { capitalize } from '../../input/text/capitalize.ts'
import { type DescribedService, describePaths } from './service-paths.ts'

/** The parts of a resource's description that are the same in all sessions. */
export interface FixedDescription {
  readonly schema: JsonSchema
  readonly given: JsonSchema
}

/** Builds the schemas of a resource's records. This takes some milliseconds. */
export function describeRecords({ schema, nested }: AnyResource): FixedDescription {
  return { schema: buildFormSchema(schema, 'output'), given: buildFormSchema(partOf(schema, nested), 'input') }
}

/** Describes a resource in a session. */
export function describeResource(
  resource: AnyResource,
  { schema, given }: FixedDescription,
  { declared, routes, assumptions }: DescribedService,
) {
  const { name, description, belongsTo = {}, isMinor = false, lifecycle } = resource
  const [one, many] = titleOf(resource)
  const states = lifecycle?.statesOf?.(assumptions) ?? readStates(schema, lifecycle?.field)
  return {
    name,
    singular: one,
    title: capitalize(many),
    description,
    isMinor,
    recordsPath: `/records/${name}`,
    belongsTo: Object.fromEntries(Object.entries(belongsTo).map(([field, parent]) => [field, parent.name])),
    states: states === undefined ? null : [...states],
    ...describePaths(resource, { declared, routes, assumptions }),
    schema: withStates(schema, lifecycle?.field, states),
    given: withStates(given, lifecycle?.field, states),
  }
}

function readStates({ properties }: JsonSchema, field: string | undefined): readonly string[] | undefined {
  const property = field !== undefined && isRecord(properties) ? properties[field] : undefined
  return isRecord(property) && Array.isArray(property.enum) ? property.enum : undefined
}

// Which states exist can depend on the assumptions of the session.
function withStates(schema: JsonSchema, field: string | undefined, states: readonly string[] | undefined): JsonSchema {
  const { properties } = schema
  if (field === undefined || states === undefined || !isRecord(properties)) return schema
  const property = properties[field]
  return isRecord(property)
    ? { ...schema, properties: { ...properties, [field]: { ...property, enum: states } } }
    : schema
}
