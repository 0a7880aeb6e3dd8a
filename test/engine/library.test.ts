import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createMiddleware } from '@mswjs/http-middleware'
import express, { type RequestHandler } from 'express'
import { type HttpHandler, http } from 'msw'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test } from 'vitest'
import { createHandlers } from '../../src/engine/adapters/msw.ts'
import { type ScenarioInput, scenarioSchemaOf } from '../../src/engine/scenario/scenario.ts'
import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import { assertSchema, parseSourceFile } from '../../src/entries/files/read/source-file.ts'
import { createApp, serve } from '../../src/server/index.ts'
import { isMsw2 } from '../support/msw-version.ts'
import { library, type Types } from './library/library.ts'
import { LOAN_PERIOD } from './library/resources.ts'

const createLibrary = (options: Types['SimulatorOptions'] = {}) => createSimulator(library, options)

type Library = ReturnType<typeof createLibrary>

async function get({ fetch }: Pick<Library, 'fetch'>, path: string) {
  const response = await fetch(path)
  return { status: response.status, body: await response.json() }
}

async function send({ fetch }: Library, method: string, path: string, body: unknown) {
  const response = await fetch(path, { method, body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

async function borrow(simulator: Library) {
  const { body } = await get(simulator, '/books?limit=1')
  return send(simulator, 'POST', '/loans', { book_id: body.books[0].id })
}

test('a second service answers a list with a filter, an order and pages', async () => {
  const simulator = createLibrary()
  const { body } = await get(simulator, '/books?genre=novel&limit=2&offset=1')
  const all = await get(simulator, '/books?limit=100')
  const titles = all.body.books.map(({ title }: { title: string }) => title)
  const novels = all.body.books.filter(({ genre }: { genre: string }) => genre === 'novel')
  expect(titles).toEqual(titles.toSorted())
  expect(titles).toHaveLength(12)
  expect(body).toEqual({ books: novels.slice(1, 3), next: 1 + novels.slice(1, 3).length })
})

test('a second service has errors of its own', async () => {
  const simulator = createLibrary()
  expect(await get(simulator, '/books?limit=many')).toEqual({ status: 400, body: { error: 'limit is wrong' } })
  expect(await get(simulator, '/nothing')).toEqual({ status: 404, body: { error: 'Not Found' } })
  expect(await send(simulator, 'POST', '/loans', { book_id: 'none' })).toEqual({
    status: 404,
    body: { error: 'no such book' },
  })
})

test('a loan of a second service becomes overdue as time passes', async () => {
  const simulator = createLibrary()
  expect(await borrow(simulator)).toMatchObject({ status: 201, body: { state: 'running' } })
  simulator.clock.advance(LOAN_PERIOD)
  expect(await get(simulator, '/loans')).toMatchObject({ body: [{ state: 'overdue' }] })
})

test('a step of a second service has the name of the record that it belongs to', async () => {
  const simulator = createLibrary()
  const { body } = await borrow(simulator)
  const book = simulator.db.books.get(body.book_id)
  expect(simulator.clock.timeline().entries).toMatchObject([{ resource: 'loans', name: book?.title }])
})

test('the open questions of a second service can be switched, drawn and preset', async () => {
  const simulator = createLibrary()
  simulator.assume({ unknownBook: '410' })
  expect(await send(simulator, 'POST', '/loans', { book_id: 'none' })).toMatchObject({ status: 410 })
  await borrow(simulator)
  expect(await borrow(simulator)).toMatchObject({ status: 409 })
  expect(await borrow(createLibrary({ preset: 'eager' }))).toMatchObject({ status: 201 })
  expect(Object.keys(createLibrary({ vary: 7 }).assumptions)).toEqual(['bookOrder', 'unknownBook', 'secondLoan'])
  // @ts-expect-error no such answer
  expect(() => createLibrary({ assumptions: { bookOrder: 'colour' } })).toThrow('Allowed: title, shelf.')
})

test('MSW handlers answer requests to a second service', async () => {
  const simulator = createLibrary({ baseUrl: 'http://library.test' })
  const server = setupServer(
    ...createHandlers(simulator.service, simulator.base, { controlApi: true }),
    http.all('*', () => undefined),
  )
  server.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => server.close())
  expect(await (await fetch('http://library.test/books?limit=1')).json()).toMatchObject({ next: 1 })
  expect(await (await fetch('http://library.test/_simulator')).json()).toMatchObject({
    counts: { books: 12, loans: 0 },
  })
})

test('the server answers requests to a second service', async () => {
  const running = await serve(createLibrary(), { port: 0 })
  onTestFinished(() => running.close())
  const response = await fetch(`${running.url}/loans`, { method: 'POST', body: JSON.stringify({ book_id: 'none' }) })
  expect([response.status, await response.json()]).toEqual([404, { error: 'no such book' }])
  expect(await (await fetch(`${running.url}/_s/ida/books?limit=1`)).json()).toMatchObject({ next: 1 })
})

// Its types refer to Express 4 and to the CommonJS types of MSW.
const toMiddleware = createMiddleware as unknown as (...handlers: HttpHandler[]) => RequestHandler

test.runIf(isMsw2)('an Express app of its own answers requests to a second service', async () => {
  const simulator = createLibrary()
  const app = express().use('/library', createApp(simulator))
  app.use(toMiddleware(...createHandlers(simulator.service, simulator.base, { controlApi: false })))
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const path of ['/library', ''])
    expect(await (await fetch(`http://127.0.0.1:${port}${path}/books?limit=1`)).json()).toMatchObject({ next: 1 })
})

test('faults and chaos apply to a second service', async () => {
  const simulator = createLibrary()
  simulator.faults.add({ operation: 'listBooks', status: 503, times: 1 })
  expect(await get(simulator, '/books')).toEqual({ status: 503, body: { error: 'Service Unavailable' } })
  expect(await get(simulator, '/books')).toMatchObject({ status: 200 })
  simulator.faults.add({ effect: 'empty' })
  expect(await get(simulator, '/books')).toMatchObject({ body: { books: [] } })
  simulator.faults.clear()
  simulator.setChaos({ level: 1, seed: 3 })
  const statuses = await Promise.all(Array.from({ length: 5 }, () => get(simulator, '/loans').catch(() => 'broken')))
  expect(statuses).not.toEqual(Array(5).fill({ status: 200, body: [] }))
})

test('the control API knows the records and questions of a second service', async () => {
  const simulator = createLibrary()
  expect(await get(simulator, '/_simulator/records/books?limit=1')).toMatchObject({ body: { total: 12 } })
  expect(await send(simulator, 'POST', '/_simulator/records/authors', { name: 'Ines' })).toMatchObject({ status: 201 })
  expect((await get(simulator, '/_simulator/assumptions')).body).toHaveLength(3)
  expect(await get(simulator, '/_simulator/totals/loans')).toMatchObject({ body: { total: 0 } })
  expect(
    (await get(simulator, '/_simulator/schemas')).body.resources.map(({ name }: { name: string }) => name),
  ).toEqual(['authors', 'books', 'loans'])
  expect((await get(simulator, '/_simulator/openapi.json')).body.components.schemas).toHaveProperty('BookRecord')
})

test('a second service has scenarios, sessions and snapshots', async () => {
  const scenario = { name: 'full', books: [{ count: 2, record: { genre: 'essay' } }], loans: 1 }
  const simulator = createLibrary({ scenarios: [scenario] })
  const session = simulator.sessions.create('ida', { scenario: 'full' })
  expect(await get(simulator, '/_s/ida/books?genre=essay')).toMatchObject({ body: { books: [{}, {}] } })
  const snapshot = session.snapshot()
  session.db.loans.create({})
  session.restore(JSON.parse(JSON.stringify(snapshot)))
  expect((await get(simulator, '/_s/ida/loans')).body).toHaveLength(1)
  expect((await get(simulator, '/loans')).body).toEqual([])
})

test('the file of a scenario of a second service is validated by the schema of its scenarios', async () => {
  const text = 'name: shelf\nbooks:\n  - count: 2\n    record: { genre: poetry }\n'
  const open = (more = '') => parseSourceFile('shelf.yaml', text + more, 'yaml')
  const file = await open()
  assertSchema(file, scenarioSchemaOf(library))
  const simulator = createLibrary({ scenario: file.source.value as ScenarioInput, seed: 5 })
  expect(await get(simulator, '/books?genre=poetry')).toMatchObject({ body: { books: [{}, {}], next: 2 } })
  const wrong = await open('loans: many\n')
  expect(() => assertSchema(wrong, scenarioSchemaOf(library))).toThrow('shelf.yaml:5:8')
})

test('the responses of a second service depend only on its own questions', async () => {
  const simulator = createLibrary()
  const headers = { origin: 'http://page.test' }
  for (const path of ['/books?genre=&colour=red', '/books/', '/nothing'])
    for (const method of ['GET', 'HEAD', 'PUT']) await simulator.fetch(path, { method, headers })
  const asked = simulator.requests.list().map(({ id }) => simulator.requests.get(id)?.explanation.assumptions)
  expect(new Set(asked.flatMap((each) => Object.keys(each ?? {})))).toEqual(new Set(['bookOrder']))
})

test('a second service has an option for its main resource', async () => {
  const simulator = createLibrary({ books: 4 })
  expect(await get(simulator, '/books')).toMatchObject({ body: { next: 4 } })
  // @ts-expect-error an option of another service
  expect(() => createLibrary({ deployments: 4 })).toThrow('"deployments" is not an option.')
  // @ts-expect-error a number
  expect(() => createLibrary({ books: 'many' })).toThrow('"books" is "many".')
})

test('coverage, explanations and the OpenAPI document follow from a second service', async () => {
  const simulator = createLibrary()
  await get(simulator, '/books?genre=poetry')
  const { body } = await get(simulator, '/_simulator/coverage')
  const operations = body.operations.map(({ name }: { name: string }) => name)
  expect(operations).toEqual(['listBooks', 'listLoans', 'createLoan', 'no operation'])
  expect(simulator.requests.get(1)?.explanation.words.join(' ')).toContain('genre=poetry removed')
  const document = await simulator.openapi()
  expect(document).toMatchObject({ info: { title: 'Lending Library', version: '1' } })
  expect(Object.keys(document.paths as object)).toEqual(['/books', '/loans'])
})

test('a strict session of a second service refuses what its contract lacks', async () => {
  const simulator = createLibrary({ strict: true })
  expect(await get(simulator, '/shelves')).toMatchObject({ status: 501 })
  expect(await get(simulator, '/books?colour=red')).toMatchObject({ status: 501 })
  expect(await get(simulator, '/books')).toMatchObject({ status: 200 })
})
