import { expect, test } from 'vitest'
import type { World } from '../../src/service/operation.ts'
import { deployments } from '../../src/service/resources/deployments/deployments.ts'
import type { RevisionRecord } from '../../src/service/resources/deployments/revision.ts'
import { revisions } from '../../src/service/resources/deployments/revisions.ts'
import {
  findDeleted,
  findRevision,
  findRevisions,
  interruptRollout,
  isNameTaken,
  type RevisionStart,
  removeDeployment,
  startRevision,
} from '../../src/service/rollouts/rollout.ts'
import { assume, createFreshDeployment, createRolloutWorld } from '../support/rollout-world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

function deploymentOf(world: World, id: string) {
  const deployment = world.database.of(deployments).get(id)
  if (deployment === undefined) throw new Error('Failed to find the deployment.')
  return deployment
}

function start(world: World, id: string, options: RevisionStart = {}) {
  return startRevision(world, deploymentOf(world, id), options, assume())
}

function statesOf(world: World, id: string): string[] {
  return (world.database.of(revisions).get(id)?.history ?? []).map(({ status }) => status)
}

function statusesOf(world: World, id: string): string[] {
  return findRevisions(world, id).map(({ status }) => status)
}

/** A world with a deployment that has been rolled out once. */
function createDeployed() {
  const world = createRolloutWorld()
  const { id } = createFreshDeployment(world)
  const first = start(world, id)
  world.clock.advance(HOUR)
  return { world, id, first }
}

test('a revision is first CREATING, and the latest one of its deployment', () => {
  const world = createRolloutWorld()
  const { id } = createFreshDeployment(world)
  const revision = start(world, id, { source_revision_config: { repo_ref: 'next' } })
  expect(revision).toMatchObject({
    status: 'CREATING',
    source: 'github',
    source_revision_config: { repo_ref: 'next' },
  })
  expect(deploymentOf(world, id)).toMatchObject({
    latest_revision_id: revision.id,
    active_revision_id: null,
    source_revision_config: { repo_ref: 'next' },
  })
})

test.for([
  ['github', ['CREATING', 'QUEUED', 'AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING', 'DEPLOYED']],
  ['internal_source', ['CREATING', 'QUEUED', 'AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING', 'DEPLOYED']],
  ['internal_docker', ['CREATING', 'QUEUED', 'AWAITING_DEPLOY', 'DEPLOYING', 'DEPLOYED']],
  ['external_docker', ['CREATING', 'QUEUED', 'AWAITING_DEPLOY', 'DEPLOYING', 'DEPLOYED']],
] as const)('a revision from %s enters each state', ([source, states]) => {
  const world = createRolloutWorld()
  const { id } = createFreshDeployment(world)
  const revision = start(world, id, { source })
  world.clock.advance(HOUR)
  expect(statesOf(world, revision.id)).toEqual(states)
})

test.for([
  ['createFails', 'CREATE_FAILED'],
  ['buildFails', 'BUILD_FAILED'],
  ['deployFails', 'DEPLOY_FAILED'],
  ['createHangs', 'CREATING'],
  ['buildHangs', 'BUILDING'],
  ['deployHangs', 'DEPLOYING'],
  ['skipped', 'SKIPPED'],
  ['interrupted', 'INTERRUPTED'],
] as const)('a revision with the outcome %s ends as %s', ([outcome, status]) => {
  const { world, id, first } = createDeployed()
  const revision = start(world, id, { outcome })
  world.clock.advance(24 * HOUR)
  expect(findRevision(world, id, revision.id)?.status).toBe(status)
  expect(deploymentOf(world, id)).toMatchObject({
    status: 'READY',
    latest_revision_id: revision.id,
    active_revision_id: first.id,
  })
})

test('a revision takes about 14 minutes if it is the first one, and less than 8 after that', () => {
  const { world, id, first } = createDeployed()
  const second = start(world, id)
  world.clock.advance(HOUR)
  const minutesOf = (revision: Pick<RevisionRecord, 'id'>) => {
    const { created_at = '', updated_at = '' } = findRevision(world, id, revision.id) ?? {}
    return (Date.parse(updated_at) - Date.parse(created_at)) / MINUTE
  }
  expect(minutesOf(first)).toBeGreaterThan(11)
  expect(minutesOf(first)).toBeLessThan(17)
  expect(minutesOf(second)).toBeGreaterThan(4)
  expect(minutesOf(second)).toBeLessThan(8)
})

test('a revision was updated when it entered its state', () => {
  const { world, id, first } = createDeployed()
  const { history = [], updated_at } = findRevision(world, id, first.id) ?? {}
  expect(updated_at).toBe(history.at(-1)?.at)
  expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted())
})

test('a revision enters its states at the same times, however late they are settled', () => {
  let milliseconds = 0
  const late = createRolloutWorld({ movedBy: { read: () => milliseconds, after: () => () => undefined } })
  const { id } = createFreshDeployment(late)
  const { history } = start(late, id)
  milliseconds = HOUR
  late.clock.settle()

  const { world, first } = createDeployed()
  const expected = findRevision(world, first.deployment_id, first.id)
  const [revision] = findRevisions(late, id)
  expect(revision?.history.slice(1)).toEqual(expected?.history.slice(1))
  expect(revision?.history[0]).toEqual(history[0])
  expect(revision?.updated_at).toBe(expected?.updated_at)
  expect(deploymentOf(late, id).updated_at).toBe(expected?.updated_at)
})

test('a revision is rolled out faster in a faster world, and at once in an instant one', () => {
  const fast = createRolloutWorld({ speed: 60 })
  const { id } = createFreshDeployment(fast)
  const revision = start(fast, id)
  fast.clock.advance(20_000)
  expect(findRevision(fast, id, revision.id)?.status).toBe('DEPLOYED')

  const instant = createRolloutWorld({ speed: Number.POSITIVE_INFINITY })
  const other = createFreshDeployment(instant)
  expect(start(instant, other.id).status).toBe('DEPLOYED')
  expect(deploymentOf(instant, other.id)).toMatchObject({ status: 'READY' })
})

test('a deployment waits for its database for a few minutes, and has a URL when its first revision is deployed', () => {
  const world = createRolloutWorld()
  const { id } = createFreshDeployment(world)
  const { id: revision } = start(world, id)
  world.clock.advance(2 * MINUTE)
  expect(deploymentOf(world, id).status).toBe('AWAITING_DATABASE')
  world.clock.advance(4 * MINUTE)
  expect(deploymentOf(world, id)).toMatchObject({ status: 'READY', active_revision_id: null })
  world.clock.advance(HOUR)
  expect(deploymentOf(world, id)).toMatchObject({
    status: 'READY',
    active_revision_id: revision,
    source_config: {
      custom_url: expect.stringMatching(/^https:\/\/checkout-[\da-f]{12}5[\da-f]{19}\.\w+\.deployments\.example$/),
    },
  })
})

test('a deployment keeps its URL', () => {
  const { world, id } = createDeployed()
  const before = deploymentOf(world, id).source_config.custom_url
  start(world, id)
  world.clock.advance(HOUR)
  expect(deploymentOf(world, id).source_config.custom_url).toBe(before)
})

test.for([
  ['instant', 'DEPLOYED', 'READY'],
  ['stuck', 'CREATING', 'AWAITING_DATABASE'],
  ['fails', 'CREATE_FAILED', 'UNKNOWN'],
  ['awaiting', 'DEPLOYED', 'READY'],
] as const)(
  'a deployment with statusTransitions=%s has a revision that is %s',
  ([statusTransitions, status, deploymentStatus]) => {
    const world = createRolloutWorld()
    const deployment = createFreshDeployment(world)
    const revision = startRevision(world, deployment, {}, assume({ statusTransitions }))
    world.clock.advance(statusTransitions === 'instant' ? 0 : 24 * HOUR)
    expect(findRevision(world, deployment.id, revision.id)?.status).toBe(status)
    expect(deploymentOf(world, deployment.id).status).toBe(deploymentStatus)
  },
)

test.for(['stuck', 'fails'] as const)(
  'the revisions of a deployment after the first one succeeds with statusTransitions=%s',
  (statusTransitions) => {
    const { world, id } = createDeployed()
    startRevision(world, deploymentOf(world, id), {}, assume({ statusTransitions }))
    world.clock.advance(HOUR)
    expect(statusesOf(world, id)).toEqual(['DEPLOYED', 'DEPLOYED'])
  },
)

test('the revisions of a deployment are rolled out one after another', () => {
  const { world, id } = createDeployed()
  const [second, third] = [start(world, id), start(world, id)]
  world.clock.advance(MINUTE)
  expect([second, third].map((each) => findRevision(world, id, each.id)?.status)).toEqual(['BUILDING', 'QUEUED'])
  world.clock.advance(HOUR)
  expect(deploymentOf(world, id).active_revision_id).toBe(third.id)
})

test('the revisions of a deployment are skipped if they were still waiting when a newer one arrives', () => {
  const { world, id } = createDeployed()
  const started = [start(world, id), start(world, id), start(world, id)]
  expect(statusesOf(world, id)).toEqual(['CREATING', 'SKIPPED', 'CREATING', 'DEPLOYED'])
  world.clock.advance(HOUR)
  expect(statusesOf(world, id)).toEqual(['DEPLOYED', 'SKIPPED', 'DEPLOYED', 'DEPLOYED'])
  expect(deploymentOf(world, id).active_revision_id).toBe(started[2]?.id)
})

test('the revisions of a deployment wait behind one that hangs, until it is interrupted', () => {
  const { world, id } = createDeployed()
  const hanging = start(world, id, { outcome: 'buildHangs' })
  const waiting = start(world, id)
  world.clock.advance(24 * HOUR)
  expect(findRevision(world, id, waiting.id)?.status).toBe('QUEUED')
  expect(interruptRollout(world, hanging)?.status).toBe('INTERRUPTED')
  world.clock.advance(HOUR)
  expect(statusesOf(world, id)).toEqual(['DEPLOYED', 'INTERRUPTED', 'DEPLOYED'])
})

test('the revisions of a deployment cannot be interrupted when they have ended', () => {
  const { world, first } = createDeployed()
  const [ended] = findRevisions(world, first.deployment_id)
  expect(ended === undefined ? ended : interruptRollout(world, ended)).toBeUndefined()
})

test('the revisions of a deployment can be rolled out again, as new revisions', () => {
  const { world, id, first } = createDeployed()
  start(world, id, { source_revision_config: { repo_commit_sha: 'bad' } })
  world.clock.advance(HOUR)
  const again = startRevision(world, deploymentOf(world, id), { ...first, outcome: undefined }, assume())
  world.clock.advance(HOUR)
  expect(again.source_revision_config).toEqual(first.source_revision_config)
  expect(deploymentOf(world, id)).toMatchObject({
    active_revision_id: again.id,
    source_revision_config: first.source_revision_config,
  })
})

test('the revisions of a deployment are listed with the newest one first, even if the clock was set back', () => {
  const { world, id, first } = createDeployed()
  world.clock.set('2020-01-01T00:00:00Z')
  const second = start(world, id)
  expect(findRevisions(world, id).map((each) => each.id)).toEqual([second.id, first.id])
})

test('the revisions of a deployment that were unfinished when the world began continue when a newer one arrives', () => {
  const world = createRolloutWorld({ deployments: 20 })
  const waiting = world.database
    .of(deployments)
    .all()
    .find(({ status }) => status === 'AWAITING_DATABASE')
  const { id = '', latest_revision_id } = waiting ?? {}
  world.clock.advance(24 * HOUR)
  expect(statusesOf(world, id)).toHaveLength(1)
  const next = start(world, id)
  world.clock.advance(24 * HOUR)
  expect(statusesOf(world, id)).toEqual(['DEPLOYED', 'DEPLOYED'])
  expect(findRevisions(world, id).map((each) => each.id)).toEqual([next.id, latest_revision_id])
  expect(deploymentOf(world, id).status).toBe('READY')
})

test('a deployment that was created without a rollout has the revisions that its fields name', () => {
  const world = createRolloutWorld()
  const { id, latest_revision_id } = world.collections.deployments.create({ status: 'READY' })
  const [latest] = findRevisions(world, id)
  expect(latest?.id).toBe(latest_revision_id)
  expect(findRevisions(world, id).some(({ status }) => status === 'DEPLOYED')).toBe(true)

  const next = start(world, id)
  expect(findRevisions(world, id).slice(0, 2)).toEqual([next, latest])
})

test('a deployment that was created without a rollout can have its first revision interrupted', () => {
  const world = createRolloutWorld()
  const { id } = world.collections.deployments.create({ status: 'AWAITING_DATABASE' })
  const [first] = findRevisions(world, id)
  expect(first === undefined ? first : interruptRollout(world, first)?.status).toBe('INTERRUPTED')
  expect(statusesOf(world, id)).toEqual(['INTERRUPTED'])
})

test('a deleted deployment is AWAITING_DELETE for some seconds, and then gone with its revisions', () => {
  const { world, id } = createDeployed()
  start(world, id)
  removeDeployment(world, deploymentOf(world, id), { keepsProject: true })
  expect(world.database.of(deployments).get(id)).toBeUndefined()
  expect(findRevisions(world, id)).toEqual([])
  expect(findDeleted(world, id)).toMatchObject({ id, name: 'checkout', status: 'AWAITING_DELETE' })
  world.clock.advance(MINUTE)
  expect(findDeleted(world, id)).toBeUndefined()
})

test.for([
  [true, 'leaves its name taken'],
  [false, 'does not leave its name taken without its tracing project'],
] as const)('a deleted deployment %s: %s', ([keepsProject]) => {
  const { world, id } = createDeployed()
  expect(isNameTaken(world, 'checkout')).toBe(true)
  removeDeployment(world, deploymentOf(world, id), { keepsProject })
  expect(isNameTaken(world, 'checkout')).toBe(keepsProject)
  world.clock.advance(MINUTE)
  expect(isNameTaken(world, 'checkout')).toBe(keepsProject)
  expect(isNameTaken(world, 'other')).toBe(false)
})

test('a deleted deployment is gone at once in an instant world', () => {
  const world = createRolloutWorld({ speed: Number.POSITIVE_INFINITY })
  const deployment = createFreshDeployment(world)
  removeDeployment(world, deployment, { keepsProject: true })
  expect(findDeleted(world, deployment.id)).toBeUndefined()
})
