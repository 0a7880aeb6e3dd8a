import { expect, onTestFinished, test } from 'vitest'
import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import { connect } from '../../src/entries/client/index.ts'
import { serve } from '../../src/server/index.ts'
import { library } from '../engine/library/library.ts'

async function serveLibrary() {
  const server = await serve(createSimulator(library), { port: 0 })
  onTestFinished(() => server.close())
  return server.url
}

test('a client for a service has its resources, also in the sessions that it creates', async () => {
  const remote = connect(await serveLibrary(), { service: library })
  expect(Object.keys(remote.db)).toEqual(['authors', 'books', 'loans'])
  const alice = await remote.sessions.create({ preset: 'eager' })
  const [book] = await alice.db.books.list({ limit: 1 })
  await alice.db.books.update(String(book?.id), { title: 'Mine' })
  expect(await alice.db.books.count({ where: { title: 'Mine' } })).toBe(1)
  expect(await remote.session(alice.name).db.books.get(String(book?.id))).toMatchObject({ title: 'Mine' })
  expect(await remote.db.books.count({ where: { title: 'Mine' } })).toBe(0)
  await alice.assume({ bookOrder: 'shelf' })
  await fetch(`${alice.url}/books`)
  expect(await alice.requests.waitFor('listBooks')).toMatchObject({ status: 200 })
})

test.for([
  [
    { service: {} },
    'Failed to connect: "service" is an object. Pass what `api.service(...)` of deploymock/engine returns.',
  ],
  [{ service: 7 }, '"service" is 7. Pass what `api.service(...)` of deploymock/engine returns.'],
])('a client refuses what is no service', ([options, message]) => {
  expect(() => connect('http://127.0.0.1:4010', options as object)).toThrow(message as string)
})
