import * as z from 'zod'
import { findPage, listFilters, pageParameters } from '../../../src/engine/contract/list-page.ts'
import { refuse } from '../../../src/engine/define/operation/failure.ts'
import { defineOperation } from '../../../src/engine/define/operation/operation.ts'
import type { Parameters } from '../../../src/engine/define/operation/parameter.ts'
import { defineRefusal, isRefused } from '../../../src/engine/define/operation/refusal.ts'
import { list, type Page, page, record } from '../../../src/engine/define/operation/responses.ts'
import { defineService, type ServiceDeclarations } from '../../../src/engine/define/service.ts'
import { plainFramework } from './plain-framework.ts'
import { authors, books, loans } from './resources.ts'

const questions = {
  bookOrder: {
    section: '1',
    question: 'In which order are books listed?',
    advice: 'Sort them yourself.',
    values: { title: 'By title.', shelf: 'As they stand on the shelf.' },
    plain: 'title',
  },
  unknownBook: {
    section: '2',
    question: 'What does a loan of an unknown book get?',
    advice: 'Treat both alike.',
    values: { 404: 'Status 404.', 410: 'Status 410.' },
    plain: '404',
  },
  secondLoan: {
    section: '2',
    question: 'Can a borrowed book be borrowed again?',
    advice: 'Do not try.',
    values: { refused: 'No: 409.', allowed: 'Yes.' },
    plain: 'refused',
    eager: 'allowed',
  },
}

/** The values of the questions above. The types of the engine know only those of the simulated service. */
type Values = {
  readonly [Id in keyof typeof questions]: `${keyof (typeof questions)[Id]['values'] & (string | number)}`
}

const parameters = {
  genre: {
    in: 'query',
    kind: 'text',
    description: 'Selects books by their genre.',
    filter: { field: 'genre', match: 'equals' },
  },
  title: {
    in: 'query',
    kind: 'text',
    description: 'Selects books by a part of their title.',
    filter: { field: 'title', match: 'substring' },
  },
  ...pageParameters('books'),
} as const satisfies Parameters

const bookPage = {
  list: 'books',
  fields: { next: { schema: z.int(), read: ({ offset }: Page<unknown>) => offset } },
}

const listBooks = defineOperation({
  name: 'listBooks',
  method: 'GET',
  template: '/books',
  summary: 'Lists books.',
  parameters,
  responses: { 200: page(books, bookPage) },
  run({ assumptions, world }, { values }) {
    const { bookOrder } = assumptions as unknown as Values
    const filters = listFilters(parameters, values, assumptions)
    const found = findPage(world, books, {
      filters,
      ordering: bookOrder,
      offset: values.offset,
      limit: Number(values.limit),
    })
    return found.withOffset(values.offset + BigInt(found.records.length))
  },
})

const listLoans = defineOperation({
  name: 'listLoans',
  method: 'GET',
  template: '/loans',
  summary: 'Lists loans.',
  parameters: {},
  responses: { 200: list(loans) },
  run: ({ world }) => world.database.of(loans).find({}),
})

const unknownBook = defineRefusal({
  name: 'unknown book',
  status: (assumptions) => Number((assumptions as unknown as Values).unknownBook),
  text: 'no such book',
})
const borrowedBook = defineRefusal({
  name: 'borrowed book',
  status: (assumptions) => ((assumptions as unknown as Values).secondLoan === 'refused' ? 409 : undefined),
  text: 'the book is borrowed',
})

const createLoan = defineOperation<
  'createLoan',
  Parameters,
  { 201: ReturnType<typeof record<typeof loans>> },
  { book_id: string }
>({
  name: 'createLoan',
  method: 'POST',
  template: '/loans',
  summary: 'Borrows a book.',
  parameters: {},
  body: { name: 'Loan', fields: { book_id: { kind: 'id' } } },
  responses: { 201: record(loans) },
  refusals: [unknownBook, borrowedBook],
  run({ assumptions, world }, { body: { book_id } }) {
    if (world.database.of(books).get(book_id) === undefined) refuse(unknownBook)
    const isBorrowed = world.database.of(loans).find({ book_id }).length > 0
    if (isBorrowed && isRefused(borrowedBook, assumptions)) refuse(borrowedBook)
    const loan = Reflect.get(world.collections, 'loans').create({ book_id })
    world.begin(loans, loan, assumptions)
    return loan
  },
})

const declared = {
  title: 'Lending Library',
  version: '1',
  framework: plainFramework,
  access: {
    credentials: {},
    listRequired: () => [],
    listUsual: () => [],
    statusOf: () => 401,
    refusals: [],
    assert: () => undefined,
  },
  basePathsOf: () => [''],
  world: { fields: {}, readSettings: () => ({}), relaxSettings: () => ({}), buildFacts: () => ({}) },
  operations: [listBooks, listLoans, createLoan],
  resources: [authors, books, loans],
  questions: { register: questions, presets: ['plain', 'eager'], basePresets: { eager: 'plain' } },
  effects: [],
  mainResource: 'books',
  scenarios: [{ name: 'default', description: 'A small library.', seed: 1, now: '2026-03-02T09:00:00Z' }],
}

/** A lending library: what the engine needs to know to simulate it. Its types are not those of the simulated service. */
export const library = defineService(declared as unknown as ServiceDeclarations)
