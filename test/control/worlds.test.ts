import { expect } from 'vitest'
import { test } from '../support/control-test.ts'

test('the state describes the session, and how far it is from its start', async ({ start }) => {
  const { remote } = await start({ simulator: { assumptions: { lastPageOffset: 'limit' } } })
  await remote.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
  await remote.db.deployments.create()
  await fetch(`${remote.url}/v2/deployments`)
  await fetch(`${remote.url}/v2/deployments`)

  expect(await remote.state()).toMatchObject({
    session: 'default',
    scenario: { name: 'default', seed: 1, now: '2026-03-02T09:00:00Z' },
    now: '2026-03-02T09:00:00.000001Z',
    preset: 'spec',
    assumptions: { lastPageOffset: 'limit' },
    counts: { providers: 6, integrations: 4, repositories: 32, deployments: 61 },
    faults: 0,
    requests: 2,
  })
})

test('the state lists the other paths, and all of them respond', async ({ start }) => {
  const { remote, server } = await start()
  const { paths } = await remote.session('alice').reset()
  expect(paths).toMatchObject({ faults: '/_s/alice/_simulator/faults' })
  for (const [name, path] of Object.entries(paths).filter(([each]) => !['events', 'open'].includes(each))) {
    // Some paths only take POST.
    expect([200, 405], name).toContain((await fetch(server.url + path)).status)
  }
})

test('the state responds to HEAD like to GET without the body, and accepts a trailing slash', async ({ start }) => {
  const { server } = await start()
  const whole = await fetch(`${server.url}/_simulator`)
  const head = await fetch(`${server.url}/_simulator/`, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String((await whole.text()).length))
  expect(await head.text()).toBe('')
})

test('the state is not recorded in the journal, and faults do not apply to it', async ({ start }) => {
  const { remote } = await start()
  await remote.faults.add({ status: 503 })
  expect(await remote.state()).toMatchObject({ requests: 0, faults: 1 })
})

test('a reset returns to the start of the scenario', async ({ start }) => {
  const { remote, simulator } = await start()
  await remote.db.deployments.create({ name: 'checkout' })
  await remote.faults.add({ status: 503 })
  await remote.assume({ lastPageOffset: 'limit' })
  const state = await remote.reset()
  expect(state).toMatchObject({ counts: { deployments: 60 }, faults: 0, assumptions: {}, now: '2026-03-02T09:00:00Z' })
  expect(simulator.db.deployments.count()).toBe(60)
})

const own = {
  name: 'pair',
  description: 'Two deployments.',
  providers: 1,
  integrations: [],
  deployments: [{ record: { name: 'first' } }, { record: { name: 'second' } }],
}

test("scenarios are listed with their descriptions, including the simulator's own", async ({ start }) => {
  const { remote } = await start({ simulator: { scenarios: [own] } })
  const listed = await remote.scenarios()
  expect(listed).toContainEqual({ name: 'pair', description: 'Two deployments.', credentials: null })
  expect(listed.map(({ name }) => name)).toContain('empty')
})

test('scenarios can be loaded by name', async ({ start }) => {
  const { remote } = await start()
  expect(await remote.load('empty')).toMatchObject({ scenario: { name: 'empty' }, counts: { deployments: 0 } })
})

test('scenarios can be loaded as objects', async ({ start }) => {
  const { remote, simulator } = await start()
  await remote.load(own)
  expect(simulator.db.deployments.list().map(({ name }) => name)).toEqual(['first', 'second'])
})

test('scenarios can be exported from a world and then loaded as the same world', async ({ start }) => {
  const { remote, simulator } = await start()
  const [first, second] = simulator.db.deployments.list()
  await remote.db.deployments.create({ name: 'checkout' })
  await remote.db.deployments.update(first?.id ?? '', { name: 'renamed' })
  await remote.db.deployments.delete(second?.id ?? '')
  await remote.assume({ lastPageOffset: 'limit' })
  await remote.faults.add({ id: 'down', operation: 'createDeployment', status: 503, times: 3 })

  const other = await start()
  await other.remote.load(await remote.exportScenario())
  expect(other.simulator.db.deployments.list()).toEqual(simulator.db.deployments.list())
  expect(other.simulator.assumptions).toEqual(simulator.assumptions)
  expect(other.simulator.faults.list()).toEqual(simulator.faults.list())
  expect(await other.remote.exportScenario()).toEqual(await remote.exportScenario())
  expect(await other.remote.db.deployments.create()).toEqual(await remote.db.deployments.create())
})

test('scenarios are exported without unchanged defaults', async ({ start }) => {
  const { remote } = await start()
  expect(Object.keys(await remote.exportScenario()).toSorted()).toEqual([
    'deployments',
    'description',
    'integrations',
    'name',
    'now',
    'preset',
    'providers',
    'seed',
  ])
})

test('the clock can be read, moved, stopped and started', async ({ start }) => {
  const { remote } = await start()
  const { clock } = remote
  expect(await clock.read()).toEqual({ now: '2026-03-02T09:00:00Z', frozen: true })
  expect(await clock.advance(90_000)).toMatchObject({ now: '2026-03-02T09:01:30Z', frozen: true })
  expect(await clock.set(new Date('2027-01-01T00:00:00Z'))).toMatchObject({
    now: '2027-01-01T00:00:00Z',
    frozen: true,
  })
  expect(await clock.run()).toMatchObject({ frozen: false })
  expect(await clock.freeze()).toMatchObject({ frozen: true })
})

test('the clock belongs to one session', async ({ start }) => {
  const { remote } = await start()
  await remote.session('alice').clock.advance(1000)
  expect((await remote.session('alice').state()).now).toBe('2026-03-02T09:00:01Z')
  expect((await remote.state()).now).toBe('2026-03-02T09:00:00Z')
})

test('the clock does not accept an invalid time', async ({ start }) => {
  const { remote } = await start()
  await expect(remote.clock.advance(-1)).rejects.toMatchObject({ status: 422, issues: [{ path: 'advance' }] })
  await expect(remote.clock.advance(1e300)).rejects.toMatchObject({ status: 422, issues: [{ path: 'advance' }] })
  await expect(remote.clock.set('tomorrow')).rejects.toMatchObject({ status: 422, issues: [{ path: 'set' }] })
  expect((await remote.clock.read()).now).toBe('2026-03-02T09:00:00Z')
})

test('assumptions are listed with their questions, values and possible values', async ({ start }) => {
  const { remote } = await start({ simulator: { assumptions: { lastPageOffset: 'limit' } } })
  const entries = await remote.assumptions()
  expect(entries.find(({ id }) => id === 'lastPageOffset')).toEqual({
    id: 'lastPageOffset',
    section: '2.10',
    question: 'Which offset does a page contain?',
    value: 'limit',
    preset: 'returned',
    values: expect.objectContaining({ returned: expect.any(String), limit: expect.any(String) }),
    free: null,
    requests: 0,
    excludes: [{ value: 'limit', id: 'shortPages', other: 'sometimes' }],
    decidesRecords: true,
  })
})

test('assumptions count the requests that depended on them', async ({ start }) => {
  const { remote } = await start()
  await fetch(`${remote.url}/v2/deployments`)
  await fetch(`${remote.url}/v2/auth/providers`)
  const entries = await remote.assumptions()
  const requestsOf = (id: string) => entries.find((entry) => entry.id === id)?.requests
  expect([requestsOf('deploymentOrdering'), requestsOf('authentication'), requestsOf('duplicateName')]).toEqual([
    1, 2, 0,
  ])
})

test('assumptions name the values that exclude each other, on both sides', async ({ start }) => {
  const { remote } = await start()
  const entries = await remote.assumptions()
  const exclusionsOf = (id: string) => entries.find((entry) => entry.id === id)?.excludes
  expect(exclusionsOf('creation')).toContainEqual({ value: 'absent', id: 'duplicateName', other: '409' })
  expect(exclusionsOf('duplicateName')).toContainEqual({ value: '409', id: 'creation', other: 'absent' })
})

test('assumptions can be set without changing the data', async ({ start }) => {
  const { remote } = await start()
  await remote.db.deployments.create({ name: 'checkout' })
  await remote.assume({ lastPageOffset: 'limit', unknownIntegration: 403 })
  const page = await (await fetch(`${remote.url}/v2/deployments?name_contains=checkout&limit=7`)).json()
  expect(page).toMatchObject({ resources: [{ name: 'checkout' }], offset: 7 })
  expect((await remote.state()).assumptions).toEqual({ lastPageOffset: 'limit', unknownIntegration: '403' })
})
