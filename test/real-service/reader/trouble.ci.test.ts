import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished } from 'vitest'
import { assertCertificates } from '../../../src/programs/real-service/reader/base-url.ts'
import { UnreachableError } from '../../../src/programs/real-service/reader/errors.ts'
import { createReader } from '../../../src/programs/real-service/reader/reader.ts'
import { MOST_BYTES } from '../../../src/programs/real-service/reader/send.ts'
import { createSkippingClock, inTurn, sendJson, test } from '../../support/real-service.ts'
import { createSelfSigned } from '../../support/self-signed.ts'

const request = { method: 'GET', path: '/v2/deployments', query: 'limit=5' } as const

const respond =
  (status: number, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) =>
    sendJson(response, status, { status }, headers)
const ignore: RequestListener = () => undefined
const neverEnd: RequestListener = (_request, response) => void response.writeHead(200).write('[')
const breakOff: RequestListener = ({ socket }) => socket.destroy()
const breakBody: RequestListener = ({ socket }, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('[', () => socket.destroy())
}

const date = 'Thu, 26 Nov 2026 10:00:00 GMT'
const later = 'Thu, 26 Nov 2026 10:00:09 GMT'

test.for([
  [429, { 'retry-after': '7' }, 7000],
  [429, { 'retry-after': later, date }, 9000],
  [503, { 'retry-after': '7' }, 7000],
  [503, { 'retry-after': date, date: later }, 200],
  [503, { 'retry-after': 'soon' }, 1000],
  [502, {}, 1000],
  [504, {}, 1000],
  [429, {}, 1000],
] as const)(
  'after %j with %j, a request is repeated %j milliseconds later',
  async ([status, headers, wait], { service }) => {
    service.respond(inTurn(respond(status, headers), respond(200)))
    const clock = createSkippingClock()
    const pauses: string[] = []
    const reader = createReader(service.url, { clock, onPause: (_milliseconds, reason) => pauses.push(reason) })
    expect(await reader.read(request)).toMatchObject({ status: 200 })
    expect(clock.waits).toEqual([wait])
    expect([reader.sent, service.requests.length]).toEqual([2, 2])
    expect(pauses).toEqual([expect.stringContaining(`(${status})`)])
  },
)

test.for([
  [429, /: it limits how many requests it takes \(429\), also when it was asked again\. Try again later, with a lower/],
  [
    502,
    /^Failed to GET http:\S+\/v2\/deployments\?limit=5: it is not available \(502\), also when it was asked again\./,
  ],
  [503, /: it is not available \(503\), also/],
  [504, /: it is not available \(504\), also/],
] as const)(
  'a service that goes on with %j is unreachable after three repeats',
  async ([status, expected], { service }) => {
    service.respond(respond(status))
    const clock = createSkippingClock()
    const reader = createReader(service.url, { clock })
    const read = reader.read(request)
    await expect(read).rejects.toThrow(UnreachableError)
    await expect(read).rejects.toThrow(expected)
    expect(clock.waits).toEqual([1000, 2000, 4000])
    expect(reader.sent).toBe(4)
  },
)

test('a pause that is too long is not awaited', async ({ service }) => {
  service.respond(respond(429, { 'retry-after': '3600' }))
  const reader = createReader(service.url, { clock: createSkippingClock() })
  await expect(reader.read(request)).rejects.toThrow(/\(429\), and asks to wait for 3600 s\. Try again later/)
  expect(reader.sent).toBe(1)
})

test.for([400, 404, 422, 500, 501] as const)('%j is a reply, and is not repeated', async (status, { service }) => {
  service.respond(respond(status))
  const reader = createReader(service.url)
  expect(await reader.read(request)).toMatchObject({ status, body: JSON.stringify({ status }) })
  expect(reader.sent).toBe(1)
})

test('a connection that breaks is opened again', async ({ service }) => {
  service.respond(inTurn(breakOff, breakBody, respond(200)))
  const clock = createSkippingClock()
  const reader = createReader(service.url, { clock })
  expect(await reader.read(request)).toMatchObject({ status: 200 })
  expect(clock.waits).toEqual([1000, 2000])
})

test('a service that only breaks connections is unreachable', async ({ service }) => {
  service.respond(breakOff)
  const reader = createReader(service.url, { clock: createSkippingClock() })
  await expect(reader.read(request)).rejects.toThrow(/: the connection broke \(\w+\), also when it was asked again\./)
  expect(reader.sent).toBe(4)
})

test('a server that is not there is reported at once', async () => {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  const reader = createReader(`http://127.0.0.1:${port}`)
  await expect(reader.read(request)).rejects.toThrow(/nothing listens there\. Check the host and the port of the URL/)
  expect(reader.sent).toBe(1)
})

test('what speaks no HTTPS is reported at once', async ({ service }) => {
  const reader = createReader(service.url.replace('http:', 'https:'))
  await expect(reader.read(request)).rejects.toThrow(/does not speak HTTPS\. Check whether the URL has to begin with/)
})

test('headers that are too long are reported, with what allows them', async ({ service }) => {
  service.respond(respond(200, { 'x-trace': 'x'.repeat(20_000) }))
  await expect(createReader(service.url).read(request)).rejects.toThrow(
    /longer headers than Node reads\. .*--max-http-header-size/,
  )
})

test('a certificate that is not trusted is reported, and no request arrives', async () => {
  const arrived: string[] = []
  const server = createServer(createSelfSigned(), ({ url = '' }) => void arrived.push(url))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const reader = createReader(`https://127.0.0.1:${port}`, { headers: { 'X-Api-Key': 'my-secret-key-of-tests' } })
  await expect(reader.read(request)).rejects.toThrow(
    /its certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/,
  )
  expect(arrived).toEqual([])
})

test('certificates cannot be left unverified', () => {
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  expect(() => assertCertificates('https://api.test', environment)).toThrow(/NODE_TLS_REJECT_UNAUTHORIZED=0 switches/)
  expect(() => assertCertificates('http://api.test', environment)).not.toThrow()
  expect(() => assertCertificates('https://api.test', {})).not.toThrow()
})

test.for([
  ['no response', ignore],
  ['a body that does not end', neverEnd],
] as const)('%s is awaited for a limited time', async ([, listener], { service }) => {
  service.respond(listener)
  const reader = createReader(service.url, { timeout: 50 })
  await expect(reader.read(request)).rejects.toThrow(
    /no complete response within 0\.05 s\. Try again, or set a longer --timeout\.$/,
  )
  expect(reader.sent).toBe(1)
})

test('a body without end is cut', async ({ service }) => {
  const chunk = Buffer.alloc(1024 * 1024, 'a')
  function* repeat() {
    for (;;) yield chunk
  }
  service.respond((_request, response) => void pipeline(Readable.from(repeat()), response).catch(() => undefined))
  const { body } = await createReader(service.url).read(request)
  expect(body.length).toBe(MOST_BYTES)
})

test('an interruption ends a request that gets no response', async ({ service }) => {
  const interruption = new AbortController()
  service.respond(() => interruption.abort(new Error('interrupted')))
  const reader = createReader(service.url, { signal: interruption.signal })
  await expect(reader.read(request)).rejects.toThrow('interrupted')
  await expect(reader.read(request)).rejects.toThrow('interrupted')
  expect(service.requests).toHaveLength(1)
})

test('an interruption ends a pause', async ({ service }) => {
  const interruption = new AbortController()
  service.respond(respond(429, { 'retry-after': '200' }))
  const reader = createReader(service.url, {
    signal: interruption.signal,
    onPause: () => void setTimeout(() => interruption.abort(new Error('interrupted'))),
  })
  await expect(reader.read(request)).rejects.toThrow('interrupted')
  expect(service.requests).toHaveLength(1)
})
