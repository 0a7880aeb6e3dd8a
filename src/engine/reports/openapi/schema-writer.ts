import * as z from 'zod'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import { type BasisOfParts, findException } from '../../define/basis.ts'
import { freeFormSchema } from '../../input/schemas/free-form.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import { timestampSchema } from '../../input/schemas/timestamp.ts'
import { uuidSchema } from '../../input/schemas/uuid.ts'
import type { Marker } from './marker.ts'
import type { Json } from './parts.ts'
import { orNull } from './value-schemas.ts'

/** Writes a schema. */
export type SchemaWriter = (schema: z.ZodType) => Json

export interface SchemaWriterOptions {
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
export function createSchemaWriter(options: SchemaWriterOptions): SchemaWriter {
  const { parts, refer, marker, basis } = options
  const leaves = listLeaves(options)
  const fields = createFields(write, options)

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
    return schema instanceof z.ZodObject ? writeObject(schema) : writeLeaf(schema)
  }
  function writeObject(schema: z.ZodObject): Json {
    const shape = Object.entries<z.ZodType>(schema.shape)
    const required = shape.filter(([, field]) => fields.isRequired(field)).map(([name]) => name)
    return {
      type: 'object',
      properties: Object.fromEntries(
        shape.map(([name, field]) => [name, marker.base(fields.write(field), findException(basis, name))]),
      ),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: isLoose(schema),
      ...schema.meta(),
    }
  }
  return write
}

/** Whether an object may have more fields than its schema names. */
export function isLoose(schema: z.ZodType): boolean {
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

interface Fields {
  write(field: z.ZodType): Json
  isRequired(field: z.ZodType): boolean
}

function createFields(
  write: SchemaWriter,
  { marker: { assumptions, mark, declared }, mayLackValues }: SchemaWriterOptions,
): Fields {
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

// Zod adds the range of JavaScript's integers.
function writeLeaf(schema: z.ZodType): Json {
  const { $schema, minimum, maximum, ...leaf } = z.toJSONSchema(schema, { io: 'output' })
  return {
    ...leaf,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  }
}
