// The forms of JSON values: their fields and types, and a few of their texts.

import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'

/** The forms of all values that stand at one place of a response. */
export interface Form {
  /** How many values of each type there were. */
  readonly types: Map<JsonType, number>
  /** The first texts that differ: enough for a field that has one of a few words. */
  readonly texts: Set<string>
  readonly fields: Map<string, Form>
  /** The form of all items of arrays. */
  items?: Form
  /** Whether the type of a response names the charset. */
  hasCharset?: boolean
}

export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'

// Objects with more fields are maps, and fields with more texts have no words.
const MOST_FIELDS = 200
const MOST_TEXTS = 40

/** Creates a form of no value yet. */
export function createForm(): Form {
  return { types: new Map(), texts: new Set(), fields: new Map() }
}

/** Adds a value to a form. */
export function noteValue(form: Form, value: unknown): void {
  const type = typeOf(value)
  form.types.set(type, (form.types.get(type) ?? 0) + 1)
  if (typeof value === 'string' && form.texts.size < MOST_TEXTS) form.texts.add(value)
  if (Array.isArray(value)) {
    form.items ??= createForm()
    for (const item of value) noteValue(form.items, item)
  }
  if (!isRecord(value)) return
  for (const [name, field] of Object.entries(value)) {
    const known = form.fields.get(name) ?? createForm()
    if (form.fields.size < MOST_FIELDS) form.fields.set(name, known)
    noteValue(known, field)
  }
}

export function countValues({ types }: Form): number {
  return [...types.values()].reduce((sum, count) => sum + count, 0)
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as JsonType
}
