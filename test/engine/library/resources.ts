import * as z from 'zod'
import { type AnyResource, defineResource } from '../../../src/engine/define/resource/resource.ts'
import { formatMicroseconds, timestampSchema } from '../../../src/engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../../src/engine/input/schemas/uuid.ts'
import { groupsOf, planGroups, seedGroups } from '../../../src/engine/world/start/planned-groups.ts'

const DAY = 24 * 60 * 60 * 1000
/** After how many milliseconds a loan is overdue. */
export const LOAN_PERIOD = 14 * DAY

const authorSchema = z.strictObject({ id: uuidSchema, name: z.string() })

export const authors = defineResource({
  name: 'authors',
  singular: 'author',
  description: 'Those who write the books.',
  typeName: 'AuthorRecord',
  schema: authorSchema,
  plan: planGroups('authors', groupsOf(authorSchema.partial()), 3),
  wire: { typeName: 'Author', schemaOf: () => authorSchema },
  toWire: (record) => record,
  seed: (plan, { context }) =>
    seedGroups(plan as number, (index, given) => ({
      id: context.open('author', index, 'id').uuid(),
      name: `Author ${context.open('author', index, 'name').integer(100, 999)}`,
      ...(given as object | undefined),
    })),
  create: ({ context, index, fields }) => ({
    id: context.open('new author', index, 'id').uuid(),
    name: 'Somebody',
    ...fields,
  }),
})

const bookSchema = z.strictObject({ id: uuidSchema, author_id: uuidSchema, title: z.string(), genre: z.string() })
const GENRES = ['novel', 'essay', 'poetry']

export const books = defineResource({
  name: 'books',
  singular: 'book',
  description: 'The books that can be borrowed.',
  typeName: 'BookRecord',
  schema: bookSchema,
  belongsTo: { author_id: authors as unknown as AnyResource },
  plan: planGroups('books', groupsOf(bookSchema.partial()), 12),
  list: {
    fields: { genre: 'equality', title: 'text' },
    orderings: { title: { by: 'title', as: 'text' }, shelf: { by: 'id', as: 'text' } },
  },
  wire: { typeName: 'Book', schemaOf: () => bookSchema },
  toWire: (record) => record,
  seed: (plan, { context, tables }) =>
    seedGroups(plan as number, (index, given) => {
      const draw = context.open('book', index, 'content')
      const all = tables.of(authors).all({ offset: 0, limit: 100 })
      return {
        id: context.open('book', index, 'id').uuid(),
        author_id: draw.pick(all).id,
        title: `Volume ${String(draw.integer(0, 999)).padStart(3, '0')}`,
        genre: draw.pick(GENRES),
        ...(given as object | undefined),
      }
    }),
  create: ({ context, index, fields, parents }) => ({
    id: context.open('new book', index, 'id').uuid(),
    author_id: parents.author_id?.id,
    title: 'Untitled',
    genre: 'novel',
    ...fields,
  }),
})

const loanSchema = z.strictObject({
  id: uuidSchema,
  book_id: uuidSchema,
  state: z.enum(['running', 'overdue']),
  created_at: timestampSchema,
})

export const loans = defineResource({
  name: 'loans',
  singular: 'loan',
  description: 'Which books are borrowed.',
  typeName: 'LoanRecord',
  schema: loanSchema,
  belongsTo: { book_id: books as unknown as AnyResource },
  plan: planGroups('loans', groupsOf(loanSchema.partial()), 0),
  lifecycle: {
    field: 'state',
    passing: ['running'],
    next: ({ state }) => (state === 'running' ? { to: 'overdue', after: LOAN_PERIOD } : undefined),
  },
  wire: { typeName: 'Loan', schemaOf: () => loanSchema },
  toWire: (record) => record,
  seed: (plan, { context, tables }) =>
    seedGroups(plan as number, (index, given) => ({
      id: context.open('loan', index, 'id').uuid(),
      book_id: tables.of(books).all({ offset: index, limit: 1 })[0]?.id,
      state: 'running',
      created_at: formatMicroseconds(context.now),
      ...(given as object | undefined),
    })),
  create: ({ context, index, now, fields, parents }) => ({
    id: context.open('new loan', index, 'id').uuid(),
    book_id: parents.book_id?.id,
    state: 'running',
    created_at: now,
    ...fields,
  }),
})
