// Writes JSON as Python does.

import { entriesOf, floatOf, type JsonObject, type JsonValue } from '../../engine/input/json/json-value.ts'

/** Thrown for a value that Python refuses to write: NaN, an infinite number, or half of a surrogate pair. */
export class UnwritableError extends Error {}

/** Half of a surrogate pair. */
export const LONE_SURROGATE = /\p{Surrogate}/u
// Python writes the exponents from -4 to 15 as digits.
const [LEAST_EXPONENT, MOST_EXPONENT] = [-4, 15]

/** Writes a value as the real service does, with Python's numbers and no white space. @throws UnwritableError */
export function writeJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return writeText(value)
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? 'null' : writeObject(value)
    case 'number':
      return Number.isInteger(value) ? BigInt(value).toString() : formatFloat(value)
    default:
      return String(value)
  }
}

/** Formats a float as Python does: with a fraction or an exponent. @throws UnwritableError if it is not finite */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value)) throw new UnwritableError('Out of range float values are not JSON compliant')
  const [, sign = '', first = '', rest = '', power = ''] =
    /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(value.toExponential()) ?? []
  const exponent = Number(power)
  const minus = Object.is(value, -0) ? '-' : sign
  if (exponent < LEAST_EXPONENT || exponent > MOST_EXPONENT) {
    const mantissa = rest === '' ? first : `${first}.${rest}`
    return `${minus}${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  return minus + placePoint(first + rest, exponent)
}

function placePoint(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${whole}.${digits.slice(exponent + 1) || '0'}`
}

function writeText(text: string): string {
  if (LONE_SURROGATE.test(text)) throw new UnwritableError('surrogates not allowed')
  return JSON.stringify(text)
}

function writeObject(value: object): string {
  const float = floatOf(value)
  if (float !== undefined) return formatFloat(float)
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  const fields: string[] = []
  for (const [name, field] of entriesOf(value as JsonObject)) {
    const json = field as JsonValue | undefined
    if (json !== undefined) fields.push(`${writeText(name)}:${writeJson(json)}`)
  }
  return `{${fields.join(',')}}`
}
