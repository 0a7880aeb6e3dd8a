import { expect, test, vi } from 'vitest'
import { NO_BODY } from '../../src/engine/http/body.ts'
import { createJournalStore, type JournalRecord } from '../../src/engine/journal/journal-store.ts'
import { createByteBudget } from '../../src/engine/limits/byte-budget.ts'
import { createLease } from '../../src/engine/limits/pool.ts'
import { createSimulator } from '../../src/index.ts'

const { assumptions } = createSimulator({ scenario: 'empty' })
// With no values of parameters, and a method and a path.
const SMALL = 1050 + 8 + 3 + 2

/** A request that takes `SMALL` bytes, and those of its other parts. */
function buildRecord(parts: Partial<JournalRecord> = {}): JournalRecord {
  const outcome = { response: { status: 200, headers: {}, body: '' }, dependsOn: [] }
  const bare = { at: 0n, received: 0, method: 'GET', path: '/x', query: '', headers: [], body: new Uint8Array() }
  const record = { ...bare, state: 'finished' as const, waitsFor: null, milliseconds: 0, faults: [] }
  return { ...record, assumptions, outcome: outcome as unknown as JournalRecord['outcome'], ...parts }
}

const response = { status: 200, headers: {}, body: NO_BODY }

function createStore(capacity: number, memory = 2 ** 20) {
  const budget = createByteBudget(memory, memory)
  const store = createJournalStore(capacity, budget)
  const write = (...records: JournalRecord[]) => records.map((record) => store.write(record, response))
  const ids = () => Array.from(store.records(), ([id]) => id)
  return { ...store, write, ids, bytes: () => budget.read().kinds.journals }
}

test('a journal stores as many requests as it has places', () => {
  const { write, ids, count, get, bytes } = createStore(2)
  expect(get(1)).toBeUndefined()
  expect(write(...Array.from({ length: 3 }, () => buildRecord()))).toEqual([1, 2, 3])
  expect([ids(), count(), bytes()]).toEqual([[2, 3], 2, 2 * SMALL])
  expect([get(1), get(4), get(5)]).toEqual([undefined, undefined, undefined])
})

test('a journal stores nothing if it has no places, but still counts', () => {
  const { write, ids, count, bytes } = createStore(0)
  expect(write(buildRecord(), buildRecord())).toEqual([1, 2])
  expect([ids(), count(), bytes()]).toEqual([[], 0, 0])
})

test('a journal stores nothing after its end, but still counts', () => {
  const { write, end, ids, count, bytes } = createStore(2)
  write(buildRecord())
  end()
  expect(write(buildRecord(), buildRecord())).toEqual([2, 3])
  expect([ids(), count(), bytes()]).toEqual([[], 0, 0])
})

test('a journal stores as many requests as there is memory for, and none that is too large', () => {
  const { write, ids, get, count } = createStore(10, 2.5 * SMALL)
  const large = buildRecord({ body: new Uint8Array(3 * SMALL) })
  write(buildRecord(), large, buildRecord())
  expect([ids(), get(2)]).toEqual([[1, 3], undefined])
  write(buildRecord())
  expect(ids()).toEqual([3, 4])
  write(buildRecord())
  expect([ids(), count(), get(3)]).toEqual([[4, 5], 2, undefined])
})

test('a journal stores all that was written after it was cleared', () => {
  const { write, ids, clear, bytes } = createStore(3)
  write(buildRecord(), buildRecord())
  clear()
  expect([ids(), bytes()]).toEqual([[], 0])
  write(buildRecord())
  expect(ids()).toEqual([3])
})

test('a journal keeps a copy of a body that is part of a larger buffer, and otherwise the body itself', async () => {
  const { service: gate } = createSimulator({ scenario: 'empty' })
  const whole = new Uint8Array(5)
  const address = () => ({ origin: '', basePath: '' })
  const head = { address, method: 'POST', path: '/x', query: '', header: () => undefined }
  for (const body of [whole, new Uint8Array(100).subarray(0, 5)]) await gate.handle({ ...head, body })
  const arrival = gate.noteArrival({ ...head, body: new Uint8Array() })
  await gate.handle({ ...head, body: new Uint8Array(100).subarray(0, 5), ...(arrival && { arrival }) })
  const kept = gate.selectRequests().map(({ record }) => record.body)
  expect(kept).toEqual([whole, whole, whole])
  expect(kept[0]).toBe(whole)
  expect(kept.map(({ buffer }) => buffer.byteLength)).toEqual([5, 5, 5])
})

test.for<[Partial<JournalRecord>, bytes: number]>([
  [{ method: 'DELETE' }, 3],
  [{ path: '/xyz' }, 2],
  [{ query: 'abc' }, 3],
  [{ headers: ['accept', 'text/csv'] }, 14 + 2 * 24],
  [{ body: new Uint8Array(7) }, 7],
])('the bytes of a request are more with %j', ([parts, bytes]) => {
  const store = createStore(1)
  store.write(buildRecord(parts))
  expect(store.bytes()).toBe(SMALL + bytes)
})

const createHeld = (item: object) => {
  const released = vi.fn()
  return { lease: createLease(item, released), released }
}

test('what the requests of a journal refer to is held until they are dropped', () => {
  const { write, pin } = createStore(2)
  const [first, second] = [createHeld({}), createHeld({})]
  write(buildRecord())
  pin(first.lease)
  write(buildRecord())
  pin(second.lease)
  expect([first.released.mock.calls, second.released.mock.calls]).toEqual([[], []])
  write(buildRecord())
  expect([first.released.mock.calls.length, second.released.mock.calls.length]).toEqual([1, 0])
  write(buildRecord())
  expect(second.released).toHaveBeenCalledOnce()
})

test('what the requests of a journal refer to is released when they are dropped because memory is short', () => {
  const { write, pin } = createStore(10, 1.5 * SMALL)
  const { lease, released } = createHeld({})
  write(buildRecord())
  pin(lease)
  expect(released).not.toHaveBeenCalled()
  write(buildRecord())
  expect(released).toHaveBeenCalledOnce()
})

test('what the requests of a journal refer to is held once', () => {
  const { write, pin, clear } = createStore(5)
  const shared = {}
  const [other, first, second] = [createHeld({}), createHeld(shared), createHeld(shared)]
  write(buildRecord())
  for (const { lease } of [first, other, second]) pin(lease)
  expect([other, first, second].map(({ released }) => released.mock.calls.length)).toEqual([0, 1, 0])
  clear()
  expect([other, first, second].map(({ released }) => released.mock.calls.length)).toEqual([1, 1, 1])
})
