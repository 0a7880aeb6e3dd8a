// A server with a certificate of its own.

import { once } from 'node:events'
import { type Agent, Agent as HttpsAgent, request as startRequest } from 'node:https'
import { connect as connectPlainly } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { connect, type TLSSocket } from 'node:tls'
import { expect, vi } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { type RunningServer, type ServeOptions, serve } from '../../src/server/index.ts'
import { test as base, type Folder } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'
import { createSelfSigned } from '../support/self-signed.ts'

interface Secure {
  server: RunningServer
  simulator: Simulator
  open(): Promise<TLSSocket>
  send(path: string, sent?: Sent): Promise<{ status: number | undefined; location: string | undefined; body: unknown }>
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

interface Fixtures {
  start(options?: ServeOptions): Promise<Secure>
}

async function writePair(folder: Folder): Promise<{ cert: string; key: string }> {
  const { cert, key } = createSelfSigned()
  return { cert: await folder.write('cert.pem', cert), key: await folder.write('key.pem', key) }
}

const test = base.extend<Fixtures>({
  start: async ({ folder }, use) => {
    const servers: RunningServer[] = []
    await use(async (options) => {
      const simulator = createSimulator()
      const server = await serve(simulator, { port: 0, tls: await writePair(folder), ...options })
      servers.push(server)
      return { server, simulator, open: () => open(server), send: (path, sent) => send(server.url + path, sent) }
    })
    for (const server of servers) await server.close()
  },
})

async function open({ port }: RunningServer): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }).on('error', () => undefined)
  await once(socket, 'secureConnect')
  return socket
}

const agent: Agent = new HttpsAgent({ rejectUnauthorized: false, keepAlive: false })

async function send(url: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const [response] = await once(startRequest(url, { method, headers, agent }).end(body), 'response')
  const isJson = response.headers['content-type'] === 'application/json'
  const { statusCode: status, headers: received } = response
  return { status, location: received.location, body: await (isJson ? json(response) : text(response)) }
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')

test('a server with a certificate serves over HTTPS, and names its URL like that', async ({ start }) => {
  const { server, send: sendTo } = await start()
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(await sendTo('/v2/deployments?limit=1')).toMatchObject({ status: 200, body: { resources: [{}] } })
  expect(await sendTo('/v2/deployments/')).toMatchObject({ status: 307, location: `${server.url}/v2/deployments` })
})

test('a page of the server itself may use its control API, but not one of the same host over HTTP', async ({
  start,
}) => {
  const { server, send: sendTo } = await start()
  const askFrom = (origin: string) => sendTo('/_simulator/clock', { headers: { origin } })
  expect((await askFrom(server.url)).status).toBe(200)
  expect((await askFrom(server.url.replace('https', 'http'))).status).toBe(403)
})

test('signed links lead to HTTPS, and open without the token', async ({ start }) => {
  const { server, send: sendTo } = await start({ token: 'secret' })
  const headers = { authorization: 'Bearer secret' }
  const body = JSON.stringify({ scenario: 'busy', session: 'demo' })
  const { status, body: link } = await sendTo('/_simulator/links', { method: 'POST', headers, body })
  expect([status, link]).toMatchObject([200, { url: expect.stringContaining(`${server.url}/`) }])
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const opened = await send((link as { url: string }).url, { headers: navigation })
  expect(opened.status).toBe(303)
})

test('32 requests may be in flight on a connection over TLS, and one with more ends', async ({ start }) => {
  const { simulator, open: openOne } = await start()
  const socket = await openOne()
  socket.write(get('/v2/auth/providers').repeat(31) + get('/v2/nothing', 'Connection: close'))
  expect((await text(socket)).match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(31)
  const greedy = await openOne()
  greedy.resume().write(get('/v2/deployments?limit=100').repeat(1000))
  await once(greedy, 'close')
  expect(simulator.requests.count({ operation: 'listDeployments' })).toBeLessThanOrEqual(1)
})

test('what waits over TLS is reset when the server stops, and idle connections and handshakes end', async ({
  start,
}) => {
  const { server, simulator, open: openOne } = await start({ grace: 3600 })
  simulator.faults.add({ operation: 'listDeployments', effect: 'stall' })
  const idle = await openOne()
  const waiting = await openOne()
  waiting.write(get('/v2/deployments'))
  await vi.waitFor(() => expect(simulator.requests.count({ state: 'pending' })).toBe(1))
  await Promise.all([server.close(), once(idle, 'close'), once(waiting, 'close')])
})

test.for(['GET', 'POST', 'DELETE', 'OPTIONS', 'CONNECT'])(
  'a client that sends %s over HTTP to a server with a certificate gets a 400 that says so',
  async (method, { start }) => {
    const { server, send: sendTo } = await start()
    const socket = connectPlainly(server.port, '127.0.0.1').on('error', () => undefined)
    let received = ''
    socket.setEncoding('latin1').on('data', (text) => {
      received += text
    })
    socket.write(get('/v2/deployments').replace('GET', method))
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*\r\n\r\nThis port takes HTTPS\./s)
    expect((await sendTo('/v2/auth/providers')).status).toBe(200)
  },
)

test('a certificate that is replaced is used from then on, and one that is wrong never', async ({ start, folder }) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { open: openOne } = await start()
  const readFingerprint = async () => {
    const socket = await openOne()
    const { fingerprint } = socket.getPeerCertificate()
    socket.destroy()
    return fingerprint
  }
  const first = await readFingerprint()
  await folder.write('cert.pem', 'broken')
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  expect(String(logged.mock.calls[0])).toMatch(
    /^Failed to use the certificate: .* keeps the certificate that it has\.$/,
  )
  expect(await readFingerprint()).toBe(first)
  await writePair(folder)
  await vi.waitFor(async () => expect(await readFingerprint()).not.toBe(first), { timeout: 5000, interval: 100 })
  await vi.waitFor(() => expect(logged).toHaveBeenLastCalledWith('The server uses the new certificate.'))
  logged.mockRestore()
})

test('a certificate without its key is refused', async ({ folder }) => {
  const { cert, key } = await writePair(folder)
  const other = await folder.write('other.pem', createSelfSigned().key)
  const start = (tls: object) => serve(createSimulator(), { port: 0, tls: tls as ServeOptions['tls'] & object })
  await expect(start({ cert })).rejects.toThrow(
    'Failed to use the certificate: one of its two files is missing. Set --tls-cert to a file with a certificate, and --tls-key to one with its key',
  )
  await expect(start({ cert, key: other })).rejects.toThrow(/^Failed to use the certificate: .*mismatch/)
  await expect(start({ cert: folder.path('none.pem'), key })).rejects.toThrow(/ENOENT/)
})

test('serve prints URLs with https for --tls-cert and --tls-key', async ({ folder }) => {
  const { cert, key } = await writePair(folder)
  const run = runCli('--port', '0', '--tls-cert', cert, '--tls-key', key)
  const [, url = ''] = await run.printed(/listens on (https:\S+)$/)
  await run.printed(/^Press/)
  expect(run.out).toContain(`Console: ${url}/_simulator/`)
  run.stop()
  expect(await run.exit).toBe(0)
})
