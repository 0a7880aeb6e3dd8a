// A declared API with many books. Its path of providers is that of our service, because bystanders ask for it.

import * as z from 'zod'
import { defineApi } from '../../../dist/src/engine/index.js'

const BOOKS = 20_000

const api = defineApi({
  title: 'Library',
  version: '1',
  basePath: '/v2',
  pages: { page: 'page', size: 'per_page', usual: 20, most: 100 },
  envelope: ({ records, total }) => ({ items: records, total }),
})

const authors = api.resource('authors', {
  schema: z.strictObject({ id: z.uuid(), name: z.string() }),
  count: 5,
  build: ({ faker }) => ({ name: faker.person.fullName() }),
})

const books = api.resource('books', {
  schema: z.strictObject({
    id: z.int(),
    author_id: z.uuid(),
    title: z.string().min(1),
    state: z.enum(['free', 'lent']),
    notes: z.array(z.string()),
  }),
  belongsTo: { author_id: authors },
  count: BOOKS,
  orders: { title: ['title', 'id'], newest: '-id' },
  build: ({ faker }) => ({ title: faker.book.title(), state: 'free', notes: [] }),
  view: ({ author_id, ...book }, { find }) => ({ ...book, author: find(authors, { id: author_id }) }),
})

const borrowBook = api.operation('borrowBook', 'POST', '/books/{id}/loans', {
  responds: books,
  refuses: [404],
  run({ path: { id }, find, update, refuse }) {
    const book = find(books, { id: Number(id) }) ?? refuse(404, 'There is no such book')
    return update(books, book, { state: 'lent' })
  },
})

export const service = api.service({
  resources: [authors, books],
  operations: [
    ...api.crud('/books', books, {
      filters: { state: 'equals', title: 'contains' },
      order: { parameter: 'sort', usual: 'title' },
    }),
    ...api.crud('/auth/providers', authors, { only: ['list'] }),
    borrowBook,
  ],
  scenarios: { default: { description: 'A large library.' } },
})
