// Reads the body of a request.

import type { Assumptions } from '../../register/assumptions.ts'
import { stripSpace } from '../../schemas/white-space.ts'
import { createValidationError, type Failure, ServiceError } from '../errors.ts'
import { decodeJsonText, decodeUtf8 } from '../json/decode-text.ts'
import type { JsonValue } from '../json/json-value.ts'
import { readJson } from '../json/read-json.ts'
import type { ServiceRequest } from '../messages.ts'
import { validationErrors } from './validation-errors.ts'

const UNREADABLE: Failure = { status: 400, detail: 'There was an error parsing the body' }
// Python cannot repeat bytes that are not text, and neither can it write half of a surrogate pair.
const UNWRITABLE = '\ud800'

/**
 * Reads the body of a request as the real service does: it parses JSON only if the content type is
 * JSON. Otherwise the value is the raw text, which is not an object.
 *
 * @returns the value; null if there is no body
 * @throws ServiceError if the body cannot be read
 */
export function readBody(request: ServiceRequest, assumptions: Assumptions): JsonValue {
  if (request.body.length === 0) return null
  if (!isJsonType(request.header('content-type'))) return decodeUtf8(request.body) ?? UNWRITABLE
  const text = decodeJsonText(request.body)
  const read = text === undefined ? 'unreadable' : readJson(text)
  if (read === 'unreadable') throw new ServiceError(UNREADABLE)
  if ('value' in read) return read.value
  const { position, message } = read.error
  throw createValidationError([validationErrors.json(position, message)], assumptions)
}

function isJsonType(contentType = ''): boolean {
  const [mediaType = ''] = contentType.split(';', 1)
  return /^application\/(json|[^/]*\+json)$/.test(stripSpace(mediaType).toLowerCase())
}
