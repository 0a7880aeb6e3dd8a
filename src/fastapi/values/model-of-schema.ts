// The models of records in bodies, derived from the schemas of the records.

import * as z from 'zod'
import {
  boolean,
  choice,
  id,
  list,
  type Model,
  map,
  number,
  text,
  uuid,
  type Value,
} from '../../engine/contract/operation/value.ts'
import { freeFormSchema } from '../../engine/input/schemas/free-form.ts'
import { anyIdSchema, uuidSchema } from '../../engine/input/schemas/uuid.ts'

export interface ModelOptions {
  readonly name?: string
  readonly fields?: Readonly<Record<string, Value>>
  /** The names of the schemas inside. A schema without a name has no place of its own in a document. */
  readonly parts?: Readonly<Record<string, z.ZodType>>
  /** The models of schemas inside. Default: they are derived, too. */
  readonly models?: readonly (readonly [z.ZodType, Model])[]
}

type Inside = Pick<ModelOptions, 'parts' | 'models'>

/** Derives a model from the schema of a record. It has the same fields, read as the service's validator does. */
export function modelOfSchema<Schema extends z.ZodObject>(
  schema: Schema,
  { name, fields: own = {}, ...inside }: ModelOptions = {},
): Model<z.output<Schema>> {
  const fields = Object.entries<z.ZodType>(schema.shape).map(([field, value]) => [
    field,
    own[field] ?? toValue(value, inside),
  ])
  return { ...(name !== undefined && { name }), fields: Object.fromEntries(fields) }
}

function toValue(schema: z.ZodType, inside: Inside): Value {
  if (schema instanceof z.ZodDefault) {
    return { ...toValue(schema.unwrap() as z.ZodType, inside), fallback: { value: schema.def.defaultValue } }
  }
  if (schema instanceof z.ZodOptional) {
    return { ...toValue(schema.unwrap() as z.ZodType, inside), fallback: { value: null } }
  }
  if (schema instanceof z.ZodNullable) return { ...toValue(schema.unwrap() as z.ZodType, inside), isNullable: true }
  if (schema instanceof z.ZodArray) return list(toValue(schema.element as z.ZodType, inside))
  if (schema instanceof z.ZodObject) {
    const [, known] = inside.models?.find(([each]) => each === schema) ?? []
    if (known !== undefined) return { kind: 'model', model: known }
    const [name] = Object.entries(inside.parts ?? {}).find(([, part]) => part === schema) ?? []
    return { kind: 'model', model: modelOfSchema(schema, { ...inside, ...(name !== undefined && { name }) }) }
  }
  return toLeaf(schema)
}

function toLeaf(schema: z.ZodType): Value {
  if (schema.def === uuidSchema.def) return uuid()
  if (schema.def === anyIdSchema.def) return id()
  if (schema === freeFormSchema) return map()
  if (schema instanceof z.ZodEnum) return choice(schema.options.map(String))
  if (schema instanceof z.ZodNumber) return number()
  if (schema instanceof z.ZodBoolean) return boolean()
  if (schema instanceof z.ZodString) return text()
  throw new Error(`Failed to derive a model: there is no kind of value for a schema of type ${schema._zod.def.type}.`)
}
