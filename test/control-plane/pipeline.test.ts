import { expect, test } from 'vitest'
import { createSimulator, defineScenario, type ScenarioInput } from '../../src/index.ts'
import { fetchJson } from '../support/client.ts'
import type { LogsBody } from '../support/logged-world.ts'

const openPipeline = () => createSimulator({ scenario: 'pipeline', assumptions: { authentication: 'none' } })

test('the scenario pipeline has two failed builds, a skipped revision, a rollback and a rollout under way', () => {
  const { db } = openPipeline()
  const revisionsOf = (name: string) => {
    const deployment = db.deployments.list().find((each) => each.name === name)
    return db.revisions.list().filter(({ deployment_id }) => deployment_id === deployment?.id)
  }
  const statuses = db.revisions.list().map(({ status }) => status)
  expect(statuses.filter((status) => status === 'BUILD_FAILED')).toHaveLength(2)
  expect(statuses.filter((status) => status === 'SKIPPED')).toHaveLength(1)
  expect(statuses.filter((status) => status === 'BUILDING')).toHaveLength(1)

  const commits = revisionsOf('booking-agent').map((each) => each.source_revision_config.repo_commit_sha)
  expect(commits.at(-1)).toBe(commits.at(-3))
  expect(commits.at(-1)).not.toBe(commits.at(-2))
})

test('the scenario pipeline has nothing in the future, and one rollout at a time', () => {
  const { db, clock } = openPipeline()
  for (const deployment of db.deployments.list()) {
    const revisions = db.revisions.list().filter(({ deployment_id }) => deployment_id === deployment.id)
    const built = revisions.flatMap(({ history }) => {
      const begin = history.findIndex(({ status }) => !['CREATING', 'QUEUED', 'SKIPPED'].includes(status))
      return begin < 0 ? [] : [history[begin]?.at, history.at(-1)?.at]
    })
    const times = built.map((at) => Date.parse(at ?? ''))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.parse(clock.now()))
    expect(Date.parse(deployment.updated_at)).toBeLessThanOrEqual(Date.parse(clock.now()))
    expect(deployment.latest_revision_id).toBe(revisions.at(-1)?.id)
    expect(revisions.findLast(({ status }) => status === 'DEPLOYED')?.id).toBe(deployment.active_revision_id)
  }
})

test('the scenario pipeline tells in the logs why the builds failed', async () => {
  const simulator = openPipeline()
  const failed = simulator.db.revisions.list().filter(({ status }) => status === 'BUILD_FAILED')
  for (const { id, deployment_id } of failed) {
    const path = `/v2/deployments/${deployment_id}/revisions/${id}/logs?type=build&level=ERROR`
    const { logs } = await fetchJson<LogsBody>(simulator, path)
    expect(logs.length).toBeGreaterThan(1)
    expect(logs.at(-1)?.message).toBe('Build failed with exit code 1')
  }
})

const planOf = (...revisions: object[]): ScenarioInput =>
  ({
    name: 'planned',
    now: '2026-03-02T12:00:00Z',
    deployments: [{ record: { name: 'planned', source: 'github', status: 'READY' }, revisions }],
  }) as ScenarioInput

test.for([
  [{}, 'DEPLOYED'],
  [{ outcome: 'createFails' }, 'CREATE_FAILED'],
  [{ outcome: 'buildFails' }, 'BUILD_FAILED'],
  [{ outcome: 'deployFails' }, 'DEPLOY_FAILED'],
  [{ outcome: 'buildHangs' }, 'BUILDING'],
  [{ outcome: 'deployHangs' }, 'DEPLOYING'],
  [{ outcome: 'skipped' }, 'SKIPPED'],
  [{ outcome: 'interrupted' }, 'INTERRUPTED'],
  [{ created_at: '2026-03-02T11:58:00Z' }, 'QUEUED'],
] as const)('planned revisions with %j are in the state %s', ([given, status]) => {
  const scenario = planOf({ created_at: '2026-03-02T09:00:00Z', ...given })
  const { db } = createSimulator({ scenario })
  const [deployment] = db.deployments.list()
  const [revision, ...others] = db.revisions.list()
  expect([revision?.status, others]).toEqual([status, []])
  expect(deployment).toMatchObject({
    created_at: revision?.created_at,
    updated_at: revision?.updated_at,
    latest_revision_id: revision?.id,
    active_revision_id: status === 'DEPLOYED' ? revision?.id : null,
  })
})

test('planned revisions wait for the one before, also for one that hangs', () => {
  const scenario = planOf(
    { created_at: '2026-03-02T09:00:00Z', outcome: 'buildHangs' },
    { created_at: '2026-03-02T09:30:00Z' },
  )
  const { db } = createSimulator({ scenario })
  expect(db.revisions.list().map(({ status }) => status)).toEqual(['BUILDING', 'QUEUED'])
})

test('planned revisions keep what a deployment record says', () => {
  const scenario = planOf({ created_at: '2026-03-02T09:00:00Z', source_revision_config: { repo_ref: 'one' } })
  const [group] = scenario.deployments as [{ record: object; revisions: object[] }]
  const record = { ...group.record, updated_at: '2026-03-02T10:00:00Z' }
  const { db } = createSimulator({ scenario: { ...scenario, deployments: [{ ...group, record }] } as ScenarioInput })
  const [deployment] = db.deployments.list()
  expect(deployment).toMatchObject({
    updated_at: '2026-03-02T10:00:00Z',
    source_revision_config: { repo_ref: 'one' },
  })
})

test('planned revisions can be reset, and survive a snapshot', () => {
  const simulator = createSimulator({ scenario: 'pipeline' })
  const before = simulator.db.revisions.list()
  const snapshot = simulator.snapshot()
  for (const { id } of before) simulator.db.revisions.delete(id)
  expect(simulator.db.revisions.count()).toBe(0)
  simulator.restore(snapshot)
  expect(simulator.db.revisions.list()).toEqual(before)
})

test('planned revisions must be in the order of time', () => {
  const plan = planOf({ created_at: '2026-03-02T09:00:00Z' }, { created_at: '2026-03-02T08:00:00Z' })
  expect(() => defineScenario(plan)).toThrow(
    /"deployments\.0\.revisions\.1\.created_at" is "2026-03-02T08:00:00Z"\. It must not be earlier than that of the revision before/,
  )
})
