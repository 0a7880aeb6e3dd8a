// A service with plain node:http. Comments name its own choices.

import { createServer } from 'node:http'
import { buildDeployments, buildProviders, buildRepositories, compare, INTEGRATION } from './records.mjs'

export const preset = 'spec'

/** What it does. */
export const actual = {
  repositoryPaths: 'v1',
  repositoryFields: 'short',
  repositoryIdType: 'string',
  repositoryEnvelope: 'items',
  integrationIdFormat: 'any',
  unknownIntegration: '403',
  providerOrdering: 'name',
  deploymentOrdering: 'createdAscending',
  lastPageOffset: 'limit',
  optionalFields: 'null',
  nullableFields: 'some',
  recordShape: 'written',
  secretValues: 'empty',
  timestampFormat: 'secondsZ',
  unknownStatus: '422',
  nameMatching: 'prefix',
  imageVersionMatching: 'exact',
  emptyFilter: '422',
  repeatedParameter: 'first',
  unknownParameter: '422',
  newerParameters: 'ignored',
  nullParameter: 'text',
  integerSyntax: 'decimal',
  booleanSyntax: 'strict',
  offsetBeyondEnd: 'empty',
  validationStatus: '400',
  methodNotAllowed: '404',
  headRequests: '200',
  trailingSlash: 'same',
  authentication: 'none',
  deploymentFeature: 'enabled',
  crossOrigin: 'none',
  operations: 'written',
  versionPrefix: 'root',
  documentation: 'absent',
}

/** Questions that it answers with none of their values. */
export const undescribed = ['errorBody', 'unknownFields', 'repositoryOrdering']

/** Differences that have no question: each a pattern that has to be in the report. */
export const deviations = [/GET \/v2\/deployments.*next_offset/, /GET \/v2\/deployments.*error: code: number/]

const STATUSES = ['READY', 'UNUSED', 'UNKNOWN', 'AWAITING_DATABASE', 'AWAITING_DELETE']
const TYPES = ['dev_free', 'dev', 'prod']
const INTEGER = /^\d{1,9}$/

// 32-digit hexadecimal ids
const writeId = (id) => id?.replaceAll('-', '') ?? null
// timestampFormat: secondsZ
const writeTime = (time) => new Date(time).toISOString().replace(/\.\d+/, '')
const isKnown = (values) => (text) => values.includes(text)

/** What each parameter may be, and which records it selects. */
const parameters = {
  limit: [(text) => INTEGER.test(text) && text >= 1 && text <= 100],
  offset: [(text) => INTEGER.test(text)],
  name_contains: [
    Boolean,
    (text) =>
      ({ record }) =>
        record.name.startsWith(text),
  ],
  status: [
    isKnown(STATUSES),
    (text) =>
      ({ hidden }) =>
        hidden.status === text,
  ],
  remote_reconciled: [
    isKnown(['true', 'false']),
    (text) =>
      ({ hidden }) =>
        String(hidden.remote_reconciled) === text,
  ],
  tag_value_ids: [Boolean, () => () => false],
  image_version: [
    Boolean,
    (text) =>
      ({ record }) =>
        record.image_version === text,
  ],
  deployment_type: [
    isKnown(TYPES),
    (text) =>
      ({ hidden }) =>
        hidden.deployment_type === text,
  ],
  deployment_ids: [
    Boolean,
    (text) =>
      ({ record }) =>
        text.split(',').includes(writeId(record.id)),
  ],
}

const deployments = buildDeployments(26).sort((one, other) => compare(one.record.created_at, other.record.created_at))

function writeDeployment({ record }) {
  return {
    ...record,
    id: writeId(record.id),
    tenant_id: writeId(record.tenant_id),
    source_config: { ...record.source_config, integration_id: writeId(INTEGRATION) },
    secrets: record.secrets.map(({ name }) => ({ name, value: '' })),
    created_at: writeTime(record.created_at),
    updated_at: writeTime(record.updated_at),
    latest_revision_id: writeId(record.latest_revision_id),
    active_revision_id: writeId(record.active_revision_id),
  }
}

function listDeployments(query) {
  const errors = [...query].flatMap(([name, text]) => (parameters[name]?.[0](text) ? [] : [{ name, text }]))
  if (errors.length > 0) return refuse(400, errors)
  const limit = Number(query.get('limit') ?? 20)
  const offset = Number(query.get('offset') ?? 0)
  const filters = Object.entries(parameters).flatMap(([name, [, filter]]) =>
    filter !== undefined && query.has(name) ? [filter(query.get(name))] : [],
  )
  const found = deployments.filter((each) => filters.every((filter) => filter(each)))
  const resources = found.slice(offset, offset + limit).map(writeDeployment)
  return { status: 200, body: { resources, offset: offset + limit, next_offset: null } }
}

function listProviders() {
  const listed = buildProviders().sort((one, other) => compare(one.name, other.name))
  const times = ({ created_at, updated_at }) => ({
    created_at: writeTime(created_at),
    updated_at: writeTime(updated_at),
  })
  return { status: 200, body: listed.map((each) => ({ ...each, id: writeId(each.id), ...times(each) })) }
}

function listRepositories(id, items) {
  if (id !== writeId(INTEGRATION)) return refuse(403)
  const fields = { host_integration_id: id, default_branch: 'main' }
  return {
    status: 200,
    body: { items: items.map((each) => ({ ...fields, ...each, id: String(each.id) })), next_cursor: null },
  }
}

function refuse(status, errors = []) {
  return { status, body: { type: 'about:blank', code: status, errors }, type: 'application/problem+json' }
}

function answer({ method, url }) {
  const { pathname, searchParams } = new URL(url, 'http://service')
  const path = pathname.replace(/(?<=.)\/$/, '')
  const isList = path === '/v2/deployments'
  const [, kind, id] = /^\/v1\/integrations\/(github|forge\/github)\/([^/]+)\/repos$/.exec(path) ?? []
  if (method !== 'GET' && method !== 'HEAD') return refuse(404)
  if (!isList && path !== '/v2/auth/providers' && kind === undefined) return refuse(404)
  if (isList) return listDeployments(searchParams)
  if (searchParams.size > 0) return refuse(400, [...searchParams.keys()])
  return kind === undefined ? listProviders() : listRepositories(id, kind === 'github' ? buildRepositories() : [])
}

export function start(port) {
  const server = createServer((request, response) => {
    const { status, body, type = 'application/json' } = answer(request)
    response.writeHead(status, { 'content-type': type })
    response.end(request.method === 'HEAD' ? '' : JSON.stringify(body))
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(() => server.close())))
}
