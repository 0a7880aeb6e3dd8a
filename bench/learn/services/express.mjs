// A service with Express. Comments name its own choices.

import express from 'express'
import { buildDeployments, buildProviders, buildRepositories, compare, INTEGRATION } from './records.mjs'

export const preset = 'spec'
export const headers = { 'x-api-key': 'any' }

/** What it does. */
export const actual = {
  repositoryPaths: 'v2',
  repositoryFields: 'long',
  repositoryIdType: 'integer',
  repositoryEnvelope: 'resources',
  integrationIdFormat: 'any',
  unknownIntegration: '404',
  providerOrdering: 'created',
  deploymentOrdering: 'name',
  lastPageOffset: 'returned',
  optionalFields: 'null',
  nullableFields: 'some',
  recordShape: 'written',
  unknownFields: 'none',
  secretValues: 'masked',
  timestampFormat: 'offset',
  unknownStatus: 'empty',
  nameMatching: 'substringIgnoringCase',
  imageVersionMatching: 'exact',
  malformedIdInList: 'ignored',
  emptyFilter: 'ignored',
  unknownParameter: 'ignored',
  newerParameters: 'ignored',
  nullParameter: 'text',
  booleanSyntax: 'strict',
  offsetBeyondEnd: '404',
  errorBody: 'message',
  validationStatus: '422',
  requestSize: 'large',
  methodNotAllowed: '404',
  headRequests: '200',
  trailingSlash: 'same',
  authenticationFailure: '401',
  deploymentFeature: 'enabled',
  crossOrigin: 'open',
  operations: 'written',
  versionPrefix: 'root',
  documentation: 'absent',
}

/** Questions that it answers with none of their values. */
export const undescribed = ['repositoryOrdering', 'integerSyntax']

/** Differences that have no question: each a pattern that has to be in the report. */
export const deviations = [/GET \/v2\/deployments.*x-total-count/]

const TYPES = ['dev_free', 'dev', 'prod']
const BOOLEANS = { true: true, false: false }

// Ids are written in capitals, and read in any case.
const writeId = (id) => id?.toUpperCase() ?? null
const isSameId = (one, other) => one.toLowerCase() === other.toLowerCase()
// timestampFormat: offset
const writeTime = (time) => new Date(time).toISOString().replace(/Z$/, '457+00:00')
const last = (value) => (Array.isArray(value) ? value.at(-1) : value)

function writeDeployment({ record }) {
  const ids = ['id', 'tenant_id', 'latest_revision_id', 'active_revision_id']
  const { source_config, secrets, created_at, updated_at } = record
  return {
    ...record,
    ...Object.fromEntries(ids.map((name) => [name, writeId(record[name])])),
    source_config: { ...source_config, integration_id: writeId(INTEGRATION) },
    secrets: secrets.map(({ name }) => ({ name, value: '********' })),
    created_at: writeTime(created_at),
    updated_at: writeTime(updated_at),
  }
}

/** Reads an integer in the way of JavaScript, which is neither that of pydantic nor only digits. */
function readInteger(text, { usual, least, most }) {
  if (text === undefined) return usual
  const value = Number(text)
  return text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most ? value : undefined
}

function listDeployments({ query }, response) {
  const text = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, last(value)]))
  const limit = readInteger(text.limit, { usual: 20, least: 1, most: 100 })
  const offset = readInteger(text.offset, { usual: 0, least: 0, most: 1e12 })
  const { name_contains: part, status, image_version: version, tag_value_ids: tags, deployment_ids: ids } = text
  const { remote_reconciled: remote, deployment_type: type } = text
  const isValid = (remote ?? 'true') in BOOLEANS && TYPES.includes(type ?? 'dev')
  if (limit === undefined || offset === undefined || !isValid) return fail(response, 422)
  const found = buildDeployments(34)
    .filter(({ record }) => !part || record.name.toLowerCase().includes(part.toLowerCase()))
    .filter(({ hidden }) => !status || hidden.status === status)
    .filter(({ hidden }) => remote === undefined || hidden.remote_reconciled === BOOLEANS[remote])
    .filter(({ hidden }) => type === undefined || hidden.deployment_type === type)
    .filter(({ record }) => !version || record.image_version === version)
    .filter(() => !tags)
    .filter(({ record }) => !ids || ids.split(',').some((id) => isSameId(id, record.id)))
    .sort((one, other) => compare(one.record.name, other.record.name))
  if (offset > 0 && offset >= found.length) return fail(response, 404)
  const resources = found.slice(offset, offset + limit).map(writeDeployment)
  response.set('x-total-count', String(found.length)).json({ resources, offset: offset + resources.length })
}

function listProviders(_, response) {
  const times = ({ created_at, updated_at }) => ({
    created_at: writeTime(created_at),
    updated_at: writeTime(updated_at),
  })
  response.json(buildProviders(8).map((each) => ({ ...each, ...times(each) })))
}

const listRepositories = (items) => (request, response) => {
  if (!isSameId(request.params.id, INTEGRATION)) return fail(response, 404)
  const resources = items.map(({ id, name, owner, url }) => ({
    integration_id: writeId(INTEGRATION),
    repository_id: id,
    repository_name: name,
    repository_owner: owner,
    repository_url: url,
    default_branch: 'main',
  }))
  response.json({ resources })
}

const CODES = { 401: 'unauthorized', 404: 'not_found', 422: 'unprocessable_content' }
const fail = (response, status) => response.status(status).json({ error: { code: CODES[status], message: 'No.' } })

export function start(port) {
  const app = express().disable('x-powered-by').disable('etag')
  app.use((request, response, next) => {
    response.set('access-control-allow-origin', '*').set('access-control-allow-headers', '*')
    if (request.headers['access-control-request-method'] !== undefined) return response.sendStatus(204)
    if (request.headers['x-api-key'] === undefined) return fail(response, 401)
    next()
  })
  app.get('/v2/deployments', listDeployments)
  app.get('/v2/auth/providers', listProviders)
  app.get('/v2/integrations/github/:id/repos', listRepositories(buildRepositories()))
  app.get('/v2/integrations/forge/github/:id/repos', listRepositories([]))
  app.use((_, response) => fail(response, 404))
  return new Promise((resolve) => {
    const server = app.listen(port, '127.0.0.1', () => resolve(() => server.close()))
  })
}
