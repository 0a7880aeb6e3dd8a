import { expect, test } from 'vitest'
import { createService, send } from '../support/control-plane.ts'

const SSO = {
  provider_id: 'sso',
  name: 'Single sign-on',
  client_id: 'client',
  client_secret: 'do-not-tell',
  auth_url: 'https://sso.test/authorize',
  token_url: 'https://sso.test/token',
}

const MCP = { provider_id: 'tools', name: 'Tools', mcp_server_url: 'https://mcp.test:8443/deep/path?x=1' }

test('OAuth providers are created with the defaults of the service, and respond 200', async () => {
  const service = createService({ scenario: 'empty' })
  const { status, body } = await send(service, 'POST /v2/auth/providers', SSO)
  expect(status).toBe(200)
  const { client_secret, ...visible } = SSO
  expect(body).toEqual({
    ...visible,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    organization_id: expect.any(String),
    uses_pkce: false,
    code_challenge_method: 'S256',
    created_at: service.clock.now().replace('.000001', ''),
    updated_at: body.created_at,
    provider_type: null,
    mcp_server_url: null,
    token_endpoint_auth_method: 'client_secret_post',
    is_dynamic_client: false,
  })
  expect(await send(service, 'GET /v2/auth/providers/sso')).toEqual({ status: 200, body })
  expect((await send(service, 'GET /v2/auth/providers')).body).toEqual([body])
})

test('OAuth providers never reveal a client secret', async () => {
  const service = createService({ scenario: 'empty' })
  const answers = [
    await send(service, 'POST /v2/auth/providers', SSO),
    await send(service, 'PATCH /v2/auth/providers/sso', { client_secret: 'do-not-tell-either' }),
    await send(service, 'GET /v2/auth/providers'),
  ]
  expect(JSON.stringify([answers, service.snapshot()])).not.toContain('do-not-tell')
})

test.for([
  ['409', 409],
  ['400', 400],
] as const)('OAuth providers have unique ids: duplicateProvider=%s', async ([duplicateProvider, expected]) => {
  const service = createService({ scenario: 'empty', assumptions: { duplicateProvider } })
  await send(service, 'POST /v2/auth/providers', SSO)
  const { status, body } = await send(service, 'POST /v2/auth/providers', { ...SSO, name: 'Another' })
  expect([status, body]).toEqual([expected, { detail: "OAuth provider with provider ID 'sso' already exists." }])
  expect(service.db.providers.list().map(({ name }) => name)).toEqual(['Single sign-on'])
})

test('OAuth providers keep the fields that a change leaves out, or that are null', async () => {
  const service = createService()
  const [before] = service.db.providers.list()
  const target = `PATCH /v2/auth/providers/${before?.provider_id}`
  const { status, body } = await send(service, target, { name: 'Renamed', client_id: null, uses_pkce: null })
  expect(status).toBe(200)
  expect(body).toEqual({ ...before, name: 'Renamed', updated_at: expect.any(String) })
  expect(Date.parse(String(body.updated_at))).toBeGreaterThan(Date.parse(before?.updated_at ?? ''))
})

test('OAuth providers are deleted with their tokens, and with a message', async () => {
  const service = createService({ scenario: { name: 'a', deployments: 0, providers: 2, tokens: 4, connections: 2 } })
  const [google] = service.db.providers.list()
  const { status, body } = await send(service, `DELETE /v2/auth/providers/${google?.provider_id}`)
  expect([status, body]).toEqual([200, { message: `OAuth provider '${google?.provider_id}' deleted successfully` }])
  expect(service.db.providers.count()).toBe(1)
  expect(service.db.tokens.list().map(({ provider_id }) => provider_id)).not.toContain(google?.provider_id)
  expect(service.db.connections.list().map(({ provider_id }) => provider_id)).not.toContain(google?.provider_id)
})

test.for(['GET', 'PATCH', 'DELETE'])('OAuth providers do not exist for %s with an unknown id', async (method) => {
  const body = method === 'PATCH' ? { name: 'x' } : undefined
  expect(await send(createService(), `${method} /v2/auth/providers/nope`, body)).toEqual({
    status: 404,
    body: { detail: 'Provider ID nope not found.' },
  })
})

test('the discovery of an MCP server derives the endpoints from its URL', async () => {
  const service = createService()
  const { status, body } = await send(service, 'POST /v2/auth/providers/mcp-discover', MCP)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...MCP,
    auth_url: 'https://mcp.test:8443/authorize',
    token_url: 'https://mcp.test:8443/token',
    provider_type: 'mcp',
    is_dynamic_client: true,
    uses_pkce: true,
    code_challenge_method: 'S256',
    token_endpoint_auth_method: 'none',
  })
  expect((await send(createService(), 'POST /v2/auth/providers/mcp-discover', MCP)).body).toEqual(body)
})

test('the discovery of an MCP server can be reached without encryption', async () => {
  const insecure = { ...MCP, mcp_server_url: 'http://localhost:8080/mcp' }
  const { status, body } = await send(createService(), 'POST /v2/auth/providers/mcp-discover', insecure)
  expect([status, body]).toMatchObject([200, { auth_url: 'http://localhost:8080/authorize' }])
})

test.for(['mcp.test', 'ftp://mcp.test', ''])(
  'the discovery of an MCP server rejects %j, which is no URL of a server',
  async (mcp_server_url) => {
    const service = createService({ scenario: 'empty' })
    const { status } = await send(service, 'POST /v2/auth/providers/mcp-discover', { ...MCP, mcp_server_url })
    expect([status, service.db.providers.count()]).toEqual([400, 0])
  },
)

test('the discovery of an MCP server is described with its refusal', async () => {
  const { paths } = (await createService().openapi()) as { paths: Record<string, { post: { responses: object } }> }
  const responses = paths['/v2/auth/providers/mcp-discover']?.post.responses
  expect(responses).toMatchObject({ 400: { description: expect.stringContaining('Not the URL of a server.') } })
})

test('the discovery of an MCP server rejects an id that is taken', async () => {
  const service = createService()
  await send(service, 'POST /v2/auth/providers/mcp-discover', MCP)
  expect((await send(service, 'POST /v2/auth/providers/mcp-discover', MCP)).status).toBe(409)
})

test('the providers of the platform are there without any in the workspace', async () => {
  const service = createService({ scenario: 'empty' })
  const { body } = await send<{ provider_id: string }[]>(service, 'GET /v2/auth/platform-providers')
  expect(body.map(({ provider_id }) => provider_id)).toEqual(['google', 'github', 'slack', 'microsoft', 'linear-mcp'])
  expect(await send(service, 'GET /v2/auth/platform-providers/slack')).toEqual({ status: 200, body: body[2] })
})

test('the providers of the platform share no id with those of the workspace', async () => {
  const service = createService()
  const { body } = await send<{ id: string }[]>(service, 'GET /v2/auth/platform-providers')
  const own = service.db.providers.list().map(({ id }) => id)
  expect(body.filter(({ id }) => own.includes(id))).toEqual([])
})

test('the providers of the platform do not exist with an unknown id', async () => {
  const { status, body } = await send(createService(), 'GET /v2/auth/platform-providers/nope')
  expect([status, body]).toEqual([404, { detail: 'Provider ID nope not found.' }])
})
