import { expect, test } from 'vitest'
import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import type { SimulatorOptions } from '../../src/engine/simulator/simulator-options.ts'
import { type Types, tracker } from './library/tracker.ts'

const openTracker = (options: SimulatorOptions<Types> = {}) => createSimulator(tracker, options)

type Tracker = ReturnType<typeof openTracker>

async function call({ fetch }: Pick<Tracker, 'fetch'>, path: string, method = 'GET', body?: unknown) {
  const response = await fetch(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

test('a record is found, changed and deleted by an id that is a number', () => {
  const { db } = openTracker()
  expect(db.tickets.get(5)).toMatchObject({ id: 5, project_id: 101 })
  expect(db.tickets.update(5, { title: 'Changed' })).toMatchObject({ id: 5, title: 'Changed' })
  expect([db.tickets.delete(5), db.tickets.get(5), db.tickets.delete(5)]).toEqual([true, undefined, false])
  expect(db.tickets.create({ id: 77 })).toMatchObject({ id: 77, project_id: 100 })
  expect(db.tickets.get('77' as never)).toMatchObject({ id: 77 })
  expect(() => db.tickets.get(true as never)).toThrow('"id" is true. It must be a number.')
  expect(() => db.tickets.create({ id: 77 })).toThrow('the id "77" already exists')
  expect(() => db.tickets.update(78, {})).toThrow('no record has the id "78"')
  expect(() => db.tickets.update(77, { id: 79 })).toThrow('The id of "77" cannot change')
})

test('an id of another type is refused by the types', () => {
  const { db } = openTracker()
  // @ts-expect-error ids are numbers
  expect(db.tickets.get('5')).toMatchObject({ id: 5 })
})

test('records belong to others by numbers', () => {
  const { db } = openTracker()
  expect(db.tickets.list({ where: { project_id: 101 } }).map(({ id }) => id)).toEqual([2, 5, 8, 11])
  expect(() => db.tickets.create({ project_id: 7 })).toThrow(
    '"project_id" is 7. It must be the id of a project of this world',
  )
  db.tickets.create({ project_id: 101 })
  expect(db.projects.delete(101)).toBe(true)
  expect([db.tickets.count(), db.tickets.count({ where: { project_id: 101 } })]).toEqual([8, 0])
})

test('a table finds records by numbers, and by nothing', async () => {
  const simulator = openTracker()
  simulator.db.tickets.update(3, { parent_id: 1, points: 2 })
  const find = async (where: object) => {
    const { body } = await call(simulator, `/found?where=${encodeURIComponent(JSON.stringify(where))}`)
    return body.map(({ id }: { id: number }) => id)
  }
  expect(await find({ id: 3 })).toEqual([3])
  expect(await find({ parent_id: 1 })).toEqual([3])
  expect(await find({ project_id: 102, points: 2 })).toEqual([3])
  expect(await find({ id: 99 })).toEqual([])
  expect(await find({ project_id: '102' })).toEqual([])
  expect(await find({ parent_id: null })).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('a field that need not have a value is left out, and refers to nothing', () => {
  const { db } = openTracker()
  const ticket = db.tickets.create()
  expect(ticket).toMatchObject({ parent_id: null })
  expect('note' in ticket).toBe(false)
  expect(db.tickets.get(ticket.id)).toEqual(ticket)
})

test('the control API has ids as numbers in records, and as texts in paths', async () => {
  const simulator = openTracker()
  const path = '/_simulator/records/tickets'
  expect(await call(simulator, `${path}/5`)).toMatchObject({ body: { id: 5 } })
  expect(await call(simulator, `${path}/5`, 'PATCH', { points: 9 })).toMatchObject({ body: { id: 5, points: 9 } })
  expect(await call(simulator, path, 'POST', { id: 50 })).toMatchObject({ status: 201, body: { id: 50 } })
  expect(await call(simulator, `${path}?ids=50,5,6&project_id=100`)).toMatchObject({ body: { records: [{ id: 50 }] } })
  expect(await call(simulator, `${path}?project_id=101`)).toMatchObject({ body: { total: 4 } })
  expect(await call(simulator, `${path}?parent_id=null`)).toMatchObject({ body: { total: 13 } })
  expect(await call(simulator, `${path}/50`, 'DELETE')).toMatchObject({ status: 204 })
  expect(await call(simulator, `${path}/50`)).toMatchObject({ status: 404 })
})

test('changes of records with numbers for ids survive a snapshot, a fork and a scenario', () => {
  const simulator = openTracker()
  const { db } = simulator
  db.tickets.update(10, { title: 'Changed' })
  for (const id of [11, 2, 12]) db.tickets.delete(id)
  db.tickets.create({ title: 'Later' })
  const all = db.tickets.list()
  const snapshot = simulator.snapshot()
  expect(snapshot).toMatchObject({
    current: { changes: { tickets: { removed: [2, 11, 12], replaced: [{ id: 10 }], added: [{ id: 1000 }] } } },
  })
  db.tickets.delete(10)
  simulator.restore(JSON.parse(JSON.stringify(snapshot)))
  expect(simulator.db.tickets.list()).toEqual(all)
  expect(simulator.sessions.create('other', { snapshot }).db.tickets?.list()).toEqual(all)
  const written = { name: 'mine', tickets: 4, changes: { tickets: { removed: [1, '2'], added: [] } } }
  const loaded = openTracker({ scenario: written as never })
  expect(loaded.db.tickets.list().map(({ id }) => id)).toEqual([3, 4])
})

test('a record with a number as its id is added at a planned time', () => {
  const set = { title: 'Later' }
  const timeline = [{ after: '1m', resource: 'tickets', id: 77, add: true, set }]
  const { db, clock } = openTracker({
    scenario: { name: 'later', projects: 3, tickets: 4, changes: { timeline } } as never,
  })
  expect(db.tickets.get(77)).toBeUndefined()
  clock.advance('1m')
  expect(db.tickets.get(77)).toMatchObject({ id: 77, ...set })
})
