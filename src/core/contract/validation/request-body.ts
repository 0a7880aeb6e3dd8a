import { createValidationError, type Failure, ServiceError } from '../errors.ts'
import type { ServiceRequest } from '../messages.ts'
import type { Assumptions } from '../register/assumptions.ts'
import { findJsonError, INTEGER_TOO_LONG, type JsonError, mayHaveLongInteger } from './json-error.ts'
import { validationErrors } from './validation-errors.ts'
import { stripSpace } from './white-space.ts'

const MOST_LEVELS = 500
const UNREADABLE: Failure = { status: 400, detail: 'There was an error parsing the body' }

/**
 * Reads the body of a request as the real service does: JSON only under a JSON content type,
 * and the raw text otherwise, which then is no object.
 *
 * @returns the value, null for no body
 * @throws ServiceError for a body that cannot be read
 */
export function readBody(request: ServiceRequest, assumptions: Assumptions): unknown {
  if (request.body.length === 0) return null
  const text = decodeUtf8(request.body)
  if (!isJsonType(request.header('content-type'))) return text
  const value = parseJson(text, assumptions)
  // The real service's decoder gives up at about as many levels.
  if (countBrackets(text) > MOST_LEVELS && isDeeper(value, MOST_LEVELS)) throw new ServiceError(UNREADABLE)
  return value
}

function parseJson(text: string, assumptions: Assumptions): unknown {
  // Python refuses to convert an integer of very many digits, and the real service then says no more.
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

// To look for brackets takes no time beside a walk through all values. Beyond the levels they need no count.
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

// A list of all values would take longer to make than to look at.
function isAnyDeeper(fields: Readonly<Record<string, unknown>>, levels: number): boolean {
  for (const name in fields) if (isDeeper(fields[name], levels)) return true
  return false
}

function describeJsonError(text: string): JsonError {
  try {
    return findJsonError(text)
  } catch {
    // Nested deeper than the stack is.
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
