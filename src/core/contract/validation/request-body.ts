import { createValidationError, type Failure, ServiceError } from '../errors.ts'
import type { ServiceRequest } from '../messages.ts'
import type { Assumptions } from '../register/assumptions.ts'
import { findJsonError, INTEGER_TOO_LONG, type JsonError, mayHaveLongInteger } from './json-error.ts'
import { validationErrors } from './validation-errors.ts'
import { stripSpace } from './white-space.ts'

const MOST_LEVELS = 500
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
  if (countBrackets(text) > MOST_LEVELS && isDeeper(value, MOST_LEVELS)) throw new ServiceError(UNREADABLE)
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

// Counting brackets is much faster than walking through all values. The count stops above MOST_LEVELS.
function countBrackets(text: string): number {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let place = text.indexOf(bracket); place >= 0 && count <= MOST_LEVELS; count += 1) {
      place = text.indexOf(bracket, place + 1)
    }
  }
  return count
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (!Array.isArray(value)) return isAnyDeeper(value as Readonly<Record<string, unknown>>, levels - 1)
  for (const item of value) if (typeof item === 'object' && isDeeper(item, levels - 1)) return true
  return false
}

// Building a list of all values would take longer than checking them.
function isAnyDeeper(fields: Readonly<Record<string, unknown>>, levels: number): boolean {
  for (const name in fields) if (isDeeper(fields[name], levels)) return true
  return false
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
