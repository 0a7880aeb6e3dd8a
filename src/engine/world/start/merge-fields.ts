import { isRecord, omitUndefined } from '../../input/schemas/schema-walk.ts'

/** Merges given fields into an object. A given value that is not an object is returned, for the schema to reject. */
export function mergeFields<Value extends object>(object: object | undefined, fields: Value | undefined): Value {
  if (fields === undefined) return (object ?? {}) as Value
  if (!isRecord(fields)) return fields
  return { ...object, ...omitUndefined(fields) }
}
