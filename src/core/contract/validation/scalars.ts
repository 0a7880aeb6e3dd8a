import { trimWhiteSpace } from './white-space.ts'

/** What came of reading a text: its value, or why there is none. */
export type Parsed<Value, Reason = true> = { value: Value } | { issue: Reason }

const MOST_DIGITS = 4300
const TRUE_SPELLINGS = ['true', '1', 'yes', 'on', 't', 'y']
const FALSE_SPELLINGS = ['false', '0', 'no', 'off', 'f', 'n']

/** Reads an integer that is digits and nothing else (assumption `integerSyntax`). */
export function parseDecimalInteger(text: string): Parsed<bigint, 'syntax' | 'size'> {
  if (!/^\d+$/.test(text)) return { issue: 'syntax' }
  const significant = text.replace(/^0+(?=\d)/, '')
  return significant.length > MOST_DIGITS ? { issue: 'size' } : { value: BigInt(significant) }
}

/**
 * Reads an integer as the real service's validator does: white space around it, a plus,
 * leading zeros, single underscores between digits and a fraction of zeros are all fine.
 */
export function parsePydanticInteger(text: string): Parsed<bigint, 'syntax' | 'size'> {
  // The validator first reads the digits that the text begins with, whatever follows them.
  if (countLeading(text) > MOST_DIGITS) return { issue: 'size' }
  const trimmed = trimWhiteSpace(text)
  const [, minus = '', digits = ''] = /^\+?(-?)([\d_.]+)$/.exec(trimmed) ?? []
  if (minus === '-' && trimmed.startsWith('+')) return { issue: 'syntax' }
  const significant = digits.replace(/^0[0_]*(?=\d)/, '')
  const whole = /^(\d+(?:_\d+)*)(?:\.0+)?$/.exec(significant)?.[1]
  const integer = minus + (whole ?? '').replaceAll('_', '')
  // What is too long only after it was tidied up is no integer for it at all.
  if (whole === undefined || integer.length > MOST_DIGITS) return { issue: 'syntax' }
  return { value: BigInt(integer) }
}

// With the minus, which the validator counts too; a zero in front is none that it would read on after.
function countLeading(text: string): number {
  return /^-?[1-9]\d*/.exec(text)?.[0].length ?? 0
}

/** Reads a boolean as the real service's validator does: in any case, but without white space. */
export function parsePydanticBoolean(text: string): Parsed<boolean> {
  const spelling = text.toLowerCase()
  if (TRUE_SPELLINGS.includes(spelling)) return { value: true }
  return FALSE_SPELLINGS.includes(spelling) ? { value: false } : { issue: true }
}

/** Reads `true` or `false` (assumption `booleanSyntax`). */
export function parseStrictBoolean(text: string): Parsed<boolean> {
  if (text === 'true') return { value: true }
  return text === 'false' ? { value: false } : { issue: true }
}
