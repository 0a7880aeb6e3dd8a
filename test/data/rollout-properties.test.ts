import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { World } from '../../src/service/operation.ts'
import { deployments } from '../../src/service/resources/deployments/deployments.ts'
import { hasEnded, REVISION_OUTCOMES, type RevisionOutcome } from '../../src/service/resources/deployments/revision.ts'
import {
  findDeleted,
  findRevisions,
  interruptRollout,
  removeDeployment,
  startRevision,
} from '../../src/service/rollouts/rollout.ts'
import { assume, createFreshDeployment, createRolloutWorld } from '../support/rollout-world.ts'
import { runs } from '../support/scope.ts'

// Which states can follow on which, written down here independently of the code.
const LEGAL: Readonly<Record<string, readonly string[]>> = {
  CREATING: ['QUEUED', 'CREATE_FAILED', 'SKIPPED', 'INTERRUPTED'],
  QUEUED: ['AWAITING_BUILD', 'AWAITING_DEPLOY', 'SKIPPED', 'INTERRUPTED'],
  AWAITING_BUILD: ['BUILDING', 'INTERRUPTED'],
  BUILDING: ['AWAITING_DEPLOY', 'BUILD_FAILED', 'INTERRUPTED'],
  AWAITING_DEPLOY: ['DEPLOYING', 'INTERRUPTED'],
  DEPLOYING: ['DEPLOYED', 'DEPLOY_FAILED', 'INTERRUPTED'],
}

const AT_WORK = ['AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING']

type Action =
  | { readonly what: 'start'; readonly on: number; readonly outcome: RevisionOutcome; readonly isImage: boolean }
  | { readonly what: 'redeploy' | 'interrupt'; readonly on: number; readonly which: number }
  | { readonly what: 'delete'; readonly on: number }
  | { readonly what: 'advance'; readonly seconds: number }

const on = fc.nat(2)
const which = fc.nat(5)
const start = fc.record({
  what: fc.constant('start' as const),
  on,
  outcome: fc.oneof(fc.constant('succeeds' as const), fc.constantFrom(...REVISION_OUTCOMES)),
  isImage: fc.boolean(),
})
const advance = fc.record({ what: fc.constant('advance' as const), seconds: fc.integer({ min: 1, max: 1200 }) })
const onRevision = fc.record({ what: fc.constantFrom('redeploy' as const, 'interrupt' as const), on, which })
const deletion = fc.record({ what: fc.constant('delete' as const), on })
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: start },
  { weight: 5, arbitrary: advance },
  { weight: 3, arbitrary: onRevision },
  { weight: 1, arbitrary: deletion },
)
const actions = fc.array(action, { minLength: 1, maxLength: 25 })

/** Two new deployments, and one that was there when the world began. */
function createWorldOfThree(): { world: World; ids: readonly string[] } {
  const world = createRolloutWorld({ deployments: 3 })
  const fresh = ['one', 'two'].map((name) => createFreshDeployment(world, name).id)
  const [seeded] = world.database.of(deployments).all()
  return { world, ids: [...fresh, seeded?.id ?? ''] }
}

function act(world: World, ids: readonly string[], given: Action, steps = 1): void {
  if (given.what === 'advance') advanceIn(world, given.seconds * 1000, steps)
  else actOn(world, ids[given.on] ?? '', given)
}

function advanceIn(world: World, milliseconds: number, steps: number): void {
  const part = Math.floor(milliseconds / steps)
  for (let step = 1; step < steps; step += 1) world.clock.advance(part)
  world.clock.advance(milliseconds - part * (steps - 1))
}

function actOn(world: World, id: string, given: Exclude<Action, { what: 'advance' }>): void {
  const deployment = world.database.of(deployments).get(id)
  if (deployment === undefined) return
  if (given.what === 'delete') removeDeployment(world, deployment, { keepsProject: true })
  else if (given.what === 'start') {
    const source = given.isImage ? 'internal_docker' : 'github'
    startRevision(world, deployment, { source, outcome: given.outcome }, assume())
  } else {
    const revisions = findRevisions(world, deployment.id)
    const revision = revisions[given.which % Math.max(1, revisions.length)]
    if (revision !== undefined && given.what === 'interrupt') interruptRollout(world, revision)
    if (revision !== undefined && given.what === 'redeploy') {
      startRevision(world, deployment, { ...revision, outcome: undefined }, assume())
    }
  }
}

function assertSound(world: World, id: string): void {
  const deployment = world.database.of(deployments).get(id)
  const revisions = findRevisions(world, id)
  if (deployment === undefined) expect(revisions).toEqual([])
  if (deployment === undefined) return

  for (const { history, status } of revisions) {
    const states = history.map((each) => each.status)
    expect(states.at(-1)).toBe(status)
    for (const [place, state] of states.slice(1).entries()) expect(LEGAL[states[place] ?? '']).toContain(state)
  }
  const times = revisions.map(({ created_at }) => Date.parse(created_at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(revisions[0]?.id ?? null).toBe(deployment.latest_revision_id)
  expect(revisions.filter(({ status }) => AT_WORK.includes(status)).length).toBeLessThan(2)

  const active = revisions.find((each) => each.id === deployment.active_revision_id)
  if (deployment.active_revision_id !== null) expect(active?.status).toBe('DEPLOYED')
  if (active !== undefined) expect(deployment.status).not.toBe('AWAITING_DATABASE')
}

test('whatever happens, revisions only enter states that can follow, one at a time', () => {
  fc.assert(
    fc.property(actions, (given) => {
      const { world, ids } = createWorldOfThree()
      for (const each of given) {
        act(world, ids, each)
        for (const id of ids) assertSound(world, id)
      }
      for (const id of ids) {
        world.clock.advance(24 * 3_600_000)
        assertSound(world, id)
        const [first] = findRevisions(world, id)
          .filter(({ status }) => !hasEnded(status))
          .toReversed()
        // What stops a rollout for ever is its outcome, or that nothing ever happened to its deployment.
        if (id !== ids[2] && first !== undefined) expect(first.outcome).toMatch(/Hangs$/)
      }
    }),
    { numRuns: runs(60) },
  )
})

test('the id of a revision is never used again', () => {
  fc.assert(
    fc.property(actions, (given) => {
      const { world, ids } = createWorldOfThree()
      const owners = new Map<string, string>()
      for (const each of given) {
        act(world, ids, each)
        for (const { id, deployment_id, created_at } of ids.flatMap((id) => findRevisions(world, id))) {
          const owner = `${deployment_id} ${created_at}`
          expect(owners.get(id) ?? owner).toBe(owner)
          owners.set(id, owner)
        }
      }
    }),
    { numRuns: runs(30) },
  )
})

test('a deleted deployment stays deleted, whatever was going to happen to it', () => {
  fc.assert(
    fc.property(actions, on, fc.integer({ min: 1, max: 4000 }), (given, victim, seconds) => {
      const { world, ids } = createWorldOfThree()
      for (const each of given) act(world, ids, each)
      act(world, ids, { what: 'delete', on: victim })
      const id = ids[victim] ?? ''
      world.clock.advance(seconds * 1000)
      expect(world.database.of(deployments).get(id)).toBeUndefined()
      expect(findRevisions(world, id)).toEqual([])
      world.clock.advance(60_000)
      expect(findDeleted(world, id)).toBeUndefined()
    }),
    { numRuns: runs(30) },
  )
})

test('one long advance of the clock is the same as many short ones', () => {
  fc.assert(
    fc.property(actions, fc.integer({ min: 2, max: 60 }), (given, steps) => {
      const [one, many] = [createWorldOfThree(), createWorldOfThree()]
      for (const each of given) {
        act(one.world, one.ids, each)
        act(many.world, many.ids, each, steps)
      }
      expect(many.world.readChanges()).toEqual(one.world.readChanges())
    }),
    { numRuns: runs(30) },
  )
})

test('a world that is restored in the middle has the same future', () => {
  fc.assert(
    fc.property(actions, actions, (before, after) => {
      const { world, ids } = createWorldOfThree()
      for (const each of before) act(world, ids, each)
      const restored = createRolloutWorld({
        deployments: 3,
        changes: JSON.parse(JSON.stringify(world.readChanges())),
      })
      for (const each of after) {
        act(world, ids, each)
        act(restored, ids, each)
      }
      expect(restored.readChanges()).toEqual(world.readChanges())
    }),
    { numRuns: runs(30) },
  )
})
