// Converts JSON and texts to integers, numbers, booleans and timestamps, as far as the service's validator does.

import { floatOf, integerOf, type JsonValue } from '../../engine/input/json/json-value.ts'
import type { ValidationIssue } from '../errors/error-body.ts'
import { validationErrors } from '../errors/validation-errors.ts'
import { parseUnixTime } from '../scalars/date-time.ts'
import { parseFloatText, type parsePydanticBoolean, type parsePydanticInteger } from '../scalars/scalars.ts'

/** Builds the issue of a value that cannot be converted. */
type IssueBuilder = (loc: ValidationIssue['loc'], input: unknown) => ValidationIssue

const [LEAST_FLOAT, MOST_FLOAT] = [-(2 ** 63), 2 ** 63]

export function parseInteger(input: JsonValue, parseText: typeof parsePydanticInteger): bigint | IssueBuilder {
  const integer = integerOf(input) ?? integerOfBoolean(input)
  if (integer !== undefined) return integer
  const float = floatOf(input)
  if (float !== undefined) return toWhole(float)
  if (typeof input !== 'string') return validationErrors.integerType
  const parsed = parseText(input)
  if ('value' in parsed) return parsed.value
  return parsed.issue === 'size' ? validationErrors.integerSize : validationErrors.integer
}

function toWhole(float: number): bigint | IssueBuilder {
  if (!Number.isFinite(float)) return validationErrors.finite
  if (!Number.isInteger(float)) return validationErrors.integerFraction
  return float > LEAST_FLOAT && float < MOST_FLOAT ? BigInt(float) : validationErrors.integerSize
}

export function parseNumber(input: JsonValue): number | IssueBuilder {
  const integer = integerOf(input) ?? integerOfBoolean(input)
  if (integer !== undefined) {
    return isTooLarge(integer) ? validationErrors.numberType : Number(integer)
  }
  if (typeof input !== 'string') return floatOf(input) ?? validationErrors.numberType
  const parsed = parseFloatText(input)
  return 'value' in parsed ? parsed.value : validationErrors.float
}

export function parseBoolean(input: JsonValue, parseText: typeof parsePydanticBoolean): boolean | IssueBuilder {
  if (typeof input === 'boolean') return input
  if (typeof input === 'string') {
    const parsed = parseText(input)
    return 'value' in parsed ? parsed.value : validationErrors.boolean
  }
  const number = floatOf(input) ?? integerOf(input)
  if (number === undefined) return validationErrors.booleanType
  const integer = typeof number === 'bigint' ? number : toWhole(number)
  if (typeof integer !== 'bigint' || !isSmall(integer)) return validationErrors.booleanType
  return integer === 0n || integer === 1n ? integer === 1n : validationErrors.boolean
}

/** Converts a Unix time to a timestamp; undefined for any other JSON. */
export function parseTimestamp(input: JsonValue) {
  const time = floatOf(input) ?? integerOf(input)
  return time === undefined || isTooLarge(time) ? undefined : parseUnixTime(time)
}

function integerOfBoolean(input: JsonValue): bigint | undefined {
  return typeof input === 'boolean' ? BigInt(input) : undefined
}

// Python has no float for larger integers.
function isTooLarge(number: number | bigint): boolean {
  return typeof number === 'bigint' && !Number.isFinite(Number(number))
}

// The validator reads only integers of 64 bits as booleans.
function isSmall(integer: bigint): boolean {
  return BigInt.asIntN(64, integer) === integer
}
