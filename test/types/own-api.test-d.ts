import { expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'
import { service } from '../rest/apis/issues.ts'

const api = defineApi({
  title: 'Things',
  version: '1',
  questions: {
    lost: { question: 'What becomes of lost things?', values: { found: 'They are found.', gone: 'They are gone.' } },
  },
})
const things = api.resource('things', {
  schema: z.strictObject({ id: z.int(), name: z.string(), state: z.enum(['new', 'old']) }),
  orders: { name: 'name' },
  build: () => ({ name: 'x', state: 'new' }),
})

test('a declaration refuses what does not fit', () => {
  api.resource('others', {
    schema: z.strictObject({ id: z.int(), state: z.enum(['new', 'old']) }),
    // @ts-expect-error there is no such value
    build: () => ({ state: 'lost' }),
  })
  const schema = z.strictObject({ id: z.int(), deep: z.array(z.object({ a: z.int() })), size: z.int() })
  // Values of any form are allowed, and any names where a schema takes any.
  api.resource('others', {
    schema: z.object({
      id: z.int(),
      form: z.discriminatedUnion('of', [
        z.object({ of: z.literal('a'), n: z.int() }),
        z.object({ of: z.literal('b'), m: z.array(z.union([z.object({ x: z.int() }), z.string()])).nullable() }),
      ]),
      any: z.unknown(),
      names: z.record(z.string(), z.int()),
      open: z.looseObject({ a: z.int() }),
    }),
    build: () => ({ form: { of: 'b', m: [{ x: 1 }, 'y'] }, any: { b: 1 }, names: { c: 1 }, open: { a: 1, d: 1 } }),
    next: () => ({ after: 1, set: { form: { of: 'a', n: 1 }, any: [{ e: 1 }] } }),
  })
  // @ts-expect-error there is no such field
  api.resource('others', { schema, build: () => ({ deep: [], sise: 1 }) })
  // @ts-expect-error there is no such field in the items of that
  api.resource('others', { schema, build: () => ({ deep: [{ a: 1, b: 1 }] }) })
  // @ts-expect-error there is no such field
  api.resource('others', { schema, build: () => ({}), next: () => ({ after: 1, set: { sise: 1 } }) })
  const next = ({ size }: { size: number }) => (size < 5 ? ({ after: 1, set: { sise: 1 } } as const) : undefined)
  // @ts-expect-error there is no such field
  api.resource('others', { schema, build: () => ({}), next })
  // @ts-expect-error there is no such field
  api.resource('others', { schema, build: () => ({}), belongsTo: { thing_id: things } })
  // @ts-expect-error there is no such field
  api.resource('others', { schema, build: () => ({}), orders: { largest: '-sise' } })
  api.list('a', '/things', things, { order: 'name' })
  // @ts-expect-error there is no such order
  api.list('a', '/things', things, { order: 'size' })
  // @ts-expect-error there is no such field
  api.list('a', '/things', things, { filters: { x: { field: 'size', match: 'equals' } } })
  api.list('a', '/{owner}/things', things, {
    // @ts-expect-error there is no such placeholder
    within: ({ owners }) => ({ name: owners }),
  })
  api.operation('b', 'GET', '/things/{id}', {
    run({ path, assumptions, find, create }) {
      expectTypeOf(path.id).toEqualTypeOf<string>()
      expectTypeOf(assumptions.lost).toEqualTypeOf<'found' | 'gone'>()
      expectTypeOf(find(things, { name: 'x' })?.state).toEqualTypeOf<'new' | 'old' | undefined>()
      // @ts-expect-error there is no such answer
      if (assumptions.lost === 'sold') return null
      // @ts-expect-error there is no such field
      find(things, { size: 1 })
      // @ts-expect-error there is no such value
      return create(things, { state: 'lost' })
    },
  })
  const operation = api.operation('c', 'GET', '/c', { run: () => null })
  // @ts-expect-error there is no such resource
  api.service({ resources: [things], operations: [operation], scenarios: { many: { widgets: 3 } } })
  // @ts-expect-error there is no such value
  api.service({ resources: [things], operations: [], scenarios: { many: { things: [{ record: { state: 'lost' } }] } } })
  // @ts-expect-error there is no such field
  api.service({ resources: [things], operations: [], scenarios: { many: { things: [{ record: { size: 1 } }] } } })
})

test('a simulator has the types of its service', () => {
  const simulator = createSimulator({ service, scenario: 'triage', assumptions: { unknownLabels: 'refused' } })
  expectTypeOf(simulator.db.issues.get(1)?.state).toEqualTypeOf<'open' | 'closed' | undefined>()
  expectTypeOf(simulator.assumptions.unknownLabels).toEqualTypeOf<'created' | 'dropped' | 'refused'>()
  simulator.faults.add({ operation: 'listIssues', status: 503 })
  simulator.load('triage')
  simulator.db.issues.create({ title: 'x' })
  // @ts-expect-error there is no such resource
  simulator.db.deployments
  // @ts-expect-error there is no such operation
  simulator.faults.add({ operation: 'listDeployments', status: 503 })
  // @ts-expect-error there is no such scenario
  simulator.load('busy')
  // @ts-expect-error there is no such value
  simulator.assume({ unknownLabels: 'lost' })
  // @ts-expect-error there is no such question
  simulator.assume({ lastPageOffset: 'limit' })
  // @ts-expect-error a state is one of two
  simulator.db.issues.create({ state: 'lost' })
  // @ts-expect-error this is no service
  createSimulator({ service: { title: 'Issues' } })
})
