import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as sendOn } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, onTestFinished, vi } from 'vitest'
import { assertAccepted } from '../../../src/programs/real-service/reader/accepted.ts'
import { UnreachableError } from '../../../src/programs/real-service/reader/errors.ts'
import { createReader } from '../../../src/programs/real-service/reader/reader.ts'
import { createFolder } from '../../support/create-folder.ts'
import { createSkippingClock, sendJson, test } from '../../support/real-service.ts'
import { createSelfSigned } from '../../support/self-signed.ts'

const request = { method: 'GET', path: '/v2/deployments', query: 'limit=5' } as const
const SECRET = 'a-password-of-the-proxy'
const KEY = { 'X-Api-Key': 'my-secret-key-of-tests' }

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

interface Behaviour {
  /** Answers instead of the service. */
  readonly answer?: (response: ServerResponse) => void
  readonly answerTunnel?: (socket: Socket) => void
}

/** A proxy that knows one host, and notes what it was asked for. */
async function startProxy(port: number, { answer, answerTunnel }: Behaviour = {}) {
  const asked: { readonly target: string; readonly authorization: string | undefined }[] = []
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push({ target: `${method} ${url}`, authorization: headers['proxy-authorization'] })
  }
  const server = createServer((incoming, response) => {
    note(incoming)
    if (answer !== undefined) return answer(response)
    const { method = '', headers, url = '' } = incoming
    const { pathname, search } = new URL(url)
    sendOn({ port, method, headers, path: pathname + search }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers)
      reply.pipe(response)
    }).end()
  })
  server.on('connect', (incoming, socket: Socket) => {
    note(incoming)
    if (answerTunnel !== undefined) return answerTunnel(socket)
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    for (const each of [socket, upstream]) each.on('error', () => upstream.destroy())
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  return { asked, url, withCredentials: url.replace('//', `//me:${SECRET}@`) }
}

const portOf = (url: string) => Number(new URL(url).port)

afterEach(() => void vi.unstubAllEnvs())

test('a request goes through the proxy of the environment, and its credentials only to the proxy', async ({
  service,
}) => {
  const proxy = await startProxy(portOf(service.url))
  vi.stubEnv('HTTP_PROXY', proxy.withCredentials)
  const reader = createReader('http://api.test/base', { headers: KEY })
  expect(await reader.read(request)).toMatchObject({ status: 200, body: '[]' })
  expect(proxy.asked).toEqual([
    {
      target: 'GET http://api.test/base/v2/deployments?limit=5',
      authorization: `Basic ${Buffer.from(`me:${SECRET}`).toString('base64')}`,
    },
  ])
  expect(service.requests).toMatchObject([
    { path: '/base/v2/deployments?limit=5', headers: { host: 'api.test', 'x-api-key': KEY['X-Api-Key'] } },
  ])
})

test('a host of NO_PROXY is asked directly', async ({ service }) => {
  const proxy = await startProxy(portOf(service.url))
  vi.stubEnv('HTTP_PROXY', proxy.url)
  vi.stubEnv('NO_PROXY', 'api.test')
  await expect(createReader('http://api.test').read(request)).rejects.toThrow(/its host name is unknown/)
  expect(proxy.asked).toEqual([])
})

test('a redirect is not followed through a proxy either', async ({ service }) => {
  service.respond((_request, response) => sendJson(response, 307, {}, { location: 'http://other.test/' }))
  vi.stubEnv('HTTP_PROXY', (await startProxy(portOf(service.url))).url)
  expect(await createReader('http://api.test').read(request)).toMatchObject({ status: 307 })
  expect(service.requests).toHaveLength(1)
})

const page = '<p>Your request has been noted.</p>'
const sendPage =
  (status: number): NonNullable<Behaviour['answer']> =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(page)
const sendTunnel =
  (status: string): NonNullable<Behaviour['answerTunnel']> =>
  (socket) =>
    void socket.end(`HTTP/1.1 ${status}\r\ncontent-type: text/html\r\n\r\n${page}`)

const breakOff = (socket: Socket) => void socket.destroy()

test.for([
  [
    'requires credentials',
    'http',
    'url',
    { answer: sendPage(407) },
    /requires credentials \(407\)\. Add them to HTTP_PR/,
  ],
  [
    'refuses its own',
    'http',
    'withCredentials',
    { answer: sendPage(407) },
    /refused its credentials \(407\)\. Check the/,
  ],
  [
    'requires some',
    'https',
    'url',
    { answerTunnel: sendTunnel('407 Who') },
    /requires credentials \(407\)\. Add them to HT/,
  ],
  [
    'refuses its own',
    'https',
    'withCredentials',
    { answerTunnel: sendTunnel('407 Who') },
    /refused its credentials \(407/,
  ],
  [
    'refuses hosts',
    'https',
    'withCredentials',
    { answerTunnel: sendTunnel('403 No') },
    /http:\S+ responds 403 instead of/,
  ],
  [
    'is busy',
    'https',
    'withCredentials',
    { answerTunnel: sendTunnel('503 No') },
    /responds 503 .*, also when it was asked/,
  ],
  [
    'sends a page',
    'https',
    'withCredentials',
    { answerTunnel: sendTunnel('200 OK') },
    /responds itself instead of opening/,
  ],
  [
    'breaks off',
    'https',
    'withCredentials',
    { answerTunnel: breakOff },
    /cannot be used: the connection broke \(ECONNRE/,
  ],
] as const)('a proxy that %s is an error for %s', async ([, scheme, address, behaviour, expected]) => {
  const proxy = await startProxy(0, behaviour)
  vi.stubEnv(`${scheme.toUpperCase()}_PROXY`, proxy[address])
  const reader = createReader(`${scheme}://api.test`, { headers: KEY, clock: createSkippingClock() })
  const error: unknown = await reader.read(request).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UnreachableError)
  expect(String(error)).toMatch(expected)
  expect(String(error)).not.toContain(SECRET)
})

test.for(['http', 'https'])('for %s, a proxy that says nothing is awaited for a limited time', async (scheme) => {
  const ignore = () => undefined
  const proxy = await startProxy(0, { answer: ignore, answerTunnel: ignore })
  vi.stubEnv(`${scheme.toUpperCase()}_PROXY`, proxy.url)
  const read = createReader(`${scheme}://api.test`, { timeout: 50 }).read(request)
  await expect(read).rejects.toThrow(/no complete response within 0\.05 s/)
  const reason = new Error('Stopped')
  const stop = new AbortController()
  const stopped = createReader(`${scheme}://api.test`, { signal: stop.signal }).read(request)
  stop.abort(reason)
  await expect(stopped).rejects.toBe(reason)
})

test('a page that a proxy sends instead of the service is refused', async () => {
  vi.stubEnv('HTTP_PROXY', (await startProxy(0, { answer: sendPage(200) })).withCredentials)
  const reader = createReader('http://api.test')
  const reply = await reader.read(request)
  expect(() => assertAccepted(reply, reader)).toThrow(
    /a web page instead of JSON\. Check the URL, whether the proxy http:\/\/127\.0\.0\.1:\d+ sent the page, and if/,
  )
})

test.for(['http', 'https'])('to %s, a proxy that is not there is reported at once', async (scheme) => {
  const server = createServer()
  const port = await listen(server)
  await once(server.close(), 'close')
  vi.stubEnv(`${scheme}_proxy`, `http://me:${SECRET}@127.0.0.1:${port}`)
  const reader = createReader(`${scheme}://api.test`)
  await expect(reader.read(request)).rejects.toThrow(
    `: the proxy http://127.0.0.1:${port} cannot be used: nothing listens there. Check ${scheme}_proxy. To do without`,
  )
  expect(reader.sent).toBe(1)
})

test('what a proxy repeats of its credentials is hidden', async () => {
  const answer: Behaviour['answer'] = (response) => sendJson(response, 401, { detail: `${SECRET} is no key` })
  vi.stubEnv('HTTP_PROXY', (await startProxy(0, { answer })).withCredentials)
  const reader = createReader('http://api.test')
  const reply = await reader.read(request)
  expect(() => assertAccepted(reply, reader)).toThrow(/\(401: \[hidden\] is no key\)/)
})

async function startSecureService() {
  const { key, cert } = createSelfSigned()
  const arrived: string[] = []
  const server = createSecureServer({ key, cert }, ({ url = '' }, response) => {
    arrived.push(url)
    sendJson(response, 200, [])
  })
  return { arrived, cert, port: await listen(server) }
}

test('through a tunnel, a certificate that is not trusted is reported, and no request arrives', async () => {
  const { arrived, port } = await startSecureService()
  vi.stubEnv('HTTPS_PROXY', (await startProxy(port)).url)
  await expect(createReader('https://test', { headers: KEY }).read(request)).rejects.toThrow(
    /its certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\), through the proxy http:\S+\. .*NODE_EXTRA_CA_CERTS/,
  )
  expect(arrived).toEqual([])
})

const bin = fileURLToPath(new URL('../../../dist/src/cli/bin.js', import.meta.url))

test.for([
  ['test', 1, 'it returned no records'],
  ['other.test', 3, 'its certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID), through the proxy'],
] as const)('through a tunnel to %s, the certificate has to be one of that host', async ([host, expected, message]) => {
  const { arrived, port, cert } = await startSecureService()
  const proxy = await startProxy(port)
  const folder = await createFolder()
  onTestFinished(folder.remove)
  const program = spawn(process.execPath, [bin, 'record', `https://${host}`, '--only', 'providers', '--rate', '100'], {
    env: {
      HTTPS_PROXY: proxy.withCredentials,
      NODE_EXTRA_CA_CERTS: await folder.write('ca.pem', cert),
    },
  })
  const [[code], out, err] = await Promise.all([once(program, 'exit'), text(program.stdout), text(program.stderr)])
  expect([code, out]).toEqual([expected, ''])
  expect(err).toContain(message)
  expect(err).not.toContain(SECRET)
  expect(proxy.asked[0]?.target).toBe(`CONNECT ${host}:443`)
  expect(arrived.length > 0).toBe(expected === 1)
})
