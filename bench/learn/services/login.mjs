// A service that has a login in front of half of its operations: the providers, and the repositories of one kind.

import { createServer } from 'node:http'
import { buildDeployments, buildRepositories, commonFilters, compare, INTEGRATION } from './records.mjs'

export const preset = 'spec'

/** What it does. What only providers and one kind of repositories show is not known. */
export const actual = {
  repositoryPaths: 'v1',
  repositoryFields: 'short',
  repositoryIdType: 'integer',
  repositoryEnvelope: 'array',
  integrationIdFormat: 'any',
  unknownIntegration: 'empty',
  repositoryOrdering: 'name',
  deploymentOrdering: 'createdDescending',
  lastPageOffset: 'zeroAtEnd',

  nullableFields: 'some',
  recordShape: 'written',
  unknownFields: 'none',
  secretValues: 'clear',
  timestampFormat: 'millisecondsZ',
  unknownStatus: 'empty',
  nameMatching: 'substring',
  imageVersionMatching: 'prefix',
  emptyFilter: 'matchesNothing',
  repeatedParameter: 'last',
  unknownParameter: 'ignored',
  newerParameters: 'ignored',
  nullParameter: 'absent',
  integerSyntax: 'decimal',
  booleanSyntax: 'strict',
  errorBody: 'problem',
  validationStatus: '422',
  headRequests: '405',
  methodNotAllowed: '405',
  trailingSlash: '404',
  crossOrigin: 'none',
  operations: 'written',
  versionPrefix: 'root',
  documentation: 'absent',
}

/** Questions that it answers with none of their values. */
export const undescribed = ['authentication', 'optionalFields', 'providerOrdering']

/** Differences that have no question: each a pattern that has to be in the report. */
export const deviations = [
  /GET \/v2\/auth\/providers.*302/,
  /GET \/v1\/integrations\/forge\/github\/\S+\/repos: .*web page/,
  /secret_references: absent/,
]

const INTEGER = /^\d{1,9}$/
const TYPES = ['dev_free', 'dev', 'prod']

/** Which records each filter selects. */
const filters = {
  ...commonFilters,
  name_contains:
    (text) =>
    ({ record }) =>
      record.name.includes(text),
  image_version:
    (text) =>
    ({ record }) =>
      text !== '' && record.image_version?.startsWith(text),
}

const deployments = buildDeployments(30).sort((one, other) => compare(other.record.created_at, one.record.created_at))

// timestampFormat: millisecondsZ
const writeTime = (time) => new Date(time).toISOString()

// optionalFields: absent
const ABSENT = ['secret_references', 'active_revision_id', 'image_version']

function writeDeployment({ record }) {
  const { created_at, updated_at, ...rest } = record
  const fields = Object.entries(rest).filter(([name, value]) => value !== null || !ABSENT.includes(name))
  return { ...Object.fromEntries(fields), created_at: writeTime(created_at), updated_at: writeTime(updated_at) }
}

function listDeployments(query) {
  // repeatedParameter: last; nullParameter: absent
  const sent = Object.fromEntries([...query].filter(([, text]) => text !== 'null'))
  const { limit = '20', offset = '0', deployment_type: type = 'dev', remote_reconciled: remote = 'true' } = sent
  const isValid = INTEGER.test(limit) && limit >= 1 && limit <= 100 && INTEGER.test(offset)
  if (!isValid || !TYPES.includes(type) || !['true', 'false'].includes(remote)) return fail(422)
  const wanted = Object.entries(sent).flatMap(([name, text]) => filters[name]?.(text) ?? [])
  const found = deployments.filter((each) => wanted.every((filter) => filter(each)))
  const end = Number(offset) + Number(limit)
  const resources = found.slice(Number(offset), end).map(writeDeployment)
  return { status: 200, body: { resources, offset: end < found.length ? end : 0 } }
}

function listRepositories(id) {
  const listed = buildRepositories().sort((one, other) => compare(one.name, other.name))
  const fields = { host_integration_id: id, default_branch: 'main' }
  return { status: 200, body: id === INTEGRATION ? listed.map((each) => ({ ...fields, ...each })) : [] }
}

// errorBody: problem
function fail(status, title = 'Error') {
  return { status, type: 'application/problem+json', body: { type: 'about:blank', title, status, detail: 'No.' } }
}

function answer({ method, url }) {
  const { pathname: path, searchParams } = new URL(url, 'http://service')
  const [, id] = /^\/v1\/integrations\/github\/([^/]+)\/repos$/.exec(path) ?? []
  const isLogin = /^\/v1\/integrations\/forge\/github\/[^/]+\/repos$/.test(path)
  const isRedirect = path === '/v2/auth/providers'
  if (!isLogin && !isRedirect && id === undefined && path !== '/v2/deployments') return fail(404)
  if (method !== 'GET') return fail(405)
  // A login, in both ways in which proxies send one.
  if (isRedirect) return { status: 302, location: '/login?next=/v2/auth/providers', type: 'text/html', body: '' }
  if (isLogin) return { status: 200, type: 'text/html', body: '<!doctype html><form action="/login"></form>' }
  return id === undefined ? listDeployments(searchParams) : listRepositories(id)
}

export function start(port) {
  const server = createServer((request, response) => {
    const { status, body, type = 'application/json', location } = answer(request)
    response.writeHead(status, {
      'content-type': type,
      ...(location && { location }),
      ...(status === 405 && { allow: 'GET' }),
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(() => server.close())))
}
