import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createMiddleware } from '@mswjs/http-middleware'
import express, { type RequestHandler } from 'express'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { extend } from '../../src/engine/input/options/extend.ts'
import { createSimulator as createAnswering } from '../../src/fetch.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { createApp, serve } from '../../src/server/index.ts'
import { createUse } from '../../src/with-handlers.ts'
import { isMsw2 } from './msw-version.ts'

export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  body: string
}

/** An open adapter with its simulator. */
export interface OpenDoor {
  simulator: Simulator
  /** The URL before a path, e.g. `http://127.0.0.1:4010`. */
  origin: string
  /** Sends a request unchanged: it follows no redirect and normalizes no path. */
  send(target: string, sent?: Sent): Promise<Answer>
  close(): Promise<void>
}

export interface Adapter {
  name: string
  /** Whether it passes every path to the simulator, or only those of the contract. */
  takesEveryPath: boolean
  /** Whether requests reach the simulator without a network or an interception. */
  isInProcess?: true
  /** Whether it uses @mswjs/http-middleware, which needs MSW 2. */
  needsMsw2?: true
  open(options?: SimulatorOptions): Promise<OpenDoor>
}

// All that differs between adapters is above the core, so one is enough to test most of its mutants.
const { TEST_ADAPTER: only } = process.env

/** All adapters that work with the installed version of MSW, or the one that the environment names. */
export const adapters: readonly Adapter[] = listDoors()
  .filter(({ needsMsw2 }) => isMsw2 || needsMsw2 !== true)
  .filter(({ name }) => only === undefined || name === only)

function listDoors(): Adapter[] {
  return [
    {
      name: 'simulator.fetch',
      takesEveryPath: true,
      isInProcess: true,
      async open(options) {
        const simulator = createSimulator(options)
        const origin = 'http://in-process.test'
        return { simulator, origin, send: sendByFetch(simulator.fetch, origin), close: async () => undefined }
      },
    },
    {
      name: 'deploymock/fetch',
      takesEveryPath: true,
      isInProcess: true,
      async open(options) {
        const answering = createAnswering({ ...options, controlApi: true })
        const simulator = extend(answering, { use: createUse(answering, answering.name), handlers: [] })
        const origin = 'http://preview.test'
        const send = sendByFetch((input, init) => answering.fetch(new Request(input, init)), origin)
        return { simulator, origin, send, close: async () => undefined }
      },
    },
    {
      name: 'msw/node',
      takesEveryPath: false,
      // With MSW 3, the control API checks the host.
      open: (options) => openInterception('http://anywhere.localhost', options),
    },
    {
      name: 'msw/node with a base URL',
      takesEveryPath: true,
      open: (options) =>
        openInterception('http://api.test:8080/platform', { ...options, baseUrl: 'http://api.test:8080/platform/' }),
    },
    {
      name: 'serve',
      takesEveryPath: true,
      async open(options) {
        const simulator = createSimulator(options)
        const server = await serve(simulator, { port: 0 })
        return { simulator, origin: server.url, send: sendByHttp(server.url), close: server.close }
      },
    },
    {
      name: 'serve with MSW handlers',
      needsMsw2: true,
      takesEveryPath: true,
      async open(options) {
        const simulator = createSimulator(options)
        const handlers = [http.get('*/extra', () => HttpResponse.text('extra'))]
        const server = await serve(simulator, { port: 0, handlers })
        return { simulator, origin: server.url, send: sendByHttp(server.url), close: server.close }
      },
    },
    {
      name: 'createApp in another Express app',
      takesEveryPath: true,
      open: (options) => openApp('/platform', (simulator) => createApp(simulator), options),
    },
    {
      name: '@mswjs/http-middleware in another Express app',
      needsMsw2: true,
      takesEveryPath: false,
      open: (options) => openApp('', ({ handlers }) => toMiddleware(...handlers), options),
    },
  ]
}

// Its types refer to Express 4 and to the CommonJS types of MSW.
const toMiddleware = createMiddleware as unknown as (...handlers: Simulator['handlers']) => RequestHandler

async function openInterception(origin: string, options: SimulatorOptions = {}): Promise<OpenDoor> {
  const simulator = createSimulator(options)
  const server = setupServer(...simulator.handlers)
  server.listen({ onUnhandledRequest: 'error' })
  return { simulator, origin, send: sendByFetch(fetch, origin), close: async () => server.close() }
}

async function openApp(
  path: string,
  toHandler: (simulator: Simulator) => RequestHandler,
  options?: SimulatorOptions,
): Promise<OpenDoor> {
  const simulator = createSimulator(options)
  const app = express()
  // Its own header is not one of the service.
  app.disable('x-powered-by')
  app.use(path === '' ? '/' : path, toHandler(simulator))
  const server: Server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return {
    simulator,
    origin,
    send: sendByHttp(origin),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendByFetch(send: typeof fetch, origin: string): OpenDoor['send'] {
  return async (target, { method = 'GET', headers = {}, body } = {}) => {
    const response = await send(`${origin}${target}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }
}

/** Returns a function that sends requests below a URL unchanged, each over a connection of its own. */
export function sendByHttp(origin: string): OpenDoor['send'] {
  const { hostname, port, pathname } = new URL(origin)
  const mountPath = pathname === '/' ? '' : pathname
  return async (target, { method = 'GET', headers = {}, body } = {}) => {
    const request = httpRequest({ hostname, port, path: mountPath + target, method, headers, agent: false })
    // Errors after the response do not matter.
    request.on('error', () => undefined)
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return {
      status: response.statusCode ?? 0,
      headers: response.headers as Record<string, string | undefined>,
      body: await text(response),
    }
  }
}
