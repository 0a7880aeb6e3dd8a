import * as z from 'zod'
import { findPage, listFilters, pageParameters } from '../../../src/engine/contract/list-page.ts'
import { defineModel, id } from '../../../src/engine/contract/operation/body-value.ts'
import { defineRefusal, isRefused, refuse } from '../../../src/engine/contract/operation/failure.ts'
import { defineOperation } from '../../../src/engine/contract/operation/operation.ts'
import type { Parameters } from '../../../src/engine/contract/operation/parameter.ts'
import { list, type Page, page, record } from '../../../src/engine/contract/operation/responses.ts'
import { defineService, type ServiceDeclarations } from '../../../src/engine/scenario/service.ts'
import { plainFramework } from './plain-framework.ts'
import { authors, books, loans } from './resources.ts'

const ask = <const Choices extends object>(question: string, values: Choices, plain: string, eager = plain) => {
  return { section: '1', question, advice: 'Ask a librarian.', values, plain, eager }
}

const questions = {
  bookOrder: ask('How are books sorted?', { title: 'By title.', shelf: 'As they stand on the shelf.' }, 'title'),
  unknownBook: ask('What does a loan of an unknown book get?', { 404: 'Status 404.', 410: 'Status 410.' }, '404'),
  secondLoan: ask('Can a borrowed book be borrowed?', { no: 'No: 409.', yes: 'Yes.' }, 'no', 'yes'),
}

/** The values of the questions above. The types of the engine know only those of the simulated service. */
type Values = {
  readonly [Id in keyof typeof questions]: `${keyof (typeof questions)[Id]['values'] & (string | number)}`
}

const selectBy = <const Match extends 'equals' | 'substring'>(field: string, match: Match) =>
  ({ in: 'query', kind: 'text', description: `Selects books by their ${field}.`, filter: { field, match } }) as const

const parameters = {
  genre: selectBy('genre', 'equals'),
  title: selectBy('title', 'substring'),
  ...pageParameters('books'),
} as const satisfies Parameters

const next = { schema: z.int(), read: ({ offset }: Page<unknown>) => offset }

const listBooks = defineOperation({
  name: 'listBooks',
  method: 'GET',
  template: '/books',
  summary: 'Lists books.',
  parameters,
  responses: { 200: page(books, { list: 'books', fields: { next } }) },
  run({ assumptions, world }, { values }) {
    const { offset, limit } = values
    const { bookOrder: ordering } = assumptions as unknown as Values
    const filters = listFilters(parameters, values, assumptions)
    const found = findPage(world, books, { filters, ordering, offset, limit: Number(limit) })
    return { ...found, offset: offset + BigInt(found.records.length) }
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
  status: (assumptions) => ((assumptions as unknown as Values).secondLoan === 'no' ? 409 : undefined),
  text: 'the book is borrowed',
})

const createLoan = defineOperation({
  name: 'createLoan',
  method: 'POST',
  template: '/loans',
  summary: 'Borrows a book.',
  parameters: {},
  body: defineModel('NewLoan', { book_id: id() }),
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

const none = () => []

const declared = {
  title: 'Lending Library',
  version: '1',
  framework: plainFramework,
  access: { credentials: {}, listRequired: none, listUsual: none, statusOf: () => 401, refusals: [], assert: none },
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
