// How a JSON Schema is edited: which kind of field it needs.

import type { JSX } from 'preact'
import { splitName } from '../../../../engine/input/text/words.ts'
import type { Issue } from '../../../../entries/client/index.ts'
import type { FieldSchema } from '../../store/api.ts'

export type ControlKind =
  | 'text'
  | 'long-text'
  | 'date'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'constant'
  | 'object'
  | 'map'
  | 'array'
  | 'union'
  | 'json'

/** A schema without the parts that only wrap it. */
export interface ReadSchema {
  readonly schema: FieldSchema
  readonly kind: ControlKind
  readonly isNullable: boolean
  readonly alternatives: readonly FieldSchema[]
}

/** Reads a schema. References are looked up in the root schema. */
export function readSchema(unresolved: FieldSchema, root: FieldSchema): ReadSchema {
  const schema = resolve(unresolved, root)
  const all = (schema.anyOf ?? schema.oneOf ?? []).map((each) => resolve(each, root))
  const alternatives = all.filter((each) => each.type !== 'null')
  const types = Array.isArray(schema.type) ? (schema.type as readonly string[]) : undefined
  const isNullable = alternatives.length < all.length || types?.includes('null') === true
  const [only] = alternatives
  if (only !== undefined && alternatives.length === 1) {
    const inner = readSchema(only, root)
    const { anyOf, oneOf, ...rest } = schema
    return { ...inner, schema: { ...inner.schema, ...rest }, isNullable: isNullable || inner.isNullable }
  }
  return { schema, kind: findKind(schema, alternatives), isNullable, alternatives }
}

const MOST_REFERENCES = 20

function resolve(unresolved: FieldSchema, root: FieldSchema): FieldSchema {
  let schema = unresolved
  for (let count = 0; typeof schema.$ref === 'string' && count < MOST_REFERENCES; count += 1) {
    const target = schema.$ref.replace(/^#\/?/, '').split('/').filter(Boolean)
    const found = target.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], root)
    const { $ref, ...rest } = schema
    schema = { ...(found as FieldSchema | undefined), ...rest }
  }
  return schema
}

function findKind(schema: FieldSchema, alternatives: readonly FieldSchema[]): ControlKind {
  if (schema.const !== undefined) return 'constant'
  if (schema.enum !== undefined) return 'choice'
  if (alternatives.length > 0) return alternatives.every((each) => each.const !== undefined) ? 'choice' : 'union'
  return findKindOfType(schema)
}

function findKindOfType(schema: FieldSchema): ControlKind {
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type
  if (type === 'string') return findTextKind(schema)
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'boolean'
  if (type === 'array' && schema.items !== undefined) return 'array'
  if (type === 'object' && schema.properties !== undefined) return 'object'
  if (type === 'object' && typeof schema.additionalProperties === 'object') return 'map'
  return 'json'
}

function findTextKind({ format, maxLength }: FieldSchema): ControlKind {
  if (format === 'date-time' || format === 'date') return 'date'
  return typeof maxLength === 'number' && maxLength > 2000 ? 'long-text' : 'text'
}

export function listChoices({ schema, alternatives }: ReadSchema): readonly unknown[] {
  return (schema.enum ?? alternatives.map((each) => each.const)).filter((each) => each !== null)
}

/** Finds the alternative of a union that a value is for. */
export function findAlternative(alternatives: readonly FieldSchema[], value: unknown, root: FieldSchema): number {
  const index = alternatives.findIndex((each) => fits(readSchema(each, root), value))
  return Math.max(0, index)
}

function fits(read: ReadSchema, value: unknown): boolean {
  const { kind, schema } = read
  const fields = Object.entries(schema.properties ?? {})
  if (kind === 'constant') return value === schema.const
  if (kind === 'choice') return listChoices(read).includes(value)
  if (kind === 'number') return typeof value === 'number'
  if (kind === 'boolean') return typeof value === 'boolean'
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'object' || kind === 'map')
    return isObject(value) && fields.every(([name, each]) => each.const === undefined || each.const === value[name])
  return kind === 'json' || typeof value === 'string'
}

/** Builds the value that a new field begins with. */
export function buildInitial(unresolved: FieldSchema, root: FieldSchema): unknown {
  const read = readSchema(unresolved, root)
  const { schema, kind, alternatives, isNullable } = read
  const suggested = schema.default ?? schema.examples?.[0]
  if (suggested !== undefined) return suggested
  if (kind === 'constant') return schema.const
  if (isNullable) return null
  if (kind === 'choice') return listChoices(read)[0]
  if (kind === 'number') return schema.minimum ?? 0
  if (kind === 'boolean') return false
  if (kind === 'array') return []
  if (kind === 'union') return buildInitial(alternatives[0] ?? {}, root)
  if (kind === 'object') return buildObject(schema, root)
  return kind === 'map' || kind === 'json' ? {} : ''
}

function buildObject({ properties = {}, required = [] }: FieldSchema, root: FieldSchema): object {
  const isStarted = (name: string, each: FieldSchema) => required.includes(name) && each.default === undefined
  const fields = Object.entries(properties).filter(([name, each]) => isStarted(name, each))
  return Object.fromEntries(fields.map(([name, each]) => [name, buildInitial(each, root)]))
}

/** Whether a value has fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Writes the name of a field as a label: `image_version` as `Image version`. */
export function toLabel(name: string): string {
  return startWithCapital(splitName(name).join(' '))
}

export function startWithCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export interface FieldProps {
  /** The path of its value, with dots; empty for the whole value. */
  path: string
  label: string
  schema: FieldSchema
  /** The schema that references are looked up in. */
  root: FieldSchema
  /** Undefined if the field is not set. */
  value: unknown
  onChange: (value: unknown) => void
  isRequired: boolean
  /** Whether its label is only read to screen readers, because what is before it says the same. */
  hidesLabel?: boolean
  issues: readonly Issue[]
  renderField: (props: FieldProps) => JSX.Element
}

/** What a field needs besides, once its schema is read. */
export interface ReadFieldProps extends FieldProps {
  read: ReadSchema
  id: string
  /** The attributes that connect the control with its description and its issues. */
  described: { 'aria-describedby'?: string; 'aria-invalid'?: 'true'; 'aria-required'?: 'true' }
}

export function joinPath(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}
