import { expect, test } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { createService, send } from '../support/control-plane.ts'

const ASK = { provider: 'google', scopes: ['email'], user_id: 'ada' }
const AGENT_TOKENS = 'POST /v2/auth/agents/agent/providers/google/tokens'

interface Authenticated {
  status: string
  url: string
  auth_id: string
  token: string | null
}

const authenticate = async (service: Simulator, given: object = {}) =>
  (await send<Authenticated>(service, 'POST /v2/auth/authenticate', { ...ASK, ...given })).body

const addToken = ({ db }: Simulator, given: object = {}) =>
  db.tokens.create({ provider_id: 'google', user_id: 'ada', scopes: ['email'], expires_at: null, ...given })

const readPage = async (service: Simulator, path: string) => {
  const response = await service.fetch(path)
  return { status: response.status, text: await response.text() }
}

test('the token that a user gets is the default one, and otherwise the newest', async () => {
  const service = createService()
  const [, second] = ['one', 'two', 'three'].map((access_token) =>
    addToken(service, { access_token, is_default: false }),
  )
  expect((await authenticate(service)).token).toBe('three')
  service.db.tokens.update(String(second?.id), { is_default: true })
  expect((await authenticate(service)).token).toBe('two')
})

test('the token that a user gets is the one that the agent was connected with last', async () => {
  const service = createService()
  for (const access_token of ['one', 'two']) {
    const { id } = addToken(service, { access_token })
    await send(service, 'POST /v2/auth/agents/agent/connections', { oauth_token_id: id })
  }
  addToken(service, { access_token: 'three' })
  expect((await authenticate(service, { agent_id: 'agent' })).token).toBe('two')
})

test('the token that a user gets is renewed if the agent needs more scopes, and keeps those that it had', async () => {
  const service = createService()
  const { id } = addToken(service)
  await send(service, 'POST /v2/auth/agents/agent/connections', { oauth_token_id: id })
  const started = await authenticate(service, { agent_id: 'agent', scopes: ['drive', 'email'] })
  expect(started.status).toBe('pending')
  await service.fetch(started.url)
  expect(service.db.tokens.list().map(({ scopes }) => scopes)).toEqual([['email', 'drive']])
  expect(service.db.connections.count()).toBe(1)
})

test('the token that a user gets has another secret after each renewal, and lasts for an hour', async () => {
  const service = createService({ now: '2026-03-02T09:00:00Z' })
  const { access_token } = addToken(service, { expires_at: '2026-03-02T09:00:00Z', refresh_token: 'again' })
  const seen = [access_token]
  for (let round = 0; round < 3; round += 1) {
    seen.push(String((await authenticate(service)).token))
    service.clock.advance(3_599_999)
    expect((await authenticate(service)).token).toBe(seen.at(-1))
    service.clock.advance(1)
  }
  expect(new Set(seen).size).toBe(4)
})

test('a default token leaves those of other users and providers alone', async () => {
  const service = createService()
  const others = [{ user_id: 'bob' }, { provider_id: 'github' }, {}]
  const ids = others.map((given) => addToken(service, { is_default: true, ...given }).id)
  const { id } = addToken(service, { is_default: false })
  await send(service, `PATCH /v2/auth/tokens/${id}/metadata`, { is_default: true })
  expect(ids.map((other) => service.db.tokens.get(other)?.is_default)).toEqual([true, true, false])
})

test('tokens that only agents use are not those of users', async () => {
  const service = createService()
  await send(service, AGENT_TOKENS, { access_token: 'bot', scopes: ['email'] })
  expect((await send(service, 'GET /v2/auth/tokens/exists?provider_id=google')).body).toEqual({ has_token: false })
  const { body } = await send(service, 'POST /v2/auth/tokens/exists/batch', { provider_ids: ['google'] })
  expect(body).toEqual({ statuses: { google: { has_token: false } } })
  expect((await send(service, 'GET /v2/auth/token-events')).body).toEqual([])
  addToken(service)
  const removed = await send(service, 'DELETE /v2/auth/tokens?provider_id=google')
  expect(removed.body.message).toBe("Deleted 1 token of provider 'google'")
  expect(service.db.tokens.list().map(({ access_token }) => access_token)).toEqual(['bot'])
})

test('tokens that only agents use remain while another agent uses them', async () => {
  const service = createService()
  const { body } = await send(service, AGENT_TOKENS, { access_token: 'bot' })
  const other = { provider_id: 'google', agent_id: 'other' }
  await send(service, 'POST /v2/auth/agents/other/connections', { oauth_token_id: body.oauth_token_id })
  await send(service, AGENT_TOKENS, { access_token: 'newer' })
  expect(service.db.tokens.list().map(({ access_token }) => access_token)).toEqual(['bot', 'newer'])
  expect(service.db.connections.list()).toMatchObject([other, { agent_id: 'agent' }])
})

test('ids can be in upper case', async () => {
  const service = createService()
  const oauth_token_id = addToken(service).id.toUpperCase()
  const { status, body } = await send(service, 'POST /v2/auth/agents/agent/connections', { oauth_token_id })
  expect(status).toBe(201)
  const path = `/v2/auth/agents/agent/connections/${String(body.id).toUpperCase()}`
  expect((await send(service, `DELETE ${path}`)).status).toBe(204)
  expect((await send(service, `DELETE /v2/auth/tokens/${oauth_token_id}`)).status).toBe(204)
})

test('token events are at most 50 unless the client asks for more', async () => {
  const service = createService()
  for (let count = 0; count < 60; count += 1) {
    await send(service, 'POST /v2/auth/tokens/import', { provider_id: 'google', access_token: 'secret' })
  }
  const count = async (query: string) => {
    const { status, body } = await send<unknown[]>(service, `GET /v2/auth/token-events${query}`)
    return status === 200 ? body.length : status
  }
  expect([await count(''), await count('?limit=200')]).toEqual([50, 60])
  expect([await count('?limit=1'), await count('?limit=0'), await count('?limit=201')]).toEqual([1, 422, 422])
})

const PROVIDER = { provider_id: 'sso', auth_url: 'https://sso.example/authorize?tenant=1', client_id: 'app' }
const start = async (given: object) => {
  const service = createService({ assumptions: { authorizationUrl: 'provider' } })
  service.db.providers.create({ ...PROVIDER, ...given })
  const { url } = await authenticate(service, { provider: 'sso' })
  return new URL(url)
}

test('the URL of a provider keeps the query that it has', async () => {
  const { origin, pathname, searchParams } = await start({ uses_pkce: false })
  expect(`${origin}${pathname}`).toBe('https://sso.example/authorize')
  expect(Object.fromEntries(searchParams)).toMatchObject({ tenant: '1', client_id: 'app', scope: 'email' })
  expect([...searchParams.keys()]).not.toContain('code_challenge')
})

test.for([
  [null, 'S256'],
  ['plain', 'plain'],
] as const)(
  'the URL of a provider has a challenge for PKCE, with the method %s',
  async ([code_challenge_method, method]) => {
    const { searchParams } = await start({ uses_pkce: true, code_challenge_method })
    expect(searchParams.get('code_challenge')).toMatch(/^\S{20,}$/)
    expect(searchParams.get('code_challenge_method')).toBe(method)
  },
)

test('the page after an authentication says that the user can close it', async () => {
  const service = createService()
  const { url, auth_id } = await authenticate(service)
  const { text } = await readPage(service, url)
  expect(text).toContain('<title>Authentication completed')
  expect(text).toContain('You can close this window.')
  // Refusing comes too late now.
  await readPage(service, `/v2/auth/callback/google?error=access_denied&state=${auth_id}`)
  expect((await send(service, `GET /v2/auth/wait/${auth_id}`)).body).toMatchObject({ status: 'completed' })
})

test('the page after an authentication repeats the error if the provider does not describe it', async () => {
  const { status, text } = await readPage(createService(), '/v2/auth/callback/google?error=server_error')
  expect([status, text]).toEqual([200, expect.stringContaining('google has refused access: server_error.')])
  expect(text).toContain('<title>Authentication failed')
})

test.for([
  ['google?state=00000000-0000-4000-8000-000000000000', 'Missing code or state.'],
  ['google?code=c', 'Missing code or state.'],
  ['google?code=c&state=nope', 'Invalid or expired state.'],
  ['google?error=no&state=nope', 'Invalid or expired state.'],
])('the page after an authentication is an error for %s', async ([query, detail]) => {
  const answer = await send(createService(), `GET /v2/auth/callback/${query}`)
  expect(answer).toEqual({ status: 400, body: { detail } })
})

test('the page after an authentication of a setup tells an error after an update, too', async () => {
  const { text } = await readPage(createService(), '/v2/auth/setup/github?setup_action=update&error=no')
  expect(text).toContain('github has refused access: no.')
})

test('nobody can wait for a token that was deleted', async () => {
  const service = createService()
  const { url, auth_id } = await authenticate(service)
  await service.fetch(url)
  service.db.tokens.delete(String(service.db.tokens.list()[0]?.id))
  expect((await send(service, `GET /v2/auth/wait/${auth_id}?timeout=5`)).body).toEqual({
    status: 'not_found',
    token: null,
  })
})
