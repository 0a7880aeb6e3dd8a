// Walks the texts of records along with their kinds.

import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import type { FieldKind, TextKind } from '../../../service/resources/text-kinds.ts'
import { RECORDED } from '../records/sources.ts'
import type { StoredRecords } from '../records/stored-records.ts'
import { fieldKinds } from './field-kinds.ts'
import { isContract } from './kinds.ts'

/** What becomes of the texts of records. */
export interface TextMapping {
  text(text: string, kind: TextKind): string
  /** What becomes of JSON without declared fields. */
  freeForm(value: unknown): unknown
}

/**
 * Returns records with other texts. A text in a field without a kind counts as `opaque`, and anything else in such a
 * field as free-form. Numbers, flags and nulls of all other fields stay.
 */
export function mapTexts(stored: StoredRecords, mapping: TextMapping): StoredRecords {
  const mapped = RECORDED.map((name) => {
    const kinds = fieldKinds[name]
    return [name, (stored.get(name) ?? []).map((record) => mapFields(record, kinds, mapping))] as const
  })
  return new Map(mapped)
}

function mapFields(
  fields: Readonly<Record<string, unknown>>,
  kinds: { readonly [name: string]: FieldKind },
  mapping: TextMapping,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(fields).map(([name, value]) => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    return [name, mapValue(value, kind, mapping)] as const
  })
  return Object.fromEntries(entries)
}

function mapValue(value: unknown, kind: FieldKind | undefined, mapping: TextMapping): unknown {
  if (kind === 'freeForm') return mapping.freeForm(value)
  if (Array.isArray(value)) return value.map((item) => mapValue(item, kind, mapping))
  if (typeof value === 'string') return mapping.text(value, toTextKind(kind))
  if (!isRecord(value)) return value
  return typeof kind === 'object' && !isContract(kind) ? mapFields(value, kind, mapping) : mapping.freeForm(value)
}

function toTextKind(kind: FieldKind | undefined): TextKind {
  if (kind === undefined || kind === 'freeForm') return 'opaque'
  return typeof kind === 'string' || isContract(kind) ? kind : 'opaque'
}
