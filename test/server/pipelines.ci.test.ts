import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test as base, expect, vi } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

interface Pipeline {
  simulator: Simulator
  /** A connection that nobody reads until `readAll` is called. */
  socket: Socket
  /** Returns everything that is received until the connection closes. */
  readAll(): Promise<string>
  /** Sends requests one after the other, each on a connection of its own. */
  sendOthers(count: number): Promise<void>
}

const test = base.extend<{ pipeline: Pipeline }>({
  pipeline: async ({}, use) => {
    const simulator = createSimulator()
    const { url, port, close } = await serve(simulator, { port: 0 })
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    const readAll = async () => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      await once(socket, 'close')
      return Buffer.concat(chunks).toString('latin1')
    }
    const sendOthers = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) await (await fetch(`${url}/v2/auth/providers`)).text()
    }
    await use({ simulator, socket, readAll, sendOthers })
    await close()
  },
})

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
const LAST = get('/v2/nothing', 'Connection: close')
const handled = ({ requests }: Simulator) => requests.list().filter(({ path }) => path === '/v2/deployments').length

test('a client that does not read makes only a few of its requests be handled, and gets all responses when it reads', async ({
  pipeline: { simulator, socket, readAll, sendOthers },
}) => {
  socket.write(get('/v2/deployments?limit=100').repeat(300) + LAST)
  await vi.waitFor(() => expect(handled(simulator)).toBeGreaterThan(0))
  await sendOthers(100)
  // The system takes some megabytes, and the server keeps one. A page has 129 kB.
  expect(handled(simulator)).toBeLessThan(150)
  const received = await readAll()
  expect(received.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(300)
  expect(received).toMatch(/HTTP\/1\.1 404 [^{]*\{"detail":"Not Found"\}$/)
})

test('a client that sends one request does not wait for all requests that another one has sent at once', async ({
  pipeline: { simulator, socket, sendOthers },
}) => {
  socket.write(get('/v2/deployments?limit=1').repeat(900))
  await vi.waitFor(() => expect(handled(simulator)).toBeGreaterThan(0))
  await sendOthers(1)
  expect(handled(simulator)).toBeLessThan(900)
})

// How many requests were handled before the one to the providers.
const handledBefore = ({ requests }: Simulator) =>
  requests.list().findIndex(({ path }) => path === '/v2/auth/providers')
const connectMany = (port: number, count: number) =>
  Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined))

test('a small request is read before the pipelines of others that arrived earlier', async () => {
  const simulator = createSimulator()
  const { port, close } = await serve(simulator, { port: 0 })
  const sockets = connectMany(port, 41)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const [small, ...others] = sockets.toReversed()
  for (const socket of others) socket.write(get('/v2/deployments?limit=1').repeat(100))
  small?.write(get('/v2/auth/providers'))
  await vi.waitFor(() => expect(handled(simulator)).toBeGreaterThan(40))
  expect(handledBefore(simulator)).toBeOneOf([0, 1, 2, 3, 4])
  await close()
})

test('the connections of a burst are accepted before the pipelines of others are read', async () => {
  const simulator = createSimulator()
  const { port, close } = await serve(simulator, { port: 0 })
  const sockets = connectMany(port, 80)
  for (const socket of sockets.slice(0, -1)) socket.write(get('/v2/deployments?limit=1').repeat(100))
  sockets.at(-1)?.write(get('/v2/auth/providers'))
  await vi.waitFor(() => expect(handled(simulator)).toBeGreaterThan(40))
  expect(handledBefore(simulator)).toBeOneOf([0, 1, 2, 3, 4])
  await close()
})

test('requests that wait are memory of connections, until the client disconnects', async ({
  pipeline: { simulator, socket, sendOthers },
}) => {
  const read = () => simulator.memory().kinds.connections
  socket.write(get('/v2/deployments?limit=100').repeat(300))
  await vi.waitFor(() => expect(handled(simulator)).toBeGreaterThan(0))
  await sendOthers(100)
  expect(read()).toBeGreaterThan(100 * 4096)
  socket.destroy()
  await vi.waitFor(() => expect(read()).toBe(0))
})

test('pipelines take no more memory than is left for connections, and others are served meanwhile', async () => {
  const simulator = createSimulator({ memory: 40 })
  const { url, port, close } = await serve(simulator, { port: 0 })
  const sockets = Array.from({ length: 30 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  for (const socket of sockets) socket.write(get('/v2/deployments?limit=100').repeat(900))
  const read = () => simulator.memory().kinds.connections
  await vi.waitFor(() => expect(read()).toBeGreaterThan(25 * 1024 * 1024), { timeout: 20_000 })
  expect((await fetch(`${url}/v2/auth/providers`)).status).toBe(200)
  expect(read()).toBeLessThanOrEqual(32 * 1024 * 1024)
  await close()
})

test('a client that says that it sends no more still gets all responses', async ({ pipeline: { socket, readAll } }) => {
  socket.end(get('/v2/auth/providers').repeat(300))
  expect((await readAll()).match(/HTTP\/1\.1 200/g)).toHaveLength(300)
})

test('a client that says that it sends no more still gets responses that take a tenth of a second', async ({
  pipeline: { simulator, socket, readAll },
}) => {
  simulator.clock.run()
  simulator.faults.add({ delay: 100 })
  socket.end(get('/v2/auth/providers').repeat(3))
  expect((await readAll()).match(/HTTP\/1\.1 200/g)).toHaveLength(3)
})
