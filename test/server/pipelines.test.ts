import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test as base, expect, vi } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { type RunningServer, serve } from '../../src/server/index.ts'

interface Pipeline {
  simulator: Simulator
  server: RunningServer
  /** A connection that nobody reads until `readAll` is called. */
  socket: Socket
  /** Returns everything that is received until the connection closes. */
  readAll(): Promise<string>
}

const test = base.extend<{ pipeline: Pipeline }>({
  pipeline: async ({}, use) => {
    const simulator = createSimulator()
    const server = await serve(simulator, { port: 0 })
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    const readAll = async () => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      await once(socket, 'close')
      return Buffer.concat(chunks).toString('latin1')
    }
    await use({ simulator, server, socket, readAll })
    await server.close()
  },
})

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
const LAST = get('/v2/nothing', 'Connection: close')
const pages = ({ requests }: Simulator) => requests.list().filter(({ path }) => path === '/v2/deployments').length

test('32 requests may be in flight on a connection, and get their responses in their order', async ({
  pipeline: { socket, readAll },
}) => {
  socket.write(get('/v2/auth/providers').repeat(31) + LAST)
  const received = await readAll()
  expect(received.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(31)
  expect(received).toMatch(/HTTP\/1\.1 404 [^{]*\{"detail":"Not Found"\}$/)
})

test('a connection with 1,000 requests ends, and others are served meanwhile', async ({
  pipeline: { simulator, server, socket, readAll },
}) => {
  socket.write(get('/v2/deployments?limit=100').repeat(1000))
  const [other] = await Promise.all([fetch(`${server.url}/v2/auth/providers`), readAll()])
  expect(other.status).toBe(200)
  expect(pages(simulator)).toBe(1)
})

test('a request of another connection is handled between those of a pipeline', async ({
  pipeline: { simulator, server, socket },
}) => {
  const other = connect(server.port, '127.0.0.1')
  await once(other, 'connect')
  socket.write(get('/v2/deployments?limit=1').repeat(32))
  other.write(get('/v2/auth/providers'))
  await vi.waitFor(() => expect(pages(simulator)).toBe(32))
  const paths = simulator.requests.list().map(({ path }) => path)
  expect(paths.indexOf('/v2/auth/providers')).toBeOneOf([0, 1, 2, 3, 4])
  other.destroy()
})

test.for([
  [2, 2],
  [3, 1],
] as const)(
  'when the process has no memory left, %d requests on a connection get %d responses',
  async ([count, answered], { pipeline: { simulator, socket, readAll } }) => {
    simulator.service.watchMemory(() => ({ share: 0.85, collections: 1 }))
    for (let asked = 0; asked < 8; asked += 1) await simulator.fetch('/v2/auth/providers')
    socket.write(get('/v2/auth/providers').repeat(count - 1) + LAST)
    expect((await readAll()).match(/HTTP\/1\.1 \d/g) ?? []).toHaveLength(answered)
  },
)
