import { type Failure, ServiceError } from '../../engine/contract/operation/failure.ts'
import type { ServiceRequest } from '../../engine/contract/operation/messages.ts'
import type { JsonValue } from '../../engine/input/json/json-value.ts'
import { stripSpace } from '../../engine/input/schemas/white-space.ts'
import type { Assumptions } from '../assumptions.ts'
import { createValidationError } from '../errors/errors.ts'
import { validationErrors } from '../errors/validation-errors.ts'
import { decodeJsonText, decodeUtf8 } from '../json/decode-text.ts'
import { countPosition, MOST_VALUES, readJson } from '../json/read-json.ts'

const BYTE_ORDER_MARK = 0xef
const TOO_LARGE: Failure = { status: 413, detail: `Request body too large: at most ${MOST_VALUES} values are read` }
const UNREADABLE: Failure = { status: 400, detail: 'There was an error parsing the body' }
// Python cannot repeat bytes that are not text, and neither can it write half of a surrogate pair.
const UNWRITABLE = '\ud800'

/** Reads the JSON of a body, or its text if it has another type; null if there is none. @throws ServiceError */
export function readJsonBody(request: ServiceRequest, assumptions: Assumptions): JsonValue {
  if (request.body.length === 0) return null
  if (!isJsonType(request.header('content-type'))) return decodeUtf8(request.body) ?? UNWRITABLE
  const text = decode(request, assumptions)
  const read = text === undefined ? 'unreadable' : readJson(text)
  if (read === 'unreadable') throw new ServiceError(UNREADABLE)
  if ('tooMany' in read) throw new ServiceError(TOO_LARGE)
  if ('value' in read) return read.value
  const position = countPosition(text ?? '', read.error)
  throw createValidationError([validationErrors.json(position, read.error.message)], assumptions)
}

// Plain UTF-8 is the same text in every case, so a response to it does not depend on the assumption.
function decode({ body: bytes, header }: ServiceRequest, assumptions: Assumptions): string | undefined {
  const isEncoded = header('content-encoding') !== undefined
  const isPlain = !isEncoded && isFilled(bytes[0]) && isFilled(bytes[1]) && bytes[0] !== BYTE_ORDER_MARK
  const text = isPlain ? decodeUtf8(bytes) : undefined
  if (text !== undefined) return text
  return assumptions.bodyEncoding === 'utf8' ? undefined : decodeJsonText(bytes)
}

// UTF-16 and UTF-32 have zeros next to ASCII characters.
function isFilled(byte: number | undefined): boolean {
  return byte !== 0
}

function isJsonType(contentType = ''): boolean {
  const [mediaType = ''] = contentType.split(';', 1)
  return /^application\/(json|[^/]*\+json)$/.test(stripSpace(mediaType).toLowerCase())
}
