// Records that a scenario adds in its `changes` go on by themselves, as those that a client has made.

import { expect, test } from 'vitest'
import { createSimulator, defineScenario } from '../../src/index.ts'
import { createService } from '../support/control-plane.ts'

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

function openWith(keeps_project: boolean, more: object = {}) {
  const { db } = createSimulator({ preset: 'langsmith' })
  const { id: _id, name: _name, ...rest } = db.deployments.list({ limit: 1 })[0] as { id: string; name: string }
  const deletion = {
    id: ID,
    name: 'gone',
    state: 'AWAITING_DELETE',
    keeps_project,
    deployment: { ...rest, id: ID, name: 'gone' },
  }
  const scenario = defineScenario({
    name: 'mine',
    deployments: 0,
    preset: 'langsmith',
    changes: { deletions: { added: [deletion] }, ...more },
  } as never)
  return createSimulator({ scenario })
}

test('the scenario every-field has no deletion that goes on after a week', () => {
  const { clock, db } = createSimulator({ scenario: 'every-field' })
  expect(db.deletions.count({ where: { state: 'AWAITING_DELETE' } })).toBe(3)
  clock.advance('8d')
  expect(db.deletions.list().map(({ state, deployment }) => [state, deployment])).toEqual(
    Array(3).fill(['DELETED', null]),
  )
})

test.for([
  [true, ['DELETED']],
  [false, []],
] as const)('a deletion that a scenario adds ends, and keeps its project: %s', ([keepsProject, states]) => {
  const { clock, db } = openWith(keepsProject)
  clock.advance('19s')
  expect(db.deletions.get(ID)?.state).toBe('AWAITING_DELETE')
  clock.advance('1s')
  expect(db.deletions.list().map(({ state }) => state)).toEqual(states)
})

test('it goes on from the time that has elapsed, also in a snapshot', () => {
  const simulator = openWith(true, { elapsed: 3_600_000_000 })
  simulator.clock.advance('10s')
  const other = createSimulator({ preset: 'langsmith' })
  other.restore(simulator.snapshot())
  other.clock.advance('9s')
  expect(other.db.deletions.get(ID)?.state).toBe('AWAITING_DELETE')
  other.clock.advance('1s')
  expect(other.db.deletions.get(ID)?.state).toBe('DELETED')
})

test('it does as its timeline says if a scenario has one', () => {
  const { clock, db } = openWith(true, { timeline: [] })
  clock.advance('1d')
  expect(db.deletions.get(ID)?.state).toBe('AWAITING_DELETE')
})

test('a deletion that code creates ends, too', () => {
  const { clock, db } = createService({ scenario: 'empty' })
  db.deletions.create({ id: ID, name: 'gone', state: 'AWAITING_DELETE', keeps_project: false })
  clock.advance('20s')
  expect(db.deletions.count()).toBe(0)
})
