import { expect, onTestFinished, test } from 'vitest'
import type { RequestRange } from '../../src/engine/journal/request-filter.ts'
import type { Frame, JournalEntry } from '../../src/entries/client/index.ts'
import type { Simulator } from '../../src/programs/console/store/api.ts'
import { createStream, isEntry } from '../../src/programs/console/store/stream/stream.ts'

const PAGE = { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined }
const NO_REQUESTS: Frame['requests'] = {
  count: 0,
  byStatus: {},
  byOperation: {},
  milliseconds: null,
  last: null,
  kept: 0,
  entries: [],
}

interface Read {
  readonly session: string
  readonly options: RequestRange
  answer(entries: readonly JournalEntry[]): void
}

const buildEntry = (id: number, fields: Partial<JournalEntry> = {}) =>
  ({ session: 'default', id, state: 'finished', received: '', ...fields }) as JournalEntry
const buildEntries = (first: number, last: number, fields?: Partial<JournalEntry>) =>
  Array.from({ length: last - first + 1 }, (_, index) => buildEntry(first + index, fields))

/** Starts the stream of a session. The server sends what the test says, and answers when it says so. */
async function startStream() {
  const reads: Read[] = []
  let hear = (_: Frame): void => undefined
  const buildSimulator = (session: string): object => ({
    name: session,
    session: buildSimulator,
    requests: { list: (options: RequestRange) => new Promise((answer) => reads.push({ session, options, answer })) },
    events: async (listener: typeof hear) => {
      hear = listener
      return () => undefined
    },
  })
  const stream = createStream(buildSimulator('default') as Simulator)
  onTestFinished(stream.start(PAGE as unknown as Document))
  await expect.poll(() => stream.link.value).toBe('live')
  let sequence = 0
  const send = (entries: readonly JournalEntry[], { missed = 0, events = [], count = entries.length }: Sent = {}) => {
    sequence += 1
    const requests = { ...NO_REQUESTS, count, last: entries.at(-1)?.id ?? null, kept: 5000, entries }
    hear({ instance: 'one', sequence, session: 'default', changes: {}, missed, requests, events } as unknown as Frame)
  }
  /** Answers what the stream reads. */
  const answer = async (...answers: (readonly JournalEntry[])[]) => {
    const asked = reads.splice(0)
    expect(asked).toHaveLength(answers.length)
    for (const [index, read] of asked.entries()) read.answer(answers[index] ?? [])
    await new Promise(setImmediate)
    return asked.map(({ session, options }) => ({ session, ...options }))
  }
  send([])
  await answer([])
  const rows = () => stream.rows.value.map((row) => (isEntry(row) ? `${row.session}/${row.id} ${row.state}` : 'gap'))
  return { stream, reads, send, answer, rows }
}

interface Sent {
  missed?: number
  events?: readonly object[]
  count?: number
}

const CLEARED = { type: 'journal', session: 'default', what: 'cleared' }
const RESET = { type: 'start', session: 'default', why: 'reset' }

test('requests that were read before the request log was cleared do not come back', async () => {
  const { stream, reads, send, rows } = await startStream()
  send([], { events: [CLEARED] })
  send([], { events: [CLEARED] })
  const [first, second] = reads
  second?.answer([buildEntry(1)])
  first?.answer([buildEntry(8)])
  await expect.poll(() => stream.isRead.value).toBe(true)
  expect(rows()).toEqual(['default/1 finished'])
})

test('a frame with a reset shows none of the requests from before, and those from afterwards once', async () => {
  const { stream, send, answer, rows } = await startStream()
  send(buildEntries(1, 3))
  send([...buildEntries(4, 6), ...buildEntries(1, 2)], { events: [RESET] })
  await answer(buildEntries(1, 2))
  expect(rows()).toEqual(['default/2 finished', 'default/1 finished'])
  expect(stream.unseen.value).toBe(0)
})

test.for([
  ['reset', { ...RESET, session: 'alice' }],
  ['cleared', { ...CLEARED, session: 'alice' }],
  ['created again', { type: 'session', session: 'alice', what: 'created' }],
] as const)('the requests of another session that is %s are read again, and no others', async ([, event]) => {
  const { send, answer, rows } = await startStream()
  send([buildEntry(1), ...buildEntries(1, 3, { session: 'alice', status: 200 })])
  send([buildEntry(1, { session: 'alice', status: 404 })], { events: [event] })
  expect(await answer([buildEntry(1, { session: 'alice', state: 'aborted' })])).toMatchObject([{ session: 'alice' }])
  expect(rows().toSorted()).toEqual(['alice/1 aborted', 'default/1 finished'])
})

test('a session that the list does not show is not read', async () => {
  const { reads, send } = await startStream()
  send([], { events: [{ type: 'session', session: 'alice', what: 'created' }] })
  expect(reads).toEqual([])
})

test('requests that wait are read again when a frame does not contain all that were answered', async () => {
  const { send, answer, rows } = await startStream()
  send(buildEntries(1, 250, { state: 'pending' }), { count: 0 })
  await answer(buildEntries(1, 250, { state: 'pending' }))
  send(buildEntries(150, 249), { count: 249 })
  const [range] = await answer([...buildEntries(1, 249), buildEntry(250, { state: 'pending' })])
  expect(range).toMatchObject({ after: 0, before: 251 })
  expect(rows().filter((row) => !row.endsWith('finished'))).toEqual(['default/250 pending'])
  expect(rows()).toHaveLength(250)
})

test('requests that wait are read again in parts if many others lie between them', async () => {
  const { send, answer } = await startStream()
  const waiting = [3, 5, 2000, 2400].map((id) => buildEntry(id, { state: 'pending' }))
  send([...waiting, buildEntry(8, { session: 'alice', state: 'pending' })], { count: 0 })
  send([], { count: 1 })
  const ranges = await answer([], [], [])
  expect(ranges.map(({ session, after, before }) => [session, after, before])).toEqual(
    expect.arrayContaining([
      ['default', 1999, 2401],
      ['default', 2, 6],
      ['alice', 7, 9],
    ]),
  )
})

test('what was known may have been replaced while events were missed', async () => {
  const { stream, send, answer, rows } = await startStream()
  send([...buildEntries(1, 3), buildEntry(1, { session: 'alice', state: 'pending' })], { count: 3 })
  send([], { missed: 9 })
  await answer([buildEntry(1, { state: 'aborted' })], [buildEntry(1, { session: 'alice' })])
  expect(stream.unseen.value).toBe(3)
  expect(rows().toSorted()).toEqual(['alice/1 finished', 'default/1 aborted'])
})
