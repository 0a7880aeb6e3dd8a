import { expect, test } from 'vitest'
import * as z from 'zod'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const api = defineApi({ title: 'Orders', version: '1' })
const shops = api.resource('shops', {
  schema: z.strictObject({ id: z.int(), name: z.string() }),
  count: 1,
  build: () => ({ name: 'Corner' }),
})
const orders = api.resource('orders', {
  schema: z.strictObject({
    id: z.int(),
    shop_id: z.int().nullable(),
    state: z.enum(['open', 'packed', 'sent']),
    tries: z.int(),
  }),
  belongsTo: { shop_id: shops },
  count: 3,
  build: () => ({ state: 'open', tries: 0 }),
  // Two steps with other fields each.
  next({ state }) {
    if (state === 'open') return { after: '10m', set: { state: 'packed', tries: 1 } }
    return state === 'packed' ? { after: 3_600_000, set: { state: 'sent' } } : undefined
  },
})
const service = api.service({
  resources: [shops, orders],
  operations: api.crud('/orders', orders),
  scenarios: {
    planned: {
      orders: [{ count: 2, record: { state: 'packed' } }],
      changes: { timeline: [{ after: '30m', addFault: { operation: 'listOrders', status: 503 } }] },
    } as object,
  },
})
const start = (options: object = {}) => createSimulator({ service, ...options })
type Started = ReturnType<typeof start>
const statesOf = ({ db }: Pick<Started, 'db'>) => db.orders.list().map(({ state }) => state)

test('records of the beginning change by themselves, from the start of the world', async () => {
  const simulator = start()
  expect(simulator.clock.timeline().entries).toHaveLength(3)
  simulator.clock.advance('9m')
  expect(statesOf(simulator)).toEqual(['open', 'open', 'open'])
  simulator.clock.advance('1m')
  expect(statesOf(simulator)).toEqual(['packed', 'packed', 'packed'])
  expect(await (await simulator.fetch('/orders/1')).json()).toMatchObject({ state: 'packed', tries: 1 })
  simulator.clock.advance('1h')
  expect(statesOf(simulator)).toEqual(['sent', 'sent', 'sent'])
  simulator.reset()
  expect(statesOf(simulator)).toEqual(['open', 'open', 'open'])
})

test('a long jump goes through all states', () => {
  const simulator = start()
  simulator.clock.advance('1d')
  expect(simulator.db.orders.list()).toMatchObject([{ state: 'sent', tries: 1 }, {}, {}])
})

test('records that a script creates or changes go on from then', () => {
  const simulator = start()
  simulator.clock.advance('1h')
  const { id } = simulator.db.orders.create()
  simulator.clock.advance('10m')
  expect(simulator.db.orders.get(id)?.state).toBe('packed')
  simulator.db.orders.update(id, { state: 'open' })
  simulator.clock.advance('9m')
  expect(simulator.db.orders.get(id)?.state).toBe('open')
  simulator.clock.advance('1m')
  expect(simulator.db.orders.get(id)?.state).toBe('packed')
})

test('what has changed meanwhile does not change as it would have', async () => {
  const simulator = start()
  await simulator.fetch('/orders/2', { method: 'PATCH', body: '{"state":"sent"}' })
  simulator.clock.advance('10m')
  expect(statesOf(simulator)).toEqual(['packed', 'sent', 'packed'])
})

test('at an instant speed, everything has happened already', async () => {
  const simulator = start({ speed: 'instant' })
  expect(statesOf(simulator)).toEqual(['sent', 'sent', 'sent'])
  const created = await simulator.fetch('/orders', { method: 'POST', body: '{}' })
  expect(await created.json()).toMatchObject({ state: 'sent' })
})

test.each([
  ['a snapshot of the beginning', (_: Started) => undefined],
  ['a snapshot of a later time', ({ clock }: Started) => void clock.advance('15m')],
  ['a snapshot of the end', ({ clock }: Started) => void clock.advance('1d')],
])('%s goes on as its world would have', (_what, act) => {
  const simulator = start()
  act(simulator)
  const snapshot = JSON.parse(JSON.stringify(simulator.snapshot()))
  const other = start()
  other.restore(snapshot)
  const entries = ({ clock }: Started) => clock.timeline({ limit: 100 }).entries
  expect(entries(other)).toEqual(entries(simulator))
  for (const each of [simulator, other]) each.clock.advance('20m')
  expect(statesOf(other)).toEqual(statesOf(simulator))
})

test('a snapshot does not repeat what its world begins with', () => {
  expect(start().snapshot().current.changes).not.toHaveProperty('timeline')
})

test('what a scenario plans comes beside what its records do', async () => {
  const simulator = start({ scenario: 'planned' })
  simulator.clock.advance('30m')
  expect((await simulator.fetch('/orders')).status).toBe(503)
  simulator.clock.advance('30m')
  expect(statesOf(simulator)).toEqual(['sent', 'sent'])
})

test('sessions begin alike, and go their own ways', () => {
  const simulator = start()
  const [one, other] = [simulator.sessions.create('one'), simulator.sessions.create('other')]
  one.clock.advance('10m')
  expect([one, other].map((each) => each.db.orders.get(1)?.state)).toEqual(['packed', 'open'])
})

test('a record without a parent that it may lack has null in its place', () => {
  expect(start().db.orders.create()).toMatchObject({ id: 4, shop_id: null })
})

test('numbers that a scenario has given are not given again', () => {
  const given = api.service({
    resources: [shops, orders],
    operations: [],
    scenarios: { default: { orders: [{ record: { id: 3 } }, { count: 3 }] } },
  })
  const { db } = createSimulator({ service: given })
  expect(db.orders.list().map(({ id }) => id)).toEqual([3, 2, 4, 5])
  expect(db.orders.create().id).toBe(6)
})
