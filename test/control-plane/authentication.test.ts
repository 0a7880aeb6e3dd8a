import { expect, test } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { createService, send } from '../support/control-plane.ts'

interface Authenticated {
  status: string
  url: string | null
  auth_id: string | null
  token: string | null
  user_id: string
}

const ASK = { provider: 'google', scopes: ['email'], user_id: 'ada' }

const authenticate = async (service: Simulator, given: object = {}) =>
  (await send<Authenticated>(service, 'POST /v2/auth/authenticate', { ...ASK, ...given })).body

/** Does what a browser does with the URL of an authentication. */
const agree = (service: Simulator, { url }: Authenticated) => service.fetch(String(url))

async function getToken(service: Simulator, given: object = {}): Promise<string> {
  await agree(service, await authenticate(service, given))
  return String((await authenticate(service, given)).token)
}

const waitFor = async (service: Simulator, id: string | null, timeout: number) =>
  (await send(service, `GET /v2/auth/wait/${id}?timeout=${timeout}`)).body

test('an authentication leads to a token in one request of a browser', async () => {
  const service = createService()
  const started = await authenticate(service)
  expect(started).toEqual({
    status: 'pending',
    url: expect.stringMatching(/^http:\/\/[^/]+\/v2\/auth\/callback\/google\?code=.+&state=/),
    auth_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    token: null,
    user_id: 'ada',
    metadata: null,
  })
  const page = await agree(service, started)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await authenticate(service)).toMatchObject({ status: 'completed', token: expect.stringMatching(/^mock-/) })
})

test('an authentication needs no credentials for the request of the browser', async () => {
  const service = createService({ assumptions: { authentication: 'apiKeyOrBearer' } })
  const [google] = service.db.providers.list()
  const { id } = service.db.authentications.create({ provider_id: google?.provider_id ?? '' })
  expect((await service.fetch(`/v2/auth/callback/google?code=c&state=${id}`)).status).toBe(200)
  expect((await service.fetch('/v2/auth/tokens')).status).not.toBe(200)
  expect(service.db.tokens.count()).toBe(1)
})

test('an authentication is the same in another simulator', async () => {
  const [one, other] = [createService(), createService()]
  expect(await authenticate(one)).toEqual(await authenticate(other))
  expect(await getToken(one)).toBe(await getToken(other))
})

test('an authentication can be completed by a client that received the callback itself, once', async () => {
  const service = createService()
  const { auth_id } = await authenticate(service)
  const body = { code: 'any', state: auth_id }
  const answer = { status: 200, body: { status: 'completed', provider_id: 'google' } }
  expect(await send(service, 'POST /v2/auth/callback/google', body)).toEqual(answer)
  expect(await send(service, 'POST /v2/auth/callback/google', body)).toEqual(answer)
  expect(service.db.tokens.count()).toBe(1)
})

test('an authentication can lead to the provider itself', async () => {
  const service = createService({ assumptions: { authorizationUrl: 'provider' } })
  const { url, auth_id } = await authenticate(service, { scopes: ['a', 'b'] })
  const { origin, pathname, searchParams } = new URL(String(url))
  expect(origin + pathname).toBe(service.db.providers.list()[0]?.auth_url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'a b',
    state: auth_id,
    redirect_uri: expect.stringMatching(/\/v2\/auth\/callback\/google$/),
    code_challenge_method: 'S256',
  })
})

test.for([
  ['an unknown state', 'google', { code: 'c', state: '00000000-0000-4000-8000-000000000000' }],
  ['a state that is no id', 'google', { code: 'c', state: 'x' }],
  ['the state of another provider', 'github', { code: 'c' }],
  ['no code', 'google', { code: undefined }],
] as const)('an authentication is not completed with %s', async ([, provider, given]) => {
  const service = createService()
  const { auth_id } = await authenticate(service)
  const query = new URLSearchParams(JSON.parse(JSON.stringify({ state: auth_id, ...given })))
  expect((await service.fetch(`/v2/auth/callback/${provider}?${query}`)).status).toBe(400)
  expect(service.db.tokens.count()).toBe(0)
})

test('an authentication that the user refuses is over', async () => {
  const service = createService()
  const started = await authenticate(service)
  const query = `error=access_denied&error_description=<b>no</b>&state=${started.auth_id}`
  const page = await (await service.fetch(`/v2/auth/callback/google?${query}`)).text()
  expect(page).toContain('google has refused access: &lt;b&gt;no&lt;/b&gt;.')
  expect(await waitFor(service, started.auth_id, 30)).toEqual({ status: 'not_found', token: null })
  expect((await agree(service, started)).status).toBe(400)
  expect(await authenticate(service)).toMatchObject({ status: 'pending' })
})

test('an authentication with an unknown provider is rejected', async () => {
  const answer = await send(createService(), 'POST /v2/auth/authenticate', { ...ASK, provider: 'nope' })
  expect(answer).toEqual({ status: 404, body: { detail: 'Provider ID nope not found.' } })
})

test('an authentication can use a provider of the platform', async () => {
  const service = createService({ scenario: 'empty' })
  expect((await send(service, 'POST /v2/auth/authenticate', ASK)).status).toBe(404)
  expect(await getToken(service, { use_agent_builder_public_oauth: true })).toMatch(/^mock-/)
})

test('the token of an authentication is that of the user', async () => {
  const service = createService()
  await getToken(service)
  expect(await authenticate(service, { user_id: 'bob' })).toMatchObject({ status: 'pending', user_id: 'bob' })
  expect(await authenticate(service, { user_id: null, ls_user_id: 'ada' })).toMatchObject({ status: 'completed' })
})

test('the token of an authentication has all of the scopes', async () => {
  const service = createService()
  await getToken(service, { scopes: ['email', 'calendar'] })
  expect(await authenticate(service, { scopes: ['calendar'] })).toMatchObject({ status: 'completed' })
  expect(await authenticate(service, { scopes: ['email', 'drive'] })).toMatchObject({ status: 'pending' })
})

test('the token of an authentication is another one if the client forces that, and then the default', async () => {
  const service = createService()
  const first = await getToken(service)
  const forced = await authenticate(service, { force_new: true })
  expect(forced.status).toBe('pending')
  await agree(service, forced)
  const { token } = await authenticate(service)
  expect(token).not.toBe(first)
  expect(service.db.tokens.list().map(({ is_default }) => is_default)).toEqual([false, true])
})

test('the token of an authentication does not become the default if the client does not want that', async () => {
  const service = createService()
  const first = await getToken(service)
  await agree(service, await authenticate(service, { force_new: true, is_default: false }))
  expect(service.db.tokens.count()).toBe(2)
  expect((await authenticate(service)).token).toBe(first)
})

test('the token of an authentication can be chosen by its id, and be renewed', async () => {
  const service = createService()
  const first = await getToken(service)
  await agree(service, await authenticate(service, { force_new: true }))
  const token_id = service.db.tokens.list()[0]?.id
  expect((await authenticate(service, { token_id })).token).toBe(first)
  await agree(service, await authenticate(service, { token_id, force_new: true, scopes: ['email', 'drive'] }))
  expect(service.db.tokens.count()).toBe(2)
  expect(service.db.tokens.get(String(token_id))).toMatchObject({ scopes: ['email', 'drive'] })
  expect((await authenticate(service, { token_id })).token).not.toBe(first)
})

test('the token of an authentication must exist if it is chosen by its id', async () => {
  const token_id = '00000000-0000-4000-8000-000000000000'
  const answer = await send(createService(), 'POST /v2/auth/authenticate', { ...ASK, token_id })
  expect(answer).toEqual({ status: 404, body: { detail: `Token ID ${token_id} not found.` } })
})

test('the token of an authentication is refreshed when it has expired', async () => {
  const service = createService()
  const first = await getToken(service)
  service.clock.advance(3_600_000)
  const { status, token } = await authenticate(service)
  expect([status, token === first]).toEqual(['completed', false])
  expect((await authenticate(service)).token).toBe(token)
})

test('the token of an authentication must be renewed by the user if it cannot be refreshed', async () => {
  const service = createService()
  const body = { provider_id: 'google', access_token: 'mine', expires_in_seconds: 60, scopes: ['email'] }
  await send(service, 'POST /v2/auth/tokens/import', body)
  const [token] = service.db.tokens.list()
  service.db.tokens.update(token?.id ?? '', { refresh_token: null })
  const mine = { user_id: null }
  expect(await authenticate(service, mine)).toMatchObject({ status: 'completed', token: 'mine' })
  service.clock.advance(60_000)
  const expired = await authenticate(service, mine)
  expect(expired).toMatchObject({ status: 'token_expired', token: null, url: expect.any(String) })
  await agree(service, expired)
  expect(await authenticate(service, mine)).toMatchObject({ status: 'completed' })
  expect(service.db.tokens.count()).toBe(1)
})

test('an agent is connected when its user agrees', async () => {
  const service = createService()
  const started = await authenticate(service, { agent_id: 'agent' })
  expect(started.status).toBe('pending')
  await agree(service, started)
  expect(await authenticate(service, { agent_id: 'agent' })).toMatchObject({ status: 'completed' })
  expect(service.db.connections.list()).toMatchObject([{ agent_id: 'agent', provider_id: 'google' }])
})

test('an agent must be connected before it can use a token of its user', async () => {
  const service = createService()
  const token = await getToken(service)
  const refused = await authenticate(service, { agent_id: 'agent' })
  expect(refused).toMatchObject({ status: 'connection_required', url: null, auth_id: null, token: null })
  const [{ id: oauth_token_id } = { id: '' }] = service.db.tokens.list()
  await send(service, 'POST /v2/auth/agents/agent/connections', { oauth_token_id })
  expect(await authenticate(service, { agent_id: 'agent' })).toMatchObject({ status: 'completed', token })
})

test('waiting for an authentication ends when the user agrees', async () => {
  const service = createService()
  const started = await authenticate(service)
  const waiting = waitFor(service, started.auth_id, 30)
  await agree(service, started)
  expect(await waiting).toEqual({ status: 'completed', token: (await authenticate(service)).token })
})

test('waiting for an authentication ends when the time has passed on the clock of the world', async () => {
  const service = createService()
  const { auth_id } = await authenticate(service)
  let isOver = false
  const waiting = waitFor(service, auth_id, 30).finally(() => {
    isOver = true
  })
  service.clock.advance(29_999)
  // A change of other records does not end it.
  service.db.providers.create()
  await service.fetch('/v2/auth/providers')
  expect(isOver).toBe(false)
  service.clock.advance(1)
  expect(await waiting).toEqual({ status: 'timeout', token: null })
})

test('waiting for an authentication takes no time with a timeout of 0', async () => {
  const service = createService()
  const { auth_id } = await authenticate(service)
  expect(await waitFor(service, auth_id, 0)).toEqual({ status: 'pending', token: null })
})

test('waiting for an authentication takes no time for an authentication that does not exist', async () => {
  expect(await waitFor(createService(), 'nope', 30)).toEqual({ status: 'not_found', token: null })
})

test('waiting for an authentication ends when the world is reset', async () => {
  const service = createService()
  const { auth_id } = await authenticate(service)
  const waiting = waitFor(service, auth_id, 30)
  service.reset()
  expect(await waiting).toEqual({ status: 'not_found', token: null })
})

test('waiting for an authentication ends when its session ends', async () => {
  const service = createService()
  const { db } = service.sessions.open('one')
  const { id } = db.authentications.create({ provider_id: 'google' })
  const waiting = send(service, `GET /_s/one/v2/auth/wait/${id}`)
  service.sessions.delete('one')
  expect((await waiting).body).toEqual({ status: 'timeout', token: null })
})

test('waiting for an authentication ends when the client disconnects', async () => {
  const service = createService()
  const { auth_id } = await authenticate(service)
  const leaving = new AbortController()
  const waiting = service.fetch(`/v2/auth/wait/${auth_id}`, { signal: leaving.signal })
  leaving.abort()
  await expect(waiting).rejects.toThrow()
  const { id = 0 } = service.requests.list().at(-1) ?? {}
  expect(service.requests.get(id)?.explanation.words.join(' ')).toContain('the client disconnected while it waited')
})

test('waiting for an authentication follows a latency', async () => {
  const service = createService({ scenario: { name: 'slow', deployments: 0, providers: 1, latency: 100 } })
  const { id } = service.db.authentications.create({ provider_id: 'google' })
  const waiting = waitFor(service, id, 30)
  service.clock.advance(100)
  await expect.poll(() => service.clock.isFrozen()).toBe(true)
  const callback = service.fetch(`/v2/auth/callback/google?code=c&state=${id}`)
  service.clock.advance(100)
  await callback
  expect(await waiting).toMatchObject({ status: 'completed' })
})

test('the setup page of a GitHub app is like a callback for a new installation', async () => {
  const service = createService()
  const { auth_id } = await authenticate(service, { provider: 'github' })
  const query = `setup_action=install&installation_id=7&code=c&state=${auth_id}`
  expect((await service.fetch(`/v2/auth/setup/github?${query}`)).status).toBe(200)
  expect(service.db.tokens.list()).toMatchObject([{ provider_id: 'github' }])
})

test('the setup page of a GitHub app needs no code after an update', async () => {
  const response = await createService().fetch('/v2/auth/setup/github?setup_action=update&installation_id=7')
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Installation updated')])
})

test('the setup page of a GitHub app rejects what is neither', async () => {
  expect((await createService().fetch('/v2/auth/setup/github')).status).toBe(400)
})
