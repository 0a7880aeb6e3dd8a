import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createMiddleware } from '@mswjs/http-middleware'
import express, { type RequestHandler } from 'express'
import { setupServer } from 'msw/node'
import { test as base, expect } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { isMsw2 } from '../support/msw-version.ts'

interface Sent {
  method?: string
  headers?: Record<string, string>
}

interface Opened {
  simulator: Simulator
  send(path: string, sent?: Sent): Promise<{ status: number | undefined; body: string }>
}

// Its types refer to Express 4 and to the CommonJS types of MSW.
const toMiddleware = createMiddleware as unknown as (...handlers: Simulator['handlers']) => RequestHandler

/** Tests with the handlers in a user's own Express app. */
const test = base
  .extend<{ open: (options?: SimulatorOptions) => Promise<Opened> }>({
    open: async ({}, use) => {
      const ends: (() => void)[] = []
      await use(async (options) => {
        const simulator = createSimulator(options)
        const app = express().use(toMiddleware(...simulator.handlers))
        const server = app.listen(0, '127.0.0.1')
        await once(server, 'listening')
        ends.push(() => {
          server.closeAllConnections()
          server.close()
        })
        return { simulator, send: sendTo((server.address() as AddressInfo).port) }
      })
      for (const end of ends) end()
    },
  })
  .runIf(isMsw2)

function sendTo(port: number): Opened['send'] {
  return async (path, { method = 'GET', headers = {} } = {}) => {
    const request = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { status: response.statusCode, body: await text(response) }
  }
}

const RESET = '/_simulator/reset'

test.for([RESET, '/_s/alice/_simulator/reset', '/_simulator/health', '/_simulator'])(
  'handlers in a user’s own app leave %s to the app',
  async (path, { open }) => {
    const { simulator, send } = await open()
    simulator.db.deployments.create()
    for (const method of ['GET', 'POST']) {
      const { status, body } = await send(path, { method })
      expect([status, body]).toEqual([404, expect.stringContaining(`Cannot ${method} ${path}`)])
    }
    expect([simulator.db.deployments.count(), simulator.sessions.list()]).toEqual([61, []])
  },
)

test('handlers in a user’s own app treat a path of the control API like any unknown path if there is a base URL', async ({
  open,
}) => {
  const { simulator, send } = await open({ baseUrl: '/platform' })
  simulator.db.deployments.create()
  const paths = [RESET, '/_s/alice/_simulator/reset', '/_simulator/health', '/nowhere']
  for (const path of paths) {
    expect(await send(`/platform${path}`, { method: 'POST' })).toEqual({
      status: 404,
      body: '{"detail":"Not Found"}',
    })
  }
  expect([simulator.db.deployments.count(), simulator.sessions.list()]).toEqual([61, []])
})

test.for([
  ['no page', {}, 200],
  ['another origin', { origin: 'http://evil.test' }, 403],
  ['another port', { origin: 'http://localhost:1', host: 'localhost:2' }, 403],
  ['the app’s own origin', { origin: 'http://localhost:2', host: 'localhost:2' }, 200],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['another host', { host: 'evil.test' }, 403],
] as const)(
  'handlers in a user’s own app guard the control API, if it is included: a request from %s (%o) gets %i',
  async ([, headers, status], { open }) => {
    const { simulator, send } = await open({ controlApi: true })
    simulator.db.deployments.create()
    const answer = await send(RESET, { method: 'POST', headers })
    expect([answer.status, simulator.db.deployments.count()]).toEqual([status, status === 200 ? 60 : 61])
    if (status === 403)
      expect(JSON.parse(answer.body).error.message).toMatch(/^Failed to use the control API: .*"serve"/)
  },
)

test('handlers in a user’s own app cut a connection without ending the process', async ({ open }) => {
  const { simulator, send } = await open()
  simulator.faults.add({ effect: 'reset', times: 1 })
  await expect(send('/v2/deployments', { method: 'HEAD' }).then(({ status }) => status)).resolves.toBe(405)
  simulator.faults.add({ effect: 'reset', times: 1 })
  await expect(send('/v2/deployments')).rejects.toThrow('aborted')
  expect((await send('/v2/deployments')).status).toBe(200)
})

const intercept = base.extend<{ listen: (options: SimulatorOptions) => Simulator }>({
  listen: async ({}, use) => {
    const ends: (() => void)[] = []
    await use((options) => {
      const simulator = createSimulator(options)
      const server = setupServer(...simulator.handlers)
      server.listen({ onUnhandledRequest: 'error' })
      ends.push(() => server.close())
      return simulator
    })
    for (const end of ends) end()
  },
})

intercept(
  'handlers in a process whose requests they intercept answer the control API if it is included',
  async ({ listen }) => {
    const simulator = listen({ baseUrl: 'https://api.test/platform', controlApi: true })
    await connect('https://api.test/platform').db.deployments.create({ name: 'checkout' })
    expect(simulator.db.deployments.count()).toBe(61)
  },
)

intercept(
  'handlers in a process whose requests they intercept answer requests of node:http to the control API, which name a host',
  async ({ listen }) => {
    listen({ baseUrl: 'http://api.test', controlApi: true })
    const request = http.request('http://api.test/_simulator/health').end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect([response.statusCode, await text(response)]).toEqual([200, '{"status":"ok"}'])
    const again = http.request('http://api.test/_simulator').end()
    expect(((await once(again, 'response')) as [IncomingMessage])[0].statusCode).toBe(200)
  },
)

intercept(
  'handlers in a process whose requests they intercept cut a connection even if the client omits credentials',
  async ({ listen }) => {
    listen({ baseUrl: 'http://api.test' }).faults.add({ effect: 'reset' })
    await expect(fetch('http://api.test/v2/deployments', { credentials: 'omit' })).rejects.toThrow(TypeError)
  },
)
