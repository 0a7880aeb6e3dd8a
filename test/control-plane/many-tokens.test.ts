import { expect, test } from 'vitest'
import { finish } from '../../src/engine/work/steps.ts'
import { isOfUser, prepareRemoval, removeTokens } from '../../src/service/control-plane/oauth/token-records.ts'
import type { World } from '../../src/service/operation.ts'
import { createService } from '../support/control-plane.ts'
import { createRolloutWorld } from '../support/rollout-world.ts'

const MANY = 150

function addTokens({ collections }: World, count: number): string[] {
  const give = (index: number) => ({ provider_id: 'google', access_token: `token-${index}`, user_id: 'user' })
  return Array.from({ length: count }, (_, index) => collections.tokens.create(give(index)).id)
}

const openRemoval = (world: World, known?: unknown) => prepareRemoval(world, 'google', isOfUser, known)
const remove = (world: World, prepared: unknown) => removeTokens(world, 'google', isOfUser, prepared)
const countTokens = ({ collections }: World) => collections.tokens.count()

test('many tokens are removed in many steps, and nobody meets some of them', () => {
  const world = createRolloutWorld()
  const [id] = addTokens(world, MANY)
  world.collections.connections.create({ agent_id: 'agent', oauth_token_id: String(id) })
  const steps = openRemoval(world)
  const counts = new Set<number>()
  let count = 0
  let last = steps.next()
  for (; !last.done; last = steps.next()) {
    counts.add(countTokens(world))
    count += 1
  }
  expect(count).toBeGreaterThanOrEqual(MANY)
  expect([...counts]).toEqual([MANY])
  expect(remove(world, last.value)).toBe(MANY)
  expect(countTokens(world)).toBe(0)
  expect(world.collections.connections.count()).toBe(0)
  expect(world.collections.token_events.count({ where: { event_type: 'deleted' } })).toBe(MANY)
})

test('a prepared removal changes each record once', () => {
  const changes: string[] = []
  const world = createRolloutWorld({ onChange: ({ resource }) => changes.push(resource) })
  addTokens(world, MANY)
  const prepared = finish(openRemoval(world))
  changes.length = 0
  remove(world, prepared)
  expect(changes.filter((resource) => resource === 'tokens')).toHaveLength(MANY)
  expect(changes.filter((resource) => resource === 'token_events')).toHaveLength(MANY)
})

test('what others have changed meanwhile stays', () => {
  const world = createRolloutWorld()
  addTokens(world, MANY)
  const prepared = finish(openRemoval(world))
  const { id } = world.collections.integrations.create({})
  expect(openRemoval(world, prepared).next()).toEqual({ done: true, value: prepared })
  expect(remove(world, prepared)).toBe(MANY)
  expect(world.collections.integrations.get(id)).toBeDefined()
  expect(countTokens(world)).toBe(0)
})

test.each([
  { what: 'a token', change: (world: World) => addTokens(world, 1) },
  {
    what: 'a connection to a token',
    change: (world: World, id = '') =>
      world.collections.connections.create({ agent_id: 'agent', oauth_token_id: String(id) }),
  },
])('a removal is made anew if others have added $what meanwhile', ({ change }) => {
  const world = createRolloutWorld()
  const [id] = addTokens(world, MANY)
  const prepared = finish(openRemoval(world))
  change(world, id)
  expect(openRemoval(world, prepared).next().done).toBe(false)
  remove(world, prepared)
  expect(countTokens(world)).toBe(0)
  expect(world.collections.connections.count()).toBe(0)
})

test('a response tells how many of many tokens were deleted, and lists meanwhile have all or none', async () => {
  const service = createService({ seed: 7 })
  for (let index = 0; index < MANY; index += 1) {
    service.db.tokens.create({ provider_id: 'google', access_token: `token-${index}`, user_id: 'user' })
  }
  const before = service.db.tokens.count({ where: { provider_id: 'google' } })
  const list = async () => ((await (await service.fetch('/v2/auth/tokens?provider_id=google')).json()) as []).length
  const deletion = service.fetch('/v2/auth/tokens?provider_id=google', { method: 'DELETE' })
  const lengths = [await list(), await list()]
  expect(await (await deletion).json()).toMatchObject({ message: `Deleted ${before} tokens of provider 'google'` })
  expect([0, before]).toEqual(expect.arrayContaining(lengths))
  expect(await list()).toBe(0)
})
