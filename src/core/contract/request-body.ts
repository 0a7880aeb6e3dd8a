import type { Assumptions } from './assumptions.ts'
import type { Call } from './call.ts'
import { buildValidationFailure, type Failure } from './errors.ts'
import { findJsonMistake } from './json-mistake.ts'
import { mistakes } from './validation-errors.ts'

const UNPARSABLE: Failure = { status: 400, detail: 'There was an error parsing the body' }

/**
 * Reads the body of a request as the real service does: JSON only under a JSON content type,
 * and the raw text otherwise, which then is no object.
 *
 * @returns the value, null for no body, or what a body gets that cannot be read
 */
export function readBody(call: Call, assumptions: Assumptions): { value: unknown } | { failure: Failure } {
  if (call.body.length === 0) return { value: null }
  const text = decodeUtf8(call.body)
  if (text === undefined) return { failure: UNPARSABLE }
  if (!isJsonType(call.header('content-type'))) return { value: text }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { failure: describeJsonFailure(text, assumptions) }
  }
}

function describeJsonFailure(text: string, assumptions: Assumptions): Failure {
  try {
    const { position, message } = findJsonMistake(text)
    return buildValidationFailure([mistakes.json(position, message)], assumptions)
  } catch {
    // Nested deeper than the stack: the real service's decoder gives up there too.
    return UNPARSABLE
  }
}

function isJsonType(contentType: string | undefined): boolean {
  const [mediaType = ''] = (contentType ?? '').split(';')
  return /^application\/(json|[^/]+\+json)$/.test(mediaType.trim().toLowerCase())
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
