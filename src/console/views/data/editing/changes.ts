// What differs between two records.

import { isObject } from '../../../components/forms/schema-kinds.ts'
import type { AnyRecord } from '../record.ts'

/** Whether two JSON values are equal. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
  if (!isObject(one) || !isObject(other)) return false
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isEqual(one[name], other[name]))
}

/** Lists the fields that differ. */
export function listChanged(before: AnyRecord, after: AnyRecord): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isEqual(before[name], after[name]))
}

/** Returns only some fields of a record. */
export function pickFields(record: AnyRecord, names: readonly string[]): AnyRecord {
  return Object.fromEntries(names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])))
}
