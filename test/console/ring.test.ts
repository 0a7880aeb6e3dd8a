import { expect, test } from 'vitest'
import type { Frame, JournalEntry } from '../../src/client/index.ts'
import { createRing } from '../../src/console/store/ring.ts'

const buildEntry = (id: number, session = 'default', received = '') => ({ id, session, received }) as JournalEntry

function buildFrame(ids: readonly number[], count = ids.length): Frame['requests'] {
  return {
    count,
    byStatus: { '2xx': count },
    byOperation: {},
    milliseconds: { p50: 1, p95: 2, max: 3 },
    last: ids.at(-1) ?? null,
    entries: ids.map((id) => buildEntry(id)),
  }
}

const idsOf = (ring: ReturnType<typeof createRing>) => ring.entries.value.map(({ id }) => id)

test('has the newest request first', () => {
  const ring = createRing()
  ring.add(buildFrame([1, 2]))
  ring.add(buildFrame([3]))
  expect(idsOf(ring)).toEqual([3, 2, 1])
})

test('counts the requests that a frame leaves out', () => {
  const ring = createRing()
  ring.add(buildFrame([99, 100], 100))
  expect(ring.unseen.value).toBe(100)
  expect(idsOf(ring)).toEqual([100, 99])
})

test('stands still while it is paused, and then shows what has arrived', () => {
  const ring = createRing()
  ring.add(buildFrame([1]))
  ring.setPaused(true)
  ring.add(buildFrame([2, 3]))
  expect(idsOf(ring)).toEqual([1])
  ring.setPaused(false)
  expect(idsOf(ring)).toEqual([3, 2, 1])
})

test('puts requests that are read late where they belong, once each', () => {
  const ring = createRing()
  ring.add(buildFrame([3, 4]))
  ring.addLost([1, 2, 3].map((id) => buildEntry(id)))
  expect(idsOf(ring)).toEqual([4, 3, 2, 1])
})

test('keeps the last 1,000 requests', () => {
  const ring = createRing()
  for (let frame = 0; frame < 30; frame += 1) {
    ring.add(buildFrame(Array.from({ length: 50 }, (_, index) => frame * 50 + index + 1)))
  }
  expect(ring.entries.value).toHaveLength(1000)
  expect(idsOf(ring)[0]).toBe(1500)
})

test('has the requests of several sessions in the order in which they arrived', () => {
  const ring = createRing()
  ring.addLost([buildEntry(7, 'alice', '10:00:01'), buildEntry(1, 'default', '10:00:02')])
  ring.addLost([buildEntry(7, 'alice', '10:00:01'), buildEntry(2, 'default', '10:00:04')])
  ring.addLost([buildEntry(8, 'alice', '10:00:03')])
  expect(ring.entries.value.map(({ session, id }) => `${session}/${id}`)).toEqual([
    'default/2',
    'alice/8',
    'default/1',
    'alice/7',
  ])
})

test('counts what nobody has seen: while the list is closed, and while it is open and paused', () => {
  const ring = createRing()
  ring.add(buildFrame([1, 2]))
  ring.setOpen(true)
  expect(ring.unseen.value).toBe(0)
  ring.add(buildFrame([3]))
  expect(ring.unseen.value).toBe(0)
  ring.setPaused(true)
  ring.add(buildFrame([4, 5]))
  ring.setOpen(false)
  ring.setPaused(false)
  ring.add(buildFrame([6]))
  expect(ring.unseen.value).toBe(3)
  ring.clear()
  expect(ring.unseen.value).toBe(0)
})

test('counts no request as new that was read before its frame arrived', () => {
  const ring = createRing()
  ring.addLost([1, 2].map((id) => buildEntry(id)))
  ring.add(buildFrame([2, 3]))
  expect(ring.unseen.value).toBe(1)
  expect(idsOf(ring)).toEqual([3, 2, 1])
})

test('shows a request that waits, and replaces it when it is answered', () => {
  const ring = createRing()
  const show = (state: JournalEntry['state'], count: number) =>
    ring.add({ ...buildFrame([], count), entries: [{ ...buildEntry(1), state }] })
  show('pending', 0)
  expect(ring.entries.value.map(({ state }) => state)).toEqual(['pending'])
  show('finished', 1)
  ring.addLost([{ ...buildEntry(1), state: 'pending' }])
  expect(ring.entries.value.map(({ state }) => state)).toEqual(['finished'])
})
