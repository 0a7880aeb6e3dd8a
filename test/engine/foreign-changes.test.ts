import { expect, test } from 'vitest'
import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import type { SimulatorOptions } from '../../src/engine/simulator/simulator-options.ts'
import { type Types, tracker } from './library/tracker.ts'

const HOUR = 3_600_000

async function openTicket(options: SimulatorOptions<Types> = {}) {
  const simulator = createSimulator(tracker, options)
  await simulator.fetch('/opened', { method: 'POST' })
  return simulator
}

test('several fields of a record change as time passes, again and again', async () => {
  const { clock, db } = await openTicket()
  const read = () => db.tickets.get(1000)
  expect(read()).toMatchObject({ state: 'open', labels: [], reopened: 0 })
  clock.advance(HOUR)
  expect(read()).toMatchObject({ state: 'stale', labels: [9], reopened: 0 })
  clock.advance(4 * HOUR)
  expect(read()).toMatchObject({ state: 'stale', reopened: 2 })
})

test('a change that is scheduled survives a snapshot, also if it depends on a list', async () => {
  const simulator = await openTicket()
  simulator.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
  simulator.clock.advance(HOUR)
  expect(simulator.db.tickets.get(1000)).toMatchObject({ state: 'stale' })
})

test('a change is void if one of its fields has changed since, and not if another one has', async () => {
  const { clock, db } = await openTicket()
  db.tickets.update(1000, { title: 'Other' })
  clock.advance(HOUR)
  expect(db.tickets.get(1000)).toMatchObject({ title: 'Other', state: 'stale' })
  db.tickets.update(1000, { labels: [4] })
  clock.advance(HOUR)
  expect(db.tickets.get(1000)).toMatchObject({ state: 'stale', labels: [4] })
})

test('the timeline names a record by the text of its id, and takes it as a number', async () => {
  const simulator = await openTicket()
  expect(simulator.clock.timeline().entries).toMatchObject([{ resource: 'tickets', id: '1000' }])
  const entry = { resource: 'tickets', id: 3, after: '1h', set: { title: 'Planned' } }
  const scenario = { name: 'planned', changes: { timeline: [entry] } }
  const planned = createSimulator(tracker, { scenario: scenario as never })
  planned.clock.advance(HOUR)
  expect(planned.db.tickets.get(3)).toMatchObject({ title: 'Planned' })
})

test('records that go round in a circle without a delay come to rest', async () => {
  const simulator = await openTicket({ speed: 'instant' })
  expect(simulator.db.tickets.get(1000)?.reopened).toBeGreaterThan(0)
})

test('fields keep their values that have the names of times', async () => {
  const { db } = createSimulator(tracker, {})
  expect(db.tickets.update(3, { title: 'Changed' })).toMatchObject({ updated_at: 7 })
})
