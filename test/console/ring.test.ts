import { expect, test } from 'vitest'
import type { Frame, JournalEntry } from '../../src/entries/client/index.ts'
import { countRequests, createRequestRing, isEntry } from '../../src/programs/console/store/stream/stream.ts'

const buildEntry = (id: number, session = 'default', received = '') => ({ id, session, received }) as JournalEntry
const buildEntries = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => buildEntry(first + index))

function buildFrame(ids: readonly number[], { count = ids.length, kept = ids.at(-1) ?? 0 } = {}): Frame['requests'] {
  return {
    count,
    byStatus: { '2xx': count },
    byOperation: {},
    milliseconds: { p50: 1, p95: 2, max: 3 },
    last: ids.at(-1) ?? null,
    kept,
    entries: ids.map((id) => buildEntry(id)),
  }
}

/** Ids of requests, and what is between those that are missing: `9, '3-8', 2`. */
const listOf = ({ rows }: ReturnType<typeof createRequestRing>) =>
  rows.value.map((row) => (isEntry(row) ? row.id : `${row.after + 1}-${row.before - 1}`))
const total = ({ rows }: ReturnType<typeof createRequestRing>) =>
  rows.value.reduce((sum, row) => sum + countRequests(row), 0)

test('has the newest request first', () => {
  const ring = createRequestRing('default')
  ring.add(buildFrame([1, 2]))
  ring.add(buildFrame([3]))
  expect(listOf(ring)).toEqual([3, 2, 1])
})

test('has a gap for the requests that a frame leaves out, until they are read', () => {
  const ring = createRequestRing('default')
  ring.add(buildFrame([1, 2]))
  ring.add(buildFrame([99, 100], { count: 98 }))
  expect([listOf(ring), total(ring), ring.unseen.value]).toEqual([[100, 99, '3-98', 2, 1], 100, 100])
  ring.addRead(buildEntries(50, 98), { session: 'default', after: 2, before: 99 })
  expect(listOf(ring).slice(50)).toEqual([50, '3-49', 2, 1])
  ring.addRead(buildEntries(3, 49), { session: 'default', after: 2, before: 50 })
  expect([ring.rows.value.every(isEntry), total(ring)]).toEqual([true, 100])
})

test('ends with a gap for older requests, as far as the request log has them', () => {
  const ring = createRequestRing('default')
  ring.add(buildFrame([1199, 1200], { kept: 1000 }))
  expect([listOf(ring), total(ring)]).toEqual([[1200, 1199, '201-1198'], 1000])
})

test('forgets what the request log has dropped', () => {
  const ring = createRequestRing('default')
  ring.add(buildFrame([1, 2, 3]))
  ring.add(buildFrame([4, 5], { kept: 3 }))
  expect(listOf(ring)).toEqual([5, 4, 3])
})

test('has no gap any more where the request log has nothing', () => {
  const ring = createRequestRing('default')
  ring.add(buildFrame([1, 2, 9]))
  ring.addRead([], { session: 'default', after: 2, before: 9 })
  expect(listOf(ring)).toEqual([9, 2, 1])
})

test('knows how many older requests there are when the newest are read', () => {
  const ring = createRequestRing('default')
  ring.add({ ...buildFrame([], { kept: 700 }), last: null })
  ring.addRead(buildEntries(1001, 1500))
  expect([listOf(ring).at(-1), total(ring)]).toEqual(['801-1000', 700])
})

test('puts requests that are read late where they belong, once each', () => {
  const ring = createRequestRing('default')
  ring.add(buildFrame([3, 4]))
  ring.addRead(buildEntries(1, 3))
  expect(listOf(ring)).toEqual([4, 3, 2, 1])
})

test('keeps the last 5,000 requests, and a gap for the others', () => {
  const ring = createRequestRing('default')
  for (let first = 1; first < 6000; first += 500) {
    const frame = buildFrame([], { count: 500, kept: 6000 })
    ring.add({ ...frame, last: first + 499, entries: buildEntries(first, first + 499) })
  }
  expect([listOf(ring)[0], listOf(ring).at(-1), total(ring)]).toEqual([6000, '1-1000', 6000])
})

test('keeps what was read on demand beyond that', () => {
  const ring = createRequestRing('default')
  ring.add({ ...buildFrame([], { count: 5000, kept: 6000 }), last: 6000, entries: buildEntries(1001, 6000) })
  ring.addRead(buildEntries(501, 1000), { session: 'default', after: 0, before: 1001 })
  expect(listOf(ring).slice(-2)).toEqual([501, '1-500'])
})

test('has the requests of several sessions in the order in which they arrived', () => {
  const ring = createRequestRing('default')
  ring.add({ ...buildFrame([], { kept: 2 }), last: null })
  ring.addRead([buildEntry(1, 'alice', '10:00:01'), buildEntry(1, 'default', '10:00:02')])
  ring.addRead([buildEntry(1, 'alice', '10:00:01'), buildEntry(2, 'default', '10:00:04')])
  ring.addRead([buildEntry(2, 'alice', '10:00:03')])
  expect(ring.rows.value.map((row) => isEntry(row) && `${row.session}/${row.id}`)).toEqual([
    'default/2',
    'alice/2',
    'default/1',
    'alice/1',
  ])
})

test('counts what nobody has seen, while the list is closed', () => {
  const ring = createRequestRing('default')
  ring.add(buildFrame([1, 2]))
  ring.setOpen(true)
  expect(ring.unseen.value).toBe(0)
  ring.add(buildFrame([3]))
  expect(ring.unseen.value).toBe(0)
  ring.setOpen(false)
  ring.add(buildFrame([4]))
  expect(ring.unseen.value).toBe(1)
  ring.clear('default')
  expect(ring.unseen.value).toBe(0)
})

test('counts no request as new that was read before its frame arrived', () => {
  const ring = createRequestRing('default')
  ring.addRead(buildEntries(1, 2))
  ring.add(buildFrame([2, 3]))
  expect(ring.unseen.value).toBe(1)
  expect(listOf(ring)).toEqual([3, 2, 1])
})

test('shows a request that waits, and replaces it when it is answered', () => {
  const ring = createRequestRing('default')
  const states = () => ring.rows.value.map((row) => isEntry(row) && row.state)
  const show = (state: JournalEntry['state'], count: number) =>
    ring.add({ ...buildFrame([], { count }), entries: [{ ...buildEntry(1), state }] })
  show('pending', 0)
  expect([states(), ring.unseen.value]).toEqual([['pending'], 0])
  show('finished', 1)
  expect([states(), ring.unseen.value]).toEqual([['finished'], 1])
  ring.addRead([{ ...buildEntry(1), state: 'pending' }])
  expect(states()).toEqual(['finished'])
})

test('forgets the requests of one session, whose ids begin anew', () => {
  const ring = createRequestRing('default')
  ring.add({
    ...buildFrame([], { count: 3 }),
    entries: [buildEntry(7), buildEntry(8, 'alice'), buildEntry(9, 'alice')],
  })
  ring.clear('alice')
  ring.addRead([buildEntry(1, 'alice')], { session: 'alice' })
  expect(ring.requests.value.map(({ session, id }) => `${session}/${id}`).sort()).toEqual(['alice/1', 'default/7'])
})
