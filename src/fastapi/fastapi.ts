// FastAPI as a framework for services: how it reads requests, within their limits (assumption `requestSize`), and words
// its errors.

import {
  describeDetail,
  type Failure,
  type FieldIssue,
  INTERNAL_ERROR,
  ServiceError,
  statusTitleOf,
} from '../engine/contract/operation/failure.ts'
import type { Framework, GivenParameters, ReadOptions, ValidRequest } from '../engine/contract/operation/framework.ts'
import type { ServiceRequest, ServiceResponse } from '../engine/contract/operation/messages.ts'
import { bodyModelOf, needsCredentials, type Operation } from '../engine/contract/operation/operation.ts'
import {
  isInQuery,
  MOST_OF_A_BODY,
  type Model,
  type Parameter,
  type Parameters,
  type ParameterValues,
} from '../engine/contract/operation/value.ts'
import { isThere } from '../engine/define/assumptions/assumptions.ts'
import { encodeBody } from '../engine/http/body.ts'
import { parseQuery, type Query } from '../engine/http/route-table.ts'
import { type JsonValue, toPlain } from '../engine/input/json/json-value.ts'
import type { Frozen } from '../engine/input/schemas/schema-walk.ts'
import { stripSpace } from '../engine/input/schemas/white-space.ts'
import type { Assumptions } from './assumptions.ts'
import { type ErrorBody, errorWire, type ValidationIssue, validationErrorWire } from './errors/error-body.ts'
import { createIssueCollector, type IssueCollector, limitIssues } from './errors/issue-limits.ts'
import { validationErrors } from './errors/validation-errors.ts'
import { countPosition, decodeJsonText, decodeUtf8, MOST_VALUES, readJson } from './json/read-json.ts'
import { LONE_SURROGATE, UnwritableError, writeJson } from './json/write-json.ts'
import { readByRule, type ValueReading } from './values/read-value.ts'
import { timestampPatterns } from './wire-fields.ts'

// What many clients send for a value that they do not have.
const NULL = 'null'

// A request has no more parameters than its target has room for.
const ANY = { values: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY }

const envelopes: { readonly [Style in Assumptions['errorBody']]: (failure: Failure) => Frozen<ErrorBody<Style>> } = {
  // Only this framework finds issues, so each has its fields.
  fastapi: ({ detail }) => ({ detail: detail as string | readonly ValidationIssue[] }),
  problem: (failure) => ({
    type: 'about:blank',
    title: statusTitleOf(failure.status),
    status: failure.status,
    detail: describeDetail(failure),
    ...(typeof failure.detail !== 'string' && { errors: failure.detail.map(toProblemError) }),
  }),
  message: (failure) => ({
    error: { code: statusTitleOf(failure.status).toLowerCase().replaceAll(' ', '_'), message: describeDetail(failure) },
  }),
}

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

interface MatchedOperation {
  readonly operation: Operation
  readonly pathValues: Readonly<Record<string, string>>
}

/** Reads a request as the real service does: its JSON, its credentials, and its parameters and body together. */
export function readRequest(
  request: ServiceRequest,
  { operation, pathValues }: MatchedOperation,
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
  if (parsed === undefined || collector.issues.length > 0) throw buildValidationError(collector.issues, assumptions)
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
  throw buildValidationError([validationErrors.json(position, read.error.message)], assumptions)
}

// Plain UTF-8 is the same text in every case, so a response to it does not depend on the assumption.
function decode({ body: bytes, header }: ServiceRequest, assumptions: Assumptions): string | undefined {
  const isEncoded = header('content-encoding') !== undefined
  // UTF-16 and UTF-32 have zeros next to ASCII characters.
  const isPlain = !isEncoded && bytes[0] !== 0 && bytes[1] !== 0 && bytes[0] !== BYTE_ORDER_MARK
  const text = isPlain ? decodeUtf8(bytes) : undefined
  if (text !== undefined) return text
  return assumptions.bodyEncoding === 'utf8' ? undefined : decodeJsonText(bytes)
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

interface BodyReading extends Omit<ValueReading, 'path' | 'allowance'> {
  readonly isOptional: boolean
}

/** Parses a body as the real service's validator does. Returns undefined if it has issues. @throws ServiceError */
export function parseBody(
  model: Model,
  json: JsonValue,
  { isOptional, ...options }: BodyReading,
): ParsedBody | undefined {
  if (json === null && isOptional) return { exact: null, body: null }
  const { collector } = options
  const found = collector.issues.length
  if (json === null) collector.add(validationErrors.missing(['body'], null))
  const reading: ValueReading = { path: ['body'], ...options, allowance: { ...MOST_OF_A_BODY } }
  const exact = json === null ? null : readByRule(json, reading, { kind: 'model', model })
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
  for (const [name, field] of Object.entries(value)) if (hasHalfCharacter(name) || hasHalfCharacter(field)) return true
  return false
}

function assertAllowed({ allowance }: ValueReading): void {
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

/** Creates the error for an invalid request, with as many of its issues as a response lists. */
export function buildValidationError(issues: readonly ValidationIssue[], assumptions: Assumptions): ServiceError {
  return new ServiceError({ status: invalidStatusOf(assumptions), detail: limitIssues(issues, assumptions) })
}

function invalidStatusOf({ validationStatus }: Assumptions): number {
  return Number(validationStatus)
}

/** Builds the error response for a failure, in the service's error format (assumption `errorBody`). */
function buildErrorResponse(failure: Failure, assumptions: Assumptions): ServiceResponse {
  if (failure.isPlain && assumptions.errorBody === 'fastapi')
    return toPlainResponse(failure.status, describeDetail(failure))
  const body = writeBody(envelopes[assumptions.errorBody](failure))
  // The framework fails if an error repeats an input that it cannot write, such as NaN.
  if (body === undefined) return toPlainResponse(INTERNAL_ERROR.status, describeDetail(INTERNAL_ERROR))
  return {
    status: failure.status,
    headers: { 'content-type': errorTypeOf(assumptions), ...failure.headers },
    body: encodeBody(body),
  }
}

function toPlainResponse(status: number, text: string): ServiceResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: encodeBody(text) }
}

function writeBody(body: Frozen<ErrorBody<Assumptions['errorBody']>>): string | undefined {
  try {
    return writeJson(body)
  } catch (error) {
    if (error instanceof UnwritableError) return undefined
    throw error
  }
}

function errorTypeOf({ errorBody }: Assumptions): string {
  return errorBody === 'problem' ? 'application/problem+json' : 'application/json'
}

function toProblemError({ loc, msg }: FieldIssue) {
  return { location: loc.join('.'), detail: msg }
}

/** Reads the parameters of a request: their values, or all issues, those of unknown parameters at the end. */
export function readParameters(
  declared: Parameters,
  received: GivenParameters,
  assumptions: Assumptions,
): { values: ParameterValues<Parameters> } | { issues: readonly ValidationIssue[] } {
  const collector = createIssueCollector(assumptions)
  const values = collectParameters(declared, received, { assumptions, collector })
  return collector.issues.length === 0 ? { values } : { issues: limitIssues(collector.issues, assumptions) }
}

interface ParameterReading {
  readonly assumptions: Assumptions
  readonly collector: IssueCollector
}

/** Reads the parameters of a request, like `readParameters`, and collects their issues. */
function collectParameters<Declared extends Parameters>(
  declared: Declared,
  received: GivenParameters,
  { assumptions, collector }: ParameterReading,
): ParameterValues<Declared> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(declared)) {
    const texts = parameter.in === 'path' ? [received.path[name] ?? ''] : received.query.get(name)
    if (isSkipped(parameter, texts, assumptions)) continue
    const path = [parameter.in, name]
    values[name] = readParameter(parameter, texts, { path, isParameter: true, assumptions, collector, allowance: ANY })
  }
  const isUnknown = (name: string): boolean => !isInQuery(declared[name], assumptions)
  if ([...received.query.keys()].some(isUnknown) && assumptions.unknownParameter === '422') {
    addUnknown(collector, isUnknown, received.query)
  }
  // Each value comes from the reader of its parameter's kind.
  return values as ParameterValues<Declared>
}

// A response depends on the assumption that adds a parameter only if the parameter is given.
function isSkipped(parameter: Parameter, texts: readonly string[] | undefined, assumptions: Assumptions): boolean {
  return parameter.addedBy !== undefined && (texts === undefined || !isThere(parameter, assumptions))
}

/** Returns the text that is used if a parameter is given several times. */
export function pickText(texts: readonly string[], assumptions: Assumptions): string {
  const [only = ''] = texts
  // A response depends only on the assumptions that it needs.
  if (texts.length <= 1) return only
  const { repeatedParameter } = assumptions
  return (repeatedParameter === 'first' ? texts[0] : texts.at(-1)) ?? ''
}

/** Reads the texts of one parameter; undefined if it is absent. */
function readParameter(parameter: Parameter, texts: readonly string[] | undefined, reading: ValueReading): unknown {
  const { assumptions, collector, path } = reading
  if (texts === undefined && parameter.isRequired === true) {
    return collector.add(validationErrors.missing(path, null))
  }
  if (texts === undefined) return parameter.fallback ?? null
  const isRepeated = parameter.kind === 'list' && parameter.isOneText !== true
  if (isRepeated) return readByRule(texts, reading, parameter)
  if (texts.length > 1 && assumptions.repeatedParameter === '422') {
    return collector.add(validationErrors.tooLong(path, texts, 1))
  }
  const text = pickText(texts, assumptions)
  const isAbsent = text === NULL && parameter.in === 'query' && assumptions.nullParameter === 'absent'
  return isAbsent ? readParameter(parameter, undefined, reading) : readByRule(text, reading, parameter)
}

function addUnknown(collector: IssueCollector, isUnknown: (name: string) => boolean, query: Query): void {
  for (const [name, texts] of query) {
    if (collector.isFull()) return
    if (isUnknown(name)) collector.add(validationErrors.unknown(['query', name], texts.at(-1)))
  }
}
