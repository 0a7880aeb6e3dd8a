import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator, defineScenario, type Scenario, type Session, type Simulator } from '../../src/index.ts'
import { fetchJson } from '../support/client.ts'
import { runs } from '../support/scope.ts'

const MEGABYTE = 1024 * 1024

function createWorld(deployments: number, seed = 1): Scenario {
  const integrations = [{ kind: 'standard' as const, name: 'works', repositories: 1 }]
  return defineScenario({ name: `world-${seed}`, seed, providers: 1, integrations, deployments })
}

/** Creates a snapshot of a world without building it. */
const createSnapshot = (scenario: Scenario) => ({ ...createSimulator({ scenario: 'empty' }).snapshot(), scenario })

const read = async ({ fetch }: Pick<Simulator, 'fetch'>, path: string) => (await fetch(path)).text()

test('the memory of a simulator is what the option sets, and is reported by kind', async () => {
  const simulator = createSimulator({ memory: 64, deployments: 100 })
  await read(simulator, '/v2/deployments')
  const { limit, used, kinds, evictions } = simulator.memory()
  expect([limit, evictions]).toEqual([64 * MEGABYTE, 0])
  expect(Object.keys(kinds)).toEqual([
    'worlds',
    'sessions',
    'records',
    'responses',
    'journals',
    'snapshots',
    'connections',
  ])
  for (const kind of ['worlds', 'sessions', 'records', 'responses', 'journals'] as const) {
    expect(kinds[kind]).toBeGreaterThan(0)
  }
  expect(used).toBe(Object.values(kinds).reduce((sum, bytes) => sum + bytes))
})

test.for([0, -1, 1.5, Number.NaN])('the memory of a simulator cannot be %d MB', (memory) => {
  expect(() => createSimulator({ memory })).toThrow(
    `"memory" is ${memory}. It must be a whole number of megabytes of at least 1, such as 256.`,
  )
})

test('the memory of a simulator is counted once for sessions with the same start, and released when they end', async () => {
  const simulator = createSimulator()
  await read(simulator, '/v2/deployments')
  simulator.requests.clear()
  const before = simulator.memory()
  const names = ['alice', 'bob', 'carol']
  for (const name of names) {
    const session = simulator.sessions.create(name, { assumptions: { lastPageOffset: 'limit' } })
    await read(simulator, `/_s/${name}/v2/deployments`)
    session.db.deployments.create({ secrets: [{ name: 'KEY', value: 'x'.repeat(50_000) }] })
    await read(simulator, `/_s/${name}/v2/deployments`)
    session.reset()
    await read(simulator, `/_s/${name}/v2/deployments?status=READY`)
    session.assume({ nullableFields: 'none' })
    session.assume({ nullableFields: 'some' })
  }
  expect(simulator.memory().used).toBeGreaterThan(before.used)
  for (const name of names) simulator.sessions.delete(name)
  const { worlds: _unused, records: _read, ...kinds } = simulator.memory().kinds
  expect(kinds).toMatchObject({
    sessions: before.kinds.sessions,
    responses: before.kinds.responses,
    journals: 0,
  })
})

test('the memory of a simulator is released by a session that ends while a request waits in it', async () => {
  const simulator = createSimulator()
  const before = simulator.memory().kinds
  const session = simulator.sessions.open('alice')
  session.faults.add({ delay: 1000 })
  const answer = simulator.fetch('/_s/alice/v2/deployments?limit=1')
  simulator.sessions.delete('alice')
  expect((await answer).status).toBe(200)
  session.db.deployments.create()
  expect(simulator.memory().kinds).toEqual({ ...before, records: expect.any(Number) })
})

test('the memory of a simulator is released by cached responses when the data changes', async () => {
  const simulator = createSimulator()
  simulator.db.deployments.create()
  for (let offset = 0; offset < 50; offset += 1) await read(simulator, `/v2/deployments?offset=${offset}`)
  expect(simulator.memory().kinds.responses).toBeGreaterThan(MEGABYTE)
  simulator.db.deployments.create()
  expect(simulator.memory().kinds.responses).toBe(0)
  await read(simulator, '/v2/deployments')
  simulator.reset()
  expect(simulator.memory().kinds).toMatchObject({ responses: 0, journals: 0 })
})

test('the memory of a simulator never exceeds the limit, adds up, and returns to its start when all sessions have ended', async () => {
  const limit = 2
  const step = fc.record({
    name: fc.constantFrom('', 'a', 'b', 'c'),
    act: fc.constantFrom(...Object.values(ACTS)),
    at: fc.nat(40),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const start = { ...createWorld(30), name: 'start' }
      const simulator = createSimulator({ memory: limit, scenario: start, journalSize: 20 })
      const before = simulator.memory()
      for (const { name, act, at } of steps) {
        await attempt(act, simulator, name, at)
        const { used, kinds } = simulator.memory()
        expect(used).toBe(Object.values(kinds).reduce((sum, bytes) => sum + bytes))
        expect(used).toBeLessThanOrEqual(limit * MEGABYTE)
      }
      for (const name of ['a', 'b', 'c']) simulator.sessions.delete(name)
      // What was derived from the data of a world is dropped when nobody uses it.
      simulator.load(createWorld(1))
      simulator.load(start)
      const { worlds: _unused, snapshots: _kept, ...kinds } = simulator.memory().kinds
      expect(kinds).toEqual({
        sessions: before.kinds.sessions,
        records: 0,
        responses: 0,
        journals: 0,
        connections: 0,
      })
    }),
    { numRuns: runs(30) },
  )
})

type Act = (target: { simulator: Simulator; session: Session; path: string; at: number }) => unknown

const ACTS: Readonly<Record<string, Act>> = {
  read: ({ simulator, path, at }) => read(simulator, `${path}/v2/deployments?limit=10&offset=${at}`),
  create: ({ session }) => session.db.deployments.create(),
  createLarge: ({ session, at }) =>
    session.db.deployments.create({ secrets: [{ name: 'KEY', value: 'x'.repeat(at * 10_000) }] }),
  remove: ({ session: { db }, at }) => db.deployments.delete(db.deployments.list()[at]?.id ?? ''),
  reset: ({ session }) => session.reset(),
  assume: ({ session, at }) => session.assume({ nullableFields: at % 2 === 0 ? 'none' : 'some' }),
  snapshot: ({ simulator, path }) => simulator.fetch(`${path}/_simulator/snapshots`, { method: 'POST' }),
  post: ({ simulator, path, at }) =>
    simulator.fetch(`${path}/v2/deployments`, { method: 'POST', body: 'x'.repeat(at * 1000) }),
  end: ({ simulator, session }) => simulator.sessions.delete(session.name),
  load: ({ session, at }) => session.load(createWorld(at, at)),
}

async function attempt(act: Act, simulator: Simulator, name: string, at: number): Promise<void> {
  try {
    const session = name === '' ? simulator : simulator.sessions.open(name)
    await act({ simulator, session, path: name === '' ? '' : `/_s/${name}`, at })
  } catch (error) {
    // Created records may have fields without a value.
    expect((error as Error).message).toMatch(/are free|while nullableFields is none/)
  }
}

const options = { memory: 3, scenario: createWorld(1000) }
const message =
  /^Failed to build the world "world-2": 2000 deployments and 3 other records take about 2\.5 MB, but only 1\.\d MB of 3\.0 MB are free\./

test.for<[string, (simulator: Simulator) => unknown]>([
  ['a session', ({ sessions }) => sessions.create('new', { scenario: createWorld(2000, 2) })],
  ['a load', (simulator) => simulator.load(createWorld(2000, 2))],
  ['a restore', (simulator) => simulator.restore(createSnapshot(createWorld(2000, 2)))],
  [
    'a session of a snapshot',
    ({ sessions }) => sessions.create('new', { snapshot: createSnapshot(createWorld(2000, 2)) }),
  ],
])('a world that does not fit is rejected for %s with figures, and nothing changes', ([, act]) => {
  const simulator = createSimulator(options)
  const before = [simulator.memory(), simulator.snapshot()]
  expect(() => act(simulator)).toThrow(message)
  expect([simulator.memory(), simulator.snapshot()]).toEqual(before)
  expect(simulator.sessions.list()).toEqual([])
})

test('a world that does not fit is rejected for a new simulator', () => {
  expect(() => createSimulator({ memory: 16, deployments: 20_000 })).toThrow(
    /"default": 20000 deployments and 42 other records take about 24 MB, but only 15 MB of 16 MB are free/,
  )
})

test('a world that does not fit is rejected for assumptions that need other data', () => {
  const simulator = createSimulator({ memory: 2, scenario: createWorld(1000) })
  expect(() => simulator.assume({ nullableFields: 'none' })).toThrow(
    /take about 1\.3 MB, but only (0\.\d MB|\d+ kB) of 2\.0 MB are free/,
  )
  expect(simulator.assumptions.nullableFields).toBe('some')
})

test('a world that does not fit fits once the session that used the memory has ended', () => {
  const { sessions } = createSimulator({ memory: 4, scenario: 'empty' })
  sessions.create('first', { scenario: createWorld(2000, 1) })
  expect(() => sessions.create('second', { scenario: createWorld(2000, 2) })).toThrow(/are free/)
  sessions.delete('first')
  expect(sessions.create('second', { scenario: createWorld(2000, 2) }).db.deployments.count()).toBe(2000)
})

const value = 'x'.repeat(3 * MEGABYTE)
const large = { secrets: [{ name: 'KEY', value }] }

test('a write that does not fit is rejected with figures, and changes nothing', () => {
  const simulator = createSimulator({ memory: 16 })
  simulator.db.deployments.create(large)
  simulator.db.deployments.create(large)
  const { id } = simulator.db.deployments.list()[0] ?? { id: '' }
  const before = [simulator.memory().kinds.sessions, simulator.db.deployments.count()]
  const reason = /^Failed to write the record: it takes about 6\.0 MB, but only 2\.\d MB of 16 MB are free/
  expect(() => simulator.db.deployments.create(large)).toThrow(reason)
  expect(() => simulator.db.deployments.update(id, large)).toThrow(reason)
  expect([simulator.memory().kinds.sessions, simulator.db.deployments.count()]).toEqual(before)
})

test('a write that does not fit fits once a record of the same size is deleted, or the session is reset', () => {
  const simulator = createSimulator({ memory: 16 })
  const { id } = simulator.db.deployments.create(large)
  simulator.db.deployments.create(large)
  simulator.db.deployments.delete(id)
  simulator.db.deployments.create(large)
  simulator.reset()
  simulator.db.deployments.create(large)
})

test.for([
  ['fastapi', (detail: string) => ({ detail })],
  ['message', (message: string) => ({ error: { code: 'insufficient_storage', message } })],
] as const)('a write that does not fit gets 507 from the service, in its envelope %s', async ([errorBody, wrap]) => {
  const simulator = createSimulator({ memory: 16, assumptions: { errorBody } })
  const [repository] = simulator.db.repositories.list()
  const secrets = [{ name: 'KEY', value: 'x'.repeat(MEGABYTE / 5) }]
  const body = JSON.stringify({
    integration_id: repository?.integration_id,
    source_config: { repo_url: repository?.url },
    source_revision_config: { repo_ref: 'main' },
    secrets,
  })
  const headers = { 'content-type': 'application/json' }
  const post = () => simulator.fetch('/v2/deployments', { method: 'POST', headers, body })
  expect((await post()).status).toBe(201)
  expect(() => {
    for (;;) simulator.db.deployments.create({ secrets })
  }).toThrow(/^Failed to write the record/)
  const before = simulator.db.deployments.count()
  const refused = await post()
  expect([refused.status, await refused.json()]).toEqual([
    507,
    wrap(expect.stringMatching(/^Failed to write the record: it takes about 0\.\d MB/) as unknown as string),
  ])
  expect(simulator.db.deployments.count()).toBe(before)
})

test('a write that does not fit also prevents a world with such changes, before it is built', () => {
  const simulator = createSimulator({ memory: 64 })
  for (let count = 0; count < 4; count += 1) simulator.db.deployments.create(large)
  const small = createSimulator({ memory: 16 })
  const before = small.memory()
  expect(() => small.restore(simulator.snapshot())).toThrow(
    /^Failed to create session "default": its changes take about 24 MB, but only 15 MB of 16 MB are free/,
  )
  expect(small.memory()).toEqual(before)
})

test('cached responses are dropped when memory is short, the least recently used ones first, and are the same when they are built again', async () => {
  const simulator = createSimulator({ memory: 2, journalSize: 0 })
  const paths = [20, 19].flatMap((limit) =>
    Array.from({ length: 30 }, (_, offset) => `/v2/deployments?limit=${limit}&offset=${offset}`),
  )
  const other = createSimulator()
  const before = await Promise.all(paths.map((path) => read(other, path)))
  const seen: string[] = []
  for (const path of paths) {
    seen.push(await read(simulator, path))
    // The first response is used all the time, so it is never the least recently used one.
    await read(simulator, paths[0] ?? '')
  }
  expect(simulator.memory().evictions).toBeGreaterThan(0)
  expect(seen).toEqual(before)
  expect(await Promise.all(paths.map((path) => read(simulator, path)))).toEqual(before)
})

test('journals together keep only what fits into memory, and drop the oldest requests first', async () => {
  const simulator = createSimulator({ memory: 4 })
  const post = (path: string) => simulator.fetch(`${path}/v2/deployments`, { method: 'POST', body: 'x'.repeat(60_000) })
  for (let count = 0; count < 60; count += 1) await post('/_s/alice')
  for (let count = 0; count < 20; count += 1) await post('/_s/bob')
  const { kinds, limit } = simulator.memory()
  expect(kinds.journals).toBeGreaterThan(limit / 2)
  expect(kinds.journals).toBeLessThanOrEqual(limit)
  const idsOf = (name: string) =>
    simulator.sessions
      .open(name)
      .requests.list()
      .map(({ id }) => id)
  const [alice, bob] = [idsOf('alice'), idsOf('bob')]
  expect(bob).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(alice.length).toBeLessThan(60)
  expect(alice).toEqual(Array.from({ length: alice.length }, (_, index) => 60 - alice.length + index + 1))
  expect(simulator.sessions.open('alice').requests.count()).toBe(alice.length)
})

test('journals continue after all of their requests were dropped', async () => {
  const simulator = createSimulator({ memory: 2 })
  await read(simulator, '/v2/auth/providers')
  const body = 'x'.repeat(60_000)
  for (let count = 0; count < 60; count += 1) await simulator.fetch('/_s/bob/v2/deployments', { method: 'POST', body })
  expect(simulator.requests.list()).toEqual([])
  await read(simulator, '/v2/auth/providers')
  expect(simulator.requests.list()).toMatchObject([{ id: 2, operation: 'listOAuthProviders' }])
})

test('journals count long paths, and no lists that requests met', async () => {
  const simulator = createSimulator({ deployments: 2000 })
  const grow = async (act: () => Promise<unknown>) => {
    const before = simulator.memory().kinds.journals
    await act()
    const last = simulator.requests.list({ limit: 1 }).at(-1)?.id ?? 0
    const body = simulator.requests.get(last)?.response.bytes ?? 0
    return simulator.memory().kinds.journals - before - body
  }
  const plain = await grow(() => read(simulator, '/v2/auth/providers'))
  expect(plain).toBeLessThan(2000)
  expect(await grow(() => read(simulator, `/v2/${'x'.repeat(60_000)}`))).toBeGreaterThan(60_000)
  simulator.db.deployments.create()
  expect(await grow(() => read(simulator, '/v2/deployments?limit=1'))).toBeLessThan(plain + 900)
  expect(await grow(() => read(simulator, '/v2/deployments?limit=2'))).toBeLessThan(plain + 900)
})

test('journals still explain a request after the assumptions have changed the data, which needs memory until they drop it', async () => {
  const simulator = createSimulator({ memory: 1, deployments: 200 })
  await read(simulator, '/v2/deployments?status=READY')
  const before = simulator.requests.get(1)?.explanation
  simulator.assume({ nullableFields: 'none' })
  expect(simulator.requests.get(1)?.explanation).toEqual(before)
  const assumeMore = () => simulator.assume({ freeFormObjects: 'empty' })
  expect(assumeMore).toThrow(/are free/)
  simulator.requests.clear()
  expect(assumeMore).not.toThrow()
})

test('records that were read are dropped when memory is short, and are the same when they are read again', async () => {
  const simulator = createSimulator({ memory: 8, deployments: 1500 })
  const before = simulator.db.deployments.list()
  expect(simulator.memory().evictions).toBeGreaterThan(0)
  expect(simulator.db.deployments.list()).toEqual(before)
  expect(await fetchJson(simulator, '/v2/deployments?offset=1400')).toEqual(
    await fetchJson(createSimulator({ deployments: 1500 }), '/v2/deployments?offset=1400'),
  )
})
