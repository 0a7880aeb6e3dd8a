import * as z from 'zod'
import { findPage, listFilters, pageParameters } from '../../../src/engine/contract/list-page.ts'
import { defineRefusal, isRefused, refuse } from '../../../src/engine/contract/operation/failure.ts'
import {
  type DefineOperation,
  defineOperation as define,
  type OperationContext,
} from '../../../src/engine/contract/operation/operation.ts'
import { list, type Page, page, record } from '../../../src/engine/contract/operation/responses.ts'
import { defineModel, id, type Parameters } from '../../../src/engine/contract/operation/value.ts'
import type { NamedValue } from '../../../src/engine/define/assumptions/assumptions.ts'
import type { GivenOf, RecordOf } from '../../../src/engine/define/resource/resource.ts'
import type { FaultEffectOf, FaultInputOf, FaultTypes } from '../../../src/engine/faults/fault.ts'
import type { FaultForms, Faults } from '../../../src/engine/faults/faults.ts'
import type { Journal, JournalTypes } from '../../../src/engine/journal/followed-journal.ts'
import { defineService, type Service } from '../../../src/engine/scenario/service.ts'
import type { Session } from '../../../src/engine/sessions/session.ts'
import type { SessionOptions, Sessions } from '../../../src/engine/sessions/sessions.ts'
import type { SimulatorTypes } from '../../../src/engine/simulator/simulator.ts'
import type { SimulatorOptions } from '../../../src/engine/simulator/simulator-options.ts'
import type { Collection } from '../../../src/engine/world/collections.ts'
import type { World } from '../../../src/engine/world/world.ts'
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

type Register = typeof questions
type Assumptions = { readonly [Id in keyof Register]: NamedValue<Register[Id]> }

type Collections = {
  readonly authors: Collection<RecordOf<typeof authors>, GivenOf<typeof authors>>
  readonly books: Collection<RecordOf<typeof books>, GivenOf<typeof books>>
  readonly loans: Collection<RecordOf<typeof loans>, GivenOf<typeof loans>>
}

interface Context extends OperationContext {
  readonly assumptions: Assumptions
  readonly world: World & { readonly collections: Collections }
}

type OperationName = 'listBooks' | 'listLoans' | 'createLoan'

interface KnownFaults extends FaultTypes {
  readonly OperationName: OperationName
  readonly FaultMatch: { operation?: OperationName; method?: string; path?: string }
  readonly FaultEffect: FaultEffectOf<never>
}

/** What is known about the library. Everything else is as loose as in the engine. */
interface Known {
  readonly Assumptions: Assumptions
  readonly AssumptionOverrides: Partial<Assumptions>
  readonly Collections: Collections
  readonly FaultInput: FaultInputOf<KnownFaults, never>
  readonly Faults: Faults<Types>
  readonly Journal: Journal<Types>
  readonly OperationName: OperationName
  readonly Preset: 'plain' | 'eager'
  readonly ScenarioName: 'default' | (string & {})
  readonly SimulatorOptions: SimulatorOptions<Types> & { readonly books?: number }
  readonly Session: Session<Types>
  readonly SessionOptions: SessionOptions<Types>
  readonly Sessions: Sessions<Types>
}

export interface Types extends Omit<SimulatorTypes & FaultForms & JournalTypes, keyof Known>, Known {}

const defineOperation: DefineOperation<Context> = define

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
    const { bookOrder: ordering } = assumptions
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
  status: ({ unknownBook: status }: Assumptions) => Number(status),
  text: 'no such book',
})
const borrowedBook = defineRefusal({
  name: 'borrowed book',
  status: ({ secondLoan }: Assumptions) => (secondLoan === 'no' ? 409 : undefined),
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
    const loan = world.collections.loans.create({ book_id })
    world.begin(loans, loan, assumptions)
    return loan
  },
})

const none = () => []

/** A lending library: what the engine needs to know to simulate it. */
export const library: Service<Types> = defineService({
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
})
