import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { keepSessions } from '../../src/server/state/keep-sessions.ts'
import { createMemoryStore } from './support/memory-store.ts'

const NAMES = Array.from({ length: 12 }, (_, index) => `n${index}`)

type Store = ReturnType<typeof createMemoryStore>

async function keep({ store }: Store) {
  const simulator = createSimulator({ scenario: 'empty' })
  const keeping = await keepSessions(simulator, store, () => undefined)
  const send = async (method: string, path: string, body?: object) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await simulator.fetch(`/_simulator${path}`, { method, ...init })
    return { status: response.status, body: JSON.parse((await response.text()) || 'null') }
  }
  return { simulator, keeping, send }
}

/** Stores sessions and snapshots, and forgets them. */
async function fill(given: Store): Promise<void> {
  const { simulator, keeping, send } = await keep(given)
  for (const name of NAMES) {
    simulator.sessions.create(name)
    await send('POST', '/snapshots', { name })
  }
  await keeping.close()
}

type Kept = Awaited<ReturnType<typeof keep>>

const READING: Record<string, (kept: Kept) => Promise<unknown>> = {
  'the list of snapshots': ({ send }) => Promise.all(NAMES.map(() => send('GET', '/snapshots'))),
  'the list of sessions': ({ send }) => Promise.all(NAMES.map(() => send('GET', '/sessions'))),
  'snapshots that are shown': ({ send }) => Promise.all(NAMES.map((name) => send('GET', `/snapshots/${name}`))),
  'snapshots that are restored': ({ send }) =>
    Promise.all(NAMES.map((name) => send('POST', `/snapshots/${name}/restore`, {}))),
  'sessions that begin with a snapshot': ({ send }) =>
    Promise.all(NAMES.map((name) => send('POST', '/sessions', { snapshot: name }))),
  'sessions that requests need': ({ keeping }) => Promise.all(NAMES.map((name) => keeping.prepare(name))),
}

test.for(Object.entries(READING))('at most two logs and texts are read at the same time for %s', async ([, read]) => {
  const given = createMemoryStore()
  await fill(given)
  given.seen.mostReading = 0
  const kept = await keep(given)
  await read(kept)
  expect(given.seen.mostReading).toBeGreaterThan(0)
  // A session, and a snapshot for it.
  expect(given.seen.mostReading).toBeLessThanOrEqual(2)
  await kept.keeping.close()
})

const ASKING: Record<string, (kept: Kept) => Promise<unknown>> = {
  'a session in the memory': ({ keeping }) => Promise.resolve(keeping.prepare('n0')),
  'an unknown session': ({ keeping }) => Promise.resolve(keeping.prepare('unknown')),
  'the list of snapshots': ({ send }) => send('GET', '/snapshots'),
  'the list of sessions': ({ send }) => send('GET', '/sessions'),
  'a snapshot': ({ send }) => send('GET', '/snapshots/n0'),
  'a new snapshot': ({ send }) => send('POST', '/snapshots', { name: 'new' }),
  'a removed snapshot': ({ send }) => send('DELETE', '/snapshots/n0'),
  'a new session': ({ send }) => send('POST', '/sessions', { name: 'new' }),
  'a change that has to be stored': ({ simulator, keeping }) => {
    simulator.sessions.get('n0')?.faults.add({ status: 503 })
    return keeping.save('n0')
  },
}

test.for(Object.entries(ASKING))('a store that has stopped answering is not asked again for %s', async ([, act]) => {
  const given = createMemoryStore({ isShared: true })
  await fill(given)
  const kept = await keep(given)
  await kept.keeping.prepare('n0')
  given.setHanging(true)
  // The first one to notice.
  await kept.keeping.prepare('n1')
  given.seen.asked = []
  await act(kept)
  expect(given.seen.asked).toEqual([])
  given.setHanging(false)
  await kept.keeping.close()
})

test('a store that answers again is found out in the background', async () => {
  const given = createMemoryStore({ isShared: true })
  await fill(given)
  const { keeping, send } = await keep(given)
  given.setHanging(true)
  await keeping.prepare('n1')
  expect((await send('GET', '/snapshots/n1')).status).toBe(503)
  given.setHanging(false)
  await expect.poll(keeping.findProblem).toBeUndefined()
  expect((await send('GET', '/snapshots/n1')).status).toBe(200)
  await keeping.close()
})
