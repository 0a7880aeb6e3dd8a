import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { HttpResponse, http } from 'msw'
import { expect, vi } from 'vitest'
import { createSimulator, type FaultInput, type Simulator } from '../../src/index.ts'
import { type RunningServer, serve } from '../../src/server/index.ts'
import { createService } from '../support/control-plane.ts'
import { test } from '../support/control-test.ts'
import { isMsw2 } from '../support/msw-version.ts'

// Longer than any test: whoever waits for it fails.
const GRACE = { server: { grace: 3600 } }

async function open({ port }: RunningServer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Returns all that is received, or the code of the error that ends the connection. */
async function readAll(socket: Socket): Promise<string> {
  const parts: string[] = []
  socket.setEncoding('latin1').on('data', (text: string) => parts.push(text))
  const failed = once(socket, 'error').then(([{ code }]): string => code)
  return Promise.race([failed, once(socket, 'end').then(() => parts.join(''))])
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

const arrive = ({ requests }: Pick<Simulator, 'requests'>) =>
  vi.waitFor(() => expect(requests.list({ state: 'pending' })).toHaveLength(1))

test('a request whose body is arriving is answered, and its client learns that the connection ends', async ({
  start,
}) => {
  const { server, simulator } = await start(GRACE)
  const socket = await open(server)
  const received = readAll(socket)
  const body = JSON.stringify({ name: 'late' })
  socket.write(`POST /v2/deployments HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n{`)
  await arrive(simulator)
  const closed = server.close()
  await expect(open(server)).rejects.toThrow('ECONNREFUSED')
  socket.write(body.slice(1))
  expect(await received).toMatch(/^HTTP\/1\.1 422 .*\r\nconnection: close\r\n.*"detail"/is)
  await closed
})

// The response is that of a handler, because the service has none that is so large.
test.runIf(isMsw2)('a response that its client reads slowly is sent as a whole', async () => {
  const LENGTH = 30_000_000
  const handlers = [http.get('*/large', () => HttpResponse.arrayBuffer(new ArrayBuffer(LENGTH)))]
  const server = await serve(createSimulator(), { port: 0, grace: 3600, handlers })
  const socket = await open(server)
  socket.write(get('/large'))
  await once(socket, 'readable')
  const closed = server.close()
  const received = await readAll(socket)
  expect(received.length).toBeGreaterThan(LENGTH)
  await closed
})

const waits: [string, FaultInput][] = [
  ['waits for the clock', { delay: 1000 }],
  ['a fault has stalled', { effect: 'stall' }],
]

test.for(waits)('a request that %s is reset at once', async ([, fault], { start }) => {
  const { server, simulator } = await start(GRACE)
  simulator.faults.add(fault)
  const socket = await open(server)
  const received = readAll(socket)
  socket.write(get('/v2/deployments'))
  await arrive(simulator)
  await server.close()
  expect(await received).toBe('ECONNRESET')
})

test('a request that starts to wait while the server closes is reset', async ({ start }) => {
  const { server, simulator } = await start(GRACE)
  simulator.faults.add({ delay: 1000 })
  const socket = await open(server)
  const received = readAll(socket)
  socket.write('POST /v2/deployments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{')
  await arrive(simulator)
  const closed = server.close()
  socket.write('}')
  expect(await received).toBe('ECONNRESET')
  await closed
})

test('a stream of events ends, and so does a connection that is not in use', async ({ start }) => {
  const { server } = await start(GRACE)
  const idle = await open(server)
  const ended = readAll(idle)
  const events = await fetch(`${server.url}/_simulator/events`)
  await server.close()
  expect(await events.text()).toMatch(/^(?:$|:)/)
  expect(await ended).toBe('')
})

test('without a time of grace, a request in flight is cut', async ({ start }) => {
  const { server, simulator } = await start()
  const socket = await open(server)
  const received = readAll(socket)
  socket.write('POST /v2/deployments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{')
  await arrive(simulator)
  await server.close()
  expect(await received).not.toContain('HTTP')
})

test('a request that waits for a change of the data is reset at once', async () => {
  const simulator = createService()
  const { id } = simulator.db.authentications.create({ provider_id: 'google' })
  const server = await serve(simulator, { port: 0, grace: 3600 })
  const socket = await open(server)
  const received = readAll(socket)
  socket.write(get(`/v2/auth/wait/${id}`))
  await arrive(simulator)
  await server.close()
  expect(await received).toBe('ECONNRESET')
})
