// How many bytes a value takes.

// The memory that V8 needs on a 64-bit machine, rounded up.
const TEXT_BYTES = 24
const NUMBER_BYTES = 8
const OBJECT_BYTES = 32
const FIELD_BYTES = 8

/** Estimates how many bytes of memory a JSON value takes. */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return TEXT_BYTES + textBytes(value)
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES
  if (Array.isArray(value)) return sumOf(value, OBJECT_BYTES)
  const fields = Object.values(value)
  return sumOf(fields, OBJECT_BYTES + fields.length * FIELD_BYTES)
}

/** The bytes of a text: one for each character if all are Latin-1, and two otherwise. */
export function textBytes(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length
}

function sumOf(values: readonly unknown[], start: number): number {
  let sum = start
  for (const value of values) sum += estimateBytes(value)
  return sum
}
