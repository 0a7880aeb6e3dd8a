import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import { HttpResponse, http, passthrough } from 'msw'
import { test as base, expect, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { type RunningServer, type ServeOptions, serve } from '../../src/server/index.ts'
import { isMsw2 } from '../support/msw-version.ts'

const OK = /^HTTP\/1\.1 200 OK\r\n/
const INVALID = /^HTTP\/1\.1 400 .*text\/plain.*\r\nInvalid HTTP request received\.$/s

const test = base.extend<{ start: (options?: ServeOptions) => Promise<RunningServer> }>({
  start: async ({}, use) => {
    const started: RunningServer[] = []
    await use(async (options) => {
      const server = await serve(createSimulator(), { port: 0, ...options })
      started.push(server)
      return server
    })
    for (const server of started) await server.close()
  },
})

/** Sends raw bytes, and returns everything that is received until the connection ends. */
async function sendRaw({ port }: RunningServer, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  return text(socket).catch(() => '')
}

const PREFLIGHT = ['Origin: http://app.test', 'Access-Control-Request-Method: GET']
// The best quality takes more than a second for nothing.
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const BOMB = brotliCompressSync(Buffer.alloc(50_000_000), QUICK).toString('latin1')

const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')

async function expectStillServing({ url }: RunningServer): Promise<void> {
  const response = await fetch(`${url}/v2/deployments?limit=1`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ resources: [expect.anything()], offset: 1 })
}

const extras = [http.get('*/extra', () => HttpResponse.text('extra'))]

const servers = [
  { name: 'alone', options: {} },
  ...(isMsw2 ? [{ name: 'with MSW handlers', options: { handlers: extras } }] : []),
]

for (const { name, options } of servers) {
  test.for([
    ['an empty authority', request('GET //'), /^HTTP\/1\.1 404 .*\{"detail":"Not Found"\}$/s],
    ['a path of slashes', request('GET ////?//'), /^HTTP\/1\.1 404 /],
    ['TRACE', request('TRACE /v2/deployments'), /^HTTP\/1\.1 405 .*allow: GET/s],
    ['an absolute target', request('GET http://other.test/v2/auth/providers'), OK],
    ['a broken percent sign in the path', request('GET /v2/deployments%'), /^HTTP\/1\.1 404 /],
    ['bytes that are not UTF-8 in the path', request('GET /v1/integrations/github/%FF/repos'), /^HTTP\/1\.1 404 /],
    ['a broken percent sign in the query', request('GET /v2/deployments?name_contains=%'), OK],
    ['raw bytes in the query', request('GET /v2/deployments?name_contains=\xff\xfe'), /^HTTP\/1\.1 (200|400) /],
    [
      'a malformed Host',
      'GET /v2/deployments/ HTTP/1.1\r\nHost: a b/\\c\r\nConnection: close\r\n\r\n',
      /location: http:\/\/127\.0\.0\.1:\d+\/v2\/deployments\r\n/,
    ],
    ['no Host', 'GET /v2/deployments HTTP/1.0\r\n\r\n', OK],
    ['a header line of 10 MB', request('GET /v2/deployments', `X-Long: ${'a'.repeat(10_000_000)}`), /^HTTP\/1\.1 431 /],
    ['no HTTP at all', 'hello\r\n\r\n', INVALID],
    ['CONNECT', request('CONNECT localhost:80'), /^$|^HTTP\/1\.1 4/],
    ['an absolute target with an invalid host', request('GET http://[::1]*'), INVALID],
    ['a preflight for such a target', request('OPTIONS http://[::1]*', ...PREFLIGHT), INVALID],
    ['an absolute target without a host', request('GET http://'), INVALID],
    ['an absolute target without a path', request('GET http://localhost?limit=1'), /^HTTP\/1\.1 404 .*"Not Found"\}$/s],
    ['an absolute target with credentials', request('GET http://me:secret@localhost/v2/auth/providers'), OK],
    ['a target with another scheme', request('GET ftp://localhost/v2/auth/providers'), /^HTTP\/1\.1 404 /],
    ['a target that is not a path', request('GET v2/auth/providers'), INVALID],
    ['the target *', request('GET *'), /^HTTP\/1\.1 404 .*"Not Found"\}$/s],
    ['OPTIONS for *', request('OPTIONS *'), /^HTTP\/1\.1 404 .*"Not Found"\}$/s],
    ['no Host in HTTP 1.1', 'GET /v2/deployments HTTP/1.1\r\nConnection: close\r\n\r\n', INVALID],
    [
      'no Host for the control API',
      'GET /_simulator HTTP/1.1\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 400 .*\{"error":\{"message":"Failed to answer the request: Invalid HTTP request received\."/s,
    ],
    ['two Hosts', request('GET /v2/deployments', 'host: evil.test'), INVALID],
    ['an unknown expectation', request('GET /v2/deployments', 'Expect: 200-maybe'), OK],
    [
      'an expectation that it meets',
      `${request('POST /v2/deployments', 'Expect: 100-continue', 'Content-Length: 2')}{}`,
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /,
    ],
    [
      'a length in addition to chunks',
      `${request('POST /v2/deployments', 'Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      INVALID,
    ],
    ['two lengths', `${request('POST /v2/deployments', 'Content-Length: 2', 'Content-Length: 3')}{}`, INVALID],
    [
      'an endless chunk extension',
      `${request('POST /v2/deployments', 'Transfer-Encoding: chunked')}2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 413 .*\{"detail":"Chunk extensions too large"\}$/s,
    ],
    ['a body for GET', `${request('GET /v2/auth/providers', 'Content-Length: 2')}{}`, OK],
    ['the preface of HTTP 2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', INVALID],
    ['the hello of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', INVALID],
    [
      'a body with the encoding gzip that is not gzip',
      `${request('POST /v2/deployments', 'Content-Encoding: gzip', 'Content-Length: 2')}{}`,
      /^HTTP\/1\.1 400 .*\{"detail":"/s,
    ],
    [
      'a body that inflates to more than 10 MiB',
      `${request('POST /v2/deployments', 'Content-Encoding: br', `Content-Length: ${BOMB.length}`)}${BOMB}`,
      /^HTTP\/1\.1 413 .*\{"detail":/s,
    ],
    [
      'a header of 60 kB, with 1,500 ids',
      request(`GET /v2/deployments?deployment_ids=${Array(1500).fill(randomUUID()).join(',')}`),
      OK,
    ],
    ['a header of 64 KiB', request('GET /v2/deployments', `X-Long: ${'a'.repeat(65_536)}`), /^HTTP\/1\.1 431 /],
    [
      'an Origin behind more headers than Node keeps',
      request(
        'GET /_simulator',
        ...Array.from({ length: 1500 }, (_, index) => `X${index}: 1`),
        'Origin: http://evil.test',
      ),
      // Newer versions of Node reject the request themselves.
      /^HTTP\/1\.1 431 .*\{"(error":\{"message|detail)":"/s,
    ],
    ['an upgrade', request('GET /v2/deployments', 'Upgrade: websocket').replace('close', 'upgrade, close'), OK],
    [
      'a body that is larger than 10 MiB',
      request('POST /v2/deployments', 'Content-Length: 10485761') + 'a'.repeat(10_485_761),
      /^HTTP\/1\.1 413 .*\{"detail":/s,
    ],
    [
      'a body in pieces',
      `${request('POST /v2/deployments', 'Transfer-Encoding: chunked', 'Content-Type: application/json')}2\r\n{"\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 422 .*json_invalid/s,
    ],
    [
      'endlessly nested arrays',
      `${request('POST /v2/deployments', 'Content-Length: 200000', 'Content-Type: application/json')}${'['.repeat(200_000)}`,
      /^HTTP\/1\.1 4\d\d .*\{"detail":/s,
    ],
  ] as const)(`a server ${name} answers %s, and continues to serve`, async ([, bytes, expected], { start }) => {
    const server = await start(options)
    expect(await sendRaw(server, bytes)).toMatch(expected)
    await expectStillServing(server)
  })

  test.for([
    ['disconnects before the end of its headers', 'GET /v2/deployments HTTP/1.1\r\nHost:'],
    ['disconnects before the end of its body', `${request('POST /v2/deployments', 'Content-Length: 100')}{"name":`],
    ['disconnects before the response', request('GET /v2/deployments?limit=100')],
  ] as const)(`a server ${name} continues to serve when a client %s`, async ([, bytes], { start }) => {
    const server = await start(options)
    const socket = connect(server.port, '127.0.0.1')
    await once(socket, 'connect')
    await new Promise((resolve) => socket.write(bytes, resolve))
    socket.destroy()
    await expectStillServing(server)
  })

  test(`a server ${name} answers a preflight from another origin, and lets the page read the response`, async ({
    start,
  }) => {
    const { url } = await start(options)
    const origin = 'http://localhost:3000'
    const preflight = await fetch(`${url}/v2/deployments`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-api-key')
    const response = await fetch(`${url}/v2/deployments?limit=0`, { headers: { origin } })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  })

  test(`a server ${name} blocks pages of other origins with cors: false`, async ({ start }) => {
    const { url } = await start({ ...options, cors: false })
    const response = await fetch(`${url}/v2/deployments`, { headers: { origin: 'http://localhost:3000' } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
}

test.skipIf(isMsw2)(
  'MSW handlers before the simulator are rejected with the reason with another version than MSW 2',
  async ({ start }) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { url } = await start({ handlers: extras })
    // Without a request, nothing handles the failure, and an unhandled rejection fails the run.
    await import('../../src/server/guarded-handlers.ts')
    await setImmediate()
    expect((await fetch(`${url}/extra`)).status).toBe(500)
    expect(String(said.mock.lastCall?.[0])).toContain('Failed to use the MSW handlers')
    said.mockRestore()
  },
)

/** Tests of handlers, which need MSW 2. */
const handlersTest = test.runIf(isMsw2)

handlersTest(
  'MSW handlers before the simulator take precedence, and leave other requests to the simulator',
  async ({ start }) => {
    const handlers = [
      http.get('*/v2/deployments', ({ request: { url } }) =>
        url.endsWith('?mine') ? HttpResponse.json('mine') : undefined,
      ),
      http.get('/v2/auth/providers', () => passthrough()),
    ]
    const { url } = await start({ handlers })
    expect(await (await fetch(`${url}/v2/deployments?mine`)).json()).toBe('mine')
    expect(await (await fetch(`${url}/v2/deployments?limit=1`)).json()).toMatchObject({ offset: 1 })
    expect(await (await fetch(`${url}/v2/auth/providers`)).json()).toHaveLength(6)
  },
)

handlersTest(
  'MSW handlers before the simulator can answer HEAD, set several cookies and send a status without a body',
  async ({ start }) => {
    const headers = [
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ] as [string, string][]
    const handlers = [
      http.head('*/extra', () => new HttpResponse(null, { headers: { 'x-extra': 'yes' } })),
      http.delete('*/extra', () => new HttpResponse(null, { status: 204, headers })),
    ]
    const { url } = await start({ handlers })
    expect((await fetch(`${url}/extra`, { method: 'HEAD' })).headers.get('x-extra')).toBe('yes')
    const response = await fetch(`${url}/extra`, { method: 'DELETE' })
    expect([response.status, response.headers.getSetCookie()]).toEqual([204, ['a=1', 'b=2']])
  },
)

handlersTest(
  'MSW handlers before the simulator can read the body of a request, and still leave it to the simulator',
  async ({ start }) => {
    const handlers = [
      http.post('*/echo', async ({ request: asked }) => HttpResponse.text(await asked.text())),
      http.post('*/v2/deployments', async ({ request: asked }) => {
        await asked.text()
      }),
    ]
    const { url } = await start({ handlers })
    expect(await (await fetch(`${url}/echo`, { method: 'POST', body: 'hello' })).text()).toBe('hello')
    const init = { method: 'POST', body: '{"a"', headers: { 'content-type': 'application/json' } }
    expect(await (await fetch(`${url}/v2/deployments`, init)).text()).toContain('json_invalid')
  },
)

handlersTest('MSW handlers before the simulator can cut the connection with a network error', async ({ start }) => {
  const server = await start({ handlers: [http.get('*/gone', () => HttpResponse.error())] })
  await expect(fetch(`${server.url}/gone`)).rejects.toThrow(TypeError)
  await expectStillServing(server)
})

handlersTest(
  'MSW handlers before the simulator get the service’s own error if they throw, without a stack',
  async ({ start }) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const server = await start({
      handlers: [
        http.get('*/broken', () => {
          throw new Error('broken on purpose')
        }),
      ],
    })
    const response = await fetch(`${server.url}/broken`)
    expect([response.status, await response.text()]).toEqual([500, '{"detail":"Internal Server Error"}'])
    expect(printed).toHaveBeenCalledWith(expect.objectContaining({ message: 'broken on purpose' }))
    printed.mockClear()
    await expectStillServing(server)
  },
)

handlersTest('MSW handlers before the simulator cut the connection if their body breaks off', async ({ start }) => {
  const body = () =>
    new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('first part'))
        controller.error(new Error('broken off'))
      },
    })
  const server = await start({ handlers: [http.get('*/half', () => new HttpResponse(body()))] })
  await expect(fetch(`${server.url}/half`).then((response) => response.text())).rejects.toThrow(TypeError)
  await expectStillServing(server)
})

handlersTest.for([
  ['an object', () => new ReadableStream({ start: (controller) => controller.enqueue({ a: 1 }) })],
  ['a number', () => new ReadableStream({ start: (controller) => controller.enqueue(5) })],
] as const)(
  'MSW handlers before the simulator cut the connection if their body contains %s',
  async ([, body], { start }) => {
    const server = await start({ handlers: [http.get('*/odd', () => new HttpResponse(body()))] })
    await expect(fetch(`${server.url}/odd`).then((response) => response.text())).rejects.toThrow(TypeError)
    await expectStillServing(server)
  },
)

handlersTest(
  'MSW handlers before the simulator lose the headers that belong to the connection, and no others',
  async ({ start }) => {
    const headers = { trailer: 'x-late', connection: 'upgrade', 'transfer-encoding': 'gzip', 'x-kept': 'yes' }
    const server = await start({ handlers: [http.get('*/trailer', () => HttpResponse.text('abc', { headers }))] })
    const response = await fetch(`${server.url}/trailer`)
    expect([response.headers.get('x-kept'), await response.text()]).toEqual(['yes', 'abc'])
    await expectStillServing(server)
  },
)

handlersTest(
  'MSW handlers before the simulator leave a path that cannot be decoded to the simulator',
  async ({ start }) => {
    const { url } = await start({ handlers: [http.get('/v1/:any/*', () => undefined)] })
    expect((await fetch(`${url}/v1/integrations/github/%zz/repos`)).status).toBe(404)
    expect((await fetch(`${url}/%`)).status).toBe(404)
  },
)

handlersTest.for(['GET', 'HEAD'])(
  'MSW handlers before the simulator are stopped when the client drops an endless response to %s',
  async (method, { start }) => {
    const cancelled = withResolvers()
    const body = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1000)),
        cancel: cancelled.resolve,
      })
    const server = await start({ handlers: [http.all('*/endless', () => new HttpResponse(body()))] })
    const response = await fetch(`${server.url}/endless`, { method })
    await response.body?.cancel()
    await cancelled.promise
    await expectStillServing(server)
  },
)

function withResolvers() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
