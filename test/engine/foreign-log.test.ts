import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createByteBudget, MEGABYTE } from '../../src/engine/limits/byte-budget.ts'
import { realTime } from '../../src/engine/store/time/world-time.ts'
import { finish } from '../../src/engine/work/steps.ts'
import { createBaseline } from '../../src/engine/world/start/baseline.ts'
import { createWorld, type World } from '../../src/engine/world/world.ts'
import { applyDifference, findChangesDifference } from '../../src/engine/world/written-changes.ts'
import { tickets, tracker } from './library/tracker.ts'

const budget = createByteBudget(256 * MEGABYTE)
const plan = { seed: 1, now: '2026-03-02T09:00:00Z', tickets: 4, projects: 3 }

const open = (baseline: World['baseline'], changes = baseline.unchanged) =>
  createWorld(baseline, { from: { changes, elapsed: 0n }, realTime, onChange: () => undefined })

const change = fc.record({ id: fc.integer({ min: 1, max: 7 }), isDeleted: fc.boolean(), isWritten: fc.boolean() })

test('a log of changes has records with numbers for ids, and the order in which they were added', () => {
  const property = fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
    const baseline = finish(createBaseline(tracker, plan, {}, { budget }))
    const world = open(baseline)
    const collection = world.collections.tickets
    let [before, copy] = [world.changes(), baseline.unchanged]
    for (const { id, isDeleted, isWritten } of changes) {
      if (isDeleted) collection?.delete(id)
      else if (collection?.get(id) === undefined) collection?.create({ id })
      else collection.update(id, { title: `${id}` })
      if (!isWritten) continue
      const difference = findChangesDifference(baseline.database, before, world.changes())
      copy = applyDifference(baseline.database, copy, JSON.parse(JSON.stringify(difference ?? {})))
      before = world.changes()
    }
    const page = { filters: [], ordering: 'added', offset: 0n, limit: 100 }
    const [original, same] = [before, copy].map((each) => {
      const { collections, listingOf, readChanges } = open(baseline, each)
      const listed = listingOf(tickets as never).page(page)
      return { all: collections.tickets?.list(), ids: listed.found.map(({ id }) => Number(id)), changes: readChanges() }
    })
    expect(same).toEqual(original)
    expect(same?.ids).toEqual(same?.all?.map(({ id }) => id))
  })
  fc.assert(property, { numRuns: 40 })
})
