// The schemas of a document: bodies, records and errors, and how a schema is written.

import * as z from 'zod'
import { listEnvelopeFields, type RecordShape } from '../../contract/operation/responses.ts'
import type { Model } from '../../contract/operation/value.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import { type BasisOfParts, basisOf, findException } from '../../define/basis.ts'
import type { AnyResource, ResourceWire } from '../../define/resource/resource.ts'
import { freeFormSchema } from '../../input/schemas/free-form.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import { timestampSchema } from '../../input/schemas/timestamp.ts'
import { uuidSchema } from '../../input/schemas/uuid.ts'
import type { World } from '../../world/world.ts'
import type { Marker } from './marker.ts'
import type { Json } from './parts.ts'
import { describeModel, describeSchema, orNull } from './value-schemas.ts'

/** The schemas of a document. Each is written when something first refers to it. */
export interface DocumentSchemas {
  readonly named: ReadonlyMap<string, Json>
  /** Returns a reference to a named schema, and builds the schema when it is first needed. */
  refer(name: string, build: () => Json): Json
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
  const schemaOf = createSchemaOf(marker, world)
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
    refer,
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

/** Creates what returns the schemas of written records. It looks at them before the requests for examples change the world. */
function createSchemaOf({ declared, read: track }: Marker, world: World | undefined): DocumentSchemas['schemaOf'] {
  const { schemaOfWritten } = declared
  const written = new Map(
    declared.resources
      .filter(({ wire }) => wire !== undefined)
      .map((resource) => [
        resource,
        track((assumptions) => schemaOfWritten?.(resource, { assumptions, ...(world && { world }) })),
      ]),
  )
  return (resource, assumptions) => {
    const { result, read = [] } = written.get(resource) ?? {}
    // What it depends on belongs to the part that it is in.
    for (const id of read) void assumptions[id]
    return result ?? wireOf(resource).schemaOf(assumptions)
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

/** Writes a schema. */
type SchemaWriter = (schema: z.ZodType) => Json

interface SchemaWriterOptions {
  readonly marker: Marker
  /** Where the fields are known from. */
  readonly basis?: BasisOfParts | undefined
  readonly parts: ReadonlyMap<z.ZodType, string>
  /** Returns a reference to a named schema, and builds the schema when it is first needed. */
  refer(name: string, build: () => Json): Json
  /** Whether optional fields may have no value. */
  mayLackValues(assumptions: Assumptions): boolean
}

/** Creates a writer of schemas. What they contain of the assumptions is marked. */
function createSchemaWriter(options: SchemaWriterOptions): SchemaWriter {
  const { parts, refer, marker, basis } = options
  const leaves = listLeaves(options)
  const fields = createFields(write, options)
  const within = new Set<z.ZodType>()

  function write(schema: z.ZodType): Json {
    const name = parts.get(schema)
    if (name === undefined) return writeContent(schema)
    return refer(name, () => writeContent(schema))
  }
  function writeContent(schema: z.ZodType): Json {
    const leaf = leaves.get(schema.def)
    if (leaf !== undefined) return leaf
    if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return write(schema.unwrap() as z.ZodType)
    if (schema instanceof z.ZodNullable) return orNull(write(schema.unwrap() as z.ZodType))
    if (schema instanceof z.ZodArray) return { type: 'array', items: write(schema.element as z.ZodType) }
    if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((option) => write(option as z.ZodType)) }
    // One that contains itself never ends.
    if (schema instanceof z.ZodObject && !within.has(schema)) return writeObject(schema)
    return describeSchema(schema, 'output', refer)
  }
  function writeObject(schema: z.ZodObject): Json {
    within.add(schema)
    const shape = Object.entries<z.ZodType>(schema.shape)
    const required = shape.filter(([, field]) => fields.isRequired(field)).map(([name]) => name)
    const properties = shape.map(([name, field]) => [
      name,
      marker.base(fields.write(field), findException(basis, name)),
    ])
    within.delete(schema)
    const { catchall } = schema.def
    const isOther = catchall !== undefined && !(catchall instanceof z.ZodNever || catchall instanceof z.ZodUnknown)
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      additionalProperties: isOther ? write(catchall as z.ZodType) : isLoose(schema),
      ...schema.meta(),
    }
  }
  return write
}

/** Whether an object may have more fields than its schema names. */
function isLoose(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown
}

// By their definitions, which a schema shares with its copy that has a description.
type Leaves = ReadonlyMap<z.ZodType['def'], Json>

const UUID: Json = { type: 'string', format: 'uuid' }
const FREE_FORM: Json = { type: 'object', additionalProperties: true }

function listLeaves({ marker: { declared, mark } }: SchemaWriterOptions): Leaves {
  const { framework } = declared
  return new Map<z.ZodType['def'], Json>([
    [uuidSchema.def, UUID],
    [
      freeFormSchema.def,
      mark((assumptions) => omitUndefined({ ...FREE_FORM, description: declared.describeFreeForm?.(assumptions) })),
    ],
    [
      timestampSchema.def,
      mark((assumptions) => ({
        type: 'string',
        format: 'date-time',
        pattern: framework.timestampPatternOf(assumptions),
      })),
    ],
  ])
}

interface SchemaFields {
  write(field: z.ZodType): Json
  isRequired(field: z.ZodType): boolean
}

function createFields(
  write: SchemaWriter,
  { marker: { assumptions, mark, declared }, mayLackValues }: SchemaWriterOptions,
): SchemaFields {
  const { writesNulls } = declared.framework
  const writeField = (field: z.ZodType): Json => {
    const optional = findOptional(field)
    if (optional === undefined) return write(field)
    return mark((read) => {
      const isNull = mayLackValues(read) && writesNulls(read)
      return isNull ? orNull(write(optional)) : write(optional)
    })
  }
  return {
    isRequired(field) {
      if (findOptional(field) === undefined) return field._zod.optout === undefined
      return writesNulls(assumptions) || !mayLackValues(assumptions)
    },
    write(field) {
      const { description } = field
      return description === undefined ? writeField(field) : { ...writeField(field), description }
    },
  }
}

/** Returns the schema of the values of a field that may have none. */
function findOptional(field: z.ZodType): z.ZodType | undefined {
  const inner = field instanceof z.ZodDefault ? field.unwrap() : undefined
  return inner instanceof z.ZodNullable ? (inner.unwrap() as z.ZodType) : undefined
}
