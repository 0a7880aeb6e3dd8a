import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { describeLastRequests } from '../../src/entries/run/hint.ts'
import '../../src/entries/vitest/index.ts'
import { library } from '../engine/library/library.ts'

const LIBRARY = 'http://library.test'
const DEPLOYMENTS = 'http://deployments.test/platform'

afterEach(() => vi.unstubAllEnvs())

const read = async (url: string) => (await fetch(url)).json()

/** Sets up the library and our service beside each other. */
function setUpBoth() {
  const both = {
    books: setupSimulator({ service: library, baseUrl: LIBRARY, preset: 'eager', books: 3 }),
    deployments: setupSimulator({ baseUrl: DEPLOYMENTS, scenario: 'empty' }),
  }
  for (const simulator of Object.values(both)) {
    simulator.listen()
    onTestFinished(() => simulator.close())
  }
  return both
}

test('two services answer the requests of one process, each at its URL and with its own data', async () => {
  const { books, deployments } = setUpBoth()
  deployments.db.deployments.create({ name: 'checkout' })
  const [book] = books.db.books.list()
  expect(await read(`${LIBRARY}/books`)).toMatchObject({ books: { length: 3 } })
  expect(await read(`${DEPLOYMENTS}/v2/deployments`)).toMatchObject({ resources: [{ name: 'checkout' }] })
  const loan = await fetch(`${LIBRARY}/loans`, { method: 'POST', body: JSON.stringify({ book_id: book?.id }) })
  expect(loan.status).toBe(201)
  expect(books.db.loans.list()).toMatchObject([{ book_id: book?.id }])
  expect(books).toHaveReceivedInOrder(['listBooks', { operation: 'createLoan', status: 201 }])
  expect(deployments).toHaveReceivedTimes('listDeployments', 1)
})

test('a boundary of a service has a world of its own', async () => {
  const { books } = setUpBoth()
  await books.boundary(
    async ({ db, faults, url }) => {
      for (const { id } of db.books.list()) db.books.delete(id)
      faults.add({ operation: 'listLoans', status: 503 })
      expect(await read(`${url}/books`)).toEqual({ books: [], next: 0 })
      expect((await fetch(`${url}/loans`)).status).toBe(503)
    },
    { preset: 'plain' },
  )
  expect(await read(`${LIBRARY}/books`)).toMatchObject({ books: { length: 3 } })
})

test('a request that matches no operation of a service fails with the nearest ones', async () => {
  const { books } = setUpBoth()
  // MSW 3 has the reason as the cause of its error.
  const error = await fetch(`${LIBRARY}/bookz`).catch((failure: unknown) => failure)
  const { message, cause } = error as Error
  expect(`${message} ${cause}`).toContain('GET /books')
  expect(() => books.verify()).toThrow('GET http://library.test/bookz')
})

test.for([
  [
    () => expect(setUpBoth().books).toHaveReceived('listBoks' as 'listBooks'),
    'Did you mean "listBooks"? Operations: listBooks, listLoans, createLoan.',
  ],
  [
    () => expect(setUpBoth().books).not.toHaveReceived('listBooks', { parameters: { genr: 'novel' } }),
    'Did you mean "genre"? Parameters: genre, title, limit, offset.',
  ],
] as const)('a matcher names the operations and parameters of the service', ([match, message]) => {
  expect(match).toThrow(message)
})

test.for([
  [
    { service: {} },
    'Failed to set up the simulator: "service" is {}. Pass what `api.service(...)` of deploymock/engine returns.',
  ],
  [{ service: null }, '"service" is null. Pass what `api.service(...)` of deploymock/engine returns.'],
  [{ service: Promise.resolve(library) }, 'Pass what `api.service(...)` of deploymock/engine returns.'],
  [{ service: library, deployments: 3 }, '"deployments" is not an option.'],
  [{ service: library, bookz: 3 }, '"bookz" is not an option. Did you mean "books"?'],
  [{ service: library, preset: 'spec' }, '"spec" is unknown. Known: plain, eager.'],
  [{ service: library, scenario: 'busy' }, 'Known: default.'],
  [{ service: library, assumptions: { nameMatching: 'prefix' } }, 'Known: bookOrder, unknownBook, secondLoan.'],
])('wrong options for a service are refused', ([options, message]) => {
  expect(() => setupSimulator(options as object)).toThrow(message as string)
})

test('the environment sets assumptions, faults and a seed for any service', async () => {
  vi.stubEnv('DEPLOYMOCK_ASSUME', 'bookOrder=shelf')
  vi.stubEnv('DEPLOYMOCK_FAULTS', '[{"operation":"listLoans","status":503}]')
  vi.stubEnv('DEPLOYMOCK_SEED', '7')
  const books = setupSimulator({ service: library })
  expect(books).toMatchObject({ scenario: { seed: 7 }, assumptions: { bookOrder: 'shelf' } })
  expect((await books.fetch('/loans')).status).toBe(503)
  await books.fetch('/books')
  expect(describeLastRequests(books)).toContain('\n  bookOrder=shelf instead of title\n')
})

test('a variable that another service does not know is refused, unless the environment names the service', () => {
  vi.stubEnv('DEPLOYMOCK_ASSUME', 'bookOrder=shelf')
  expect(() => setupSimulator()).toThrow(
    'Failed to read DEPLOYMOCK_ASSUME: Failed to assume: "bookOrder" is not an assumption.',
  )
  vi.stubEnv('DEPLOYMOCK_SERVICE', 'Lending Library')
  expect(setupSimulator().assumptions).not.toHaveProperty('bookOrder')
  expect(setupSimulator({ service: library }).assumptions.bookOrder).toBe('shelf')
})

test('only the service that the environment names is traced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trace-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('DEPLOYMOCK_TRACE', folder)
  vi.stubEnv('DEPLOYMOCK_SERVICE', 'Lending Library')
  await setupSimulator().fetch('/v2/deployments')
  await setupSimulator({ service: library }).fetch('/books')
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
  const traced = lines.map((line) => JSON.parse(line) as object)
  expect(traced).toHaveLength(3)
  expect(traced).toEqual(
    expect.arrayContaining([
      { simulator: true },
      { ignored: 'Deployment Management Service' },
      expect.objectContaining({ operation: 'listBooks', values: expect.objectContaining({ bookOrder: 'title' }) }),
    ]),
  )
})
