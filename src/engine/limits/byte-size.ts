// The memory that V8 needs on a 64-bit machine, rounded up.
const TEXT_BYTES = 24
const NUMBER_BYTES = 8
const OBJECT_BYTES = 32
const FIELD_BYTES = 8
// V8 keeps an object in a hash table if about this many fields were added one after the other.
const MANY_FIELDS = 20
const HASHED_FIELD_BYTES = 48
// All objects share the name of a field, but no two of them need to have the same long one.
const SHARED_NAME = 40

/** Estimates how many bytes of memory a JSON value takes. */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return TEXT_BYTES + textBytes(value)
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES
  let sum = OBJECT_BYTES
  if (Array.isArray(value)) {
    for (const each of value) sum += estimateBytes(each)
    return sum
  }
  const names = Object.keys(value)
  for (const name of names) {
    sum += estimateBytes((value as Readonly<Record<string, unknown>>)[name])
    if (name.length > SHARED_NAME) sum += TEXT_BYTES + textBytes(name)
  }
  return sum + names.length * (names.length < MANY_FIELDS ? FIELD_BYTES : HASHED_FIELD_BYTES)
}

/** The bytes of a text: one for each character if all are Latin-1, and two otherwise. */
export function textBytes(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length
}

/** Estimates how many bytes a record takes together with its JSON, which is cached as long as the record. */
export function measureWithJson(record: unknown): number {
  const bytes = estimateBytes(record)
  // Control characters take six times as many bytes there.
  return bytes + Math.max(bytes, countJsonBytes(record))
}

/** Counts about how many bytes a JSON value has as JSON, without writing it. */
export function countJsonBytes(value: unknown): number {
  if (typeof value === 'string') return 2 + writtenBytes(value)
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES
  if (value instanceof Uint8Array) return value.length
  let sum = 2
  if (Array.isArray(value)) for (const each of value) sum += 1 + countJsonBytes(each)
  else for (const [name, each] of Object.entries(value)) sum += 4 + writtenBytes(name) + countJsonBytes(each)
  return sum
}

function writtenBytes(text: string): number {
  // Most texts need no escape, and each of their characters takes one byte.
  if (/^[ !#-[\]-~]*$/.test(text)) return text.length
  // A control character or half of a character takes six.
  const { length } = /["\\\p{Cc}\p{Cs}]/u.test(text) ? JSON.stringify(text) : text
  if (!/[\u0080-\uffff]/.test(text)) return length
  return /[\u0800-\uffff]/.test(text) ? 3 * length : 2 * length
}
