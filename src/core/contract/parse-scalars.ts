/** What came of reading a text: its value, or why there is none. */
export type Parsed<Value, Reason = true> = { value: Value } | { mistake: Reason }

const MOST_DIGITS = 4300
const TRUE_SPELLINGS = ['true', '1', 'yes', 'on', 't', 'y']
const FALSE_SPELLINGS = ['false', '0', 'no', 'off', 'f', 'n']
const UUID_GROUPS = [8, 4, 4, 4, 12] as const

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
  const trimmed = text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '')
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

/**
 * Reads a UUID as the real service's validator does: with or without hyphens, in braces, as
 * a URN, in either case. The value is in the usual form, in lower case.
 */
export function parseUuid(text: string): Parsed<string, string> {
  const { body, offset } = unwrapUuid(text)
  const hex = body.toLowerCase()
  const groups = hex.split('-')
  const isHyphenated = groups.length === 5 && groups.every((group, index) => group.length === UUID_GROUPS[index])
  const isSimple = offset === 0 && hex.length === 32 && groups.length === 1
  if (/^[0-9a-f-]*$/.test(hex) && (isHyphenated || isSimple)) {
    return { value: hex.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') }
  }
  return { mistake: describeUuidMistake(body, offset) }
}

function unwrapUuid(text: string): { body: string; offset: number } {
  if (text.startsWith('{') && text.endsWith('}') && text.length > 1) return { body: text.slice(1, -1), offset: 1 }
  return text.startsWith('urn:uuid:') ? { body: text.slice(9), offset: 9 } : { body: text, offset: 0 }
}

function describeUuidMistake(body: string, offset: number): string {
  const stranger = /[^0-9a-f-]/iu.exec(body)
  if (stranger !== null) {
    const position = new TextEncoder().encode(body.slice(0, stranger.index)).length + offset + 1
    return `invalid character: found \`${stranger[0]}\` at ${position}`
  }
  const groups = body.split('-')
  if (groups.length === 1 && offset === 0) {
    return `invalid length: expected length 32 for simple format, found ${body.length}`
  }
  if (groups.length !== 5) return `invalid group count: expected 5, found ${groups.length}`
  const wrong = groups.findIndex((group, index) => group.length !== UUID_GROUPS[index])
  return `invalid group length in group ${wrong}: expected ${UUID_GROUPS[wrong]}, found ${groups[wrong]?.length}`
}
