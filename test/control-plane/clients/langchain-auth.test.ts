// The requests of langchain-auth, and what it reads from the responses.

import { expect } from 'vitest'
import { serverTest as test } from './server-test.ts'

type Json = Record<string, unknown>

// The client raises a KeyError without any of these.
const REQUIRED = [
  'id',
  'organization_id',
  'provider_id',
  'name',
  'client_id',
  'auth_url',
  'token_url',
  'uses_pkce',
  'created_at',
  'updated_at',
]

/** The client treats every status but 200 as a failure, and follows redirects. */
function createClient(url: string) {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { 'x-api-key': 'lsv2_sk_x', 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return response.json()
  }
  const readProvider = (provider: unknown) => {
    for (const name of REQUIRED) expect(provider).toHaveProperty(name)
    return provider as Json
  }
  return {
    listOAuthProviders: async () => ((await call('GET', '/v2/auth/providers')) as Json[]).map(readProvider),
    createOAuthProvider: async (given: object) => readProvider(await call('POST', '/v2/auth/providers', given)),
    getOAuthProvider: async (id: string) => readProvider(await call('GET', `/v2/auth/providers/${id}`)),
    updateOAuthProvider: async (id: string, given: object) =>
      readProvider(await call('PATCH', `/v2/auth/providers/${id}`, given)),
    deleteOAuthProvider: async (id: string) => (await call('DELETE', `/v2/auth/providers/${id}`)) as Json,
    authenticate: async (given: object) => (await call('POST', '/v2/auth/authenticate', given)) as Json,
    waitForCompletion: async (id: unknown, timeout: number) =>
      (await call('GET', `/v2/auth/wait/${id}?timeout=${timeout}`)) as Json,
    hasToken: async (id: string) => ((await call('GET', `/v2/auth/tokens/exists?provider_id=${id}`)) as Json).has_token,
    deleteTokens: async (id: string) => (await call('DELETE', `/v2/auth/tokens?provider_id=${id}`)) as Json,
  }
}

const PROVIDER = {
  provider_id: 'github-local-dev',
  name: 'GitHub',
  client_id: 'id',
  client_secret: 'secret',
  auth_url: 'https://github.com/login/oauth/authorize',
  token_url: 'https://github.com/login/oauth/access_token',
}

test('langchain-auth manages OAuth providers', async ({ start }) => {
  const client = createClient((await start()).url)
  const before = await client.listOAuthProviders()
  const created = await client.createOAuthProvider(PROVIDER)
  expect(await client.getOAuthProvider('github-local-dev')).toEqual(created)
  expect(await client.updateOAuthProvider('github-local-dev', { name: 'New name' })).toMatchObject({
    name: 'New name',
  })
  expect(await client.listOAuthProviders()).toHaveLength(before.length + 1)
  expect(await client.deleteOAuthProvider('github-local-dev')).toEqual({ message: expect.any(String) })
  expect(await client.listOAuthProviders()).toEqual(before)
})

test('langchain-auth authenticates a user, who needs a browser once', async ({ start }) => {
  const client = createClient((await start()).url)
  await client.createOAuthProvider(PROVIDER)
  const ask = { provider: 'github-local-dev', scopes: ['repo'], user_id: 'user' }
  const { status, url, auth_id } = await client.authenticate(ask)
  expect([status, await client.hasToken('github-local-dev')]).toEqual(['pending', false])

  const waiting = client.waitForCompletion(auth_id, 300)
  // The browser has no API key.
  expect((await fetch(String(url))).status).toBe(200)
  const { status: end, token } = await waiting
  expect(end).toBe('completed')

  expect(await client.authenticate(ask)).toMatchObject({ status: 'completed', token })
  expect(await client.hasToken('github-local-dev')).toBe(true)
  expect(await client.deleteTokens('github-local-dev')).toEqual({
    message: expect.any(String),
    provider_id: 'github-local-dev',
  })
  expect(await client.hasToken('github-local-dev')).toBe(false)
  expect(await client.authenticate(ask)).toMatchObject({ status: 'pending' })
})

test('langchain-auth waits by the clock of the server', async ({ start }) => {
  const { url, simulator } = await start()
  const client = createClient(url)
  const { auth_id } = await client.authenticate({ provider: 'google', scopes: [] })
  const waiting = client.waitForCompletion(auth_id, 300)
  const others = client.listOAuthProviders()
  expect(await others).not.toEqual([])
  await expect.poll(() => simulator.db.authentications.count()).toBe(1)
  simulator.clock.advance(300_000)
  expect(await waiting).toEqual({ status: 'timeout', token: null })
})

test('langchain-auth works below the path of a self-hosted instance', async ({ start }) => {
  const { url } = await start()
  const client = createClient(`${url}/api-host`)
  const ask = { provider: 'google', scopes: [] }
  const { url: there } = await client.authenticate(ask)
  expect(there).toMatch(/\/api-host\/v2\/auth\/callback\/google\?/)
  expect((await fetch(String(there))).status).toBe(200)
  expect(await client.authenticate(ask)).toMatchObject({ status: 'completed' })
})
