import { expect, test } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import type { AssumptionOverrides } from '../../src/service/types.ts'
import { fetchJson, type Page } from '../support/client.ts'
import { listOperations, type ServiceDocument } from '../support/service-document.ts'

const SECONDS = 1000

/** Starts a simulator whose creations are accepted, and returns how to send requests to it. */
function start(assumptions: AssumptionOverrides = {}, options: SimulatorOptions = {}) {
  const assumed = { creation: 'accepted', operations: 'upstream', ...assumptions } as const
  const simulator = createSimulator({ ...options, assumptions: assumed })
  const [{ integration_id, url: repo_url, default_branch: repo_ref } = {} as never] = simulator.db.repositories.list()
  const body = { integration_id, source_config: { repo_url }, source_revision_config: { repo_ref }, name: 'checkout' }
  const send = async (method: string, path: string, sent?: object) => {
    const init = sent && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) }
    const response = await simulator.fetch(path, { method, ...init })
    return { status: response.status, body: await response.json().catch(() => null) }
  }
  const post = (more: object = {}) => send('POST', '/v2/deployments', { ...body, ...more })
  const statuses = () =>
    simulator.db.deployments.list({ where: { name: 'checkout' } }).map((deployment) => deployment.status)
  return { simulator, send, post, statuses }
}

test('an accepted creation responds 202 with the deployment, which appears like that, and only after some time', async () => {
  const { simulator, send, post } = start()
  const created = await post()
  expect([created.status, created.body.name]).toEqual([202, 'checkout'])
  const path = `/v2/deployments/${created.body.id}`
  const find = async () => [
    (await fetchJson<Page>(simulator, '/v2/deployments?name_contains=checkout')).resources,
    (await send('GET', path)).body,
  ]
  simulator.clock.advance(29 * SECONDS)
  expect(await find()).toEqual([[], { detail: expect.any(String) }])
  simulator.clock.advance(1 * SECONDS)
  expect(await find()).toEqual([[created.body], created.body])
})

test.for([
  ['awaiting', ['AWAITING_DATABASE', 'READY']],
  ['instant', ['READY', 'READY']],
  ['stuck', ['AWAITING_DATABASE', 'AWAITING_DATABASE']],
  ['fails', ['AWAITING_DATABASE', 'UNKNOWN']],
] as const)(
  'the status of an accepted creation changes from its appearance on, with statusTransitions=%s',
  async ([statusTransitions, expected], { expect }) => {
    const { simulator, post, statuses } = start({ statusTransitions })
    await post()
    const seen = [30, 29, 1].map((seconds) => {
      simulator.clock.advance(seconds * SECONDS)
      return statuses()
    })
    expect(seen).toEqual([expected[0], expected[0], expected[1]].map((status) => [status]))
  },
)

test.for(['GET', 'PATCH', 'DELETE'])('an accepted creation gets 404 for %s before it appears', async (method) => {
  const { simulator, send, post, statuses } = start()
  const { id } = (await post()).body
  const sent = method === 'PATCH' ? { secrets: [] } : undefined
  expect((await send(method, `/v2/deployments/${id}`, sent)).status).toBe(404)
  simulator.clock.advance(30 * SECONDS)
  expect(statuses()).toEqual(['AWAITING_DATABASE'])
})

test.for([
  [{ duplicateName: '409' }, {}],
  [{ sameSource: '409', duplicateName: 'accepted' }, { name: 'other' }],
] as const)('an accepted creation takes its name and its source before it appears: %j', async ([assumptions, more]) => {
  const { simulator, post } = start(assumptions)
  simulator.db.deployments.list().forEach(({ id }) => void simulator.db.deployments.delete(id))
  const given = { source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' } }
  const first = await post(given)
  expect([first.status, (await post({ ...given, ...more })).status]).toEqual([202, 409])
})

test('accepted creations are different deployments, and so is what is created beside them', async () => {
  const { simulator, post } = start()
  const [one, other] = [await post(), await post()]
  const { id } = simulator.db.deployments.create({ name: 'checkout' })
  simulator.clock.advance(30 * SECONDS)
  const found = simulator.db.deployments.list({ where: { name: 'checkout' } }).map((deployment) => deployment.id)
  expect(found.toSorted()).toEqual([one.body.id, other.body.id, id].toSorted())
})

test('an accepted creation that is refused later leaves nothing behind', async () => {
  const { simulator, send, post } = start()
  await send('POST', '/v2/deployments', {})
  expect((await post({ integration_id: '11111111-2222-3333-4444-555555555555' })).status).toBe(404)
  expect(simulator.clock.timeline().total).toBe(0)
})

test('an accepted creation is part of snapshots, forks and other assumptions, and ends with a reset', async () => {
  const { simulator, post, statuses } = start()
  await post()
  const snapshot = JSON.parse(JSON.stringify(simulator.snapshot()))
  const fork = simulator.sessions.create('fork', { snapshot })
  simulator.assume({ creation: 'absent', nullableFields: 'some', statusValues: 'extra' })
  fork.clock.advance(30 * SECONDS)
  simulator.clock.advance(30 * SECONDS)
  expect([statuses(), fork.db.deployments.count({ where: { name: 'checkout' } })]).toEqual([['AWAITING_DATABASE'], 1])
  simulator.restore(snapshot)
  expect(statuses()).toEqual([])
  simulator.clock.advance(60 * SECONDS)
  expect(statuses()).toEqual(['READY'])
  simulator.restore(snapshot)
  simulator.reset()
  simulator.clock.advance(60 * SECONDS)
  expect(statuses()).toEqual([])
})

test('an accepted creation is told when it appears, and is on the timeline before', async () => {
  const { simulator, post } = start()
  const told: unknown[] = []
  const { body } = await post()
  simulator.events.listen((event) => {
    if (event.type === 'change') told.push([event.kind, event.added])
  })
  expect(simulator.clock.timeline().entries).toMatchObject([
    { id: body.id, name: 'checkout' },
    { set: { status: 'READY' } },
  ])
  const { entries } = simulator.clock.watch(() => simulator.clock.next())
  expect([told, entries]).toMatchObject([[['deployments', body.id]], [{ id: body.id, name: 'checkout' }]])
})

test('an accepted creation is there at once where records change at once', async () => {
  const { post, statuses } = start({}, { speed: 'instant' })
  expect([(await post()).status, statuses()]).toEqual([202, ['READY']])
})

test('an accepted creation takes the memory of its deployment before it appears', async () => {
  const { simulator, post } = start()
  const measure = ({ memory } = simulator) => memory().kinds.sessions
  const before = measure()
  await post({ secrets: [{ name: 'LARGE', value: 'x'.repeat(100_000) }] })
  const waiting = measure()
  expect(waiting - before).toBeGreaterThan(100_000)
  simulator.restore(simulator.snapshot())
  expect(measure()).toBe(waiting)
  simulator.clock.advance(30 * SECONDS)
  expect(measure()).toBe(waiting)
})

test('the document of the service has the status of creations', async () => {
  const statusesOf = async (creation: 'accepted' | 'simulated') => {
    const document = (await createSimulator({ assumptions: { creation } }).openapi()) as ServiceDocument
    const found = listOperations(document).find(({ method }) => method === 'post')
    return Object.keys(found?.operation.responses ?? {}).filter((status) => status.startsWith('2'))
  }
  expect([await statusesOf('accepted'), await statusesOf('simulated')]).toEqual([['202'], ['201']])
})
