// What a field of a schema holds, as far as lists depend on it.

import * as z from 'zod'

/** What a field holds. A field of several types holds `other`. */
export type FieldKind = 'number' | 'text' | 'time' | 'boolean' | 'list' | 'other'

/** The part of zod's public definitions that is read here. */
interface Definition {
  readonly type: string
  readonly format?: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly element?: z.ZodType
  readonly values?: readonly unknown[]
}

function definitionOf(schema: z.ZodType): Definition {
  const definition = schema.def as Definition
  // What a schema puts out last, unless a function of its user does.
  const last = definition.out?.def.type === 'transform' ? definition.in : definition.out
  const inner = definition.innerType ?? last
  return inner === undefined ? definition : definitionOf(inner)
}

/** Returns the type of zod that a field has in the end. */
export const typeOf = (schema: z.ZodType): string => definitionOf(schema).type

export function fieldKindOf(schema: z.ZodType): FieldKind {
  const { type, format, values } = definitionOf(schema)
  if (type === 'string') return format === 'datetime' || format === 'date' ? 'time' : 'text'
  if (type === 'literal') return values?.every((each) => typeof each === 'string') ? 'text' : 'other'
  return KINDS[type] ?? 'other'
}

const KINDS: Readonly<Record<string, FieldKind>> = {
  number: 'number',
  int: 'number',
  boolean: 'boolean',
  enum: 'text',
  template_literal: 'text',
  array: 'list',
}

/** Lists the types that an object consists of, at any depth, each with its field: those of what it puts out, or takes. */
export function listTypes(
  schema: z.ZodType,
  io: 'output' | 'input' = 'output',
): readonly { readonly type: string; readonly field: string }[] {
  const types: { type: string; field: string }[] = []
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, path }) {
      const { type, coerce } = zodSchema._zod.def as { readonly type: string; readonly coerce?: boolean }
      const isTaken = io === 'input' && (coerce === true || path.includes('anyOf'))
      types.push({ type: isTaken ? 'any' : type, field: String(path[1]) })
    },
  })
  return types
}

/** Returns the schema of a list's items; undefined if a field is no list. */
export function itemSchemaOf(schema: z.ZodType): z.ZodType | undefined {
  return definitionOf(schema).element
}
