import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { enterState, type Lifecycle } from '../../src/engine/define/resource/resource.ts'
import { createClock } from '../../src/engine/store/time/clock.ts'
import {
  createEntries,
  createTimeline,
  type EntriesHolder,
  type RecordEntry,
  type TimelineEntry,
} from '../../src/engine/store/time/timeline.ts'
import { createSimulator, OptionError, type Simulator, type Snapshot } from '../../src/index.ts'
import { postDeployment } from '../support/client.ts'

const SECONDS = 1000

function holdEntries(): EntriesHolder {
  let entries = createEntries()
  return {
    read: () => entries,
    write(next) {
      entries = next
    },
  }
}

async function post(simulator: Simulator): Promise<string> {
  const response = await postDeployment(simulator)
  return ((await response.json()) as { id: string }).id
}

const copy = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot))
const timelineOf = ({ snapshot }: Simulator) => snapshot().current.changes.timeline ?? []

test('the timeline of a world contains what will happen to a new deployment, in microseconds after the start', async () => {
  const simulator = createSimulator()
  simulator.clock.advance(5 * SECONDS)
  const id = await post(simulator)
  expect(timelineOf(simulator)).toEqual([
    // The creation itself took a microsecond.
    { due: 35_000_001, resource: 'deployments', id, when: { status: 'AWAITING_DATABASE' }, set: { status: 'READY' } },
  ])
})

test('the timeline of a world is settled when the clock gets there, and not before', async () => {
  const simulator = createSimulator()
  const id = await post(simulator)
  simulator.clock.advance(29.999 * SECONDS)
  expect(simulator.db.deployments.get(id)).toMatchObject({ status: 'AWAITING_DATABASE' })
  simulator.clock.advance(2)
  const after = simulator.db.deployments.get(id)
  expect(after).toMatchObject({ status: 'READY', active_revision_id: after?.latest_revision_id })
  expect(timelineOf(simulator)).toEqual([])
})

test('the timeline of a world is part of a snapshot, so it goes on in another simulator', async () => {
  const simulator = createSimulator()
  const id = await post(simulator)
  simulator.clock.advance(20 * SECONDS)
  const other = createSimulator()
  other.restore(copy(simulator.snapshot()))
  expect(timelineOf(other)).toEqual(timelineOf(simulator))
  other.clock.advance(11 * SECONDS)
  expect(other.db.deployments.get(id)?.status).toBe('READY')
})

test.for([
  ['its status was changed', ({ db }: Simulator, id: string) => db.deployments.update(id, { status: 'UNUSED' })],
  ['it was deleted', ({ db }: Simulator, id: string) => db.deployments.delete(id)],
] as const)('the timeline of a world no longer contains a deployment after %s', async ([, act]) => {
  const simulator = createSimulator()
  const id = await post(simulator)
  act(simulator, id)
  expect(timelineOf(simulator)).toEqual([])
  simulator.clock.advance(60 * SECONDS)
  expect(simulator.db.deployments.get(id)?.status).not.toBe('READY')
})

test.for([
  ['a record that does not exist', { id: 'nobody' }, 'there is no deployment "nobody"'],
  ['a value that is not allowed', { set: { status: 'REDY' } }, '"status" is "REDY". Did you mean "READY"? Allowed:'],
  ['a field that does not exist', { set: { mood: 'good' } }, '"mood" is unknown'],
  ['another id', { set: { id: '00000000-0000-4000-8000-000000000000' } }, 'cannot change'],
] as const)(
  'the timeline of a world cannot be restored with %s, and nothing changes then',
  async ([, wrong, message]) => {
    const simulator = createSimulator()
    await post(simulator)
    const { current, ...rest } = copy(simulator.snapshot())
    const timeline = current.changes.timeline?.map((entry) => ({ ...entry, ...wrong })) ?? []
    const before = simulator.snapshot()
    const restore = () =>
      simulator.restore({ ...rest, current: { ...current, changes: { ...current.changes, timeline } } })
    expect(restore).toThrow(OptionError)
    expect(restore).toThrow(message)
    expect(simulator.snapshot()).toEqual(before)
  },
)

test('the timeline of a world names each impossible change, also an equal one of another deployment', async () => {
  const statuses = ['REDY', 'REDY', 'RADY']
  const simulator = createSimulator()
  for (const _ of statuses) await post(simulator)
  const { current, ...rest } = copy(simulator.snapshot())
  const timeline = timelineOf(simulator).map((entry, index) => ({ ...entry, set: { status: statuses[index] } }))
  const changes = { ...current.changes, timeline }
  const restore = () => simulator.restore({ ...rest, current: { ...current, changes } })
  expect(restore).toThrow(expect.objectContaining({ issues: statuses.map(() => expect.anything()) }))
})

test('the timeline of a world prevents an assumption that does not allow what will happen, and nothing changes then', async () => {
  const simulator = createSimulator()
  await post(simulator)
  const before = simulator.snapshot()
  const assume = () => simulator.assume({ statusValues: 'AWAITING_DATABASE,UNKNOWN' })
  expect(assume).toThrow(
    /^Failed to build the world: what will happen to deployment ".+" is not possible: "status" is "READY"\. Allowed: AWAITING_DATABASE, UNKNOWN, and what the assumption "statusValues" adds\. Choose other assumptions, or let it happen first\.$/,
  )
  expect(simulator.snapshot()).toEqual(before)
})

const lifecycle: Lifecycle<{ state: string; url: string }> = {
  field: 'state',
  next: () => undefined,
  enter: (state) => (state === 'LIVE' ? { url: 'https://live.example' } : {}),
}
const at = '2026-03-02T09:00:00Z'

test('a lifecycle changes other fields together with the state', () => {
  const record = { state: 'BUILT', url: '' }
  const enter = (set: object) => enterState(lifecycle, record, { set: { ...set }, at })
  expect(enter({ state: 'LIVE' })).toEqual({ state: 'LIVE', url: 'https://live.example' })
  expect(enter({ url: 'https://other.example' })).toEqual({ url: 'https://other.example' })
})

test('entries happen in the order in which they are due, whatever the order in which they were added', () => {
  const realTime = { read: () => 0, after: () => () => undefined }
  const times = fc.array(fc.nat(50), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(times, fc.array(fc.nat(20), { maxLength: 10 }), (dues, moves) => {
      const clock = createClock(0n, { realTime })
      const happened: { due: number; at: bigint }[] = []
      const timeline = createTimeline(
        clock,
        { start: 0n, entries: holdEntries() },
        {
          find: () => ({}),
          apply: ({ due }) => happened.push({ due: Number(due), at: clock.microseconds() }),
        },
      )
      const entries = dues.map(
        (due, index): TimelineEntry => ({ due, resource: 'r', id: `${index}`, when: {}, set: {} }),
      )
      for (const entry of entries) timeline.add(entry)
      for (const milliseconds of moves) clock.advance(milliseconds / 1000)
      const reached = Number(clock.microseconds())
      const sorted = dues.toSorted((a, b) => a - b)
      expect(happened.map(({ due }) => due)).toEqual(sorted.filter((due) => due <= reached))
      expect(happened.every(({ due, at }) => at === BigInt(due))).toBe(true)
      expect(timeline.list().map(({ due }) => due)).toEqual(sorted.filter((due) => due > reached))
    }),
  )
})

test('an entry that is added while another one happens follows it', () => {
  const clock = createClock(0n, { realTime: { read: () => 0, after: () => () => undefined } })
  const happened: string[] = []
  const add = (id: string) => timeline.add({ due: 0, resource: 'r', id, when: {}, set: {} })
  const timeline = createTimeline(
    clock,
    { start: 0n, entries: holdEntries() },
    {
      find: () => ({}),
      apply(entry) {
        const { id } = entry as RecordEntry
        happened.push(`${id} begins`)
        if (id === 'first') add('second')
        happened.push(`${id} ends`)
      },
    },
  )
  add('first')
  expect(happened).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('an entry stays in the list only if the earlier ones lead to its state', () => {
  const records = new Map([
    ['a', { status: 'NEW' }],
    ['b', { status: 'NEW' }],
  ])
  const clock = createClock(0n, { realTime: { read: () => 0, after: () => () => undefined } })
  const timeline = createTimeline(
    clock,
    { start: 0n, entries: holdEntries() },
    { find: ({ id }) => records.get(id), apply: () => undefined },
  )
  const add = (due: number, id: string, from: string, to: string) =>
    timeline.add({ due, resource: 'r', id, when: { status: from }, set: { status: to } })
  add(1, 'a', 'NEW', 'READY')
  add(2, 'b', 'NEW', 'FAILED')
  add(3, 'a', 'READY', 'GONE')
  add(4, 'b', 'READY', 'GONE')
  add(5, 'c', 'NEW', 'READY')
  expect(timeline.list().map(({ due }) => due)).toEqual([1, 2, 3])
})

test('a wait that is over at once does not watch whether the client disconnects', async () => {
  const clock = createClock(5n, { realTime: { read: () => 0, after: () => () => undefined } })
  const onGone = vi.fn(() => () => undefined)
  expect(await clock.waitUntil(5n, onGone)).toBe(true)
  expect(onGone).not.toHaveBeenCalled()
})
