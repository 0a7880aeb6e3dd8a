import { expect, test } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { createService, send } from '../support/control-plane.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const CONNECTIONS = '/v2/auth/agents/agent%201/connections'

const addToken = (service: Simulator) =>
  service.db.tokens.create({ provider_id: 'google', scopes: ['a'], provider_account_label: 'me', expires_at: null })

const list = async (service: Simulator, path = CONNECTIONS) =>
  (await send<{ data: Record<string, unknown>[] }>(service, `GET ${path}`)).body

test('the connections of an agent are created with what they tell of their token', async () => {
  const service = createService({ now: '2026-03-02T09:00:00Z' })
  const token = addToken(service)
  const { status, body } = await send(service, `POST ${CONNECTIONS}`, { oauth_token_id: token.id })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    agent_id: 'agent 1',
    oauth_token_id: token.id,
    provider_id: 'google',
    provider_account_label: 'me',
    scopes: ['a'],
    expires_at: null,
    created_by: token.user_id,
    created_at: expect.stringMatching(/^2026-03-02T09:00:00/),
  })
  expect(await list(service)).toEqual({ data: [body] })
  expect(await list(service, '/v2/auth/agents/other/connections')).toEqual({ data: [] })
})

test('the connections of an agent tell what their token says now', async () => {
  const service = createService()
  const { id } = addToken(service)
  await send(service, `POST ${CONNECTIONS}`, { oauth_token_id: id })
  await send(service, `PATCH /v2/auth/tokens/${id}/metadata`, { provider_account_label: 'other' })
  expect((await list(service)).data).toMatchObject([{ provider_account_label: 'other' }])
})

test('the connections of an agent exist once for each token', async () => {
  const service = createService()
  const { id } = addToken(service)
  const connect = () => send(service, `POST ${CONNECTIONS}`, { oauth_token_id: id })
  expect(await connect()).toEqual(await connect())
  expect(service.db.connections.count()).toBe(1)
})

test('the connections of an agent need a token', async () => {
  const answer = await send(createService(), `POST ${CONNECTIONS}`, { oauth_token_id: 'nope' })
  expect(answer).toEqual({ status: 404, body: { detail: 'Token ID nope not found.' } })
})

test('the connections of an agent end, and their token remains', async () => {
  const service = createService()
  const { body } = await send(service, `POST ${CONNECTIONS}`, { oauth_token_id: addToken(service).id })
  expect(await send(service, `DELETE ${CONNECTIONS}/${body.id}`)).toEqual({ status: 204, body: '' })
  expect(await list(service)).toEqual({ data: [] })
  expect(service.db.tokens.count()).toBe(1)
})

test('the connections of an agent end only for their own agent', async () => {
  const service = createService()
  const { body } = await send(service, `POST ${CONNECTIONS}`, { oauth_token_id: addToken(service).id })
  for (const path of [`/v2/auth/agents/other/connections/${body.id}`, `${CONNECTIONS}/${UNKNOWN}`]) {
    const { status, body: refusal } = await send(service, `DELETE ${path}`)
    expect([status, refusal.detail]).toEqual([404, `Connection ID ${path.split('/').at(-1)} not found.`])
  }
  expect(service.db.connections.count()).toBe(1)
})

const upsert = (service: Simulator, given: object = {}, agent = 'agent%201') =>
  send(service, `POST /v2/auth/agents/${agent}/providers/google/tokens`, { access_token: 'secret', ...given })

test('a token that only an agent uses is added with a connection, and is not among those of users', async () => {
  const service = createService()
  const { status, body } = await upsert(service, { scopes: ['b'], provider_account_label: 'bot' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    agent_id: 'agent 1',
    provider_id: 'google',
    scopes: ['b'],
    provider_account_label: 'bot',
  })
  expect(JSON.stringify(body)).not.toContain('secret')
  expect((await send(service, 'GET /v2/auth/tokens')).body).toEqual([])
  const ask = { provider: 'google', scopes: ['b'], agent_id: 'agent 1' }
  expect((await send(service, 'POST /v2/auth/authenticate', ask)).body).toMatchObject({ token: 'secret' })
})

test('a token that only an agent uses takes the place of the previous one', async () => {
  const service = createService()
  await upsert(service)
  await upsert(service, { access_token: 'newer' })
  expect((await list(service)).data).toHaveLength(1)
  expect(service.db.tokens.list().map(({ access_token }) => access_token)).toEqual(['newer'])
})

test('a token that only an agent uses leaves the token of a user in place, and one that another agent uses', async () => {
  const service = createService()
  const mine = addToken(service)
  await send(service, `POST ${CONNECTIONS}`, { oauth_token_id: mine.id })
  const { body: shared } = await upsert(service)
  await send(service, 'POST /v2/auth/agents/other/connections', { oauth_token_id: shared.oauth_token_id })
  await upsert(service)
  expect(service.db.tokens.get(mine.id)).toBeDefined()
  expect(service.db.tokens.get(String(shared.oauth_token_id))).toBeDefined()
  expect((await list(service)).data).toHaveLength(1)
})

test('a token that only an agent uses needs a provider', async () => {
  const body = { access_token: 'x' }
  const answer = await send(createService(), 'POST /v2/auth/agents/a/providers/nope/tokens', body)
  expect(answer).toEqual({ status: 404, body: { detail: 'Provider ID nope not found.' } })
})
