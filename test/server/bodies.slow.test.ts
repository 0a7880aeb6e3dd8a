import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { test as base, expect, onTestFinished, vi } from 'vitest'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

interface Opened {
  simulator: Simulator
  /** Opens a connection and sends something. */
  send(head: string, body?: string | Uint8Array): Promise<Socket>
  /** Sends something, and returns everything that is received until the connection ends. */
  exchange(head: string, body?: string | Uint8Array): Promise<string>
}

const test = base.extend<{ open: (options?: SimulatorOptions) => Promise<Opened> }>({
  open: async ({}, use) => {
    const ends: (() => Promise<void>)[] = []
    await use(async (options) => {
      const simulator = createSimulator(options)
      const { port, close } = await serve(simulator, { port: 0 })
      ends.push(close)
      const send = async (head: string, body: string | Uint8Array = '') => {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined)
        await once(socket, 'connect')
        socket.write(head)
        socket.write(body)
        return socket
      }
      return { simulator, send, exchange: async (head, body) => text(await send(head, body)) }
    })
    for (const end of ends) await end()
  },
})

const MEGABYTE = 1024 * 1024
const PATIENT = { timeout: 20_000 }
const post = (path: string, length: number, ...headers: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Length: ${length}`,
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n')
const GZIP = 'Content-Encoding: gzip'
const messageOf = (received: string) => JSON.parse(received.slice(received.indexOf('{'))).error.message

test('a body is memory of connections while it is received, until the client disconnects', async ({ open }) => {
  const { simulator, send } = await open()
  const read = () => simulator.memory().kinds.connections
  const socket = await send(post('/v2/deployments', 3 * MEGABYTE), Buffer.alloc(2 * MEGABYTE))
  await vi.waitFor(() => expect(read()).toBeGreaterThanOrEqual(2 * MEGABYTE))
  socket.destroy()
  await vi.waitFor(() => expect(read()).toBe(0))
})

test('a compressed body whose end is held back takes no more than what was received', async ({ open }) => {
  const { simulator, send } = await open()
  const random = crypto.getRandomValues(new Uint8Array(65_536))
  const bytes = gzipSync(Buffer.concat([random, random.map((byte) => byte ^ 1), Buffer.alloc(9 * MEGABYTE)]))
  await send(post('/v2/deployments', bytes.length, GZIP), bytes.subarray(0, -8))
  await vi.waitFor(() => expect(simulator.memory().kinds.connections).toBeGreaterThan(0))
  expect(simulator.memory().kinds.connections).toBeLessThan(MEGABYTE)
})

test.for([
  [
    'of the service',
    '/v2/deployments',
    /^HTTP\/1\.1 503 .*retry-after: 1\r\n.*\{"detail":"Failed to read the body: /is,
  ],
  ['of the control API', '/_simulator/faults', /^HTTP\/1\.1 503 .*\{"error":\{"message":"Failed to read the body: it/s],
] as const)('a body that there is no memory for gets 503 in the envelope %s', async ([, path, expected], { open }) => {
  const { simulator, send, exchange } = await open({ memory: 33 })
  const part = Buffer.alloc(9 * MEGABYTE)
  for (let count = 0; count < 3; count += 1) {
    const before = simulator.memory().kinds.connections
    await send(post('/v2/deployments', 10 * MEGABYTE), part)
    await vi.waitFor(
      () => expect(simulator.memory().kinds.connections).toBeGreaterThanOrEqual(before + part.length),
      PATIENT,
    )
  }
  const received = await exchange(post(path, part.length), part)
  expect(received).toMatch(expected)
})

const DENSE = gzipSync(Buffer.alloc(9 * MEGABYTE))

test('a compressed body that becomes more than a hundred times larger gets 413', async ({ open }) => {
  const { exchange } = await open()
  expect(await exchange(post('/v2/deployments', DENSE.length, GZIP), DENSE)).toMatch(
    /^HTTP\/1\.1 413 .*\{"detail":"request entity too large"\}$/s,
  )
  expect(messageOf(await exchange(post('/_simulator/faults', DENSE.length, GZIP), DENSE))).toBe(
    `Failed to read the body: it has ${DENSE.length} bytes, and more than 1048576 decompressed. Beyond 1048576, send at least a 100th.`,
  )
})

test('a compressed body of any density is read up to a megabyte', async ({ open }) => {
  const { exchange } = await open()
  const bytes = gzipSync(Buffer.alloc(MEGABYTE - 2, ' '))
  expect(await exchange(post('/_simulator/reset', bytes.length, GZIP), bytes)).not.toMatch(/^HTTP\/1\.1 413 /)
})

test('a compressed body that is not compressed gets 400, which says what was received', async ({ open }) => {
  const { exchange } = await open()
  expect(messageOf(await exchange(post('/_simulator/faults', 2, GZIP), '{}'))).toBe(
    'Failed to read the body: its Content-Encoding is gzip, but it is not (incorrect header check; it begins with 7b7d). Compress it, or leave the header out.',
  )
})

test('a compressed body in an unknown encoding gets 415, which lists the known ones', async ({ open }) => {
  const { exchange } = await open()
  const head = (path: string) => post(path, 2, 'Content-Encoding: lzma')
  expect(await exchange(head('/v2/deployments'), '{}')).toMatch(
    /^HTTP\/1\.1 415 .*\{"detail":"unsupported content encoding \\"lzma\\""\}$/s,
  )
  expect(messageOf(await exchange(head('/_simulator/faults'), '{}'))).toMatch(
    /^Failed to read the body: its Content-Encoding is "lzma"\. Allowed: gzip, deflate, br(?:, zstd)?, or none\.$/,
  )
})

test.for([
  ['PUT', '/_simulator/scenario', 16],
  ['PATCH', '/_simulator/assumptions', 16],
  ['POST', '/v2/deployments', 10],
] as const)('%s %s reads a body of %i MB, and no larger one', PATIENT, async ([method, path, megabytes], { open }) => {
  const { exchange } = await open()
  const exchangeBody = async (length: number) => {
    const head = post(path, length).replace('POST', method)
    return exchange(head, `{}${' '.repeat(length - 2)}`)
  }
  expect(await exchangeBody(megabytes * MEGABYTE)).not.toMatch(/^HTTP\/1\.1 413/)
  expect(await exchangeBody(megabytes * MEGABYTE + 1)).toMatch(/^HTTP\/1\.1 413/)
})

test.for([
  ['PUT', '/_simulator/snapshots/large'],
  ['POST', '/_simulator/sessions'],
] as const)('%s %s takes what the memory allows, and nothing larger', PATIENT, async ([method, path]) => {
  const { url, close } = await serve(createSimulator({ memory: 300 }), { port: 0 })
  onTestFinished(close)
  const put = (bytes: number) => fetch(`${url}${path}`, { method, body: `{}${' '.repeat(bytes - 2)}` })
  const most = (300 * MEGABYTE) / 16
  expect((await put(most)).status).not.toBe(413)
  expect((await put(most + 1)).status).toBe(413)
})

test('an upload that is too large gets 413, which names the limit', async ({ open }) => {
  const { exchange } = await open()
  const answer = await exchange(post('/_simulator/reset', 16 * MEGABYTE + 1))
  expect(answer).toContain('Failed to read the body: it has more than 16777216 bytes. Send at most that many.')
})

test.for([
  ['a foreign host', 'Host: evil.test'],
  ['a foreign page', 'Host: localhost\r\nOrigin: http://evil.test'],
] as const)('a request of %s to the control API is rejected before its body arrives', async ([, headers], { open }) => {
  const { exchange } = await open()
  const head = `POST /_simulator/reset HTTP/1.1\r\n${headers}\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n`
  expect(await exchange(head)).toMatch(/^HTTP\/1\.1 403 .*"Failed to use the control API: /s)
})

test('a body that does not arrive within a minute gets 408', async ({ open }) => {
  const { simulator, send } = await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = await send(post('/v2/deployments', 100_000), Buffer.alloc(90_000))
  await vi.waitUntil(() => simulator.memory().kinds.connections > 0)
  vi.advanceTimersByTime(60_000)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*\{"detail":"Request timeout"\}$/s)
  vi.useRealTimers()
})
