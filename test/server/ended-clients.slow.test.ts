// Clients that leave before their responses: nothing stays counted for them.

import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { onceClosed } from '../../src/server/connections/closed.ts'
import { serve } from '../../src/server/index.ts'
import { buildCreation } from '../support/control-plane.ts'
import { createFolder } from '../support/create-folder.ts'
import { hasRedis, startRedis } from './support/redis.ts'

const createStream = (destroyed = false) => Object.assign(new EventEmitter(), { destroyed })

test('who waits for an end that has come already is told at once', () => {
  const act = vi.fn()
  onceClosed([createStream(), createStream(true)], act)
  expect(act).toHaveBeenCalledOnce()
})

test('who waits for the first of several ends is told once, and leaves no listener', () => {
  const act = vi.fn()
  const streams = [createStream(), createStream()]
  onceClosed(streams, act)
  for (const stream of streams) stream.emit('close')
  expect(act).toHaveBeenCalledOnce()
  expect(streams.map((stream) => stream.listenerCount('close'))).toEqual([0, 0])
})

test('who no longer waits for an end is not told', () => {
  const act = vi.fn()
  const stream = createStream()
  onceClosed([stream], act)()
  stream.emit('close')
  expect(act).not.toHaveBeenCalled()
})

const stores = {
  'a folder': async () => {
    const folder = await createFolder()
    onTestFinished(folder.remove)
    return folder.path('state')
  },
  Redis: async () => {
    const { url, stop } = await startRedis()
    onTestFinished(stop)
    return url
  },
}

test.for(hasRedis ? (['a folder', 'Redis'] as const) : (['a folder'] as const))(
  'responses that were ready after their clients had left take no memory, with sessions in %s',
  {
    timeout: 60_000,
  },
  async (store) => {
    const state = await stores[store]()
    const simulator = createSimulator({ preset: 'langsmith', assumptions: { authentication: 'none' }, memory: 100 })
    const server = await serve(simulator, { port: 0, state })
    onTestFinished(() => server.close())
    for (let index = 0; index < 100; index += 1)
      simulator.db.deployments.create({ name: `long-${'x'.repeat(3000)}-${index}` })
    const body = JSON.stringify(buildCreation(simulator))
    const head = 'HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const creation = `POST /v2/deployments ${head}Content-Length: ${body.length}\r\n\r\n${body}`
    const page = `GET /v2/deployments?limit=100 ${head}\r\n`
    const leave = async () => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
      socket.write(creation + page.repeat(8))
      socket.once('data', () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    const leaveAtOnce = async () => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
      socket.write(page, () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 4 }, leave))
      await Promise.all(Array.from({ length: 25 }, leaveAtOnce))
    }
    await vi.waitFor(() => expect(simulator.memory().kinds.connections).toBe(0), { timeout: 20_000 })
  },
)
