import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import type { Condition } from '../../src/engine/store/listing/filter.ts'
import { runs } from '../support/scope.ts'
import { tracker } from './library/tracker.ts'

const openTracker = () => createSimulator(tracker, {})

type Tracker = ReturnType<typeof openTracker>
type Ticket = ReturnType<Tracker['db']['tickets']['list']>[number]

async function listIds({ fetch }: Pick<Tracker, 'fetch'>, order: string, conditions: readonly Condition[] = []) {
  const query = new URLSearchParams({ order, conditions: JSON.stringify(conditions), limit: '100' })
  const response = await fetch(`/tickets?${query}`)
  const { tickets } = (await response.json()) as { readonly tickets: readonly Ticket[] }
  return tickets.map(({ id }) => id)
}

const timeOf = ({ opened_at }: Ticket) => Date.parse(opened_at)

const conditions: readonly [Condition, (ticket: Ticket) => boolean][] = [
  [{ field: 'id', match: 'equals', value: 5 }, ({ id }) => id === 5],
  [{ field: 'id', match: 'oneOf', value: [12, 3, 99] }, ({ id }) => id === 3 || id === 12],
  [{ field: 'id', match: 'from', value: 10 }, ({ id }) => id >= 10],
  [{ field: 'id', match: 'before', value: 10 }, ({ id }) => id < 10],
  [{ field: 'project_id', match: 'equals', value: 101 }, (ticket) => ticket.project_id === 101],
  [{ field: 'project_id', match: 'any', value: [101, 102] }, (ticket) => ticket.project_id !== 100],
  [{ field: 'project_id', match: 'any', value: [101] }, (ticket) => ticket.project_id === 101],
  [{ field: 'project_id', match: 'all', value: [101] }, (ticket) => ticket.project_id === 101],
  [{ field: 'project_id', match: 'equals', value: '101' }, () => false],
  [{ field: 'points', match: 'equals', value: 2 }, ({ points }) => points === 2],
  [{ field: 'points', match: 'from', value: 2 }, ({ points }) => points !== null && points >= 2],
  [{ field: 'points', match: 'before', value: 2 }, ({ points }) => points !== null && points < 2],
  [{ field: 'points', match: 'before', value: 1e300 }, ({ points }) => points !== null],
  [{ field: 'points', match: 'before', value: '2030' }, () => false],
  [{ field: 'points', match: 'equals', value: 0.5 }, () => false],
  [{ field: 'labels', match: 'any', value: [2, 7] }, ({ labels }) => labels.includes(2)],
  [{ field: 'labels', match: 'all', value: [1, 2] }, ({ labels }) => labels.includes(2)],
  [{ field: 'state', match: 'any', value: ['open', 'closed'] }, () => true],
  [{ field: 'parent_id', match: 'from', value: 0 }, () => false],
  [{ field: 'parent_id', match: 'any', value: [1] }, () => false],
  ...['2026-01-20', '2026-01-20T02:00:00+02:00', '2026-01-19T20:00:00.000-0400', '2026-01-20t00:00z'].flatMap(
    (value): [Condition, (ticket: Ticket) => boolean][] => [
      [{ field: 'opened_at', match: 'from', value }, (ticket) => timeOf(ticket) >= Date.parse('2026-01-20')],
      [{ field: 'opened_at', match: 'before', value }, (ticket) => timeOf(ticket) < Date.parse('2026-01-20')],
    ],
  ),
  [{ field: 'opened_at', match: 'from', value: 'yesterday' }, () => false],
  [{ field: 'title', match: 'from', value: '2026-01-20' }, () => false],
]

test.each(conditions)('a list meets the condition %j', async (condition, isMet) => {
  const simulator = openTracker()
  const expected = simulator.db.tickets.list().filter(isMet)
  expect(await listIds(simulator, 'added', [condition])).toEqual(expected.map(({ id }) => id))
  const both = expected.filter(({ title }) => title.includes('1'))
  const title = { field: 'title', match: 'substring', value: '1' } as const
  expect(await listIds(simulator, 'added', [condition, title])).toEqual(both.map(({ id }) => id))
})

const pointsOf = ({ points }: Ticket) => points ?? Number.NEGATIVE_INFINITY
const compare = (one: number | string, other: number | string) => (one === other ? 0 : one < other ? -1 : 1)

const orders: Readonly<Record<string, (one: Ticket, other: Ticket) => number>> = {
  number: (one, other) => one.id - other.id,
  points: (one, other) => compare(pointsOf(other), pointsOf(one)) || one.id - other.id,
  opened: (one, other) => timeOf(one) - timeOf(other) || one.id - other.id,
  state: (one, other) =>
    compare(other.state, one.state) || compare(pointsOf(one), pointsOf(other)) || one.id - other.id,
}

const changeArbitrary = fc.record({
  kind: fc.constantFrom('create', 'update', 'delete', 'restore'),
  id: fc.integer({ min: 1, max: 15 }),
  state: fc.constantFrom('open', 'stale', 'closed'),
  points: fc.option(fc.integer({ min: -11, max: 11 })),
  day: fc.integer({ min: 10, max: 28 }),
  offset: fc.constantFrom('Z', '+05:30', '-11:00', '.5Z', '.250Z'),
})

type Change = typeof changeArbitrary extends fc.Arbitrary<infer Value> ? Value : never

function apply(simulator: Tracker, { kind, id, state, points, day, offset }: Change): void {
  const { tickets } = simulator.db
  const fields = { state, points, opened_at: `2026-01-${day}T00:00:00${offset}` } as const
  const isThere = tickets.get(id) !== undefined
  if (kind === 'create' && !isThere) tickets.create({ id, ...fields })
  if (kind === 'update' && isThere) tickets.update(id, fields)
  if (kind === 'delete') tickets.delete(id)
  if (kind === 'restore') simulator.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
}

test('lists follow every change in every order', async () => {
  const property = fc.asyncProperty(fc.array(changeArbitrary, { maxLength: 12 }), async (changes) => {
    const simulator = openTracker()
    for (const name of ['added', ...Object.keys(orders)]) await listIds(simulator, name)
    for (const change of changes) apply(simulator, change)
    const all = simulator.db.tickets.list()
    const idsOf = (records: readonly Ticket[]) => records.map(({ id }) => id)
    expect(await listIds(simulator, 'added')).toEqual(idsOf(all))
    for (const [name, order] of Object.entries(orders))
      expect(await listIds(simulator, name)).toEqual(idsOf(all.toSorted(order)))
  })
  await fc.assert(property, { numRuns: runs(60) })
})
