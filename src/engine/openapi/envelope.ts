// The schemas of objects that a service can send unknown fields in.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { Declarations } from '../define/declarations.ts'
import type { Json } from './json.ts'

type Sender = Pick<Declarations, 'unknownFieldsOf'>

/** Whether objects in responses have fields besides those of their schemas. */
export function hasUnknownFields({ unknownFieldsOf }: Sender, assumptions: Assumptions): boolean {
  return unknownFieldsOf?.(assumptions) !== undefined
}

/** Describes an object around a list. It has all of the given fields. */
export function describeEnvelope(
  properties: Readonly<Record<string, Json>>,
  declared: Sender,
  assumptions: Assumptions,
): Json {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: hasUnknownFields(declared, assumptions),
  }
}
