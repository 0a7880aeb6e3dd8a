import * as z from 'zod'
import { countBytes } from '../text/count-bytes.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const GROUPS = [8, 4, 4, 4, 12] as const
const HYPHENATED_LENGTH = 36

/**
 * A UUID of any version. Every spelling that the real service accepts is converted to the usual one in
 * lower case, so that filters can compare it as text.
 */
export const uuidSchema = z.string().overwrite(toCanonicalId).regex(UUID, 'It must be a UUID')

/** An id of any form. A UUID is converted to the usual spelling. */
export const anyIdSchema = z.string().min(1).overwrite(toCanonicalId)

export function isUuid(id: string): boolean {
  return UUID.test(id)
}

/** Parses a UUID in every spelling of the real service's validator: the usual one, or the issue in its words. */
export function parseUuid(text: string): { value: string } | { issue: string } {
  // A shortcut for the usual spelling.
  if (UUID.test(text)) return { value: text }
  const { body, offset } = unwrap(text)
  const hex = body.toLowerCase()
  const groups = hex.split('-')
  const isHyphenated = groups.length === 5 && groups.every((group, index) => group.length === GROUPS[index])
  const isSimple = offset === 0 && hex.length === 32 && groups.length === 1
  if (/^[0-9a-f-]*$/.test(hex) && (isHyphenated || isSimple)) {
    return { value: hex.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') }
  }
  return { issue: describeIssue(text) }
}

/** Converts a UUID to the usual spelling in lower case. Any other text stays as it is. */
export function toCanonicalId(text: string): string {
  const parsed = parseUuid(text)
  return 'value' in parsed ? parsed.value : text
}

function unwrap(text: string): { body: string; offset: number } {
  if (text.startsWith('{') && text.endsWith('}') && text.length > 1) return { body: text.slice(1, -1), offset: 1 }
  return text.startsWith('urn:uuid:') ? { body: text.slice(9), offset: 9 } : { body: text, offset: 0 }
}

// Of a text with the length of a UUID in braces or of a URN, the validator only describes what is inside.
function describeIssue(text: string): string {
  const wrapped = unwrap(text)
  const described = wrapped.offset > 0 && countBytes(wrapped.body) === HYPHENATED_LENGTH ? wrapped.body : text
  const { body, offset } = unwrap(described)
  const stranger = /[^0-9a-f-]/iu.exec(body)
  if (stranger !== null) {
    const position = countBytes(body.slice(0, stranger.index)) + offset + 1
    return `invalid character: found \`${stranger[0]}\` at ${position}`
  }
  const groups = body.split('-')
  if (groups.length === 1 && offset === 0) {
    return `invalid length: expected length 32 for simple format, found ${body.length}`
  }
  if (groups.length !== 5) return `invalid group count: expected 5, found ${groups.length}`
  const wrong = groups.findIndex((group, index) => group.length !== GROUPS[index])
  // The validator measures the last group up to the end of the text, with what follows or precedes the UUID.
  const found = wrong === 4 ? described.length - body.length + (groups[4] ?? '').length : groups[wrong]?.length
  return `invalid group length in group ${wrong}: expected ${GROUPS[wrong]}, found ${found}`
}
