// Parses numbers and booleans as the service's validator does.

import { trimWhiteSpace } from '../../engine/input/schemas/white-space.ts'

/** The result of parsing a text: its value, or why it is invalid. */
export type ParsedScalar<Value, Reason = true> = { value: Value } | { issue: Reason }

const MOST_DIGITS = 4300
const FLOAT = /^[-+]?(?:nan|inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)$/i
const TRUE_SPELLINGS = ['true', '1', 'yes', 'on', 't', 'y']
const FALSE_SPELLINGS = ['false', '0', 'no', 'off', 'f', 'n']

/** Parses an integer that consists of digits only (assumption `integerSyntax`). */
export function parseDecimalInteger(text: string): ParsedScalar<bigint, 'syntax' | 'size'> {
  if (!/^\d+$/.test(text)) return { issue: 'syntax' }
  const significant = text.replace(/^0+(?=\d)/, '')
  return significant.length > MOST_DIGITS ? { issue: 'size' } : { value: BigInt(significant) }
}

/**
 * Parses an integer as the real service's validator does. It accepts surrounding white space, a plus
 * sign, leading zeros, single underscores between digits, and a fraction of zeros.
 */
export function parsePydanticInteger(text: string): ParsedScalar<bigint, 'syntax' | 'size'> {
  // The validator checks the number of leading digits first, whatever follows them.
  if (countLeading(text) > MOST_DIGITS) return { issue: 'size' }
  const trimmed = trimWhiteSpace(text)
  const [, minus = '', digits = ''] = /^\+?(-?)([\d_.]+)$/.exec(trimmed) ?? []
  if (minus === '-' && trimmed.startsWith('+')) return { issue: 'syntax' }
  const significant = digits.replace(/^0[0_]*(?=\d)/, '')
  const whole = /^(\d+(?:_\d+)*)(?:\.0+)?$/.exec(significant)?.[1]
  const integer = minus + (whole ?? '').replaceAll('_', '')
  // If the text is too long only after this cleanup, the validator reports a syntax error, not a size error.
  if (whole === undefined || integer.length > MOST_DIGITS) return { issue: 'syntax' }
  return { value: BigInt(integer) }
}

// The validator counts the minus sign too. It stops counting at a leading zero.
function countLeading(text: string): number {
  return /^-?[1-9]\d*/.exec(text)?.[0].length ?? 0
}

/**
 * Parses a float as the real service's validator does: with a sign, an exponent, and either surrounding white space or
 * single underscores, and also `nan` and `infinity`.
 */
export function parseFloatText(text: string): ParsedScalar<number> {
  const trimmed = trimWhiteSpace(text)
  const spelling = (FLOAT.test(trimmed) ? trimmed : (withoutUnderscores(text) ?? '')).toLowerCase()
  if (!FLOAT.test(spelling)) return { issue: true }
  const [, sign, word = ''] = /^([-+]?)(nan|inf)/.exec(spelling) ?? []
  if (word === 'nan') return { value: Number.NaN }
  if (word === 'inf') return { value: sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY }
  return { value: Number(spelling) }
}

function withoutUnderscores(text: string): string | undefined {
  return /^_|_$|__/.test(text) ? undefined : text.replaceAll('_', '')
}

/** Parses a boolean as the real service's validator does: ignoring case, but without white space. */
export function parsePydanticBoolean(text: string): ParsedScalar<boolean> {
  const spelling = text.toLowerCase()
  if (TRUE_SPELLINGS.includes(spelling)) return { value: true }
  return FALSE_SPELLINGS.includes(spelling) ? { value: false } : { issue: true }
}

/** Parses `true` or `false` (assumption `booleanSyntax`). */
export function parseStrictBoolean(text: string): ParsedScalar<boolean> {
  if (text === 'true') return { value: true }
  return text === 'false' ? { value: false } : { issue: true }
}
