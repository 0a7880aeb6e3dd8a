import type { Call } from '../call.ts'
import { createValidationError, type Failure, ServiceError } from '../errors.ts'
import type { Assumptions } from '../register/assumptions.ts'
import { findJsonMistake, type JsonMistake } from './json-mistake.ts'
import { mistakes } from './mistakes.ts'

const MOST_LEVELS = 500
const UNREADABLE: Failure = { status: 400, detail: 'There was an error parsing the body' }

/**
 * Reads the body of a request as the real service does: JSON only under a JSON content type,
 * and the raw text otherwise, which then is no object.
 *
 * @returns the value, null for no body
 * @throws ServiceError for a body that cannot be read
 */
export function readBody(call: Call, assumptions: Assumptions): unknown {
  if (call.body.length === 0) return null
  const text = decodeUtf8(call.body)
  if (!isJsonType(call.header('content-type'))) return text
  const value = parseJson(text, assumptions)
  // The real service's decoder gives up at about as many levels.
  if (isDeeper(value, MOST_LEVELS)) throw new ServiceError(UNREADABLE)
  return value
}

function parseJson(text: string, assumptions: Assumptions): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const { position, message } = describeJsonMistake(text)
    throw createValidationError([mistakes.json(position, message)], assumptions)
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1))
}

function describeJsonMistake(text: string): JsonMistake {
  try {
    return findJsonMistake(text)
  } catch {
    // Nested deeper than the stack is.
    throw new ServiceError(UNREADABLE)
  }
}

function isJsonType(contentType = ''): boolean {
  const [mediaType = ''] = contentType.split(';')
  return /^application\/(json|[^/]+\+json)$/.test(mediaType.trim().toLowerCase())
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ServiceError(UNREADABLE)
  }
}
