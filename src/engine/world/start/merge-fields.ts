import { isRecord, omitUndefined } from '../../input/schemas/schema-walk.ts'

/** Merges given fields into an object. A given value that is not an object is returned, for the schema to reject. */
export function mergeFields<Value extends object>(object: object | undefined, given: Value | undefined): Value {
  if (given === undefined) return (object ?? {}) as Value
  if (!isRecord(given)) return given
  return { ...object, ...omitUndefined(given) }
}
