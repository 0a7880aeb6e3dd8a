import * as z from 'zod'
import { type AnyResource, defineResource, type Resource } from '../../../src/engine/define/resource/resource.ts'
import type { Fields } from '../../../src/engine/input/schemas/schema-walk.ts'
import { formatMicroseconds, timestampSchema } from '../../../src/engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../../src/engine/input/schemas/uuid.ts'
import type { Draw } from '../../../src/engine/store/random.ts'
import { groupsOf, planGroups, seedGroups } from '../../../src/engine/world/start/planned-groups.ts'

/** After how many milliseconds a loan is overdue. */
export const LOAN_PERIOD = 14 * 24 * 60 * 60 * 1000

interface Kind<Schema extends z.ZodObject> extends Pick<Resource<string, Schema>, 'belongsTo' | 'list' | 'lifecycle'> {
  /** How many records a world begins with. */
  readonly count: number
  /** Generates what a record has beside its id and the ids of others. */
  generate(draw: Draw, now: string): Fields
}

/** Defines a kind of record whose responses have all fields that are stored. */
function defineKind<const Title extends string, Schema extends z.ZodObject>(
  title: Title,
  schema: Schema,
  { count, belongsTo = {}, generate, ...more }: Kind<Schema>,
) {
  const name = `${title.toLowerCase()}s` as `${Lowercase<Title>}s`
  const build = (draw: Draw, now: string, idOf: (field: string, of: AnyResource) => unknown, set: unknown) => {
    const ids = Object.entries(belongsTo).map(([field, of]) => [field, idOf(field, of)])
    return { id: draw.uuid(), ...Object.fromEntries(ids), ...generate(draw, now), ...(set as Fields | undefined) }
  }
  return defineResource({
    name,
    singular: title.toLowerCase(),
    description: `The ${name} of the library.`,
    typeName: `${title}Record`,
    schema,
    belongsTo,
    plan: planGroups(name, groupsOf(schema.partial()), count),
    wire: { typeName: title, schemaOf: () => schema },
    toWire: (record) => record as Fields,
    seed: (plan, { context, tables }) =>
      seedGroups(plan as number, (index, set) => {
        const draw = context.open(name, index, 'initial')
        const pickId = (_field: string, of: AnyResource) => draw.pick(tables.of(of).all({ offset: 0, limit: 100 })).id
        return build(draw, formatMicroseconds(context.now), pickId, set)
      }),
    create: ({ context, index, now, fields, parents }) =>
      build(context.open(name, index, 'later'), now, (field) => parents[field]?.id, fields),
    ...more,
  })
}

export const authors = defineKind('Author', z.strictObject({ id: uuidSchema, name: z.string() }), {
  count: 3,
  generate: (draw) => ({ name: `Author ${draw.integer(100, 999)}` }),
})

const bookSchema = z.strictObject({ id: uuidSchema, author_id: uuidSchema, title: z.string(), genre: z.string() })

export const books = defineKind('Book', bookSchema, {
  count: 12,
  belongsTo: { author_id: authors },
  list: {
    fields: { genre: 'equality', title: 'text' },
    orderings: { title: { by: 'title', as: 'text' }, shelf: { by: 'id', as: 'text' } },
  },
  generate: (draw) => ({ title: `Volume ${draw.integer(100, 999)}`, genre: draw.pick(['novel', 'essay', 'poetry']) }),
})

const loanSchema = z.strictObject({
  id: uuidSchema,
  book_id: uuidSchema,
  state: z.enum(['running', 'overdue']),
  created_at: timestampSchema,
})

export const loans = defineKind('Loan', loanSchema, {
  count: 0,
  belongsTo: { book_id: books },
  lifecycle: {
    field: 'state',
    passing: ['running'],
    next: ({ state }) => (state === 'running' ? { to: 'overdue', after: LOAN_PERIOD } : undefined),
  },
  generate: (_draw, now) => ({ state: 'running', created_at: now }),
})
