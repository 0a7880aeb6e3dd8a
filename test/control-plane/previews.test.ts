import { expect, test } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { createCall, createService, type Fields } from '../support/control-plane.ts'

const DAY = 86_400_000
const PREVIEW = { name: 'support-pr-7', source: 'github', status: 'READY', is_preview: true } as const

function open(options: SimulatorOptions = {}) {
  const simulator = createService({ preset: 'langsmith-next', scenario: 'first-day', ...options })
  const call = createCall(simulator.fetch)
  const { id } = simulator.db.deployments.create(PREVIEW)
  const read = async () => (await call(`GET /v2/deployments/${id}`)).status
  return { simulator, call, id, read, path: `/v2/deployments/${id}` }
}

test('an idle preview is deleted after seven days, with its revisions, and frees its name', async () => {
  const { simulator, call, id, read, path } = open()
  expect((await call(`GET ${path}`)).body.is_preview).toBe(true)
  simulator.clock.advance(7 * DAY - 1)
  expect(await read()).toBe(200)
  const { entries } = simulator.clock.watch(() => simulator.clock.advance(1))
  expect(entries).toMatchObject([{ resource: 'deployments', id, name: 'support-pr-7', removes: true }])
  expect(await read()).toBe(404)
  expect((await call(`GET /v2/deployments?name=${PREVIEW.name}`)).body.resources).toEqual([])
  expect(simulator.db.revisions.count({ where: { deployment_id: id } })).toBe(0)
  expect(simulator.db.deployments.create(PREVIEW).name).toBe(PREVIEW.name)
})

test('the timeline says when a preview ends', () => {
  const { simulator, id } = open()
  expect(simulator.clock.timeline().entries).toMatchObject([{ id, removes: true }])
})

test.for([
  ['a commit', 'POST', '/revisions', {}],
  ['another ref', 'PATCH', '', { source_revision_config: { repo_ref: 'other' } }],
  ['a secret', 'PATCH', '', { secrets: [{ name: 'A', value: 'mock' }] }],
  ['another size', 'PATCH', '/deployment-tier', { deployment_tier: 'SERVERLESS_M' }],
] as const)('%s makes a revision of a preview, which is idle for seven days again from then on', async (row) => {
  const [, method, more, body] = row
  const { simulator, call, id, read, path } = open()
  simulator.db.deployments.update(id, { deployment_type: 'dev' })
  const before = simulator.db.deployments.get(id)?.latest_revision_id
  simulator.clock.advance(5 * DAY)
  expect((await call(`${method} ${path}${more}`, body)).status).toBeLessThan(300)
  expect(simulator.db.deployments.get(id)?.latest_revision_id).not.toBe(before)
  simulator.clock.advance(6.9 * DAY)
  expect(await read()).toBe(200)
  simulator.clock.advance(0.2 * DAY)
  expect(await read()).toBe(404)
})

test('a preview that waits for its database ends, too, and what only changes it keeps it no longer', async () => {
  const { simulator, id, call, read, path } = open()
  simulator.db.deployments.update(id, { status: 'AWAITING_DATABASE' })
  simulator.clock.advance(6 * DAY)
  simulator.db.deployments.update(id, { status: 'READY' })
  await call(`PATCH ${path}`, { display_name: 'Mine' })
  simulator.clock.advance(1 * DAY)
  expect(await read()).toBe(404)
})

test('a preview that was made a deployment stays, and so does any other deployment', async () => {
  const { simulator, id, read } = open()
  const before = simulator.db.deployments.count()
  simulator.db.deployments.update(id, { is_preview: false })
  simulator.clock.advance(30 * DAY)
  expect([await read(), simulator.db.deployments.count()]).toEqual([200, before])
})

test.for(['never', '36h', '1d 12h'])('previewIdle %s says how long', async (previewIdle) => {
  const { simulator, read } = open({ assumptions: { previewIdle } })
  simulator.clock.advance(1.4 * DAY)
  expect(await read()).toBe(200)
  simulator.clock.advance(0.2 * DAY)
  expect(await read()).toBe(previewIdle === 'never' ? 200 : 404)
})

test('previewIdle takes only durations', () => {
  const wrong = () => createService({ assumptions: { previewIdle: 'soon' } })
  expect(wrong).toThrow(/previewIdle.*"soon" is not a duration.*a duration such as 36h or 1d 12h/s)
})

test.for(['60x', 'instant'] as const)('the speed %s ends no preview earlier', async (speed) => {
  const { simulator, call, read, path } = open({ speed })
  await call(`POST ${path}/revisions`, {})
  simulator.clock.advance(6.9 * DAY)
  expect(await read()).toBe(200)
  simulator.clock.advance(0.2 * DAY)
  expect(await read()).toBe(404)
})

test('the previews that a world begins with have been idle since its start', async () => {
  const simulator = createService({ preset: 'langsmith-next', scenario: 'busy' })
  const count = () => simulator.db.deployments.count({ where: { is_preview: true } })
  const [previews, all] = [count(), simulator.db.deployments.count()]
  expect(previews).toBe(15)
  simulator.clock.advance(6 * DAY)
  expect(count()).toBe(15)
  simulator.clock.advance(1 * DAY)
  expect([count(), simulator.db.deployments.count()]).toEqual([0, all - 15])
  simulator.reset()
  expect(count()).toBe(15)
})

test('a preview ends as it would have where its world is restored, and in each session by itself', async () => {
  const { simulator, id } = open()
  simulator.clock.advance(5 * DAY)
  const other = createService({ preset: 'langsmith-next' })
  other.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
  const viewer = simulator.sessions.create('viewer')
  viewer.restore(simulator.snapshot())
  simulator.clock.advance(2 * DAY)
  const has = ({ db }: Fields) => db.deployments.get(id) !== undefined
  expect([simulator, other, viewer].map(has)).toEqual([false, true, true])
  other.clock.advance(2 * DAY)
  viewer.clock.advance(1.9 * DAY)
  expect([simulator, other, viewer].map(has)).toEqual([false, false, true])
})
