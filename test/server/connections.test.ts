import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test as base, expect, vi } from 'vitest'
import { createSimulator, type FaultInput, type Simulator } from '../../src/index.ts'
import { createApp, serve } from '../../src/server/index.ts'

interface Connection {
  simulator: Simulator
  socket: Socket
  /** Everything that is received until the connection closes. */
  closed: Promise<string>
  /** Returns what has been received so far. */
  read(): string
}

/** Tests with their own server and a connection to it. */
const test = base.extend<{ connection: Connection }>({
  connection: async ({}, use) => {
    const simulator = createSimulator()
    const server = await serve(simulator, { port: 0 })
    await use({ simulator, ...open(server.port) })
    await server.close()
  },
})

function open(port: number): Omit<Connection, 'simulator'> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => {
    received += text
  })
  // A reset connection ends with an error.
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  return { socket, closed, read: () => received }
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')

/** Takes the first response from what was received. */
function takeResponse(received: string): { head: string; body: string; rest: string } {
  const end = received.indexOf('\r\n\r\n') + 4
  const head = received.slice(0, end)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
  return { head, body: received.slice(end, end + length), rest: received.slice(end + length) }
}

const INVALID = /^HTTP\/1\.1 400 .*text\/plain.*\r\nInvalid HTTP request received\.$/s

const cuts: [string, FaultInput, RegExp][] = [
  ['a reset', { effect: 'reset' }, /^$/],
  ['a cut', { effect: { kind: 'reset', when: 'during' } }, /^HTTP\/1\.1 200 .*\r\n\r\n\{"resources":\[/s],
  ['a length that is wrong', { effect: { kind: 'wrong-length', by: 10 } }, /^HTTP\/1\.1 200 .*"offset":2\}$/s],
]

test.for(cuts)(
  '%s that waits behind a delayed response closes the connection after it',
  async ([, fault, expected], { connection: { simulator, socket, closed } }) => {
    simulator.faults.add({ query: { limit: '1' }, delay: 1000 })
    simulator.faults.add({ query: { limit: '2' }, ...fault })
    socket.write(get('/v2/deployments?limit=1') + get('/v2/deployments?limit=2') + get('/v2/auth/providers'))
    await vi.waitFor(() => expect(simulator.requests.list()).toHaveLength(1))
    simulator.clock.advance(1000)
    const first = takeResponse(await closed)
    expect(JSON.parse(first.body)).toMatchObject({ offset: 1 })
    expect(first.rest).toMatch(expected)
    const cut = takeResponse(first.rest)
    expect(cut.rest).toBe('')
    expect(simulator.requests.list()).toHaveLength(2)
  },
)

// Nobody has asked for these pages before, so their records are sent one after another.
test('pages of records arrive as a whole and in their order', async ({ connection: { simulator, socket, closed } }) => {
  const paths = [0, 1].map((page) => `/v2/deployments?limit=15&offset=${15 * page}`)
  socket.write(`${get(paths[0] ?? '')}${get(paths[1] ?? '', 'Connection: close')}`)
  const first = takeResponse(await closed)
  const second = takeResponse(first.rest)
  const expected = await Promise.all(paths.map(async (path) => (await simulator.fetch(path)).text()))
  expect([first, second].map(({ body }) => Buffer.from(body, 'latin1').toString())).toEqual(expected)
  expect(second.rest).toBe('')
})

test('a page of records over HTTP/1.0 has a length and no chunks', async ({
  connection: { simulator, socket, closed },
}) => {
  socket.write('GET /v2/deployments HTTP/1.0\r\n\r\n')
  const { head, body, rest } = takeResponse(await closed)
  expect(head).not.toMatch(/transfer-encoding/i)
  expect(Buffer.from(body, 'latin1').toString()).toBe(await (await simulator.fetch('/v2/deployments')).text())
  expect(rest).toBe('')
})

test('a page of records is cut within its records', async ({ connection: { simulator, socket, closed } }) => {
  simulator.faults.add({ effect: { kind: 'reset', when: 'during' } })
  socket.write(get('/v2/deployments'))
  const { body } = takeResponse(await closed)
  simulator.faults.clear()
  const page = await (await simulator.fetch('/v2/deployments')).text()
  expect(page.startsWith(Buffer.from(body, 'latin1').toString())).toBe(true)
  expect(body.length).toBeGreaterThan(100)
  expect(body.length).toBeLessThan(Buffer.byteLength(page))
})

test('events that wait behind a stalled response add no listener, and leave nothing behind when the client disconnects', async ({
  connection: { simulator, socket },
}) => {
  const listen = vi.spyOn(simulator.events, 'listen')
  simulator.faults.add({ operation: 'listDeployments', effect: 'stall' })
  socket.write(get('/v2/deployments') + get('/_simulator/events'))
  await vi.waitFor(() => expect(simulator.requests.list()).toHaveLength(1))
  expect(listen).not.toHaveBeenCalled()
})

test('events that wait behind a delayed response are sent after it', async ({
  connection: { simulator, socket, read },
}) => {
  simulator.faults.add({ operation: 'listDeployments', delay: 1000, times: 1 })
  socket.write(get('/v2/deployments?limit=1') + get('/_simulator/events') + get('/v2/auth/providers'))
  await vi.waitFor(() => expect(simulator.requests.list()).toHaveLength(1))
  simulator.clock.advance(1000)
  await vi.waitFor(() => expect(read()).toContain('text/event-stream'))
  simulator.reset()
  await vi.waitFor(() => expect(takeResponse(read()).rest).toContain('event: start'))
})

test('a reset over another protocol than TCP ends the connection', async () => {
  const simulator = createSimulator()
  const app = createApp(simulator)
  const server = createServer((request, response) => {
    // As a TLS socket does.
    request.socket.resetAndDestroy = () => {
      throw new TypeError('This handle type cannot be sent')
    }
    app(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  simulator.faults.add({ effect: 'reset' })
  const { socket, closed } = open((server.address() as AddressInfo).port)
  socket.write(get('/v2/deployments'))
  expect(await closed).toBe('')
  server.close()
})

test('invalid HTTP gets its response after the responses before it', async ({ connection: { socket, closed } }) => {
  socket.write(`${get('/v2/auth/providers')}hello\r\n\r\n`)
  const first = takeResponse(await closed)
  expect(JSON.parse(first.body)).toHaveLength(6)
  expect(first.rest).toMatch(INVALID)
})

test.for([
  ['a method that does not exist', get('/v2/deployments').replace('GET', 'FOO')],
  ['a query that is not ASCII', get('/v2/deployments?name_contains=\u00e9')],
  ['two hosts', get('/v2/deployments', 'Host: other.test')],
] as const)('%s gets plain text, as no framework reads it', async ([, bytes], { connection: { socket, closed } }) => {
  socket.write(bytes)
  expect(await closed).toMatch(INVALID)
})

test('another envelope of errors has invalid HTTP in it, too', async ({ connection }) => {
  connection.simulator.assume({ errorBody: 'message' })
  connection.socket.write('hello\r\n\r\n')
  expect(await connection.closed).toMatch(/"error":\{"code":"bad_request","message":"Invalid HTTP request received\."/)
})

test('a target ends before a #, and an unknown expectation is ignored', async ({ connection: { socket, closed } }) => {
  const headers = ['Expect: 200-maybe', 'Connection: close']
  socket.write(get('/v2/deployments?name_contains=nothing#-here', ...headers))
  expect(takeResponse(await closed).body).toBe('{"resources":[],"offset":0}')
})

test('invalid HTTP gets no response in the middle of another one', async ({
  connection: { simulator, socket, closed, read },
}) => {
  socket.write(get('/_simulator/events'))
  await vi.waitFor(() => expect(read()).toContain('text/event-stream'))
  simulator.reset()
  socket.write('hello\r\n\r\n')
  const received = await closed
  expect(received).toContain('event: start')
  expect(received).not.toContain('HTTP/1.1 400')
})

test('a broken chunk gets the response to its request', async ({ connection: { socket, closed } }) => {
  const head = 'POST /v2/deployments HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  socket.write(`${head}2\r\n{}\r\nx\r\n`)
  expect(await closed).toMatch(INVALID)
})

test('a client that ends its side after the request gets its response', async ({ connection: { socket, closed } }) => {
  socket.end('POST /v2/deployments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}')
  expect(await closed).toMatch(/^HTTP\/1\.1 422 /)
})

test('a client that sends only a part of its request gets a 400', async ({ connection: { socket, closed } }) => {
  socket.end('POST /v2/deployments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{}')
  expect(await closed).toMatch(INVALID)
})

test('HEAD gets no body, even with a fault', async ({ connection: { simulator, socket, closed } }) => {
  simulator.assume({ headRequests: '200' })
  simulator.faults.add({ effect: { kind: 'wrong-length', by: 10 } })
  socket.write(get('/v2/deployments').replace('GET', 'HEAD'))
  expect(await closed).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n$/s)
})
