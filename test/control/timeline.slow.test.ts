import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { postDeployment } from '../support/client.ts'
import { test } from '../support/control-test.ts'

async function post(simulator: ReturnType<typeof createSimulator>): Promise<{ id: string; name: string }> {
  return (await postDeployment(simulator)).json()
}

const START = '2026-03-02T09:00:00Z'
const READY = '2026-03-02T09:00:30.000001Z'

type Example = {
  readonly post: { readonly requestBody: { readonly content: { 'application/json': { example: object } } } }
}
type Documented = { readonly paths: Readonly<Record<string, Example>> }

// Those that the scenario `default` begins with.
const STAYING = [
  { resource: 'deployments', state: 'AWAITING_DATABASE', count: 6 },
  { resource: 'deployments', state: 'AWAITING_DELETE', count: 6 },
]

test('the timeline over HTTP lists what will happen to a new deployment', async ({ start }) => {
  const { remote, simulator } = await start()
  const { id, name } = await post(simulator)
  expect(await remote.clock.timeline()).toEqual({
    now: '2026-03-02T09:00:00.000001Z',
    frozen: true,
    total: 1,
    next: READY,
    entries: [{ due: READY, resource: 'deployments', id, name, set: { status: 'READY' }, removes: false }],
    staying: STAYING,
  })
})

test('the timeline over HTTP is empty if nothing will happen', async ({ start }) => {
  const { remote } = await start()
  expect(await remote.clock.timeline()).toEqual({
    now: START,
    frozen: true,
    total: 0,
    next: null,
    entries: [],
    staying: STAYING,
  })
})

test('the timeline over HTTP lists the soonest steps, at most as many as asked for', async ({ start }) => {
  const { remote, simulator } = await start()
  const first = await post(simulator)
  simulator.clock.advance(1000)
  await post(simulator)
  const { total, next, entries } = await remote.clock.timeline({ limit: 1 })
  expect({ total, next, ids: entries.map(({ id }) => id) }).toEqual({ total: 2, next: READY, ids: [first.id] })
})

test('the timeline over HTTP names the deployment of a revision', async ({ start }) => {
  const { remote } = await start({ simulator: { scenario: 'pipeline' } })
  const [deployment] = await remote.db.deployments.list()
  const response = await fetch(`${remote.url}/v2/deployments/${deployment?.id}`, {
    method: 'PATCH',
    headers: { 'x-api-key': 'any', 'x-tenant-id': 'any', 'content-type': 'application/json' },
    body: JSON.stringify({ secrets: [{ name: 'KEY', value: 'value' }] }),
  })
  expect(response.status).toBe(200)
  const { entries } = await remote.clock.timeline()
  expect(entries).toContainEqual(expect.objectContaining({ resource: 'revisions', name: deployment?.name }))
})

test('the timeline over HTTP says which records stay in a state that usually passes, until something is due for them', async ({
  start,
}) => {
  const { remote } = await start()
  const before = (await remote.clock.timeline()).staying
  expect(before).toEqual(STAYING)
  await remote.db.deployments.create({ status: 'AWAITING_DATABASE' })
  expect((await remote.clock.timeline()).staying[0]?.count).toBe(7)
})

test.for(['spec', 'langsmith'] as const)(
  'the timeline over HTTP does not say of a deployment that a client creates under %s that it stays',
  async (preset, { start }) => {
    const { remote, simulator } = await start({ simulator: { preset } })
    const before = (await remote.clock.timeline()).staying
    const { paths } = (await simulator.openapi()) as unknown as Documented
    const body = JSON.stringify(paths['/v2/deployments']?.post.requestBody.content['application/json'].example)
    const headers = { 'x-api-key': 'any', 'content-type': 'application/json' }
    const response = await fetch(`${remote.url}/v2/deployments`, { method: 'POST', headers, body })
    expect(response.status).toBe(201)
    const { total, staying } = await remote.clock.timeline()
    expect([total > 0, staying]).toEqual([true, before])
  },
)

test('the timeline over HTTP of the scenario pipeline begins with the rollout that is under way, which ends', async ({
  start,
}) => {
  const { remote, simulator } = await start({ simulator: { scenario: 'pipeline' } })
  expect(await remote.state()).toMatchObject({ edited: false })
  const [step] = (await remote.clock.timeline()).entries
  expect(step).toMatchObject({ name: 'timetable-agent', set: { status: 'AWAITING_DEPLOY' } })
  const { id } = step ?? { id: '' }
  expect(simulator.db.revisions.get(id)?.status).toBe('BUILDING')
  await remote.clock.advance(3_600_000)
  expect(simulator.db.revisions.get(id)?.status).toBe('DEPLOYED')
})

test.for([0, 1001, 'x'])('the timeline over HTTP rejects the limit %s', async (limit, { start }) => {
  const { remote } = await start()
  await expect(remote.clock.timeline({ limit: limit as number })).rejects.toMatchObject({
    status: 422,
    issues: [{ path: 'limit' }],
  })
})

test('a change of the clock over HTTP returns what happened meanwhile', async ({ start }) => {
  const { remote, simulator } = await start()
  const { id, name } = await post(simulator)
  const { happened } = await remote.clock.advance(60_000)
  expect(happened).toEqual({
    count: 1,
    entries: [{ at: READY, resource: 'deployments', id, name, set: { status: 'READY' }, removes: false }],
  })
  expect((await remote.clock.advance(60_000)).happened).toEqual({ count: 0, entries: [] })
})

test('a change of the clock over HTTP counts everything that happened and lists the first hundred', async ({
  start,
}) => {
  const { remote, simulator } = await start()
  for (let created = 0; created < 103; created += 1) await post(simulator)
  const { happened } = await remote.clock.advance(60_000)
  expect([happened.count, happened.entries.length]).toEqual([103, 100])
})

test('a change of the clock over HTTP moves to the next step, and makes it happen', async ({ start }) => {
  const { remote, simulator } = await start()
  const { id } = await post(simulator)
  simulator.clock.advance(1000)
  await post(simulator)
  expect(await remote.clock.next()).toMatchObject({ now: READY, frozen: true, happened: { entries: [{ id }] } })
  expect((await remote.clock.timeline()).total).toBe(1)
})

test('a change of the clock over HTTP to the next step does nothing if there is none', async ({ start }) => {
  const { remote } = await start()
  expect(await remote.clock.next()).toEqual({ now: START, frozen: true, happened: { count: 0, entries: [] } })
})

test('a change of the clock over HTTP to the next step cannot be combined with a time', async ({ start }) => {
  const { remote } = await start()
  const body = JSON.stringify({ to: 'next', advance: 5 })
  const response = await fetch(`${remote.url}/_simulator/clock`, { method: 'PATCH', body })
  expect([response.status, await response.json()]).toMatchObject([422, { error: { issues: [{ path: 'to' }] } }])
  expect((await remote.clock.read()).now).toBe(START)
})

test('a change of the clock over HTTP lists a record that is removed, by its last name', async ({ start }) => {
  const { remote } = await start({ simulator: { scenario: 'pipeline' } })
  const [deployment] = await remote.db.deployments.list()
  await fetch(`${remote.url}/v2/deployments/${deployment?.id}?delete_tracing_project=true`, {
    method: 'DELETE',
    headers: { 'x-api-key': 'any', 'x-tenant-id': 'any' },
  })
  const { happened } = await remote.clock.advance(3_600_000)
  expect(happened.entries).toContainEqual(expect.objectContaining({ name: deployment?.name, removes: true, set: null }))
})

test('a change of the clock over HTTP emits an event for each way in which it changes', async ({ start }) => {
  const { remote, simulator } = await start()
  const events: object[] = []
  simulator.events.listen((event) => {
    if (event.type === 'clock') events.push(event)
  })
  await remote.clock.advance(1000)
  await remote.clock.advance(0)
  await remote.clock.freeze()
  await remote.clock.run()
  await remote.clock.freeze()
  expect(events).toMatchObject([
    { session: 'default', what: 'moved', now: '2026-03-02T09:00:01Z' },
    { what: 'running' },
    { what: 'frozen' },
  ])
})

test('the clock in code moves to the next step', async () => {
  const simulator = createSimulator()
  const { id } = await post(simulator)
  expect(simulator.clock.next()).toBe(true)
  expect(simulator.db.deployments.get(id)?.status).toBe('READY')
  expect(simulator.clock.next()).toBe(false)
})

test('the clock in code tells only what happens while it is watched', async () => {
  const simulator = createSimulator()
  await post(simulator)
  simulator.clock.advance(60_000)
  await post(simulator)
  const { count } = simulator.clock.watch(() => simulator.clock.advance(60_000))
  expect(count).toBe(1)
})
