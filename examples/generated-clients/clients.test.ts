import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createSimulator } from 'deploymock'
import { type RunningServer, serve } from 'deploymock/server'
import createClient from 'openapi-fetch'
import type { paths as LangsmithPaths } from './generated/langsmith/schema.d.ts'
import { client as langsmith } from './generated/langsmith/sdk/client.gen.ts'
import * as langsmithSdk from './generated/langsmith/sdk/index.ts'
import type { paths } from './generated/spec/schema.d.ts'
import { client as spec } from './generated/spec/sdk/client.gen.ts'
import * as sdk from './generated/spec/sdk/index.ts'

const headers = { 'x-api-key': 'any' }
const simulators = { spec: createSimulator({ preset: 'spec' }), langsmith: createSimulator({ preset: 'langsmith' }) }
const servers: RunningServer[] = []

before(async () => {
  for (const [simulator, client] of [
    [simulators.spec, spec],
    [simulators.langsmith, langsmith],
  ] as const) {
    const server = await serve(simulator, { port: 0 })
    servers.push(server)
    client.setConfig({ baseUrl: server.url, headers })
  }
})

after(async () => {
  for (const server of servers) await server.close()
})

const urlOf = (index: number): string => servers[index]?.url ?? ''

const creation = () => {
  const [repository] = simulators.spec.db.repositories.list()
  assert(repository)
  return {
    integration_id: repository.integration_id,
    source_config: { repo_url: repository.url },
    source_revision_config: { repo_ref: repository.default_branch },
  }
}

test('openapi-fetch lists and creates deployments', async () => {
  const api = createClient<paths>({ baseUrl: urlOf(0) })
  const { data } = await api.GET('/v2/deployments', { params: { query: { limit: 2, deployment_type: 'prod' } } })
  const names: string[] | undefined = data?.resources.map(({ name }) => name)
  assert.equal(names?.length, 2)

  const created = await api.POST('/v2/deployments', { body: { name: 'typed', ...creation() } })
  const version: string | null | undefined = created.data?.image_version
  assert.notEqual(version, undefined)
  assert.equal(created.data?.name, 'typed')
})

test('openapi-fetch gets errors with a type', async () => {
  const api = createClient<paths>({ baseUrl: urlOf(0) })
  const { error, response } = await api.GET('/v2/deployments', { params: { query: { limit: 0 } } })
  assert.equal(response.status, 422)
  const types = typeof error?.detail === 'string' ? [] : error?.detail.map(({ type }) => type)
  assert.deepEqual(types, ['greater_than_equal'])
})

test('openapi-fetch reads what the preset langsmith responds', async () => {
  const api = createClient<LangsmithPaths>({ baseUrl: `${urlOf(1)}/api-host`, headers })
  const { data } = await api.GET('/v2/deployments', { params: { query: { status: 'READY' } } })
  const status: 'AWAITING_DATABASE' | 'READY' | 'UNUSED' | 'AWAITING_DELETE' | 'UNKNOWN' | undefined =
    data?.resources[0]?.status
  assert.equal(status, 'READY')
})

test('the functions of @hey-api/openapi-ts list and create deployments', async () => {
  const { data } = await sdk.listDeployments({ query: { limit: 3 } })
  assert.equal(data?.resources.length, 3)
  const { data: providers } = await sdk.listOAuthProviders()
  assert.equal(typeof providers?.[0]?.uses_pkce, 'boolean')
  const { data: created, response } = await sdk.createDeployment({ body: { name: 'generated', ...creation() } })
  assert.deepEqual([response?.status, created?.name], [201, 'generated'])
})

test('the functions of @hey-api/openapi-ts read what the preset langsmith responds', async () => {
  const integration = simulators.langsmith.db.integrations.list().find(({ kind }) => kind === 'standard')
  const { data } = await langsmithSdk.listRepositories({ path: { integration_id: integration?.id ?? '' } })
  const id: number | undefined = data?.[0]?.id
  assert.equal(typeof id, 'number')
  const { error, response } = await langsmithSdk.listDeployments({ headers: { 'x-api-key': '' } })
  assert.deepEqual([response?.status, error], [401, { detail: 'Not authenticated' }])
})
