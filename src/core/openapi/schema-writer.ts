// Writes zod schemas as JSON Schema, as responses and bodies are under the assumptions.

import * as z from 'zod'
import type { Assumptions } from '../register/assumptions.ts'
import { register } from '../register/register.ts'
import { timestampPatterns } from '../resources/wire-fields.ts'
import { freeFormSchema } from '../schemas/free-form.ts'
import { timestampSchema } from '../schemas/timestamp.ts'
import { uuidSchema } from '../schemas/uuid.ts'
import type { Json } from './json.ts'
import type { Marker } from './marker.ts'

/** Writes schemas. */
export interface SchemaWriter {
  write(schema: z.ZodType): Json
}

/** What schemas are written with. */
export interface SchemaWriterOptions {
  /** Whether they are those of bodies that are sent or of those that are received. */
  readonly io: 'input' | 'output'
  readonly marker: Marker
  /** Schemas with a name of their own. */
  readonly parts: ReadonlyMap<z.ZodType, string>
  /** Returns a reference to a named schema, and builds the schema when it is first needed. */
  refer(name: string, build: () => Json): Json
  /** Whether optional fields may have no value. */
  mayLackValues(assumptions: Assumptions): boolean
}

/** Creates a writer of schemas. What they contain of the assumptions is marked. */
export function createSchemaWriter(options: SchemaWriterOptions): SchemaWriter {
  const { io, parts, refer } = options
  const isOutput = io === 'output'
  const leaves = isOutput ? listReceivedLeaves(options) : SENT_LEAVES
  const fields = isOutput ? createReceivedFields(write, options) : createSentFields(write)

  function write(schema: z.ZodType): Json {
    const name = parts.get(schema)
    if (name === undefined) return writeContent(schema)
    return refer(isOutput ? name : `${name}Input`, () => writeContent(schema))
  }
  function writeContent(schema: z.ZodType): Json {
    const leaf = leaves.get(schema)
    if (leaf !== undefined) return leaf
    if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return write(schema.unwrap() as z.ZodType)
    if (schema instanceof z.ZodNullable) return orNull(write(schema.unwrap() as z.ZodType))
    if (schema instanceof z.ZodArray) return { type: 'array', items: write(schema.element as z.ZodType) }
    if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((option) => write(option as z.ZodType)) }
    return schema instanceof z.ZodObject ? writeObject(schema) : writeLeaf(schema, io)
  }
  function writeObject(schema: z.ZodObject): Json {
    const shape = Object.entries<z.ZodType>(schema.shape)
    const required = shape.filter(([, field]) => fields.isRequired(field)).map(([name]) => name)
    return {
      type: 'object',
      properties: Object.fromEntries(shape.map(([name, field]) => [name, fields.write(field)])),
      ...(required.length === 0 ? {} : { required }),
      // The service ignores unknown fields of a body.
      ...(isOutput ? { additionalProperties: false } : {}),
      ...schema.meta(),
    }
  }
  return { write }
}

type Leaves = ReadonlyMap<z.ZodType, Json>

const UUID: Json = { type: 'string', format: 'uuid' }
const FREE_FORM: Json = { type: 'object', additionalProperties: true }

// These schemas convert what they accept, so zod describes only a part of it.
const SENT_LEAVES: Leaves = new Map<z.ZodType, Json>([
  [uuidSchema, UUID],
  [freeFormSchema, FREE_FORM],
  [timestampSchema, { type: 'string', format: 'date-time' }],
])

function listReceivedLeaves({ marker: { mark } }: SchemaWriterOptions): Leaves {
  return new Map<z.ZodType, Json>([
    [uuidSchema, UUID],
    [
      freeFormSchema,
      mark(({ freeFormObjects }) => ({ ...FREE_FORM, description: register.freeFormObjects.values[freeFormObjects] })),
    ],
    [
      timestampSchema,
      mark(({ timestampFormat }) => ({
        type: 'string',
        format: 'date-time',
        pattern: timestampPatterns[timestampFormat],
      })),
    ],
  ])
}

/** Writes the fields of objects. */
interface Fields {
  write(field: z.ZodType): Json
  isRequired(field: z.ZodType): boolean
}

// Without their defaults, because generators of clients take a field with a default for a required one.
function createSentFields(write: SchemaWriter['write']): Fields {
  return { write, isRequired: ({ _zod: { optin } }) => optin === undefined }
}

function createReceivedFields(
  write: SchemaWriter['write'],
  { marker: { assumptions, mark }, mayLackValues }: SchemaWriterOptions,
): Fields {
  return {
    isRequired(field) {
      if (findOptional(field) === undefined) return field._zod.optout === undefined
      return assumptions.optionalFields === 'null' || !mayLackValues(assumptions)
    },
    write(field) {
      const optional = findOptional(field)
      if (optional === undefined) return write(field)
      return mark((read) => {
        const isNull = mayLackValues(read) && read.optionalFields === 'null'
        return isNull ? orNull(write(optional)) : write(optional)
      })
    },
  }
}

/** Returns the schema of the values of a field that may have none. */
function findOptional(field: z.ZodType): z.ZodType | undefined {
  const inner = field instanceof z.ZodDefault ? field.unwrap() : undefined
  return inner instanceof z.ZodNullable ? (inner.unwrap() as z.ZodType) : undefined
}

function orNull(schema: Json): Json {
  const isPlain = typeof schema.type === 'string' && !('enum' in schema) && !('const' in schema)
  return isPlain ? { ...schema, type: [schema.type, 'null'] } : { anyOf: [schema, { type: 'null' }] }
}

// Zod adds the range of JavaScript's integers.
function writeLeaf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, minimum, maximum, ...leaf } = z.toJSONSchema(schema, { io })
  return {
    ...leaf,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  }
}
