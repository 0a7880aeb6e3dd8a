// Parses the JSON of a body.

import type { Assumptions } from '../../register/assumptions.ts'
import { stripSpace } from '../../schemas/white-space.ts'
import { createValidationError, type Failure, ServiceError } from '../errors.ts'
import type { ServiceRequest } from '../messages.ts'
import { findJsonError, INTEGER_TOO_LONG, type JsonError, mayHaveLongInteger } from './json-error.ts'
import { validationErrors } from './validation-errors.ts'

const MOST_LEVELS = 500
const [QUOTE, BACKSLASH, OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [34, 92, 123, 125, 91, 93]
const UNREADABLE: Failure = { status: 400, detail: 'There was an error parsing the body' }

/**
 * Reads the body of a request as the real service does: it parses JSON only if the content type is
 * JSON. Otherwise the value is the raw text, which is not an object.
 *
 * @returns the value; null if there is no body
 * @throws ServiceError if the body cannot be read
 */
export function readBody(request: ServiceRequest, assumptions: Assumptions): unknown {
  if (request.body.length === 0) return null
  const text = decodeUtf8(request.body)
  if (!isJsonType(request.header('content-type'))) return text
  const value = parseJson(text, assumptions)
  // The real service's decoder gives up at about this depth.
  if (isNestedDeeper(text, MOST_LEVELS)) throw new ServiceError(UNREADABLE)
  return value
}

function parseJson(text: string, assumptions: Assumptions): unknown {
  // Python does not convert an integer with that many digits, and the real service then gives no details.
  if (mayHaveLongInteger(text) && describeJsonError(text).message === INTEGER_TOO_LONG) {
    throw new ServiceError(UNREADABLE)
  }
  try {
    return JSON.parse(text)
  } catch {
    const { position, message } = describeJsonError(text)
    throw createValidationError([validationErrors.json(position, message)], assumptions)
  }
}

// Scanning the text is much faster than walking through all values.
function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charCodeAt(place)
    if (character === QUOTE) place = findEndOfString(text, place)
    else if (character === OPENING_BRACE || character === OPENING_BRACKET) depth += 1
    else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) depth -= 1
    if (depth > levels) return true
  }
  return false
}

function findEndOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

// A character is escaped if an odd number of backslashes precedes it.
function isEscaped(text: string, place: number): boolean {
  let start = place
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1
  return (place - start) % 2 === 1
}

function describeJsonError(text: string): JsonError {
  try {
    return findJsonError(text)
  } catch {
    // The nesting exceeds the call stack.
    throw new ServiceError(UNREADABLE)
  }
}

function isJsonType(contentType = ''): boolean {
  const [mediaType = ''] = contentType.split(';', 1)
  return /^application\/(json|[^/]*\+json)$/.test(stripSpace(mediaType).toLowerCase())
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ServiceError(UNREADABLE)
  }
}
