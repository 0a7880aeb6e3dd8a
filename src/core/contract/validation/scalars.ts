/** What came of reading a text: its value, or why there is none. */
export type Parsed<Value, Reason = true> = { value: Value } | { mistake: Reason }

const MOST_DIGITS = 4300
const TRUE_SPELLINGS = ['true', '1', 'yes', 'on', 't', 'y']
const FALSE_SPELLINGS = ['false', '0', 'no', 'off', 'f', 'n']
const WHITE_SPACE = /^\p{White_Space}$/u

/** Reads an integer that is digits and nothing else (assumption `integerSyntax`). */
export function parseDecimalInteger(text: string): Parsed<bigint, 'syntax' | 'size'> {
  return /^\d+$/.test(text) ? { value: BigInt(text) } : { mistake: 'syntax' }
}

/**
 * Reads an integer as the real service's validator does: white space around it, a plus,
 * leading zeros, single underscores between digits and a fraction of zeros are all fine.
 */
export function parsePydanticInteger(text: string): Parsed<bigint, 'syntax' | 'size'> {
  if (/^-?\d+$/.test(text) && text.length > MOST_DIGITS) return { mistake: 'size' }
  const trimmed = trimWhiteSpace(text)
  const [, minus = '', digits = ''] = /^\+?(-?)([\d_.]+)$/.exec(trimmed) ?? []
  if (minus === '-' && trimmed.startsWith('+')) return { mistake: 'syntax' }
  const significant = digits.replace(/^0[0_]*(?=\d)/, '')
  const whole = /^(\d+(?:_\d+)*)(?:\.0+)?$/.exec(significant)?.[1]
  if (whole === undefined) return { mistake: 'syntax' }
  return { value: BigInt(minus + whole.replaceAll('_', '')) }
}

/** Reads a boolean as the real service's validator does: in any case, but without white space. */
export function parsePydanticBoolean(text: string): Parsed<boolean> {
  const spelling = text.toLowerCase()
  if (TRUE_SPELLINGS.includes(spelling)) return { value: true }
  return FALSE_SPELLINGS.includes(spelling) ? { value: false } : { mistake: true }
}

/** Reads `true` or `false` (assumption `booleanSyntax`). */
export function parseStrictBoolean(text: string): Parsed<boolean> {
  if (text === 'true') return { value: true }
  return text === 'false' ? { value: false } : { mistake: true }
}

// A pattern for the end would try every run of white space inside.
function trimWhiteSpace(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start += 1
  while (start < end && WHITE_SPACE.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}
