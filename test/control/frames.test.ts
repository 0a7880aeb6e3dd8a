import { afterEach, beforeEach, expect, test as plain, vi } from 'vitest'
import { createFrameRequests } from '../../src/engine/control/reports/frame-stream.ts'
import type { ServedRequest } from '../../src/engine/sessions/events/event-source.ts'
import { connect, type Frame, type FrameOptions, type RemoteSimulator } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/control-test.ts'

/** Listens to frames of a simulator in this process, under fake timers. */
async function hearFrames(remote: RemoteSimulator, options: Partial<FrameOptions> = {}) {
  const frames: Frame[] = []
  const stop = await remote.events((frame: Frame) => frames.push(frame), { frame: 100, ...options })
  const take = () => frames.splice(0)
  /** Lets an interval pass and returns its only frame. */
  const next = async () => {
    await vi.advanceTimersByTimeAsync(100)
    const [frame] = take()
    if (frame === undefined) throw new Error('There was no frame.')
    return frame
  }
  await vi.advanceTimersByTimeAsync(0)
  return { take, next, stop }
}

function startInProcess(...[options]: Parameters<typeof createSimulator>) {
  const simulator = createSimulator(options)
  const remote = connect('http://in-process.test', { fetch: simulator.fetch })
  return { ...simulator, simulator, remote }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

plain('a frame is sent at once when a client connects, and is empty', async () => {
  const { remote } = startInProcess()
  const { take } = await hearFrames(remote)
  expect(take()).toEqual([
    {
      type: 'frame',
      session: 'default',
      instance: expect.stringMatching(/^\w+$/),
      sequence: 0,
      received: new Date().toISOString(),
      missed: 0,
      requests: {
        count: 0,
        byStatus: {},
        byOperation: {},
        milliseconds: null,
        last: null,
        kept: 0,
        bySession: {},
        entries: [],
      },
      changes: {},
      events: [],
    },
  ])
})

plain('a frame sums up the requests of an interval, and contains the newest of them', async () => {
  const { remote, fetch, faults } = startInProcess()
  const { take, next } = await hearFrames(remote, { entries: 2 })
  take()
  faults.add({ operation: 'listDeployments', effect: { kind: 'reset' }, times: 1 })
  await fetch('/v2/deployments').catch(() => undefined)
  for (const path of ['/v2/deployments', '/v2/deployments?limit=0', '/v2/auth/providers', '/nowhere']) {
    await fetch(path)
  }
  const { requests } = await next()
  expect(requests).toMatchObject({
    count: 5,
    byStatus: { none: 1, '2xx': 2, '4xx': 2 },
    byOperation: { listDeployments: 3, listOAuthProviders: 1, none: 1 },
    milliseconds: { p50: expect.any(Number), p95: expect.any(Number), max: expect.any(Number) },
    last: 5,
    bySession: { default: { count: 5, last: 5 } },
    entries: [{ id: 4 }, { id: 5, path: '/nowhere', received: new Date(Date.now() - 100).toISOString() }],
  })
  expect(requests.entries).toHaveLength(2)
})

plain('a frame counts the kept requests of the session that has the name now', async () => {
  const { remote, fetch } = startInProcess()
  await fetch('/_s/alice/v2/deployments')
  const { take, next } = await hearFrames(remote.session('alice'))
  take()
  await remote.sessions.delete('alice')
  await fetch('/_s/alice/v2/deployments')
  expect((await next()).requests).toMatchObject({ last: 1, kept: 1 })
})

plain('a frame has the durations that half and 95 % of its requests do not exceed', async () => {
  const { remote, fetch, faults } = startInProcess({ clock: 'running' })
  const { take, next } = await hearFrames(remote)
  take()
  const delays = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
  for (const delay of delays) faults.add({ operation: 'listDeployments', query: { limit: `${delay}` }, delay })
  const send = async () => {
    for (const delay of delays) await fetch(`/v2/deployments?limit=${delay}`)
  }
  void send()
  const { requests } = await next()
  expect(requests).toMatchObject({ count: 10, milliseconds: { p50: 5, p95: 10, max: 10 } })
})

plain('a frame counts changed records by kind, and contains all other events in order', async () => {
  const { remote, db, reset } = startInProcess()
  const { take, next } = await hearFrames(remote)
  take()
  const { id } = db.deployments.create({ name: 'checkout' })
  db.deployments.update(id, { name: 'payment' })
  reset()
  await remote.sessions.create({ name: 'alice' })
  const { changes, events } = await next()
  expect(changes.deployments).toBe(2)
  expect(events).toMatchObject([
    { type: 'start', why: 'reset' },
    { type: 'session', session: 'alice', what: 'created' },
  ])
})

plain('a frame is sent at most once per interval, and not while nothing happens', async () => {
  const { remote, fetch } = startInProcess()
  const { take } = await hearFrames(remote)
  take()
  await vi.advanceTimersByTimeAsync(1000)
  expect(take()).toEqual([])
  for (let count = 0; count < 10; count += 1) {
    await fetch('/v2/auth/providers')
    await vi.advanceTimersByTimeAsync(50)
  }
  await vi.advanceTimersByTimeAsync(100)
  expect(take().map(({ requests }) => requests.count)).toEqual([1, 1, 2, 2, 2, 2])
})

plain('a frame contains only the events of its session, or those of all sessions for the simulator’s own', async () => {
  const { remote, fetch } = startInProcess()
  await remote.sessions.create({ name: 'alice' })
  const [all, own] = [await hearFrames(remote), await hearFrames(remote.session('alice'))]
  all.take()
  own.take()
  for (const path of ['/_s/alice', '/_s/alice', '/_s/bob', '']) await fetch(`${path}/v2/auth/providers`)
  const ofAlice = await own.next()
  expect(ofAlice).toMatchObject({ session: 'alice', requests: { count: 2, last: 2 }, events: [] })
  expect(ofAlice.requests).not.toHaveProperty('bySession')
  const [ofAll] = all.take()
  expect(ofAll).toMatchObject({
    session: 'default',
    requests: { count: 4, last: 1, bySession: { alice: { count: 2, last: 2 }, bob: { count: 1, last: 1 } } },
    events: [{ type: 'session', session: 'bob', what: 'created' }],
  })
})

plain('a frame contains at most 100 other events, and counts the older ones as missed', async () => {
  const { remote, reset } = startInProcess({ scenario: 'empty' })
  const { take, next } = await hearFrames(remote)
  take()
  for (let count = 0; count < 103; count += 1) reset()
  const { events, missed } = await next()
  expect([events.length, missed]).toEqual([100, 3])
})

plain('a frame contains fewer requests if their bodies are large', async () => {
  const { remote, fetch } = startInProcess()
  const { take, next } = await hearFrames(remote)
  take()
  const body = 'x'.repeat(60_000)
  for (let count = 0; count < 10; count += 1) await fetch('/v2/deployments', { method: 'POST', body })
  const { requests } = await next()
  expect(requests.count).toBe(10)
  expect(requests.entries.map(({ id }) => id)).toEqual([7, 8, 9, 10])
})

const record = {
  ...{ outcome: { response: { status: 200 } }, milliseconds: 1 },
  ...{ path: '', query: '', body: '' },
} as unknown as ServedRequest['record']

plain('a frame tells how many requests the journal has', async () => {
  const { remote, fetch } = startInProcess({ journalSize: 2 })
  const { take, next } = await hearFrames(remote)
  take()
  for (let count = 0; count < 3; count += 1) await fetch('/v2/auth/providers')
  expect((await next()).requests).toMatchObject({ count: 3, last: 3, kept: 2 })
})

plain('a frame counts the requests of at most a thousand sessions, and all requests', () => {
  const requests = createFrameRequests({ session: 'default', isForAll: true, entries: 0, countKept: () => 0 })
  for (let id = 0; id <= 1000; id += 1) requests.add({ session: `s${id}`, id, record })
  requests.add({ session: 's0', id: 1001, record })
  const { count, bySession = {} } = requests.build()
  expect([count, Object.keys(bySession).length, bySession.s0]).toEqual([1002, 1000, { count: 2, last: 1001 }])
})

plain('a frame has the durations of its newest 4096 requests, and the longest of all', () => {
  const requests = createFrameRequests({ session: 'default', isForAll: false, entries: 0, countKept: () => 0 })
  const add = (milliseconds: number) => requests.add({ session: 'default', id: 1, record: { ...record, milliseconds } })
  for (const milliseconds of [50, 3]) for (let count = 0; count < 4096; count += 1) add(milliseconds)
  expect(requests.build().milliseconds).toEqual({ p50: 3, p95: 3, max: 50 })
})

plain('a client that connects again is told how many events of its session it missed', async () => {
  const { remote, fetch } = startInProcess()
  await fetch('/_s/alice/v2/auth/providers')
  const alice = remote.session('alice')
  const { take, stop } = await hearFrames(alice)
  const [last] = take()
  await stop()
  for (const path of ['/_s/alice', '/_s/alice', '/_s/bob']) await fetch(`${path}/v2/auth/providers`)
  const again = await hearFrames(alice, { after: last as Frame })
  expect(again.take()).toMatchObject([{ missed: 2, sequence: Number(last?.sequence) + 2, requests: { count: 0 } }])
})

plain('a client that connects again missed nothing if nothing happened', async () => {
  const { remote } = startInProcess()
  const { take } = await hearFrames(remote)
  const [last] = take()
  const again = await hearFrames(remote, { after: last as Frame })
  expect(again.take()).toMatchObject([{ missed: 0 }])
})

plain('a client that connects again is told that everything is new if another simulator answers', async () => {
  const { remote } = startInProcess()
  const { take } = await hearFrames(remote)
  const [last] = take()
  const again = await hearFrames(startInProcess().remote, { after: last as Frame })
  const [first] = again.take()
  expect(first?.missed).toBeNull()
  expect(first?.instance).not.toBe(last?.instance)
})

plain('a client that connects again with a number that was never sent is told that everything is new', async () => {
  const { remote } = startInProcess()
  const { take } = await hearFrames(remote)
  const [last] = take()
  const again = await hearFrames(remote, { after: { ...(last as Frame), sequence: 7 } })
  expect(again.take()).toMatchObject([{ missed: null }])
})

plain('a frame contains a request once that waited and then got its response', async () => {
  const { remote, fetch, faults, clock } = startInProcess()
  const { take, next } = await hearFrames(remote)
  faults.add({ operation: 'listDeployments', delay: 1000 })
  await next()
  take()
  const response = fetch('/v2/deployments')
  await vi.advanceTimersByTimeAsync(10)
  clock.advance(1000)
  await response
  const { requests } = await next()
  expect([requests.count, requests.entries.map(({ id }) => id)]).toEqual([1, [1]])
})

plain('a frame has a request again that waits for something else', async () => {
  const scenario = { name: 'slow', deployments: 1, latency: 1000 }
  const { remote, fetch, faults, clock } = startInProcess({ scenario })
  faults.add({ id: 'slower', delay: 5000 })
  const { take, next } = await hearFrames(remote)
  take()
  const start = Date.parse(clock.now())
  const response = fetch('/v2/deployments')
  const readWait = async () => {
    const { count, entries } = (await next()).requests
    return [
      count,
      entries.map(({ waitsFor }) => waitsFor && [Date.parse(waitsFor.until ?? '') - start, waitsFor.fault]),
    ]
  }
  expect(await readWait()).toEqual([0, [[1000, null]]])
  clock.advance(1000)
  expect(await readWait()).toEqual([0, [[6000, 'slower']]])
  clock.advance(5000)
  await response
  expect(await readWait()).toEqual([1, [null]])
})

test('a frame has an id, which an EventSource sends back when it connects again', async ({ start }) => {
  vi.useRealTimers()
  const { server, remote } = await start()
  const readFirst = async (headers: Record<string, string>) => {
    const abort = new AbortController()
    const response = await fetch(`${server.url}/_simulator/events?frame=50`, { headers, signal: abort.signal })
    const { value } = (await response.body?.getReader().read()) ?? {}
    abort.abort()
    return new TextDecoder().decode(value)
  }
  const [, id = ''] = /^event: frame\nid: (\w+:0)\ndata: \{.*\}\n\n$/.exec(await readFirst({})) ?? []
  await remote.reset()
  expect(await readFirst({ 'last-event-id': id })).toContain('"missed":1,')
})

test('a client that reads slowly gets fewer frames, which contain more', async () => {
  const { remote, fetch } = startInProcess()
  const { body } = await fetch('/_simulator/events?frame=50')
  const reader = body?.getReader()
  const read = async () => {
    const text = new TextDecoder().decode((await reader?.read())?.value)
    return (JSON.parse(text.slice(text.indexOf('data: ') + 6)) as Frame).requests.count
  }
  for (let count = 0; count < 10; count += 1) {
    await fetch('/v2/auth/providers')
    await vi.advanceTimersByTimeAsync(100)
  }
  expect([await read(), await read()]).toEqual([0, 10])
  await reader?.cancel()
  expect(await remote.state()).toMatchObject({ session: 'default' })
})

test.for(['frame=49', 'frame=10001', 'frame=x', 'frame=100&entries=201', 'frame=100&entries=-1'])(
  'invalid options are rejected: %s',
  async (query, { start }) => {
    vi.useRealTimers()
    const { server } = await start()
    expect((await fetch(`${server.url}/_simulator/events?${query}`)).status).toBe(422)
  },
)

test('a client learns that a stream has ended, unless it stopped it itself', async ({ start }) => {
  vi.useRealTimers()
  const { server, remote } = await start()
  const [onEnd, onOtherEnd] = [vi.fn(), vi.fn()]
  await remote.events(() => undefined, { frame: 50, onEnd })
  const stop = await remote.events(() => undefined, { onEnd: onOtherEnd })
  await stop()
  await server.close()
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
  expect(onOtherEnd).not.toHaveBeenCalled()
})
