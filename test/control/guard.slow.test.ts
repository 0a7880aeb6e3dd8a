import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test as plainTest, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { createApp, type RunningServer, serve } from '../../src/server/index.ts'
import { test } from '../support/control-test.ts'

interface Sent {
  method?: string
  headers?: Record<string, string>
}

/** Sends a request with any Host. */
async function send({ port }: Pick<RunningServer, 'port'>, path: string, { method = 'GET', headers = {} }: Sent = {}) {
  const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.headers['content-type'] === 'text/event-stream') response.destroy()
  return { status: response.statusCode, headers: response.headers, body: await text(response).catch(() => '') }
}

const RESET = '/_simulator/reset'

const HOSTS = [
  ['127.0.0.1', 200],
  ['127.1.2.3:80', 200],
  ['localhost:4010', 200],
  ['LOCALHOST', 200],
  ['app.localhost:1', 200],
  ['[::1]:4010', 200],
  ['evil.test', 403],
  ['127.0.0.1.evil.test', 403],
  ['localhost.evil.test', 403],
  ['evil-localhost', 403],
  ['192.168.0.7:4010', 403],
  ['[::2]', 403],
  ['0.0.0.0', 403],
  ['localhost:x', 403],
  ['localhost@evil.test', 403],
] as const

test('without a token, the control API responds only to the hosts of this machine', async ({ start }) => {
  const { server } = await start()
  for (const [host, status] of HOSTS) {
    const answer = await send(server, RESET, { method: 'POST', headers: { host } })
    expect(answer.status, host).toBe(status)
    if (status === 403)
      expect(JSON.parse(answer.body).error.message).toMatch(/^Failed to use the control API: the host is "/)
  }
})

const ORIGINS = [
  ['the server’s own', 'http://localhost:4010', 200],
  ['another port', 'http://localhost:4011', 403],
  ['another scheme', 'https://localhost:4010', 403],
  ['another host', 'http://evil.test', 403],
  ['another name of the same machine', 'http://127.0.0.1:4010', 403],
  ['an opaque origin', 'null', 403],
  ['an invalid origin', 'localhost:4010', 403],
  ['an allowed one', 'http://app.test:3000', 200],
] as const

test('without a token, the control API responds only to pages of its own origin and of the allowed ones', async ({
  start,
}) => {
  const { server } = await start({ server: { allowOrigins: ['http://app.test:3000/'] } })
  for (const [what, origin, status] of ORIGINS) {
    const answer = await send(server, RESET, { method: 'POST', headers: { host: 'localhost:4010', origin } })
    expect(answer.status, what).toBe(status)
    const isAllowed = origin === 'http://app.test:3000'
    expect(answer.headers['access-control-allow-origin'], what).toBe(isAllowed ? origin : undefined)
  }
})

test('without a token, the control API responds to pages of all origins if all are allowed', async ({ start }) => {
  const { server } = await start({ server: { allowOrigins: ['*'] } })
  const answer = await send(server, RESET, { method: 'POST', headers: { origin: 'http://anyone.test' } })
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, 'http://anyone.test'])
})

const LOCAL = { host: 'localhost' }

test.for([
  ['127.0.0.1', 200],
  ['127.8.9.10', 200],
  ['::ffff:127.0.0.1', 200],
  ['::1', 200],
  ['192.168.0.7', 403],
  ['::ffff:192.168.0.7', 403],
  ['fe80::1', 403],
  [undefined, 403],
] as const)(
  'without a token, on a connection from %s, the control API responds with %i, whatever the Host is',
  async ([address, status]) => {
    const app = createApp(createSimulator())
    const server = createServer((request, response) => {
      Object.defineProperty(request.socket, 'remoteAddress', { value: address })
      app(request, response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answer = await send({ port }, RESET, { method: 'POST', headers: LOCAL })
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.body).toMatch(/the request comes from .*--token TOKEN \(in code \\"token\\"\)/)
    expect((await send({ port }, '/_simulator/health', { headers: LOCAL })).status).toBe(200)
    server.close()
  },
)

test.for([
  ['mock.test', 200],
  ['MOCK.TEST:8080', 200],
  ['[fd00::7]:4010', 200],
  ['localhost', 200],
  ['evil.mock.test', 403],
  ['mock.test.evil.test', 403],
] as const)('an allowed host responds to %s with %i', async ([host, status], { start }) => {
  const { server } = await start({ server: { allowHosts: ['Mock.test', '[fd00::7]'] } })
  expect((await send(server, RESET, { method: 'POST', headers: { host } })).status).toBe(status)
})

test('an allowed host does not allow pages of other origins', async ({ start }) => {
  const { server } = await start({ server: { allowHosts: ['mock.test'] } })
  const ask = async (origin: string) =>
    (await send(server, RESET, { method: 'POST', headers: { host: 'mock.test:1', origin } })).status
  expect([await ask('http://mock.test:1'), await ask('http://mock.test:2')]).toEqual([200, 403])
})

test.for([
  ['an image on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ['an image on another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }, 403],
  [
    'a frame on another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    403,
  ],
  [
    'a link on another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    200,
  ],
  ['an image on its own origin', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }, 200],
  ['a user who types the address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 200],
  [
    'an allowed origin on another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'http://app.test' },
    200,
  ],
] as const)('a page that embeds the control API gets a response as %s: %o', async ([, headers, status], { start }) => {
  const { server } = await start({ server: { allowOrigins: ['http://app.test'] } })
  expect((await send(server, '/_simulator', { headers })).status).toBe(status)
})

test('a page that embeds the control API cannot post a form, even with the headers of a link', async ({ start }) => {
  const { server } = await start()
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  expect((await send(server, RESET, { method: 'POST', headers })).status).toBe(403)
})

test('a page that embeds the control API is allowed if all origins are', async ({ start }) => {
  const { server } = await start({ server: { allowOrigins: ['*'] } })
  expect((await send(server, '/_simulator', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
})

test.for([
  ['another host', { host: 'mock.internal' }],
  ['a page of another origin', { origin: 'http://evil.test', host: 'mock.internal' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a session that does not exist', { 'x-simulator-session': 'nobody' }],
] as const)(
  'the health check is open to %s, and reveals only that the server is running',
  async ([, headers], { start }) => {
    const { server, simulator } = await start({ server: { token: 'secret' } })
    for (const path of ['/_simulator/health', '/_simulator/health/']) {
      const { status, body } = await send(server, path, { headers })
      expect([status, body]).toEqual([200, '{"status":"ok"}'])
    }
    expect(await send(server, '/_simulator/health', { method: 'HEAD', headers })).toMatchObject({
      status: 200,
      body: '',
    })
    expect(simulator.sessions.list()).toEqual([])
  },
)

test('the health check is open to HTTP 1.0 without a host', async ({ start }) => {
  const { server } = await start()
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET /_simulator/health HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s)
})

test.for([
  ['POST', '/_simulator/health'],
  ['GET', '/_s/alice/_simulator/health'],
  ['GET', '/_simulator/health/x'],
  ['GET', '/_simulator//health'],
] as const)('the health check is the only open operation, unlike %s %s', async ([method, path], { start }) => {
  const { server, simulator } = await start({ server: { token: 'secret' } })
  simulator.sessions.open('alice')
  expect((await send(server, path, { method })).status).toBe(401)
})

test.for([
  ['/_simulator/events?token=secret', '/_simulator/events?token=%5Bhidden%5D'],
  ['/v2/deployments?limit=1&token=secret&offset=0', '/v2/deployments?limit=1&token=%5Bhidden%5D&offset=0'],
  ['/nowhere?a=1?token=secret', '/nowhere?a=1?token=%5Bhidden%5D'],
  ['/_simulator?%74oken=secret', '/_simulator?%74oken=%5Bhidden%5D'],
  ['/_simulator?TOKEN=secret', '/_simulator?TOKEN=%5Bhidden%5D'],
  ['/_simulator?token', '/_simulator?token'],
  ['http://user:secret@localhost/v2/deployments?token=secret', 'http://localhost/v2/deployments?token=%5Bhidden%5D'],
  ['/_simulator/open?scenario=empty&signature=secret', '/_simulator/open?scenario=empty&signature=%5Bhidden%5D'],
  ['/v2/deployments?name_contains=token&token_id=1', '/v2/deployments?name_contains=token&token_id=1'],
] as const)('the log shows %s as %s', async ([path, shown], { start }) => {
  const urls: string[] = []
  const { server } = await start({ server: { token: 'secret', log: ({ url }) => urls.push(url) } })
  await send(server, path)
  await vi.waitFor(() => expect(urls).toEqual([shown]))
})

test.for([
  [{ origin: 'http://evil.test' }, /"http:\/\/evil\.test".* --allow-origin ORIGIN \(in code "allowOrigins"\)/],
  [{ 'sec-fetch-site': 'cross-site' }, /--allow-origin ORIGIN \(in code "allowOrigins"\)/],
  [
    { host: 'evil.test' },
    /"evil\.test".* --allow-host NAME \(in code "allowHosts"\) or --token TOKEN \(in code "token"\)/,
  ],
] as const)(
  'a refusal names the option of the command line and of the code: %o',
  async ([headers, message], { start }) => {
    const { server } = await start()
    const { status, body } = await send(server, RESET, { method: 'POST', headers })
    expect([status, JSON.parse(body).error.message]).toEqual([403, expect.stringMatching(message)])
  },
)

const askFirst = (origin: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-simulator-token' },
})

test.for([RESET, '/_s/alice/_simulator/reset', '/_simulator'])(
  'a preflight for %s is granted only to allowed origins',
  async (path, { start }) => {
    const { server } = await start({ server: { allowOrigins: ['http://app.test'], token: 'secret' } })
    const [allowed, other] = [
      await send(server, path, askFirst('http://app.test')),
      await send(server, path, askFirst('http://evil.test')),
    ]
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, 'http://app.test'])
    expect(allowed.headers['access-control-allow-headers']).toBe('x-simulator-token')
    expect(other.status).toBe(403)
    expect(Object.keys(other.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  },
)

test('a preflight for the service is granted to all origins or to none', async ({ start }) => {
  const [open, closed] = [await start(), await start({ server: { cors: false } })]
  const granted = await send(open.server, '/v2/deployments', askFirst('http://anyone.test'))
  const refused = await send(closed.server, '/v2/deployments', askFirst('http://anyone.test'))
  expect(granted.headers['access-control-allow-origin']).toBe('http://anyone.test')
  expect(refused.headers['access-control-allow-origin']).toBeUndefined()
})

test('a preflight for the service is granted by the assumptions of the session in the path', async ({ start }) => {
  const { server, simulator } = await start()
  simulator.sessions.create('closed', { assumptions: { crossOrigin: 'none' } })
  const ofSession = await send(server, '/_s/closed/v2/deployments', askFirst('http://anyone.test'))
  const ofMain = await send(server, '/v2/deployments', askFirst('http://anyone.test'))
  expect([ofSession.status, ofSession.headers['access-control-allow-origin']]).toEqual([405, undefined])
  expect(ofMain.status).toBe(204)
})

test('a preflight for the control API does not depend on the assumption for the service', async ({ start }) => {
  const { server } = await start({
    simulator: { assumptions: { crossOrigin: 'none' } },
    server: { allowOrigins: ['http://app.test'] },
  })
  const [allowed, other] = [
    await send(server, RESET, askFirst('http://app.test')),
    await send(server, RESET, askFirst('http://evil.test')),
  ]
  expect([allowed.status, other.status]).toEqual([204, 403])
})

test('a preflight for the control API is granted even if the service is closed to other origins', async ({ start }) => {
  const { server } = await start({ server: { cors: false, allowOrigins: ['http://app.test'] } })
  expect((await send(server, RESET, askFirst('http://app.test'))).headers['access-control-allow-origin']).toBe(
    'http://app.test',
  )
})

test.for([
  ['no token', {}, 401],
  ['the token', { authorization: 'Bearer secret' }, 200],
  ['the token with the scheme in lower case', { authorization: 'bearer secret' }, 200],
  ['the token in its own header', { 'x-simulator-token': 'secret' }, 200],
  ['another token', { authorization: 'Bearer secreT' }, 401],
  ['the start of the token', { authorization: 'Bearer secre' }, 401],
  ['another scheme', { authorization: 'Basic secret' }, 401],
  ['the token from another host', { authorization: 'Bearer secret', host: 'mock.test' }, 200],
  ['the token from another origin', { authorization: 'Bearer secret', origin: 'http://evil.test' }, 403],
] as const)('with a token, the control API responds to a request with %s', async ([, headers, status], { start }) => {
  const { server } = await start({ server: { token: 'secret' } })
  const answer = await send(server, RESET, { method: 'POST', headers })
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([status, status === 401 ? 'Bearer' : undefined])
})

test.for([
  ['/_simulator/events?token=secret', 200],
  ['/_s/alice/_simulator/events?token=secret', 200],
  ['/_simulator/events?token=wrong', 401],
  ['/_simulator?token=secret', 401],
  ['/_simulator/faults?token=secret', 401],
] as const)(
  'with a token, the control API accepts it in the query only for events: %s gets %i',
  async ([path, status], { start }) => {
    const { server, simulator } = await start({ server: { token: 'secret' } })
    simulator.sessions.open('alice')
    expect((await send(server, path)).status).toBe(status)
  },
)

test('with a token, the control API can be used by a client that has it', async ({ start }) => {
  const { remote } = await start({ server: { token: 'secret' }, client: { token: 'secret' } })
  expect((await remote.session('alice').reset()).session).toBe('alice')
  const stop = await remote.events(() => undefined)
  await stop()
})

test('with a token, the control API leaves the service open', async ({ start }) => {
  const { server } = await start({ server: { token: 'secret' } })
  expect((await send(server, '/v2/deployments', { headers: { host: 'mock.test' } })).status).toBe(200)
})

const SPELLINGS = [
  '/_simulator/reset',
  '/_simulator/reset/',
  '/_simulator/reset?x=1',
  '//_simulator/reset',
  '/_simulator//reset',
  '/%5fsimulator/reset',
  '/%5Fsimulator/%72eset',
  '/_simulator%2freset',
  '/_simulator/%2e%2e/_simulator/reset',
  '/v2/../_simulator/reset',
  '/./_simulator/reset',
  '/_Simulator/reset',
  '/_s/default/_simulator/reset',
  '/_s/alice/_simulator/reset',
  '/%5fs/alice/_simulator/reset',
  '/_s/alice/%5fsimulator/reset',
  '/_s/alice//_simulator/reset',
  '/_s//_simulator/reset',
  '/_s/a/_s/b/_simulator/reset',
  'http://localhost/_simulator/reset',
  'http://localhost/_s/alice/_simulator/reset',
  'HTTP://user@localhost//_simulator/reset',
]

test.for(['POST', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'TRACE'])(
  'no request bypasses the guard of the control API, however its path is spelled: %s',
  async (method, { start }) => {
    const { server, simulator } = await start({ server: { token: 'secret' } })
    simulator.sessions.open('alice').db.deployments.create()
    simulator.db.deployments.create()
    for (const path of SPELLINGS) {
      const { status, body } = await send(server, path, { method, headers: { 'x-simulator-session': 'alice' } })
      // The service's own responses never have the control API's envelope.
      expect([400, 401, 404, 405], path).toContain(status)
      if (status !== 401) expect(body, path).not.toContain('"error"')
    }
    const counts = [simulator.db.deployments.count(), simulator.sessions.get('alice')?.db.deployments.count()]
    expect(counts).toEqual([61, 61])
  },
)

test('no request bypasses the guard of the control API and creates a session', async ({ start }) => {
  const { server, simulator } = await start({ server: { token: 'secret' } })
  await send(server, '/_s/mallory/_simulator')
  await send(server, '/_simulator', { headers: { 'x-simulator-session': 'mallory' } })
  expect(simulator.sessions.list()).toEqual([])
})

test('no request bypasses the guard of the control API in another Express app: the path that it is mounted at makes no difference', async () => {
  const { default: express } = await import('express')
  const app = express().use('/platform', createApp(createSimulator(), { token: 'secret' }))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const statuses = [
    await fetch(`http://127.0.0.1:${port}/platform/_simulator`),
    await fetch(`http://127.0.0.1:${port}/platform/_simulator`, { headers: { 'x-simulator-token': 'secret' } }),
    await fetch(`http://127.0.0.1:${port}/platform/_simulator/events?token=secret`),
  ].map(({ status }) => status)
  expect(statuses).toEqual([401, 200, 200])
  server.closeAllConnections()
  server.close()
})

plainTest('a server that other machines can reach generates a token, which its control API then requires', async () => {
  const server = await serve(createSimulator(), { port: 0, host: '0.0.0.0' })
  expect(server.token).toMatch(/^[\w-]{32}$/)
  const url = `http://127.0.0.1:${server.port}/_simulator`
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(url, { headers: { authorization: `Bearer ${server.token}` } })).status).toBe(200)
  await server.close()
})

plainTest.for([
  [{ host: '127.0.0.1' }, undefined],
  [{ host: 'localhost' }, undefined],
  [{ host: '0.0.0.0', token: 'mine' }, 'mine'],
  [{ token: 'mine' }, 'mine'],
] as const)('a server with %o has the token %s', async ([options, token]) => {
  const server = await serve(createSimulator(), { port: 0, ...options })
  expect(server.token).toBe(token)
  await server.close()
})

plainTest.for([
  [{ token: '' }, 'Failed to guard the control API: the token is empty.'],
  [{ allowOrigins: ['app.test'] }, 'Failed to allow the origin "app.test": not an origin. Use a scheme and a host'],
  [{ allowOrigins: ['http://app.test/page'] }, 'Failed to allow the origin "http://app.test/page"'],
  [{ allowHosts: ['http://app.test'] }, 'Failed to allow the host "http://app.test": not a host name.'],
  [{ allowHosts: ['app.test:80'] }, 'Failed to allow the host "app.test:80"'],
  [{ allowHosts: ['*'] }, 'Failed to allow the host "*"'],
] as const)('a server with %o is rejected', async ([options, message]) => {
  expect(() => createApp(createSimulator(), options)).toThrow(message)
})

test('a server rejects a malformed Host', async ({ start }) => {
  const { server } = await start()
  const socket = connect(server.port, '127.0.0.1')
  socket.write('POST /_simulator/reset HTTP/1.1\r\nHost: a b/\\c\r\nConnection: close\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /)
})
