import { expect } from 'vitest'
import type { Page } from '../support/client.ts'
import { test } from '../support/control-test.ts'

const listNames = async (url: string, query = '') => {
  const { resources } = (await (await fetch(`${url}/v2/deployments${query}`)).json()) as Page
  return resources.map(({ name }) => name)
}

test('sessions can be created with a name, listed, read and ended', async ({ start }) => {
  const { remote, server } = await start()
  const alice = await remote.sessions.create({ name: 'alice', scenario: 'empty' })
  expect(alice.url).toBe(`${server.url}/_s/alice`)
  const listed = { name: 'alice', path: '/_s/alice', scenario: 'empty', preset: 'spec' }
  expect(await remote.sessions.list()).toMatchObject([
    { name: 'default', path: '', scenario: 'default', preset: 'spec' },
    listed,
  ])
  expect(await remote.sessions.get('alice')).toMatchObject(listed)
  expect([await remote.sessions.delete('alice'), await remote.sessions.delete('alice')]).toEqual([true, false])
  expect(await remote.sessions.get('alice')).toBeUndefined()
})

test('sessions are listed with their times, and with what they were used for', async ({ start }) => {
  const { remote } = await start()
  const before = Date.now()
  const alice = await remote.sessions.create({ name: 'alice' })
  const fresh = await remote.sessions.get('alice')
  expect(fresh).toMatchObject({ requests: 0, changes: 0, edited: false, lastUsed: fresh?.began })
  expect(Date.parse(fresh?.began ?? '')).toBeGreaterThanOrEqual(before)

  const [first, second] = await alice.db.deployments.list()
  const created = await alice.db.deployments.create({ name: 'checkout' })
  await alice.db.deployments.update(first?.id ?? '', { name: 'renamed' })
  await alice.db.deployments.delete(second?.id ?? '')
  const asked = Date.now()
  await fetch(`${alice.url}/v2/deployments`)
  const used = await remote.sessions.get('alice')
  expect(used).toMatchObject({ requests: 1, edited: true, began: fresh?.began })
  expect(Date.parse(used?.lastUsed ?? '')).toBeGreaterThanOrEqual(asked)
  await alice.db.deployments.delete(created.id)
  expect((used?.changes ?? 0) - ((await remote.sessions.get('alice'))?.changes ?? 0)).toBe(1)
})

test('sessions count only the records that differ from the start of a scenario with changes of its own', async ({
  start,
}) => {
  const { remote } = await start()
  await remote.db.deployments.create({ name: 'first' })
  const alice = await remote.sessions.create({ name: 'alice', scenario: await remote.exportScenario() })
  expect(await remote.sessions.get('alice')).toMatchObject({ changes: 0, edited: false })
  const own = (await alice.db.deployments.list()).at(-1)
  await alice.db.deployments.update(own?.id ?? '', { name: 'renamed' })
  await alice.db.deployments.create({ name: 'second' })
  expect(await remote.sessions.get('alice')).toMatchObject({ changes: 2, edited: true })
})

test('sessions can begin as a copy of another session', async ({ start }) => {
  const { remote } = await start()
  const alice = await remote.sessions.create({ name: 'alice', preset: 'langsmith' })
  await alice.db.deployments.create({ name: 'checkout' })
  await alice.faults.add({ id: 'down', status: 503 })
  const copy = await remote.sessions.create({ name: 'copy', from: 'alice' })
  await alice.reset()
  expect((await copy.db.deployments.list()).at(-1)).toMatchObject({ name: 'checkout' })
  expect(await copy.state()).toMatchObject({ preset: 'langsmith', faults: 1 })
  const ofMain = await remote.sessions.create({ from: 'default' })
  expect(await ofMain.db.deployments.list()).toEqual(await remote.db.deployments.list())
})

test('sessions cannot begin as a copy of an unknown session, or as a copy and something else', async ({ start }) => {
  const { remote } = await start()
  await expect(remote.sessions.create({ from: 'nobody' })).rejects.toMatchObject({
    status: 422,
    issues: [{ path: 'from' }],
  })
  await expect(
    remote.sessions.create({ from: 'default', scenario: 'empty', snapshot: 'none', preset: 'spec' }),
  ).rejects.toMatchObject({ status: 422, issues: [{ path: 'scenario' }, { path: 'preset' }, { path: 'snapshot' }] })
})

test('sessions get the name in their path over HTTP, or one that no other server generates', async ({ start }) => {
  const { remote, server } = await start()
  await remote.sessions.create({ name: 'ann' })
  const create = async (path: string) => {
    const response = await fetch(`${server.url}${path}/_simulator/sessions`, { method: 'POST' })
    const { name, url } = await response.json()
    expect(url).toBe(`${server.url}/_s/${name}`)
    return name
  }
  expect(await create('/_s/bob')).toBe('bob')
  const generated = [await create(''), await create('/_s/ann'), await create('/_s/default')]
  for (const name of generated) expect(name).toMatch(/^session-[0-9a-f]{32}$/)
  expect(new Set(generated).size).toBe(3)
})

test('with known sessions only, a session is created below its own path, where its requests go', async ({ start }) => {
  const { server } = await start({ server: { knownSessionsOnly: true } })
  const create = async (path: string, name?: string, redirect: RequestRedirect = 'manual') =>
    fetch(`${server.url}${path}/_simulator/sessions`, { method: 'POST', body: JSON.stringify({ name }), redirect })
  const elsewhere = await create('', 'ann')
  const location = `${server.url}/_s/ann/_simulator/sessions`
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([307, location])
  expect((await elsewhere.json()).error.message).toBe(
    `Failed to create session "ann" here: requests to it may go to another server. Send it to POST ${location}.`,
  )
  expect((await create('/_s/ann')).status).toBe(201)
  for (const [path, name] of [['', 'bob'], ['/_s/ann', 'eve'], [''], ['/_s/ann']] as const) {
    const created = await create(path, name, 'follow')
    expect(created.status).toBe(201)
    const { url, name: given } = await created.json()
    expect(given).toMatch(name ?? /^session-/)
    expect((await fetch(`${url}/v2/auth/providers`)).status).toBe(200)
  }
})

test('sessions get random names from the client', async ({ start }) => {
  const { remote } = await start()
  const names = await Promise.all([1, 2].map(async () => (await (await remote.sessions.create()).state()).session))
  expect(names).toEqual(names.map(() => expect.stringMatching(/^session-[0-9a-f]{32}$/)))
  expect(new Set(names).size).toBe(2)
})

test('sessions begin with what the request asks for', async ({ start }) => {
  const { remote } = await start()
  const session = await remote.sessions.create({ preset: 'langsmith', assumptions: { lastPageOffset: 'limit' } })
  expect(await session.state()).toMatchObject({ preset: 'langsmith', assumptions: { lastPageOffset: 'limit' } })
  const inline = { name: 'none', description: 'Nothing.', providers: 0, integrations: [], deployments: 0 }
  expect(await (await remote.sessions.create({ scenario: inline })).state()).toMatchObject({
    scenario: { name: 'none' },
  })
})

test("sessions have unique names, different from the simulator's own session", async ({ start }) => {
  const { remote } = await start()
  await remote.sessions.create({ name: 'alice' })
  await expect(remote.sessions.create({ name: 'alice' })).rejects.toMatchObject({ status: 409 })
  await expect(remote.sessions.create({ name: 'default' })).rejects.toMatchObject({ status: 409 })
  await expect(remote.sessions.delete('default')).rejects.toMatchObject({ status: 409 })
})

test.for([
  ['an invalid name', { name: 'a b' }, ['name']],
  ['an unknown scenario', { scenario: 'nowhere' }, []],
  ['an unknown snapshot', { snapshot: 'never' }, ['snapshot']],
  [
    'an unknown preset and an unknown assumption',
    { preset: 'x', assumptions: { gravity: 'off', lastPageOffset: 'up' } },
    ['preset', 'assumptions.lastPageOffset', 'assumptions.gravity'],
  ],
  [
    'a snapshot together with a scenario and a preset',
    { snapshot: 'kept', scenario: 'empty', preset: 'spec' },
    ['scenario', 'preset'],
  ],
] as const)('sessions are not created with %s', async ([, options, paths], { start }) => {
  const { remote } = await start()
  await remote.snapshots.take('kept')
  const error = await remote.sessions.create(options as never).catch((each: unknown) => each)
  expect(error).toMatchObject({ status: 422, issues: paths.map((path) => ({ path })) })
  expect(await remote.sessions.list()).toHaveLength(1)
})

test('sessions do not affect each other', async ({ start }) => {
  const { remote } = await start()
  const [alice, bob] = [remote.session('alice'), remote.session('bob')]
  await alice.load('empty')
  await alice.db.deployments.create({ name: 'hers' })
  await bob.faults.add({ status: 503 })
  await bob.assume({ lastPageOffset: 'limit' })

  expect(await listNames(alice.url)).toEqual(['hers'])
  expect(await alice.state()).toMatchObject({ session: 'alice', faults: 0, assumptions: {}, requests: 1 })
  expect(await bob.state()).toMatchObject({ counts: { deployments: 60 }, faults: 1, requests: 0 })
  expect(await remote.state()).toMatchObject({ counts: { deployments: 60 }, faults: 0, assumptions: {}, requests: 0 })
  await bob.reset()
  expect(await listNames(alice.url)).toEqual(['hers'])
})

test('sessions can also be selected by a header', async ({ start }) => {
  const { server } = await start()
  const headers = { 'x-simulator-session': 'carol' }
  const response = await fetch(`${server.url}/_simulator/reset`, { method: 'POST', headers })
  expect(await response.json()).toMatchObject({ session: 'carol' })
})

test.for([
  ['/_s/nobody/_simulator', {}],
  ['/_s/nobody/_simulator/events', {}],
  ['/_s/nobody/_simulator/openapi.json', {}],
  ['/_s/nobody/_simulator/health', {}],
  ['/_simulator/requests', { 'x-simulator-session': 'nobody' }],
] as const)('sessions are not created by reading %s', async ([path, headers], { start }) => {
  const { server, simulator } = await start()
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    const response = await fetch(server.url + path, { method, headers })
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
  }
  const { error } = await (await fetch(server.url + path, { headers })).json()
  expect(error.message).toMatch(/^Failed to find session "nobody": it does not exist\. Its first request/)
  expect(simulator.sessions.list()).toEqual([])
})

test('snapshots can be taken, listed, read, restored and deleted', async ({ start }) => {
  const { remote, simulator } = await start()
  await remote.db.deployments.create({ name: 'checkout' })
  await remote.clock.advance(3_600_000)
  const before = simulator.snapshot()
  expect(await remote.snapshots.take('before')).toEqual({
    name: 'before',
    scenario: 'default',
    now: simulator.clock.now(),
    edits: 1,
  })
  const { name, scenario } = await remote.snapshots.take()
  expect([name, scenario]).toEqual([expect.stringMatching(/^snapshot-[0-9a-f]{32}$/), 'default'])
  expect((await remote.snapshots.list()).map((each) => each.name)).toEqual(['before', name])
  expect(await remote.snapshots.get('before')).toEqual(before)

  await remote.load('empty')
  expect(await remote.snapshots.restore('before')).toMatchObject({ counts: { deployments: 61 } })
  expect(simulator.snapshot()).toEqual(before)
  expect([await remote.snapshots.delete('before'), await remote.snapshots.delete('before')]).toEqual([true, false])
  expect(await remote.snapshots.get('before')).toBeUndefined()
  await expect(remote.snapshots.restore('before')).rejects.toMatchObject({
    status: 404,
    message: `Failed to find snapshot "before": it does not exist. Known: ${name}.`,
  })
})

test('snapshots get generated names over HTTP, which are always the same and unique', async ({ start }) => {
  const { remote, server } = await start()
  await remote.snapshots.take('snapshot-1')
  const response = await fetch(`${server.url}/_simulator/snapshots`, { method: 'POST', body: '{}' })
  expect(await response.json()).toMatchObject({ name: 'snapshot-2' })
})

test('snapshots have unique names, and are only replaced on request', async ({ start }) => {
  const { remote } = await start()
  await remote.snapshots.take('kept')
  await expect(remote.snapshots.take('kept')).rejects.toMatchObject({ status: 409 })
  await expect(remote.snapshots.take('a/b')).rejects.toMatchObject({ status: 422 })
  await remote.load('empty')
  const empty = await remote.snapshots.take()
  const snapshot = await remote.snapshots.get(empty.name)
  expect(snapshot && (await remote.snapshots.put('kept', snapshot))).toMatchObject({ name: 'kept', scenario: 'empty' })
})

test('snapshots of one session can start others, which then change independently', async ({ start }) => {
  const { remote } = await start()
  const alice = remote.session('alice')
  await alice.db.deployments.create({ name: 'shared' })
  await alice.snapshots.take('fork')
  const [bob, carol] = [
    await remote.sessions.create({ snapshot: 'fork' }),
    await remote.sessions.create({ snapshot: 'fork' }),
  ]
  await bob.db.deployments.create({ name: 'of-bob' })
  const newest = (names: string[]) => names.slice(0, 2)
  expect(newest(await listNames(bob.url))).toEqual(['of-bob', 'shared'])
  expect(newest(await listNames(carol.url))[0]).toBe('shared')
  expect(newest(await listNames(alice.url))[0]).toBe('shared')
})

test('snapshots can be moved to another server', async ({ start }) => {
  const [here, there] = [await start(), await start()]
  await here.remote.db.deployments.create({ name: 'traveller' })
  await here.remote.snapshots.take('trip')
  const snapshot = await here.remote.snapshots.get('trip')
  if (snapshot !== undefined) await there.remote.snapshots.put('trip', snapshot)
  await there.remote.snapshots.restore('trip')
  expect(there.simulator.snapshot()).toEqual(here.simulator.snapshot())
})

test.for([
  ['another version', { version: 99 }, /version 99, but this deploymock reads version 1/],
  ['an invalid value', { format: 'zip' }, /"format" is "zip"/],
  ['two issues', { preset: 'x', extra: 1 }, /"preset" is "x".*"extra" is unknown/],
] as const)('snapshots with %s are rejected, and the stored one stays', async ([, change, message], { start }) => {
  const { remote, simulator } = await start()
  await remote.snapshots.take('kept')
  const broken = { ...simulator.snapshot(), ...change } as never
  await expect(remote.snapshots.put('kept', broken)).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(message),
  })
  expect(await remote.snapshots.get('kept')).toEqual(simulator.snapshot())
})

test('snapshots with impossible changes change nothing when they are restored', async ({ start }) => {
  const { remote, simulator } = await start()
  const before = simulator.snapshot()
  const changes = { deployments: { removed: ['nobody', 'no one'], replaced: [], added: [] } }
  await remote.snapshots.put('odd', { ...before, current: { ...before.current, changes } })
  await expect(remote.snapshots.restore('odd')).rejects.toMatchObject({
    status: 422,
    issues: [
      { path: 'changes.deployments.removed.0', message: expect.stringContaining('"nobody"') },
      { path: 'changes.deployments.removed.1', message: expect.stringContaining('"no one"') },
    ],
  })
  expect(simulator.snapshot()).toEqual(before)
})
