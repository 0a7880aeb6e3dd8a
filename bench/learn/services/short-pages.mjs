// A service whose pages have at most 50 records, whatever was asked for. Comments name its own choices.

import { createServer } from 'node:http'
import {
  buildDeployments,
  buildProviders,
  buildRepositories,
  commonFilters,
  compare,
  INTEGRATION,
  idOf,
} from './records.mjs'

export const preset = 'spec'

/** What it does. */
export const actual = {
  repositoryPaths: 'v1',
  repositoryFields: 'short',
  repositoryIdType: 'string',
  repositoryEnvelope: 'array',
  integrationIdFormat: 'any',
  unknownIntegration: '404',
  repositoryOrdering: 'name',
  deploymentOrdering: 'name',
  lastPageOffset: 'returned',
  optionalFields: 'null',
  nullableFields: 'some',
  recordShape: 'written',
  unknownFields: 'extra',
  secretValues: 'masked',
  timestampFormat: 'microsecondsZ',
  unknownStatus: 'empty',
  nameMatching: 'substringIgnoringCase',
  imageVersionMatching: 'exact',
  emptyFilter: 'ignored',
  repeatedParameter: 'last',
  unknownParameter: 'ignored',
  newerParameters: 'ignored',
  nullParameter: 'text',
  integerSyntax: 'decimal',
  booleanSyntax: 'strict',
  offsetBeyondEnd: '404',
  errorBody: 'message',
  validationStatus: '400',
  headRequests: '200',
  methodNotAllowed: '404',
  trailingSlash: 'same',
  authentication: 'none',
  deploymentFeature: 'enabled',
  crossOrigin: 'none',
  operations: 'written',
  versionPrefix: 'root',
  documentation: 'absent',
}

/** Questions that it answers with none of their values. */
export const undescribed = []

/** Differences that have no question: each a pattern that has to be in the report. */
export const deviations = [/GET \/v2\/deployments, and \d+ more: received count: 50/]

const MOST = 50
const INTEGER = /^\d{1,9}$/
const TYPES = ['dev_free', 'dev', 'prod']
const CODES = { 400: 'bad_request', 404: 'not_found' }

const filters = {
  ...commonFilters,
  name_contains:
    (text) =>
    ({ record }) =>
      record.name.toLowerCase().includes(text.toLowerCase()),
  image_version:
    (text) =>
    ({ record }) =>
      record.image_version === text,
}

const deployments = buildDeployments(130).sort((one, other) => compare(one.record.name, other.record.name))

// timestampFormat: microsecondsZ; unknownFields: extra
const writeTime = (time) => new Date(time).toISOString().replace('Z', '457Z')
const writeTimes = ({ created_at, updated_at, ...rest }) => ({
  ...rest,
  created_at: writeTime(created_at),
  updated_at: writeTime(updated_at),
  region: 'eu',
})

function writeDeployment({ record }) {
  return writeTimes({ ...record, secrets: record.secrets.map(({ name }) => ({ name, value: '********' })) })
}

function listDeployments(query) {
  const { limit = '50', offset = '0', deployment_type: type = 'dev', ...sent } = Object.fromEntries(query)
  const isValid = INTEGER.test(limit) && limit >= 1 && limit <= 100 && INTEGER.test(offset)
  if (!isValid || !TYPES.includes(type) || !['true', 'false'].includes(sent.remote_reconciled ?? 'true'))
    return fail(400)
  if (query.has('deployment_type')) sent.deployment_type = type
  const wanted = Object.entries(sent).flatMap(([name, text]) => (text === '' ? [] : (filters[name]?.(text) ?? [])))
  const found = deployments.filter((each) => wanted.every((filter) => filter(each)))
  if (Number(offset) > 0 && Number(offset) >= found.length) return fail(404)
  const resources = found.slice(Number(offset), Number(offset) + Math.min(limit, MOST)).map(writeDeployment)
  return { status: 200, body: { resources, offset: Number(offset) + resources.length, version: 2 } }
}

function listRepositories(id, listed) {
  if (id !== INTEGRATION) return fail(404)
  const fields = { host_integration_id: id, default_branch: 'main', stars: 1 }
  const sorted = listed.sort((one, other) => compare(one.name, other.name))
  return { status: 200, body: sorted.map((each) => ({ ...fields, ...each, id: idOf(String(each.id)) })) }
}

const fail = (status) => ({ status, body: { error: { code: CODES[status], message: 'No.' } } })

function answer({ method, url }) {
  const { pathname, searchParams } = new URL(url, 'http://service')
  const path = pathname.replace(/(?<=.)\/$/, '')
  const [, kind, id] = /^\/v1\/integrations\/(github|forge\/github)\/([^/]+)\/repos$/.exec(path) ?? []
  if (method !== 'GET' && method !== 'HEAD') return fail(404)
  if (path === '/v2/deployments') return listDeployments(searchParams)
  if (path === '/v2/auth/providers') return { status: 200, body: buildProviders(4).map(writeTimes) }
  return kind === undefined ? fail(404) : listRepositories(id, kind === 'github' ? buildRepositories() : [])
}

export function start(port) {
  const server = createServer((request, response) => {
    const { status, body } = answer(request)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(request.method === 'HEAD' ? '' : JSON.stringify(body))
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(() => server.close())))
}
