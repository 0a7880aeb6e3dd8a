// The app in the applications of others: below a path, and behind their parsers.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request as startRequest } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { test as base, expect } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { createApp } from '../../src/server/index.ts'
import { createService, findOne } from '../support/control-plane.ts'
import { sample } from '../support/scope.ts'

/** Creates a listener that calls the middlewares for all requests, and the last one for those below a path. */
type Build = (
  path: string,
  middlewares: readonly unknown[],
  last: unknown,
) => RequestListener | Promise<RequestListener>

interface Host {
  name: string
  /** Where the host itself is mounted. */
  prefix?: string
  build: Build
}

interface Chain {
  use(...args: unknown[]): unknown
}

const requireHere = createRequire(import.meta.url)
// Express 4 comes with a dependency.
const requireOld = createRequire(requireHere.resolve('@mswjs/http-middleware'))
// Where the folder HOSTS has other hosts, these are tested, too.
const { HOSTS } = process.env
const requireMore = createRequire(pathToFileURL(`${HOSTS ?? '.'}/`))

function chain<App extends Chain>(app: App, path: string, middlewares: readonly unknown[], last: unknown): App {
  for (const middleware of middlewares) app.use(middleware)
  app.use(path, last)
  return app
}

const HERE: Host[] = [
  { name: 'Express 4', build: (...parts) => chain(requireOld('express')(), ...parts) },
  {
    name: "Vite's middlewares",
    async build(...parts) {
      const { createServer: createVite } = await import('vite')
      const configureServer = ({ middlewares }: { middlewares: unknown }) => void chain(middlewares as Chain, ...parts)
      const vite = await createVite({
        configFile: false,
        server: { middlewareMode: true, ws: false, watch: null },
        optimizeDeps: { noDiscovery: true },
        plugins: [{ name: 'mock', configureServer }],
      })
      return vite.middlewares
    },
  },
  {
    name: 'routers of Express 5',
    prefix: '/of/router',
    build(...parts) {
      const express = requireHere('express')
      return express().use('/of', express.Router().use('/router', chain(express.Router(), ...parts)))
    },
  },
]

const ELSEWHERE: Host[] = [
  { name: 'Express 5', build: (...parts) => chain(requireHere('express')(), ...parts) },
  { name: 'Connect', build: (...parts) => chain(requireMore('connect')(), ...parts) },
  {
    name: 'Express 5 in Connect',
    prefix: '/in',
    build: (...parts) => requireMore('connect')().use('/in', chain(requireHere('express')(), ...parts)),
  },
  {
    name: 'Connect in Koa',
    build(...parts) {
      const Koa = requireMore('koa')
      return new Koa().use(requireMore('koa-connect')(chain(requireMore('connect')(), ...parts))).callback()
    },
  },
  {
    name: 'Fastify with middie',
    async build(...parts) {
      const fastify = requireMore('fastify')()
      await fastify.register(requireMore('@fastify/middie'))
      chain(fastify, ...parts)
      await fastify.ready()
      return fastify.routing
    },
  },
]

const parsers = { old: requireOld('express'), new: requireHere('express') }
const compression = () => (HOSTS === undefined ? [] : [requireMore('compression')({ threshold: 0 })])
const ANY = { type: '*/*' }

type Sent = 'form' | 'json' | 'file'

/** What stands before the app, and which requests it then cannot read. */
const BEFORE: { name: string; create(of: typeof parsers.new): unknown[]; refused: Sent[] }[] = [
  { name: 'json and urlencoded', create: (of) => [of.json(), of.urlencoded({ extended: true })], refused: ['form'] },
  { name: 'json', create: (of) => [of.json()], refused: [] },
  { name: 'raw', create: (of) => [of.raw(ANY)], refused: [] },
  { name: 'text', create: (of) => [of.text(ANY)], refused: ['file'] },
  { name: HOSTS === undefined ? 'no parser' : 'compression', create: compression, refused: [] },
]

interface Opened {
  simulator: Simulator
  origin: string
}

const test = base.extend<{ open: (build: Build, path: string, middlewares: readonly unknown[]) => Promise<Opened> }>({
  open: async ({}, use) => {
    const servers: { closeAllConnections(): void; close(): void }[] = []
    await use(async (build, path, middlewares) => {
      const simulator = createService()
      const server = createServer(await build(path, middlewares, createApp(simulator)))
      servers.push(server.listen(0, '127.0.0.1'))
      await once(server, 'listening')
      return { simulator, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    })
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  },
})

const TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json', file: 'application/gzip' }
const LOST =
  /Failed to read the body: the parser of your app for \\"[a-z-]+\/[a-z-]+\\" has read it.* Mount deploymock before/

async function send(url: string, method = 'GET', headers: Record<string, string> = {}, body?: BodyInit) {
  const response = await fetch(url, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const create = (url: string, headers: Record<string, string>, body: BodyInit = '{"name":"checkout"}') =>
  send(`${url}/_simulator/records/deployments`, 'POST', headers, body)

const cases = [...HERE, ...(HOSTS === undefined ? [] : ELSEWHERE)].flatMap((host) =>
  sample(['/a/b', '/', '/mock'], 3).flatMap((path) =>
    sample(['old', 'new'] as const, 2).flatMap((version) =>
      sample(BEFORE, HOSTS === undefined ? 4 : 1).map((before) => ({ ...before, host, path, version })),
    ),
  ),
)

for (const { host, path, name, create: createParsers, version, refused } of cases) {
  const generation = version === 'old' ? 1 : 2
  test(`the app works at ${path} of ${host.name} behind ${name} of body-parser ${generation}`, async ({ open }) => {
    const { simulator, origin } = await open(host.build, path, createParsers(parsers[version]))
    const url = `${origin}${host.prefix ?? ''}${path === '/' ? '' : path}`
    expect((await send(`${url}/v2/deployments?limit=2`)).status).toBe(200)

    for (const kind of ['form', 'json'] as const) {
      const before = simulator.db.deployments.count()
      const { status, text: body } = await create(url, { 'content-type': TYPES[kind] })
      if (refused.includes(kind)) expect([status, body]).toEqual([500, expect.stringMatching(LOST)])
      else expect([status, JSON.parse(body).name]).toEqual([201, 'checkout'])
      expect(simulator.db.deployments.count() - before).toBe(status === 201 ? 1 : 0)
    }

    const { id } = findOne(simulator, { source: 'internal_source' })
    const { upload_url } = JSON.parse((await send(`${url}/v2/deployments/${id}/upload-url`, 'POST')).text)
    expect(upload_url.slice(0, url.length + 9)).toBe(`${url}/storage/`)
    const file = Buffer.alloc(2000, 255)
    const uploaded = await send(upload_url, 'PUT', { 'content-type': TYPES.file }, file)
    const sha256 = createHash('sha256').update(file).digest('hex')
    const isRefused = refused.includes('file')
    expect(uploaded).toMatchObject(isRefused ? { status: 500, text: expect.stringMatching(LOST) } : { status: 200 })
    expect(simulator.db.uploads.list()[0]).toMatchObject({ sha256: isRefused ? null : sha256 })

    expect((await send(`${url}/v2/deployments/`)).headers.get('location')).toBe(`${url}/v2/deployments`)
    expect(JSON.parse((await send(`${url}/_simulator/sessions/default`)).text).url).toBe(url)
    const document = JSON.parse((await send(`${url}/_simulator/service/openapi.json`)).text)
    expect(document.servers[0].url).toBe(url.slice(origin.length) || '/')
    expect((await send(`${url}/_simulator/reset`, 'POST')).status).toBe(200)

    const events = await fetch(`${url}/_simulator/events`)
    const [first] = await Promise.all([events.body?.getReader().read(), send(`${url}/v2/deployments?limit=1`)])
    expect(new TextDecoder().decode(first?.value)).toMatch(/^(?:event|data|id|:|retry)/)
  })
}

/** What somebody does with a request before the app gets it. */
type Meddle = (request: IncomingMessage & { body?: unknown; rawBody?: unknown }) => unknown

const meddlers: { what: string; meddle: Meddle; isReceived: boolean }[] = [
  { what: 'pauses it', meddle: (request) => request.pause(), isReceived: true },
  { what: 'waits', meddle: () => new Promise(setImmediate), isReceived: true },
  {
    what: 'sets a body without reading it',
    meddle: (request) => Object.assign(request, { body: {} }),
    isReceived: true,
  },
  {
    what: 'reads it and keeps its bytes',
    meddle: async (request) => Object.assign(request, { rawBody: await buffer(request), body: {} }),
    isReceived: true,
  },
  { what: 'reads it and keeps nothing', meddle: buffer, isReceived: false },
  {
    what: 'reads it and keeps a part',
    meddle: async (request) => Object.assign(request, { body: (await buffer(request)).subarray(1) }),
    isReceived: false,
  },
  { what: 'reads its first chunk', meddle: (request) => once(request, 'data'), isReceived: false },
  { what: 'decodes it', meddle: (request) => request.setEncoding('utf8'), isReceived: false },
]

for (const { what, meddle, isReceived } of meddlers) {
  test(`a body is ${isReceived ? 'received' : 'refused'} after somebody ${what}`, async ({ open }) => {
    const before = (request: IncomingMessage, _: unknown, next: () => void) => {
      Promise.resolve(meddle(request)).then(() => next())
    }
    const { origin } = await open((path, ...parts) => chain(requireHere('express')(), path, ...parts), '/', [before])
    const { status, text } = await create(origin, { 'content-type': TYPES.form })
    expect([status, text]).toEqual(
      isReceived ? [201, expect.stringContaining('checkout')] : [500, expect.stringMatching(LOST)],
    )
  })
}

const json = () => [requireOld('express').json()]
const inExpress: Build = (...parts) => chain(requireHere('express')(), ...parts)

const bodies: [string, Record<string, string>, BodyInit][] = [
  ['with spaces', {}, '{"name": "checkout"}'],
  ['with a number that has too many digits', {}, '{"name":"checkout","number":9007199254740993}'],
  ['with a name that is there twice', {}, '{"name":"checkout","name":"billing"}'],
  ['that is compressed', { 'content-encoding': 'gzip' }, new Uint8Array(gzipSync('{"name":"checkout"}'))],
]

for (const [what, headers, body] of bodies) {
  test(`JSON ${what} is not replaced by what a parser made of it`, async ({ open }) => {
    const { origin } = await open(inExpress, '/', json())
    const { status, text } = await create(origin, { 'content-type': TYPES.json, ...headers }, body)
    expect([status, text]).toEqual([500, expect.stringMatching(LOST)])
  })
}

test('a body without bytes has none behind a parser', async ({ open }) => {
  const { origin } = await open(inExpress, '/', json())
  const headers = { 'content-type': TYPES.json, 'transfer-encoding': 'chunked' }
  const request = startRequest(`${origin}/_simulator/reset`, { method: 'POST', headers }).end()
  const [response] = await once(request, 'response')
  expect(response.resume().statusCode).toBe(200)
})

test('nothing that is written in parts may be transformed on its way', async ({ open }) => {
  const { simulator, origin } = await open(inExpress, '/', compression())
  const events = await fetch(`${origin}/_simulator/events`)
  expect(events.headers.get('cache-control')).toBe('no-store, no-transform')
  simulator.faults.add({ effect: { kind: 'reset', when: 'during' }, times: 1 })
  const cut = await fetch(`${origin}/v2/deployments`)
  expect([cut.headers.get('cache-control'), await cut.text().catch(({ message }) => message)]).toEqual([
    'no-transform',
    'terminated',
  ])
})

test('HTTP/2 is refused, because Express does not support it', async () => {
  const app = createApp(createService())
  const server = createHttp2Server((...parts) => app(...(parts as never as Parameters<typeof app>))).listen(0)
  await once(server, 'listening')
  const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const stream = client.request({ ':path': '/_simulator/reset', ':method': 'POST' })
  const [headers] = await once(stream, 'response')
  expect([headers[':status'], String(await buffer(stream))]).toEqual([505, expect.stringContaining('HTTP/2')])
  client.close()
  server.close()
})
