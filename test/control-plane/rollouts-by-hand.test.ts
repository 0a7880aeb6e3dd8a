import { expect, test } from 'vitest'
import { buildCreation, createCall, createService, type Fields } from '../support/control-plane.ts'

const HOUR = 3_600_000

/** A simulator with a deployment whose first rollout hangs, and with another revision that waits for it. */
async function open(rollout: 'createHangs' | 'buildHangs' | 'deployHangs') {
  const simulator = createService()
  const { db, clock, fetch } = simulator
  const call = createCall(fetch)
  simulator.faults.add({ operation: 'createDeployment', rollout })
  const { body: created } = await call('POST /v2/deployments', buildCreation(simulator))
  const hanging: string = created.latest_revision_id
  clock.advance(HOUR)
  const path = `/v2/deployments/${created.id}`
  const { body: waiting } = await call(`POST ${path}/revisions`, {})
  clock.advance(HOUR)
  const read = async () => (await call(`GET ${path}`)).body
  const messagesOf = async (type: string) =>
    (await call(`GET ${path}/revisions/${hanging}/logs?limit=1000&type=${type}`)).body.logs.map(
      ({ message }: Fields) => message,
    )
  const statusOf = (id: string) => db.revisions.get(id)?.status
  expect(statusOf(waiting.id)).toBe('QUEUED')
  return { simulator, db, clock, call, hanging, waiting: waiting.id as string, read, messagesOf, statusOf }
}

test('a rollout that hangs is released by hand, with all that follows', async () => {
  const { db, clock, hanging, waiting, read, messagesOf, statusOf } = await open('deployHangs')
  expect(await read()).toMatchObject({ active_revision_id: null, source_config: { custom_url: null } })
  const released = db.revisions.update(hanging, { status: 'DEPLOYED' })
  expect(released.history.at(-1)).toEqual({ status: 'DEPLOYED', at: released.updated_at })
  expect(await read()).toMatchObject({
    status: 'READY',
    active_revision_id: hanging,
    latest_revision_id: waiting,
    source_config: { custom_url: expect.stringMatching(/^https:\/\/new-agent-/) },
  })
  expect(await messagesOf('deploy')).toContain('Revision is ready and receives all requests')
  clock.advance(HOUR)
  expect(statusOf(waiting)).toBe('DEPLOYED')
  expect((await read()).active_revision_id).toBe(waiting)
})

test('a rollout that hangs before its database exists is released by hand', async () => {
  const { db, hanging, read } = await open('createHangs')
  expect(await read()).toMatchObject({ status: 'AWAITING_DATABASE' })
  db.revisions.update(hanging, { status: 'DEPLOYED' })
  expect(await read()).toMatchObject({ status: 'READY', active_revision_id: hanging })
})

test.for([
  ['createHangs', 'CREATE_FAILED', 'UNKNOWN', 'build', 'Creation failed: the database of the deployment'],
  ['buildHangs', 'BUILD_FAILED', 'READY', 'build', 'Build failed with exit code 1'],
  ['deployHangs', 'DEPLOY_FAILED', 'READY', 'deploy', 'Timeout: Deployment is not ready after 300 seconds.'],
] as const)('a rollout that %s can be %s by hand', async ([rollout, status, ofDeployment, log, message]) => {
  const { db, clock, hanging, waiting, read, messagesOf, statusOf } = await open(rollout)
  db.revisions.update(hanging, { status })
  expect(await read()).toMatchObject({ status: ofDeployment, active_revision_id: null })
  expect((await messagesOf(log)).at(-1)).toContain(message)
  clock.advance(HOUR)
  expect(statusOf(waiting)).toBe('DEPLOYED')
  expect((await read()).active_revision_id).toBe(waiting)
})

test('a rollout that is put on its way by hand goes on', async () => {
  const { db, clock, hanging, statusOf } = await open('buildHangs')
  db.revisions.update(hanging, { status: 'AWAITING_DEPLOY', outcome: 'succeeds' })
  clock.advance(HOUR)
  expect(statusOf(hanging)).toBe('DEPLOYED')
})

test('a PATCH of the record releases a rollout, too', async () => {
  const { call, hanging, read } = await open('deployHangs')
  const { body } = await call(`PATCH /_simulator/records/revisions/${hanging}`, { status: 'DEPLOYED' })
  expect(body).toMatchObject({ status: 'DEPLOYED' })
  expect(await read()).toMatchObject({ active_revision_id: hanging })
})

test('a rollout that was released by hand can be undone and kept', async () => {
  const { simulator, db, hanging, read } = await open('deployHangs')
  const before = simulator.snapshot()
  db.revisions.update(hanging, { status: 'DEPLOYED' })
  const after = simulator.snapshot()
  simulator.restore(before)
  expect(await read()).toMatchObject({ active_revision_id: null })
  simulator.restore(after)
  expect(await read()).toMatchObject({ active_revision_id: hanging })
})

test('a status that does not exist changes nothing', async () => {
  const { simulator, db, hanging } = await open('deployHangs')
  const before = simulator.snapshot()
  expect(() => db.revisions.update(hanging, { status: 'LIVE' as never })).toThrow(/^Failed to update revision/)
  expect(() => db.revisions.update('nobody', { status: 'DEPLOYED' })).toThrow(/no record has the id "nobody"/)
  expect(simulator.snapshot()).toEqual(before)
})

test('a history that is given with a status is kept', async () => {
  const { db, hanging } = await open('deployHangs')
  const history = [{ status: 'DEPLOYED', at: '2026-01-01T00:00:00Z' }] as const
  expect(db.revisions.update(hanging, { status: 'DEPLOYED', history }).history).toEqual(history)
})
