// The schemas of a document: bodies, records and errors.

import type * as z from 'zod'
import { listEnvelopeFields, type RecordShape } from '../../contract/operation/responses.ts'
import type { Model } from '../../contract/operation/value.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import { type BasisOfParts, basisOf } from '../../define/basis.ts'
import type { AnyResource, ResourceWire } from '../../define/resource/resource.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import type { World } from '../../world/world.ts'
import type { Marker } from './marker.ts'
import type { Json } from './parts.ts'
import { createSchemaWriter, isLoose } from './schema-writer.ts'
import { describeModel } from './value-schemas.ts'

/** The schemas of a document. Each is written when something first refers to it. */
export interface DocumentSchemas {
  readonly named: ReadonlyMap<string, Json>
  ofBody(choose: (assumptions: Assumptions) => Model, basis?: BasisOfParts): Json
  /** Returns the schema of what responses contain of a record. */
  schemaOf(resource: AnyResource, assumptions: Assumptions): z.ZodType
  ofRecord(resource: AnyResource): Json
  ofPage(shape: RecordShape): Json
  ofList(shape: RecordShape, assumptions: Assumptions): Json
  ofObject(name: string, schema: z.ZodObject, basis?: BasisOfParts): Json
  /** Returns the schema of JSON in a response that is already written. */
  ofValue(schema: z.ZodType): Json
  ofError(): Json
}

export function createSchemas(marker: Marker, world?: World): DocumentSchemas {
  const { mark } = marker
  const { resources, framework } = marker.declared
  const { errors } = framework
  const named = new Map<string, Json>()
  const refer = createReferrer(named)
  const parts = new Map<z.ZodType, string>([[errors.issueSchema, 'ValidationError'], ...listParts(resources)])
  const createWriter = (basis?: BasisOfParts, mayLackValues: ResourceWire['mayLackValues'] = () => true) =>
    createSchemaWriter({
      marker,
      parts,
      mayLackValues,
      basis,
      refer: (name, build) => refer(name, () => marker.base(build(), basis?.of)),
    })
  const ofRecords = new Set([...parts.values(), ...resources.map(({ wire }) => wire?.typeName)])
  // What is sent has a schema of its own if something that is received has the same name.
  const referInput: typeof refer = (name, build) => refer(ofRecords.has(name) ? `${name}Input` : name, build)

  const hasUnknownFields = (assumptions: Assumptions): boolean =>
    marker.declared.unknownFieldsOf?.(assumptions) !== undefined
  const schemaOf = (resource: AnyResource, assumptions: Assumptions): z.ZodType =>
    marker.declared.schemaOfWritten?.(resource, { assumptions, ...(world && { world }) }) ??
    wireOf(resource).schemaOf(assumptions)
  const ofRecord = (resource: AnyResource): Json => {
    const wire = wireOf(resource)
    const write = createWriter(wire.basis, wire.mayLackValues)
    return refer(wire.typeName, () =>
      mark((assumptions) => {
        const schema = schemaOf(resource, assumptions)
        const additionalProperties = isLoose(schema) || hasUnknownFields(assumptions)
        return { ...marker.base(write(schema), wire.basis?.of), additionalProperties }
      }),
    )
  }
  const ofList: DocumentSchemas['ofList'] = ({ resource, envelopeOf }, assumptions) => {
    const items = { type: 'array', items: ofRecord(resource) }
    const envelope = envelopeOf?.(assumptions)
    if (envelope === undefined) return items
    const write = createWriter()
    const fields = listEnvelopeFields(envelope, assumptions).map(([name, { schema }]) => {
      const { description, ...written } = write(schema)
      return [name, omitUndefined({ ...written, description: schema.description })]
    })
    const properties = { [envelope.list]: items, ...Object.fromEntries(fields) }
    return {
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: hasUnknownFields(assumptions),
    }
  }
  return {
    named,
    schemaOf,
    ofRecord,
    ofList,
    ofBody: (choose, basis) =>
      mark((assumptions) => describeModel(choose(assumptions), { ...marker, refer: referInput, assumptions, basis })),
    ofPage: (shape) =>
      refer(`${wireOf(shape.resource).typeName}Page`, () => mark((assumptions) => ofList(shape, assumptions))),
    ofObject: (name, schema, basis) =>
      refer(name, () => marker.base(createWriter(basis)(schema), basisOf(basis, name))),
    ofValue: (schema) => createWriter()(schema),
    ofError: () => refer('ErrorBody', () => mark((assumptions) => createWriter()(errors.schemaOf(assumptions)))),
  }
}

/** Creates a function that builds a schema the first time that its name is asked for, and refers to it. */
function createReferrer(named: Map<string, Json>) {
  return (name: string, build: () => Json): Json => {
    if (!named.has(name)) {
      // Reserves its place, and ends a schema that refers to itself.
      named.set(name, {})
      named.set(name, build())
    }
    return { $ref: `#/components/schemas/${name}` }
  }
}

function listParts(resources: readonly AnyResource[]): (readonly [z.ZodType, string])[] {
  return resources.flatMap(({ parts = {} }) => Object.entries(parts).map(([name, schema]) => [schema, name] as const))
}

function wireOf({ name, wire }: AnyResource): ResourceWire {
  if (wire === undefined) throw new Error(`Failed to describe a response: ${name} has no wire schema. Declare one.`)
  return wire
}
