import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { test as base, expect } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import { createApp, type ServeOptions, serve } from '../../src/server/index.ts'
import { library } from '../engine/library/library.ts'
import { findServiceWords } from '../support/service-words.ts'
import { test as withCollector } from './support/collector.ts'

const test = base.extend('start', ({}, { onCleanup }) => async (options: ServeOptions = {}) => {
  const server = await serve({ service: library }, { port: 0, ...options })
  onCleanup(server.close)
  return server
})

async function read(url: string) {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  return { status: response.status, text: await response.text() }
}

test.for([
  ['the page at the root', '/'],
  ['the page of a session', '/_s/ida'],
  ['the page about a session', '/_s/default/_simulator/about'],
  ['the page of the OpenAPI document', '/_simulator/docs'],
  ['the OpenAPI document', '/_simulator/service/openapi.json'],
  ['the description of records, faults and operations', '/_simulator/schemas'],
  ['the state', '/_simulator'],
  ['the metrics', '/_simulator/metrics'],
  ['the health', '/_simulator/health'],
  ['the coverage', '/_simulator/coverage'],
  ['the document of the control API', '/_simulator/openapi.json'],
])('%s of a server says nothing about another service than its own', async ([, path], { start }) => {
  const { url } = await start({ console: false })
  const { status, text } = await read(url + path)
  expect(status).toBe(200)
  expect(findServiceWords(text)).toEqual([])
})

test('the page at the root says what is simulated, and what to try', async ({ start }) => {
  const { url } = await start({ console: false })
  const { text } = await read(url)
  expect(text).toContain('This server simulates Lending Library.')
  expect(text).toContain('3 authors, 12 books, 0 loans.')
  expect(text).toContain('<a href="/books">Try /books</a>')
})

test('a server creates the simulator of a service with its options', async ({ start }) => {
  const { url, simulator } = await serve({ service: library, books: 4, preset: 'eager' }, { port: 0 })
  expect(await (await fetch(`${url}/books`)).json()).toMatchObject({ next: 4 })
  expect(simulator.assumptions.secondLoan).toBe('yes')
  // @ts-expect-error there is no such option
  await expect(start({ service: library })).rejects.toThrow('"service" is not an option.')
})

test.for([
  [undefined, '"service" is missing. Pass what `api.service(...)` of deploymock/engine returns.'],
  [{ title: 'Library' }, '"service" is {"title":"Library"}. Pass what'],
] as const)('the service %j is refused', async ([service, message]) => {
  await expect(serve({ service } as never, { port: 0 })).rejects.toThrow(`Failed to serve the simulator: ${message}`)
  expect(() => createApp({ service } as never)).toThrow(`Failed to create the app: ${message}`)
})

/** Serves the library and our own service beside each other, below different paths. */
async function serveBoth(options: SimulatorOptions = {}) {
  const app = express()
  app.use('/library', createApp({ service: library }))
  app.use('/platform', createApp(createSimulator(options)))
  const server = app.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json()
  return { get, close: () => void server.close() }
}

test('two services stand beside each other below different paths, each with its sessions', async ({
  onTestFinished,
}) => {
  const { get, close } = await serveBoth()
  onTestFinished(close)
  expect(await get('/library/_s/ida/books?limit=1')).toMatchObject({ next: 1 })
  expect(await get('/platform/_s/ida/v2/deployments?limit=1')).toMatchObject({ offset: 1 })
  expect(await get('/library/_s/ida/_simulator')).toMatchObject({ requests: 1, counts: { books: 12 } })
  expect(await get('/platform/_s/ida/_simulator')).toMatchObject({ requests: 1, counts: { deployments: 60 } })
  expect(await get('/platform/books')).toEqual({ detail: 'Not Found' })
  expect(await get('/library/_simulator/schemas')).toMatchObject({ service: { title: 'Lending Library' } })
})

test('a page of another origin can read the headers that a response has', async ({ start }) => {
  const { url, simulator } = await start()
  simulator.faults.add({ respond: { status: 200, headers: { ETag: '"1"', Link: '</books>; rel="next"' } } })
  const { headers } = await fetch(`${url}/books`, { headers: { origin: 'https://app.example.com' } })
  const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ')
  expect(exposed).toEqual(expect.arrayContaining(['etag', 'link']))
})

test('the log of a server names the operations of its service', async ({ start }) => {
  const logged: unknown[] = []
  const { url, close } = await start({ log: ({ url: target, operation }) => logged.push([target, operation]) })
  await fetch(`${url}/books?limit=1`)
  await close()
  expect(logged).toEqual([['/books?limit=1', 'listBooks']])
})

withCollector('the spans of a server have the routes of its service', async ({ collector }) => {
  const server = await serve({ service: library }, { port: 0, otlp: { url: collector.url } })
  await fetch(`${server.url}/books?limit=1`)
  await server.close()
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /books'])
})
