// JSON as Python reads it: whole floats, big integers and the order of all names survive.

/** A float whose value is whole, such as `1.0`. A JavaScript number with that value stands for the integer. */
export interface WholeFloat {
  readonly [FLOAT]: number
}

/** An object. It is a map if a JavaScript object would change the order of its names. */
export type JsonObject = ReadonlyMap<string, JsonValue> | { readonly [name: string]: JsonValue }

/**
 * JSON, with numbers as Python has them. A number without a fraction is an integer. All others, including infinite
 * ones and NaN, are floats.
 */
export type JsonValue = null | boolean | string | number | bigint | WholeFloat | readonly JsonValue[] | JsonObject

const FLOAT = Symbol('float')

export function toFloat(value: number): number | WholeFloat {
  return Number.isInteger(value) ? { [FLOAT]: value } : value
}

export function toInteger(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Returns the value of a float; undefined for any other JSON. */
export function floatOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? undefined : value
  return isWholeFloat(value) ? value[FLOAT] : undefined
}

/** Returns the value of an integer; undefined for any other JSON. */
export function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined
}

/** Whether a value is an object with names, not a list and not a float. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isWholeFloat(value)
}

/** Returns the value of a name in an object; undefined if it has none. */
export function fieldOf(object: JsonObject, name: string): JsonValue | undefined {
  if (object instanceof Map) return object.get(name)
  return Object.hasOwn(object, name) ? (object as Readonly<Record<string, JsonValue>>)[name] : undefined
}

/** Iterates over the names and values of an object, without a copy of all of them. */
export function* entriesOf(object: JsonObject): Generator<readonly [string, JsonValue]> {
  if (object instanceof Map) {
    yield* object.entries()
    return
  }
  // Objects that are parsed from JSON inherit no names.
  for (const name in object) yield [name, (object as Readonly<Record<string, JsonValue>>)[name] as JsonValue]
}

/**
 * Converts JSON to JavaScript's own values, which JSON.stringify can write. Integers that are too large for a number
 * lose digits. Numbers that are not finite, or too large to be, become null, as in JavaScript's own JSON.
 */
export function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return toPlain(Number(value))
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (isWholeFloat(value)) return value[FLOAT]
  if (Array.isArray(value)) return value.map(toPlain)
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  return Object.fromEntries(entries.map(([name, field]) => [name, toPlain(field)]))
}

function isWholeFloat(value: unknown): value is WholeFloat {
  return typeof value === 'object' && value !== null && FLOAT in value
}
