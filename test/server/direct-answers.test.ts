import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import { test as base, expect, vi } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { createApp, type ServiceApp } from '../../src/server/index.ts'
import { type Answer, type Sent, sendByHttp } from '../support/adapters.ts'

interface Opened {
  simulator: Simulator
  send(path: string, sent: Sent): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
}

/** Starts an app around the simulator's: the simulator's app itself by default. */
type Open = (build?: (own: ServiceApp) => Pick<ServiceApp, 'listen'>) => Promise<Opened>

const test = base.extend<{ open: Open }>({
  open: async ({}, use) => {
    const servers: Server[] = []
    await use(async (build = (own) => own) => {
      const simulator = createSimulator()
      const server = build(createApp(simulator)).listen(0, '127.0.0.1')
      servers.push(server)
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const send = sendByHttp(`http://127.0.0.1:${port}`)
      return { simulator, send, get: (path, headers = {}) => send(path, { headers }) }
    })
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  },
})

const OF_OTHER_ORIGINS = /^(vary|access-control-.*|date)$/
const JSON_TYPE = { 'content-type': 'application/json' }

const listHeaders = ({ headers }: Answer) => Object.entries(headers).filter(([name]) => !OF_OTHER_ORIGINS.test(name))

test.for([
  '/v2/deployments?limit=2',
  '/v2/deployments?limit=many',
  '/v2/deployments/',
  '/v2/auth/providers',
  '/v2/nothing',
  '/_s/alice/v2/deployments?limit=1',
  '/_s/alice/nothing',
  '//v2/deployments',
  '/v2/deployments%',
])('%s gets the same response whether Express handles it or not', async (path, { open }) => {
  const { get } = await open()
  const [direct, handled] = await Promise.all([get(path), get(path, { origin: 'http://app.test' })])
  expect([direct.status, direct.body]).toEqual([handled.status, handled.body])
  expect(listHeaders(direct)).toEqual(listHeaders(handled))
})

test.for<[what: string, path: string, sent: Sent]>([
  ['a body', '/v2/deployments', { headers: JSON_TYPE, body: '{"source":"github"}' }],
  ['a body that is not JSON', '/v2/deployments', { headers: JSON_TYPE, body: '{"source":' }],
  ['an empty body', '/v2/deployments', { headers: JSON_TYPE, body: '' }],
  [
    'a body of unknown encoding',
    '/_simulator/clock',
    { headers: { ...JSON_TYPE, 'content-encoding': 'x' }, body: '{}' },
  ],
  ['a body for the control API', '/_simulator/clock', { method: 'PATCH', headers: JSON_TYPE, body: '{"frozen":1}' }],
])('%s gets the same response whether Express handles it or not', async ([, path, sent], { open }) => {
  const { send } = await open()
  const post = (headers: Record<string, string>) =>
    send(path, { method: 'POST', ...sent, headers: { ...sent.headers, ...headers } })
  // A page of the simulator itself may use the control API.
  const [direct, handled] = await Promise.all([
    post({ host: 'localhost' }),
    post({ host: 'localhost', origin: 'http://localhost' }),
  ])
  expect([direct.status, direct.body]).toEqual([handled.status, handled.body])
  expect(listHeaders(direct)).toEqual(listHeaders(handled))
})

const REDIRECTED = '/v2/deployments/'
const headers = { host: 'api.test', 'x-forwarded-proto': 'https' }

test('behind a proxy, a redirect has the protocol of the client if the app trusts the proxy', async ({ open }) => {
  const { get } = await open((own) => (own as Express).set('trust proxy', true))
  expect((await get(REDIRECTED, headers)).headers.location).toBe('https://api.test/v2/deployments')
})

test('behind a proxy, a redirect has the protocol of the client if the app that it is mounted in trusts the proxy', async ({
  open,
}) => {
  const { get } = await open((own) => express().set('trust proxy', true).use('/platform', own))
  expect((await get(`/platform${REDIRECTED}`, headers)).headers.location).toBe(
    'https://api.test/platform/v2/deployments',
  )
})

test.for([
  ['https, http', 'https'],
  ['HTTPS', 'https'],
  ['javascript', 'http'],
  ['https://evil.test/?', 'http'],
] as const)(
  'behind a proxy, a redirect has the protocol of the client but only if it is one of HTTP: "%s" becomes %s',
  async ([named, expected], { open }) => {
    const { get } = await open((own) => (own as Express).set('trust proxy', true))
    const { location } = (await get(REDIRECTED, { ...headers, 'x-forwarded-proto': named })).headers
    expect(location).toBe(`${expected}://api.test/v2/deployments`)
  },
)

test('behind a proxy that nobody trusts, a redirect keeps its own protocol', async ({ open }) => {
  const { get } = await open()
  expect((await get(REDIRECTED, headers)).headers.location).toBe('http://api.test/v2/deployments')
})

test.for([
  [
    'fails',
    () => {
      throw new Error('broken on purpose')
    },
  ],
  ['fails later', () => Promise.reject(new Error('broken on purpose'))],
] as const)('a request whose handling %s gets the error of the service', async ([, fail], { open }) => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { simulator, get } = await open()
  const handling = vi.spyOn(simulator.service, 'handle').mockImplementation(fail)
  const { status, body } = await get('/v2/deployments')
  expect([status, body]).toEqual([500, '{"detail":"Internal Server Error"}'])
  expect(printed).toHaveBeenCalledWith(expect.objectContaining({ message: 'broken on purpose' }))
  printed.mockClear()
  handling.mockRestore()
  expect((await get('/v2/deployments')).status).toBe(200)
})

test('middleware of the app that it is mounted in still sees the request and the response', async ({ open }) => {
  const seen: unknown[] = []
  const { get } = await open((own) => {
    const app = express()
    app.use((request, response, next) => {
      response.setHeader('x-before', 'yes')
      response.once('finish', () => seen.push([request.originalUrl, response.statusCode]))
      next()
    })
    return app.use('/platform', own)
  })
  const { headers } = await get('/platform/v2/deployments?limit=1')
  expect(headers['x-before']).toBe('yes')
  await vi.waitFor(() => expect(seen).toEqual([['/platform/v2/deployments?limit=1', 200]]))
})
