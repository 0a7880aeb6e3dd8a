import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

type Options = Partial<Parameters<typeof defineApi>[0]>

function declare(options: Options = {}, next?: (record: { n: number }) => never) {
  const api = defineApi({
    title: 'Items',
    version: '1',
    pages: { offset: 'offset', size: 'limit', usual: 5, most: 9 },
    ...options,
  })
  const items = api.resource('items', {
    schema: z.strictObject({ id: z.int(), n: z.int() }),
    count: 2,
    build: () => ({ n: 0 }),
    ...(next !== undefined && { next }),
  })
  const operations = [
    ...api.crud('/items', items),
    api.operation('dropAll', 'DELETE', '/all', { run: () => ({ dropped: 2 }) }),
    api.operation('first', 'GET', '/items/first', { run: () => 'first' }),
    api.operation('find', 'GET', '/find', {
      query: z.strictObject({ at: z.string().optional(), none: z.string().nullable().default(null) }),
      run: ({ values }) => ({ at: values.at === undefined ? 'absent' : values.at, none: values.none }),
    }),
  ]
  return api.service({ resources: [items], operations, scenarios: { default: { description: 'Two items.' } } })
}

/** Returns what is printed while a function runs. */
async function printedBy(act: () => unknown): Promise<readonly unknown[]> {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  await act()
  const { calls } = errors.mock
  errors.mockRestore()
  return calls
}

const circle: Record<string, unknown> = {}
circle.circle = circle

test.for<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('broken')
    },
  ],
  ['returns a circle', () => circle],
  ['returns a BigInt', () => ({ n: 1n })],
])('an error whose declaration %s is written as problem details', async ([, error]) => {
  const { fetch } = createSimulator({ service: declare({ error }) })
  const ask = async (path: string) => {
    const response = await fetch(path)
    return [response.status, (await response.json()).status]
  }
  const printed = await printedBy(async () => {
    expect(await ask('/items/99')).toEqual([404, 404])
    expect(await ask('/none')).toEqual([404, 404])
    expect(await ask('/items?limit=x')).toEqual([422, 422])
  })
  expect(printed).toHaveLength(3)
})

test('a next that throws later ends nothing', async () => {
  const next = ({ n }: { n: number }): never => {
    if (n === 1) throw new Error('broken')
    return { after: '3s', set: { n: 1 } } as never
  }
  const simulator = createSimulator({ service: declare({}, next) })
  const printed = await printedBy(() => simulator.clock.advance('1m'))
  expect(simulator.db.items.list()).toHaveLength(2)
  expect(printed).toHaveLength(2)
})

test('a deletion with a result gets 200', async () => {
  const response = await createSimulator({ service: declare() }).fetch('/all', { method: 'DELETE' })
  expect([response.status, await response.json()]).toEqual([200, { dropped: 2 }])
})

test('an absent parameter is what its schema makes of it', async () => {
  const response = await createSimulator({ service: declare() }).fetch('/find')
  expect(await response.json()).toEqual({ at: 'absent', none: null })
})

test('a path without placeholders wins over one that is declared before', async () => {
  const { fetch } = createSimulator({ service: declare() })
  expect(await (await fetch('/items/first')).json()).toBe('first')
  expect(await (await fetch('/items/1')).json()).toMatchObject({ id: 1 })
})

test('an id of its own leaves out those that are taken', async () => {
  const api = defineApi({
    title: 'Customers',
    version: '1',
    pages: { offset: 'offset', size: 'limit', usual: 5, most: 9 },
  })
  const customers = api.resource('customers', {
    schema: z.strictObject({ id: z.string() }),
    id: ({ index }) => `cus_${index + 1}`,
    count: 2,
    build: () => ({}),
  })
  const service = api.service({
    resources: [customers],
    operations: api.crud('/customers', customers),
    scenarios: { default: { description: 'Two customers.' } },
  })
  const { db } = createSimulator({ service })
  db.customers.create({ id: 'cus_4' })
  expect(db.customers.create()).toEqual({ id: 'cus_5' })
  db.customers.create({ id: 'cus_6' })
  expect(db.customers.create()).toEqual({ id: 'cus_7' })
})

test('a client finds, changes and deletes records by a number', async () => {
  const service = declare()
  const { db } = connect('http://any.test', { service, fetch: createSimulator({ service }).fetch })
  expect(await db.items.get(1)).toMatchObject({ id: 1 })
  expect(await db.items.update(1, { n: 5 })).toMatchObject({ n: 5 })
  expect(await db.items.delete(1)).toBe(true)
})
