import { expect, test } from 'vitest'
import * as z from 'zod'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const api = defineApi({
  title: 'Shelf',
  version: '1',
  envelope: ({ records }) => ({ data: records }),
  questions: { byColour: { question: 'Does colour select?', values: { yes: 'Yes.', no: 'No.' } } },
})
const books = api.resource('books', {
  schema: z.strictObject({ id: z.int(), colour: z.enum(['red', 'blue']) }),
  build: ({ index }) => ({ colour: index % 2 === 0 ? 'red' : 'blue' }),
})
const service = api.service({
  resources: [books],
  operations: [
    api.list('listBooks', '/books', books, {
      filters: {
        colour: { field: 'colour', match: 'equals', applies: ({ assumptions }) => assumptions.byColour === 'yes' },
      },
    }),
    api.list('searchBooks', '/search', books, {
      pages: { page: 'page', size: 'per_page', usual: 4, most: 5 },
      envelope: ({ records, next, total }) => ({ books: records, next, total }),
    }),
  ],
})

const ask = async (path: string, assumptions: object = {}) =>
  (await createSimulator({ service, assumptions }).fetch(path)).json()

test('a list may be cut and written in its own way', async () => {
  expect(Object.keys(await ask('/books?limit=2'))).toEqual(['data'])
  expect(await ask('/search?page=2')).toEqual({
    books: [5, 6, 7, 8].map((id) => expect.objectContaining({ id })),
    next: 3,
    total: 10,
  })
})

test('whether a filter selects may be an open question', async () => {
  expect((await ask('/books?colour=red')).data).toHaveLength(5)
  expect((await ask('/books?colour=red', { byColour: 'no' })).data).toHaveLength(10)
})

test.each([
  ['pages', { page: 'page', size: 'page', usual: 4, most: 5 }, /two parameters are named "page"/],
  ['pages', { page: 'page', size: 'size', usual: 9, most: 5 }, /"usual" is 9/],
  ['envelope', 'data', /envelope/],
])('a list with wrong %s %j is refused', (option, value, message) => {
  expect(() => api.list('own', '/own', books, { [option]: value } as never)).toThrow(message)
})

test.each([
  [{ page: 'p', size: 'n', usual: 4, most: 5 }, '', { current: 1, size: 4 }],
  [{ page: 'p', size: 'n', usual: 4, most: 5 }, 'p=3&n=9', { current: 3, size: 5 }],
  [{ offset: 'o', size: 'n', usual: 4, most: 5 }, 'o=3', { current: 3, size: 4 }],
  [{ after: 'a', before: 'b', size: 'n', usual: 4, most: 5 }, '', { current: null, size: 4 }],
  [{ after: 'a', before: 'b', size: 'n', usual: 4, most: 5 }, 'a=3&n=2', { current: '3', size: 2 }],
])('an envelope may tell which page it has: %j, %j', async (pages, query, told) => {
  const own = defineApi({
    title: 'Own',
    version: '1',
    pages,
    envelope: ({ records, current, size }) => ({ current: current ?? null, size, records }),
  })
  const ones = own.resource('ones', { schema: z.strictObject({ id: z.int() }), build: () => ({}) })
  const simulator = createSimulator({
    service: own.service({ resources: [ones], operations: own.crud('/ones', ones) }),
  })
  expect(await (await simulator.fetch(`/ones?${query}`)).json()).toMatchObject(told)
})
