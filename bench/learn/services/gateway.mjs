// A service as people write it in Go, behind a gateway that counts. Comments name its own choices.

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
export const headers = { 'x-api-key': 'any' }

/** What it does. */
export const actual = {
  repositoryPaths: 'v1',
  repositoryFields: 'short',
  repositoryIdType: 'string',
  repositoryOrdering: 'name',
  integrationIdFormat: 'any',
  unknownIntegration: '404',
  lastPageOffset: 'returned',
  optionalFields: 'null',
  nullableFields: 'some',
  recordShape: 'written',
  unknownFields: 'none',
  unknownStatus: 'empty',
  nameMatching: 'substring',
  malformedIdInList: '422',
  emptyFilter: 'ignored',
  repeatedParameter: 'first',
  unknownParameter: 'ignored',
  newerParameters: 'ignored',
  nullParameter: 'text',
  validationStatus: '400',
  methodNotAllowed: '405',
  headRequests: '200',
  authenticationFailure: '401',
  deploymentFeature: 'enabled',
  crossOrigin: 'none',
  operations: 'written',
  versionPrefix: 'root',
  documentation: 'absent',
}

/** Questions that it answers with none of their values. */
export const undescribed = [
  'repositoryEnvelope',
  'providerOrdering',
  'deploymentOrdering',
  'secretValues',
  'timestampFormat',
  'imageVersionMatching',
  'integerSyntax',
  'booleanSyntax',
  'offsetBeyondEnd',
  'errorBody',
  'trailingSlash',
]

/** Differences that have no question: each a pattern that has to be in the report. */
export const deviations = [
  /GET \/v2\/deployments: success: 206 instead of 200/,
  /GET \/v2\/deployments\?limit=101: status: 200 instead of 4/,
  /GET \/v1\/integrations\/github\/\S+\/repos: envelope: repositories/,
  /GET \/v2\/deployments: resources: null/,
  // A media type may be named after somebody.
  /a type of its own of JSON/,
]

const USUAL = 25
const MOST = 100
const INTEGER = /^[+-]?\d{1,9}$/
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True']
const FALSE = ['0', 'f', 'F', 'FALSE', 'false', 'False']

const areIds = (text) => text.split(',').every((id) => id === '' || UUID.test(id))

const checks = {
  limit: (text) => INTEGER.test(text) && Number(text) > 0,
  offset: (text) => INTEGER.test(text) && Number(text) >= 0,
  deployment_type: (text) => ['dev_free', 'dev', 'prod'].includes(text),
  remote_reconciled: (text) => [...TRUE, ...FALSE].includes(text),
  tag_value_ids: areIds,
  deployment_ids: areIds,
}

const filters = {
  ...commonFilters,
  name_contains:
    (text) =>
    ({ record }) =>
      record.name.includes(text),
  // Several statuses, in any case.
  status:
    (text) =>
    ({ hidden }) =>
      text.toUpperCase().split(',').includes(hidden.status),
  // 0.7 means 0.7.28, too, but 0.7.2 does not.
  image_version:
    (text) =>
    ({ record }) =>
      `${record.image_version}.`.startsWith(`${text}.`),
  remote_reconciled:
    (text) =>
    ({ hidden }) =>
      hidden.remote_reconciled === TRUE.includes(text),
}

// By name, in the order of a dictionary.
const deployments = buildDeployments(41).sort((one, other) =>
  compare(one.record.name.toLowerCase(), other.record.name.toLowerCase()),
)

/** Writes a time without zeros at its end. */
const writeTime = (time) => new Date(time + ((time / 3_600_000 / 24) % 10)).toISOString().replace(/\.?0*Z$/, 'Z')
const writeTimes = ({ created_at, updated_at, ...rest }) => ({
  ...rest,
  created_at: writeTime(created_at),
  updated_at: writeTime(updated_at),
})

function writeDeployment({ record }) {
  const secrets = record.secrets.map(({ name, value }) => ({ name, value: `****${value.slice(-2)}` }))
  return writeTimes({ ...record, secrets })
}

function listDeployments(query) {
  const sent = Object.fromEntries([...query].reverse())
  const wrong = Object.keys(sent).find((name) => sent[name] !== '' && checks[name]?.(sent[name]) === false)
  if (wrong !== undefined) return fail(400, 'invalid_parameter', wrong)
  const [limit, offset] = [Number(sent.limit || USUAL), Number(sent.offset || 0)]
  const wanted = Object.entries(sent).flatMap(([name, text]) => (text === '' ? [] : (filters[name]?.(text) ?? [])))
  const found = deployments.filter((each) => wanted.every((filter) => filter(each)))
  if (offset > 0 && offset >= found.length) return fail(416, 'out_of_range', 'offset')
  // More than 100 are cut to 100.
  const page = found.slice(offset, offset + Math.min(limit, MOST)).map(writeDeployment)
  // An empty list is null, and a part of a list has a status of its own.
  const body = { resources: page.length === 0 ? null : page, offset: offset + page.length }
  return { status: page.length < found.length ? 206 : 200, body }
}

/** Lists providers, the newest first. */
function listProviders() {
  const listed = buildProviders().reverse()
  return {
    status: 200,
    body: listed.map((each) => writeTimes({ ...each, id: `idp_${each.provider_id}`, organization_id: 'org_7' })),
  }
}

function listRepositories(id, listed) {
  if (id !== INTEGRATION) return fail(404, 'unknown_integration', 'id')
  const fields = { host_integration_id: id, default_branch: 'main' }
  const sorted = listed.sort((one, other) => compare(one.name, other.name))
  return { status: 200, body: { repositories: sorted.map((each) => ({ ...fields, ...each, id: `R_${each.id}` })) } }
}

let count = 0

function fail(status, error, error_description) {
  return { status, body: { error, error_description, request_id: idOf(`request ${count}`) } }
}

const sendText = (status, body, more = {}) => ({ status, body, headers: { 'content-type': 'text/plain', ...more } })

function answer({ method, url, headers }) {
  const { pathname: path, searchParams } = new URL(url, 'http://service')
  const [, kind, id] = /^\/v1\/integrations\/(github|forge\/github)\/([^/]+)\/repos\/?$/.exec(path) ?? []
  const isKnown = ['/v2/deployments', '/v2/auth/providers'].includes(path.replace(/\/$/, '')) || kind !== undefined
  if (!isKnown) return sendText(404, '404 page not found\n')
  if (path.endsWith('/')) return sendText(301, '', { location: path.slice(0, -1) })
  if (method !== 'GET' && method !== 'HEAD') return sendText(405, 'Method Not Allowed\n', { allow: 'GET, HEAD' })
  if (headers['x-api-key'] === undefined) return fail(401, 'unauthorized', 'X-Api-Key')
  if (path === '/v2/deployments') return listDeployments(searchParams)
  if (path === '/v2/auth/providers') return listProviders()
  return listRepositories(id, kind === 'github' ? buildRepositories() : [])
}

export function start(port) {
  const server = createServer((request, response) => {
    count += 1
    const { status, body, headers = { 'content-type': 'application/vnd.platform.v2+json' } } = answer(request)
    response.writeHead(status, { ...headers, 'x-request-id': idOf(`request ${count}`), 'x-ratelimit-used': count })
    response.end(request.method === 'HEAD' ? '' : typeof body === 'string' ? body : JSON.stringify(body))
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(() => server.close())))
}
