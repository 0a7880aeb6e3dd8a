import { expect, test } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { createService, send } from '../support/control-plane.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const IMPORT = { provider_id: 'google', access_token: 'secret-access', refresh_token: 'secret-refresh', scopes: ['a'] }

interface Token {
  id: string
  provider_id: string
  is_default: boolean
}

const importToken = async (service: Simulator, given: object = {}) =>
  String((await send(service, 'POST /v2/auth/tokens/import', { ...IMPORT, ...given })).body.token_id)

const listTokens = async (service: Simulator, query = '') =>
  (await send<Token[]>(service, `GET /v2/auth/tokens${query}`)).body

test('an imported token is listed without its secrets', async () => {
  const service = createService({ now: '2026-03-02T09:00:00Z' })
  const { status, body } = await send(service, 'POST /v2/auth/tokens/import', { ...IMPORT, expires_in_seconds: 60 })
  expect([status, body]).toEqual([200, { token_id: expect.any(String) }])
  const listed = await listTokens(service)
  expect(listed).toEqual([
    {
      id: body.token_id,
      provider_id: 'google',
      created_at: '2026-03-02T09:00:00Z',
      updated_at: '2026-03-02T09:00:00Z',
      provider_account_label: null,
      scopes: ['a'],
      expires_at: '2026-03-02T09:01:00Z',
      is_default: true,
    },
  ])
  expect(JSON.stringify(listed)).not.toContain('secret')
  expect(service.db.tokens.get(String(body.token_id))).toMatchObject({ access_token: 'secret-access' })
})

test('an imported token becomes the default one of its provider', async () => {
  const service = createService()
  const [first, second, third] = [
    await importToken(service),
    await importToken(service),
    await importToken(service, { is_default: false }),
  ]
  await importToken(service, { provider_id: 'github' })
  const defaults = (await listTokens(service)).filter(({ is_default }) => is_default).map(({ id }) => id)
  expect(defaults).toHaveLength(2)
  expect(defaults).toContain(second)
  expect([first, third].filter((id) => defaults.includes(id))).toEqual([])
})

test('an imported token keeps its metadata', async () => {
  const service = createService()
  const metadata = { team: { id: 'T1', names: ['a'] } }
  const id = await importToken(service, { metadata })
  expect(service.db.tokens.get(id)?.metadata).toEqual(metadata)
  const ask = { provider: 'google', scopes: [] }
  expect((await send(service, 'POST /v2/auth/authenticate', ask)).body).toMatchObject({ metadata })
})

test('an imported token keeps null in its metadata for an integer that is too large to be a number', async () => {
  const service = createService()
  const response = await service.fetch('/v2/auth/tokens/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...IMPORT, expires_in_seconds: 7, metadata: { many: [7] } }).replaceAll(
      '7',
      '7'.repeat(400),
    ),
  })
  expect(response.status).toBe(200)
  const { token_id } = (await response.json()) as { token_id: string }
  expect(service.db.tokens.get(token_id)).toMatchObject({ metadata: { many: [null] }, expires_at: null })
})

test.for([1e15, -1e15])('an imported token can expire in %d seconds', async (expires_in_seconds) => {
  const service = createService()
  await importToken(service, { expires_in_seconds })
  expect(await listTokens(service)).toMatchObject([{ expires_at: expect.stringMatching(/^(9999|0001)-/) }])
})

test('an imported token needs a provider', async () => {
  const answer = await send(createService(), 'POST /v2/auth/tokens/import', { ...IMPORT, provider_id: 'nope' })
  expect(answer).toEqual({ status: 404, body: { detail: 'Provider ID nope not found.' } })
})

test('tokens are listed by provider', async () => {
  const service = createService()
  await importToken(service)
  const id = await importToken(service, { provider_id: 'github' })
  expect((await listTokens(service, '?provider_id=github')).map((token) => token.id)).toEqual([id])
  expect(await listTokens(service, '?provider_id=slack')).toEqual([])
})

test('tokens exist for some providers', async () => {
  const service = createService()
  await importToken(service)
  const exists = async (id: string) => (await send(service, `GET /v2/auth/tokens/exists?provider_id=${id}`)).body
  expect([await exists('google'), await exists('github')]).toEqual([{ has_token: true }, { has_token: false }])
  const batch = (...provider_ids: string[]) => send(service, 'POST /v2/auth/tokens/exists/batch', { provider_ids })
  expect((await batch('google', 'github')).body).toEqual({
    statuses: { google: { has_token: true }, github: { has_token: false } },
  })
  expect((await batch('slack')).body).toEqual({ statuses: { slack: { has_token: false } } })
})

test('tokens of a provider can be deleted together', async () => {
  const service = createService()
  for (const provider_id of ['google', 'google', 'github']) await importToken(service, { provider_id })
  const remove = () => send(service, 'DELETE /v2/auth/tokens?provider_id=google')
  const message = (count: string) => ({ message: `Deleted ${count} of provider 'google'`, provider_id: 'google' })
  expect(await remove()).toEqual({ status: 200, body: message('2 tokens') })
  expect(await remove()).toEqual({ status: 200, body: message('0 tokens') })
  expect((await listTokens(service)).map(({ provider_id }) => provider_id)).toEqual(['github'])
})

test('tokens can be deleted one by one, with the connections to them', async () => {
  const service = createService()
  const [id, other] = [await importToken(service), await importToken(service)]
  for (const oauth_token_id of [id, other]) {
    await send(service, 'POST /v2/auth/agents/agent/connections', { oauth_token_id })
  }
  expect(await send(service, `DELETE /v2/auth/tokens/${id}`)).toEqual({ status: 204, body: '' })
  expect((await listTokens(service)).map((token) => token.id)).toEqual([other])
  expect(service.db.connections.list().map(({ oauth_token_id }) => oauth_token_id)).toEqual([other])
})

test('tokens get labels, and another default', async () => {
  const service = createService()
  const [first, second] = [await importToken(service), await importToken(service)]
  const { status, body } = await send(service, `PATCH /v2/auth/tokens/${first}/metadata`, {
    provider_account_label: 'me@example.com',
    is_default: true,
  })
  expect([status, body]).toMatchObject([200, { id: first, provider_account_label: 'me@example.com', is_default: true }])
  expect(service.db.tokens.get(second)).toMatchObject({ is_default: false })
  const { body: kept } = await send(service, `PATCH /v2/auth/tokens/${first}/metadata`, { is_default: null })
  expect(kept).toMatchObject({ provider_account_label: 'me@example.com', is_default: true })
})

test.for(['DELETE /v2/auth/tokens/{id}', 'PATCH /v2/auth/tokens/{id}/metadata'])(
  'tokens do not exist for %s with an unknown id',
  async (request) => {
    const body = request.startsWith('PATCH') ? {} : undefined
    for (const id of [UNKNOWN, 'nope']) {
      const answer = await send(createService(), request.replace('{id}', id), body)
      expect(answer).toEqual({ status: 404, body: { detail: `Token ID ${id} not found.` } })
    }
  },
)

test('tokens of the workspace for Slack can be found and revoked', async () => {
  const service = createService()
  const exists = async () => (await send(service, 'GET /v2/auth/tokens/workspace/slack/exists')).body.has_token
  expect(await exists()).toBe(false)
  await importToken(service, { provider_id: 'slack' })
  await importToken(service)
  expect(await exists()).toBe(true)
  const { status, body } = await send(service, 'DELETE /v2/auth/tokens/workspace/slack')
  expect([status, body.revoked_count]).toEqual([200, 1])
  expect(await exists()).toBe(false)
  expect(service.db.tokens.count()).toBe(1)
})

test('token events tell what has happened, newest first', async () => {
  const service = createService()
  const id = await importToken(service, { expires_in_seconds: 60 })
  service.clock.advance(60_000)
  await send(service, 'POST /v2/auth/authenticate', { provider: 'google', scopes: [] })
  service.clock.advance(1000)
  await send(service, `DELETE /v2/auth/tokens/${id}`)
  const { body } = await send<Record<string, unknown>[]>(service, 'GET /v2/auth/token-events')
  expect(body.map(({ event_type }) => event_type)).toEqual(['deleted', 'refreshed', 'created'])
  expect(body[0]).toEqual({
    id: expect.any(String),
    provider_id: 'google',
    token_id: id,
    event_type: 'deleted',
    created_at: expect.stringMatching(/^2026-03-02T09:01:01/),
  })
})

test('token events can be limited, and selected by provider', async () => {
  const service = createService()
  for (const provider_id of ['google', 'github', 'google']) await importToken(service, { provider_id })
  const count = async (query: string) =>
    (await send<unknown[]>(service, `GET /v2/auth/token-events${query}`)).body.length
  expect([await count(''), await count('?limit=2'), await count('?provider_id=github')]).toEqual([3, 2, 1])
})

test('token events include the creation of initial tokens', async () => {
  const service = createService({ scenario: { name: 'a', deployments: 0, providers: 2, tokens: 3 } })
  const { body } = await send<{ token_id: string }[]>(service, 'GET /v2/auth/token-events')
  const ids = service.db.tokens.list().map(({ id }) => id)
  expect(body.map(({ token_id }) => token_id).toSorted()).toEqual(ids.toSorted())
})

test('the tokens of a scenario can be numbers or records, and belong to its providers', () => {
  const { db } = createService({
    scenario: {
      name: 'a',
      deployments: 0,
      providers: 2,
      tokens: [{ count: 3 }, { record: { provider_id: 'own', is_default: false, scopes: ['x'] } }],
      connections: 2,
    },
  })
  expect(db.tokens.list().map(({ provider_id }) => provider_id)).toEqual(['google', 'github', 'google', 'own'])
  expect(db.tokens.list().map(({ is_default }) => is_default)).toEqual([true, true, false, false])
  expect(db.connections.list().map(({ provider_id }) => provider_id)).toEqual(['google', 'github'])
})

test('the tokens of a scenario must exist if an agent is connected with them', () => {
  const create = () => createService({ scenario: { name: 'a', deployments: 0, connections: 1 } })
  expect(create).toThrow(/connections.*oauth_token_id/)
})
