// FastAPI as a framework for services: how it reads requests, within their limits (assumption `requestSize`), and words
// its errors.

import { type Failure, INTERNAL_ERROR, ServiceError } from '../engine/contract/operation/failure.ts'
import type { Framework, ReadOptions, ValidRequest } from '../engine/contract/operation/framework.ts'
import type { ServiceRequest } from '../engine/contract/operation/messages.ts'
import { bodyModelOf, needsCredentials, type Operation } from '../engine/contract/operation/operation.ts'
import { MOST_OF_A_BODY, type Model } from '../engine/contract/operation/value.ts'
import { parseQuery } from '../engine/http/query.ts'
import { type JsonValue, toPlain } from '../engine/input/json/json-value.ts'
import { stripSpace } from '../engine/input/schemas/white-space.ts'
import type { Assumptions } from './assumptions.ts'
import { errorWire, validationErrorWire } from './errors/error-body.ts'
import { buildErrorResponse, createValidationError, errorTypeOf, invalidStatusOf } from './errors/errors.ts'
import { createIssueCollector } from './errors/issue-limits.ts'
import { validationErrors } from './errors/validation-errors.ts'
import { countPosition, decodeJsonText, decodeUtf8, MOST_VALUES, readJson } from './json/read-json.ts'
import { LONE_SURROGATE } from './json/write-json.ts'
import { collectParameters, readParameters } from './values/read-parameters.ts'
import { type Reading, readValue } from './values/read-value.ts'
import { timestampPatterns } from './wire-fields.ts'

/** What issues say of a parameter, by their types, in the words of coverage. */
const issueWords: Readonly<Record<string, string>> = {
  int_parsing: 'is not an integer',
  greater_than_equal: 'is too small',
  less_than_equal: 'is too large',
  bool_parsing: 'is not a boolean',
  literal_error: 'is not an allowed value',
  string_too_short: 'is empty',
  uuid_parsing: 'is not a UUID',
  too_long: 'is repeated',
}

/** The framework: how it reads requests and words its errors. */
export const fastapi: Framework<Assumptions> = {
  assertTarget: assertTargetSize,
  limitsTarget: ({ requestSize }) => requestSize === 'proxy',
  slashAtEnd: ({ trailingSlash }) => trailingSlash,
  answersHead: ({ headRequests }) => headRequests === '200',
  otherMethodStatus: ({ methodNotAllowed }) => (methodNotAllowed === '404' ? 404 : 405),
  // It lists only the methods of the first route that matches the path.
  listAllowed: ([first]) => (first === undefined ? [] : [first]),
  refusesEmpty: ({ emptyFilter }) => emptyFilter === '422',
  refusesUnknown: ({ unknownParameter }) => unknownParameter === '422',
  allowsOtherOrigins: ({ crossOrigin }) => crossOrigin === 'open',
  inflatesBodies: ({ bodyEncoding }) => bodyEncoding === 'inflated',
  readRequest,
  readParameters,
  writeFailure: buildErrorResponse,
  errors: {
    decidedBy: ['errorBody'],
    contentTypeOf: errorTypeOf,
    invalidStatus: invalidStatusOf,
    schemaOf: ({ errorBody }) => errorWire[errorBody],
    issueWords,
    issueSchema: validationErrorWire,
  },
  writesNulls: ({ optionalFields }) => optionalFields === 'null',
  timestampPatternOf: ({ timestampFormat }) => timestampPatterns[timestampFormat],
}

const NO_BODY: ParsedBody = { exact: null, body: null }

/** Reads a request as the real service does: its JSON, its credentials, and its parameters and body together. */
export function readRequest(
  request: ServiceRequest,
  { operation, pathValues }: { operation: Operation; pathValues: Readonly<Record<string, string>> },
  { assumptions, access, onValues, onChoice }: ReadOptions<Assumptions>,
): ValidRequest {
  const model = bodyModelOf(operation, assumptions)
  if (model !== undefined) assertBodySize(request, assumptions)
  const json = model === undefined ? null : readJsonBody(request, assumptions)
  if (needsCredentials(operation)) access.assert(request, assumptions)
  const query = parseQuery(request.query)
  const collector = createIssueCollector(assumptions)
  const values = collectParameters(operation.parameters, { path: pathValues, query }, { assumptions, collector })
  if (collector.issues.length === 0) onValues?.(values)
  const options = { assumptions, collector, isOptional: operation.isBodyOptional === true, onChoice }
  const parsed = model === undefined ? NO_BODY : parseBody(model, json, options)
  if (parsed === undefined || collector.issues.length > 0) throw createValidationError(collector.issues, assumptions)
  return { values, query, body: parsed.body, exactBody: parsed.exact }
}

const BYTE_ORDER_MARK = 0xef
const TOO_MANY: Failure = { status: 413, detail: `Request body too large: at most ${MOST_VALUES} values are read` }
const UNREADABLE: Failure = { status: 400, detail: 'There was an error parsing the body' }
// Python cannot repeat bytes that are not text, and neither can it write half of a surrogate pair.
const UNWRITABLE = '\ud800'

/** Reads the JSON of a body, or its text if it has another type; null if there is none. @throws ServiceError */
function readJsonBody(request: ServiceRequest, assumptions: Assumptions): JsonValue {
  if (request.body.length === 0) return null
  if (!isJsonType(request.header('content-type'))) return decodeUtf8(request.body) ?? UNWRITABLE
  const text = decode(request, assumptions)
  const read = text === undefined ? 'unreadable' : readJson(text)
  if (read === 'unreadable') throw new ServiceError(UNREADABLE)
  if ('tooMany' in read) throw new ServiceError(TOO_MANY)
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

interface ParsedBody {
  /** With the fallbacks of absent fields, and with numbers as Python has them; null if it is absent. */
  readonly exact: unknown
  /** The same as JavaScript's own values. */
  readonly body: unknown
}

/** Parses a body as the real service's validator does. Returns undefined if it has issues. @throws ServiceError */
export function parseBody(
  model: Model,
  json: JsonValue,
  { isOptional, ...options }: Omit<Reading, 'path' | 'allowance'> & { isOptional: boolean },
): ParsedBody | undefined {
  if (json === null && isOptional) return { exact: null, body: null }
  const { collector } = options
  const found = collector.issues.length
  if (json === null) collector.add(validationErrors.missing(['body'], null))
  const reading: Reading = { path: ['body'], ...options, allowance: { ...MOST_OF_A_BODY } }
  const exact = json === null ? null : readValue(json, reading, { kind: 'model', model })
  if (collector.issues.length > found) return undefined
  assertAllowed(reading)
  const body = toPlain(exact)
  // No response could contain it.
  if (hasHalfCharacter(body)) throw new ServiceError({ ...INTERNAL_ERROR, isPlain: true })
  return { exact, body }
}

function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return LONE_SURROGATE.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, field]) => hasHalfCharacter(name) || hasHalfCharacter(field))
}

function assertAllowed({ allowance }: Reading): void {
  if (allowance.values >= 0 && allowance.characters >= 0) return
  const { values, characters } = MOST_OF_A_BODY
  const detail = `Request body too large: at most ${values} values and ${characters} characters are taken`
  throw new ServiceError({ status: 413, detail })
}

const KIBIBYTE = 1024

// The default settings of nginx, and its words.
const OF_PROXY = { target: 8 * KIBIBYTE, body: KIBIBYTE * KIBIBYTE } as const
const TARGET_TOO_LARGE = { status: 414, detail: 'Request-URI Too Large' }
const BODY_TOO_LARGE = { status: 413, detail: 'Request Entity Too Large' }

/** Checks the length of the path and the query. @throws ServiceError if they are too long */
function assertTargetSize({ path, query }: ServiceRequest, assumptions: Assumptions): void {
  if (path.length + query.length < OF_PROXY.target) return
  if (assumptions.requestSize === 'proxy') throw new ServiceError(TARGET_TOO_LARGE)
}

/** Checks the size of the body. @throws ServiceError if it is too large */
function assertBodySize({ body }: ServiceRequest, assumptions: Assumptions): void {
  if (body.length <= OF_PROXY.body) return
  if (assumptions.requestSize === 'proxy') throw new ServiceError(BODY_TOO_LARGE)
}
