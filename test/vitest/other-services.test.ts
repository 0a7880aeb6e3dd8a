import { expect } from 'vitest'
import { test } from '../../src/entries/vitest/index.ts'
import { library } from '../engine/library/library.ts'
import { tried } from '../rest/apis/tried.ts'

const own = test.extend('simulatorOptions', { service: library, baseUrl: 'http://library.test', books: 4 })

own('a test has a world of the service that its options name', async ({ simulator }) => {
  expect(simulator.db.books.count()).toBe(4)
  const response = await fetch(`${simulator.url}/books?limit=2`)
  expect(await response.json()).toMatchObject({ books: { length: 2 } })
  expect(simulator).toHaveReceived('listBooks', { parameters: { limit: 2 } })
})

own('each test of a service has a world of its own', ({ simulator }) => {
  expect(simulator.requests.count()).toBe(0)
})

own.extend('simulatorOptions', { books: 3 } as never)(
  'a test that is extended once more keeps its service',
  ({ simulator }) => expect(simulator.db.books.count()).toBe(3),
)

test('the next test of the file has a world of our service', async ({ simulator }) => {
  expect((await fetch(`${simulator.url}/v2/deployments`)).status).toBe(200)
  expect(simulator).toHaveReceived('listDeployments')
})

for (const api of tried)
  test.extend('simulatorOptions', { service: api.service, baseUrl: 'http://own.test', scenario: api.scenario })(
    `a test has a world of ${api.name}, which is declared`,
    async ({ simulator }) => {
      expect(simulator.scenario.name).toBe(api.scenario)
      simulator.load('default')
      const ask = () => fetch(simulator.url + api.list.path(simulator.db as never), { headers: api.headers })
      expect(api.list.records((await (await ask()).json()) as never)).toHaveLength(2)
      simulator.faults.add({ operation: api.list.operation, status: 503 })
      expect((await ask()).status).toBe(503)
      expect(simulator).toHaveReceivedTimes(api.list.operation as never, 2)
    },
  )
