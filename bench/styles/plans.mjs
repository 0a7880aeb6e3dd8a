// Three services of different styles. Each has only values of the register, which `truths` lists.

import { isUuid, Refusal, readUuid } from './service.mjs'
import { createDraw } from './world.mjs'

const SHORT = ['host_integration_id', 'id', 'name', 'owner', 'url', 'default_branch']
const LONG = [
  'integration_id',
  'repository_id',
  'repository_name',
  'repository_owner',
  'repository_url',
  'default_branch',
]
const TYPES = ['dev_free', 'dev', 'prod']
const TRUE = ['true', '1', 'yes', 'on', 't', 'y']
const FALSE = ['false', '0', 'no', 'off', 'f', 'n']

const ascending = (read) => (one, other) => (read(one) < read(other) ? -1 : read(one) > read(other) ? 1 : 0)
export const by =
  (...reads) =>
  (records) =>
    records.toSorted((one, other) => reads.reduce((order, read) => order || ascending(read)(one, other), 0))
export const id = ({ id }) => id
export const name = ({ name }) => name
export const newest = ({ created }) => -created

const BASE = {
  base: '',
  paths: {
    listRepositories: '/v1/integrations/github/{id}/repos',
    listForgeRepositories: '/v1/integrations/forge/github/{id}/repos',
  },
  jsonType: 'application/json',
  longestUrl: Infinity,
  mostHeaders: 128 * 1024,
  cors: () => ({}),
  preflight: () => undefined,
  head: () => true,
  authenticate() {},
  refusesParameter: () => false,
  isNull: () => false,
  defaultLimit: 20,
  largestLimit: 100,
  clamp: false,
  nameOf: (parameter) => parameter,
  orderAsked: (found) => found,
  nameMatches: (text, part) => text.includes(part),
  versionMatches: (version, wanted) => version === wanted,
  tagsMatch: (tags, wanted) => wanted.some((tag) => tags.includes(tag)),
  status: (text) => text,
  type: (text) => (TYPES.includes(text) ? text : undefined),
  integer: (text) => (/^\d+$/.test(text) ? Number(text) : /^-\d+$/.test(text) ? Number(text) : undefined),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  empty: () => 'ignored',
  id: (text) => readUuid(text),
  slice: (found, limit, offset) => found.slice(offset, offset + limit),
  orderDeployments: by(newest, id),
  orderProviders: by(({ created }) => created),
  orderRepositories: by(({ position }) => position),
  nextOffset: ({ offset, returned }) => offset + returned,
  isIntegrationId: () => true,
  unknownIntegration() {
    throw new Refusal(404, 'Integration not found', { code: 'not_found' })
  },
  wrap: (list) => list,
  writeRepository: writeRepository(SHORT, String),
  withoutNothing: (record) => record,
  writeTime: (micros) => new Date(Math.floor(micros / 1000)).toISOString(),
  writeSecret: (text) => text,
  editDeployment: (record) => record,
  editProvider: (record) => record,
  editPage: (page) => page,
  editWorld: (world) => world,
}

/** node:http, errors as {error: {code, message}}, JavaScript's own way with numbers and times. */
export const PLAIN_NODE = {
  style: 'plain-node',
  framework: 'node',
  truths: {
    ...{ repositoryPaths: 'v1', repositoryFields: 'short', repositoryIdType: 'string', repositoryEnvelope: 'array' },
    ...{
      repositoryOrdering: 'created',
      integrationIdFormat: 'any',
      unknownIntegration: '404',
      providerOrdering: 'created',
    },
    ...{
      deploymentOrdering: 'createdDescending',
      lastPageOffset: 'returned',
      optionalFields: 'absent',
      nullableFields: 'some',
    },
    ...{ recordShape: 'written', unknownFields: 'none', secretValues: 'clear', timestampFormat: 'millisecondsZ' },
    ...{ deploymentTypes: 'written', unknownStatus: 'empty', nameMatching: 'substring', imageVersionMatching: 'exact' },
    ...{ tagMatching: 'any', emptyFilter: 'ignored', malformedIdInList: 'ignored', repeatedParameter: 'first' },
    ...{ unknownParameter: 'ignored', newerParameters: 'ignored', nullParameter: 'text', integerSyntax: 'decimal' },
    ...{ booleanSyntax: 'strict', offsetBeyondEnd: 'empty', errorBody: 'message', validationStatus: '400' },
    ...{
      requestSize: 'large',
      methodNotAllowed: '405',
      headRequests: '200',
      trailingSlash: '404',
      authentication: 'none',
    },
    ...{
      crossOrigin: 'none',
      rateLimit: 'none',
      operations: 'written',
      versionPrefix: 'root',
      documentation: 'absent',
    },
    ...{ listenerConfig: 'echoed', deploymentFeature: 'enabled', statusValues: 'known' },
  },
  plan: {
    ...BASE,
    withoutNothing: (record, only) => dropNothing(record, only),
    repeated: (_name, given) => given[0],
    invalidStatus: () => 400,
    slash() {
      throw new Refusal(404, 'Not Found', { code: 'not_found' })
    },
    wrongMethod: refuseMethod,
    writeError: writeMessage,
  },
}

/** Express, errors of RFC 9457, strict about parameters. */
export const PLAIN_EXPRESS = {
  style: 'plain-express',
  framework: 'express',
  truths: {
    ...PLAIN_NODE.truths,
    ...{
      repositoryFields: 'long',
      repositoryIdType: 'integer',
      repositoryEnvelope: 'resources',
      repositoryOrdering: 'name',
    },
    ...{ integrationIdFormat: 'uuid', unknownIntegration: '403', providerOrdering: 'name', deploymentOrdering: 'name' },
    ...{ lastPageOffset: 'zeroAtEnd', optionalFields: 'null', secretValues: 'masked', timestampFormat: 'secondsZ' },
    ...{
      unknownStatus: '422',
      nameMatching: 'substringIgnoringCase',
      imageVersionMatching: 'prefix',
      tagMatching: 'all',
    },
    ...{ emptyFilter: '422', malformedIdInList: '422', repeatedParameter: '422', unknownParameter: '422' },
    ...{ offsetBeyondEnd: '422', errorBody: 'problem', validationStatus: '422', methodNotAllowed: '404' },
    ...{ trailingSlash: 'same', crossOrigin: 'open', authentication: 'apiKey', authenticationFailure: '401' },
  },
  plan: {
    ...BASE,
    cors: (request) => (request.headers.origin === undefined ? {} : { 'access-control-allow-origin': '*' }),
    preflight: () => ({
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
        'access-control-allow-headers': 'x-api-key,authorization,content-type,x-tenant-id',
      },
    }),
    repeated: () => undefined,
    refusesParameter: () => true,
    empty: () => 'invalid',
    id: (text) => readUuid(text) ?? 'invalid',
    isIntegrationId: (text) => readUuid(text) !== undefined,
    status: (text) => (STATUSES.includes(text) ? text : undefined),
    nameMatches: (text, part) => text.toLowerCase().includes(part.toLowerCase()),
    versionMatches: (version, wanted) => version?.startsWith(wanted) ?? false,
    tagsMatch: (tags, wanted) => wanted.every((tag) => tags.includes(tag)),
    orderDeployments: by(name, id),
    orderProviders: by(name),
    orderRepositories: by(name),
    slice(found, limit, offset) {
      if (offset > 0 && offset >= found.length) {
        const issues = [{ kind: 'beyond', place: ['query', 'offset'], input: String(offset) }]
        throw new Refusal(422, 'The request is invalid', { code: 'invalid_request', issues })
      }
      return found.slice(offset, offset + limit)
    },
    nextOffset: ({ offset, returned, total }) => (offset + returned >= total ? 0 : offset + returned),
    unknownIntegration() {
      throw new Refusal(403, 'Forbidden', { code: 'forbidden' })
    },
    wrap: (list) => ({ resources: list }),
    writeRepository: writeRepository(LONG, Number),
    writeTime: (micros) => new Date(Math.floor(micros / 1000)).toISOString().replace(/\.\d+Z$/, 'Z'),
    writeSecret: () => '********',
    authenticate(request) {
      if (request.headers['x-api-key']) return
      throw new Refusal(401, 'Unauthorized', { code: 'unauthorized', headers: { 'www-authenticate': 'ApiKey' } })
    },
    invalidStatus: () => 422,
    slash: (_operation, again) => again(),
    wrongMethod() {
      throw new Refusal(404, 'Not Found', { code: 'not_found' })
    },
    writeError: writeProblem,
  },
}

/** node:http in the manner of FastAPI. */
export const PLAIN_PYTHON = {
  style: 'plain-python',
  framework: 'node',
  truths: {
    ...PLAIN_NODE.truths,
    ...{ repositoryPaths: 'v2', repositoryEnvelope: 'items', unknownIntegration: 'empty', optionalFields: 'null' },
    ...{ deploymentOrdering: 'updatedDescending', lastPageOffset: 'limit', timestampFormat: 'microsecondsZ' },
    ...{ nameMatching: 'prefix', emptyFilter: 'matchesNothing', repeatedParameter: 'last', nullParameter: 'absent' },
    ...{ integerSyntax: 'pydantic', booleanSyntax: 'pydantic', offsetBeyondEnd: '404', errorBody: 'fastapi' },
    ...{ validationStatus: '422', validationErrors: 'all', headRequests: '405', trailingSlash: 'redirect' },
    ...{ integrationIdFormat: 'uuid', secretValues: 'empty', authentication: 'bearer', authenticationFailure: '403' },
  },
  plan: {
    ...BASE,
    paths: {
      listRepositories: '/v2/integrations/github/{id}/repos',
      listForgeRepositories: '/v2/integrations/forge/github/{id}/repos',
    },
    head: () => false,
    isNull: (text) => text === 'null',
    repeated: (_name, given) => given.at(-1),
    empty: () => 'nothing',
    nameMatches: (text, part) => text.startsWith(part),
    integer: (text) =>
      /^[+-]?\d+(_\d+)*(\.0+)?$/.test(text.trim()) ? Number(text.trim().replaceAll('_', '')) : undefined,
    boolean: (text) =>
      TRUE.includes(text.toLowerCase()) ? true : FALSE.includes(text.toLowerCase()) ? false : undefined,
    isIntegrationId: (text) => readUuid(text) !== undefined,
    orderDeployments: by(({ updated }) => -updated, id),
    slice(found, limit, offset) {
      if (offset > 0 && offset >= found.length) throw new Refusal(404, 'Not Found', { code: 'not_found' })
      return found.slice(offset, offset + limit)
    },
    nextOffset: ({ offset, limit }) => offset + limit,
    unknownIntegration: () => [],
    wrap: (list) => ({ items: list, next_cursor: null }),
    writeTime: (micros) => writeMicros(micros, 'Z'),
    writeSecret: () => '',
    authenticate(request) {
      if (/^bearer /i.test(request.headers.authorization ?? '')) return
      throw new Refusal(403, 'Not authenticated', { code: 'forbidden' })
    },
    invalidStatus: () => 422,
    slash(_operation, _again, request) {
      const location = request.path.replace(/\/$/, '') + (request.query === '' ? '' : `?${request.query}`)
      return { status: 307, headers: { location } }
    },
    wrongMethod: refuseMethod,
    writeError: writeDetail,
  },
}

export const STATUSES = ['AWAITING_DATABASE', 'READY', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN']
export { FALSE, isUuid, LONG, SHORT, TRUE, TYPES }

export function refuseMethod() {
  throw new Refusal(405, 'Method Not Allowed', { code: 'method_not_allowed', headers: { allow: 'GET' } })
}

export function writeRepository(names, writeId) {
  return ({ integration, id, name, owner, url, branch }) =>
    Object.fromEntries([integration, writeId(id), name, owner, url, branch].map((value, at) => [names[at], value]))
}

export function dropNothing(record, only) {
  const isDropped = ([key, value]) => value === null && (only?.includes(key) ?? key !== 'code_challenge_method')
  return Object.fromEntries(Object.entries(record).filter((entry) => !isDropped(entry)))
}

export function writeMicros(micros, zone) {
  const text = new Date(Math.floor(micros / 1000)).toISOString().slice(0, 19)
  const rest = micros % 1_000_000
  return `${text}${rest === 0 ? '' : `.${String(rest).padStart(6, '0')}`}${zone}`
}

export const json = (value, type = 'application/json') => ({
  headers: { 'content-type': type },
  body: JSON.stringify(value),
})

export function writeMessage({ code, message, issues }) {
  return json({ error: { code, message: issues === undefined ? message : describeIssues(issues) } })
}

export function writeProblem({ status, message, issues }) {
  const detail = issues === undefined ? message : describeIssues(issues)
  const title = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed' }[status]
  const errors = issues?.map(({ kind, place }) => ({ detail: kind, location: place.join('.') }))
  const problem = { type: 'about:blank', title: title ?? 'Invalid Request', status, detail, errors }
  return json(problem, 'application/problem+json')
}

export function writeDetail({ message, issues }) {
  return json({ detail: issues === undefined ? message : issues.map(writeIssue) })
}

export const describeIssues = (issues) => issues.map(({ kind, place }) => `${place.join('.')}: ${kind}`).join('; ')

function writeIssue({ kind, place, input, limit }) {
  const [type, msg, ctx] = {
    int: ['int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
    least: ['greater_than_equal', `Input should be greater than or equal to ${limit}`, { ge: limit }],
    most: ['less_than_equal', `Input should be less than or equal to ${limit}`, { le: limit }],
    bool: ['bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
    enum: ['enum', "Input should be 'dev_free', 'dev' or 'prod'", { expected: "'dev_free', 'dev' or 'prod'" }],
    uuid: [
      'uuid_parsing',
      'Input should be a valid UUID, invalid character: expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-], found `n` at 1',
      {
        error: 'invalid character: expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-], found `n` at 1',
      },
    ],
  }[kind] ?? ['value_error', `Value error, ${kind}`, { error: {} }]
  return { type, loc: place, msg, input, ...(ctx === undefined ? {} : { ctx }) }
}

/** An order that is another one each time. */
export function createShuffle(seed) {
  const draw = createDraw(seed)
  return (records) => draw.shuffle(records)
}
