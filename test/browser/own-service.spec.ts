import { expect } from '@playwright/test'
import { testOf } from '../../src/server/playwright/index.ts'
import { library } from '../engine/library/library.ts'

const test = testOf(library)
test.use({ sessionOptions: { assumptions: { unknownBook: '410' } }, simulatorOptions: { books: 3 } })

test('the fixtures give a test a world of its own service', async ({ page, simulator }) => {
  const response = await page.request.get(`${simulator.url}/books`)
  expect(await response.json()).toMatchObject({ next: 3 })
  expect(simulator.db.books.list()).toHaveLength(3)
  expect((await page.request.post(`${simulator.url}/loans`, { data: { book_id: 'none' } })).status()).toBe(410)
  expect(simulator.requests.list().map(({ operation }) => operation)).toEqual(['listBooks', 'createLoan'])
})
