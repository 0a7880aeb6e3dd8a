import { expect } from 'vitest'
import { drawAssumptions } from '../../src/engine/define/assumptions/variation.ts'
import { type AssumptionOverrides, createSimulator } from '../../src/index.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { test } from '../support/control-test.ts'

const WITH_NULL = { name: 'null', description: 'For tests.', deployments: [{ record: { image_version: null } }] }
const UNLISTED = '/v2/deployments/00000000-0000-4000-8000-000000000000'

function findSeed(isWanted: (drawn: AssumptionOverrides) => boolean): number {
  for (let seed = 0; ; seed += 1) if (isWanted(drawAssumptions(questions, { seed }))) return seed
}

test('the settings of a session are its preset, and whether it is strict and varied', async ({ start }) => {
  const { remote } = await start({ simulator: { strict: true, vary: 4711 } })
  expect(await remote.settings.read()).toEqual({
    preset: 'spec',
    presets: ['spec', 'langsmith', 'langsmith-next'],
    strict: true,
    vary: 4711,
  })
})

test('the settings of a session are rejected with all issues if they are invalid, and nothing changes then', async ({
  start,
}) => {
  const { remote } = await start()
  const invalid = { preset: 'none', strict: 'yes', vary: '' }
  await expect(remote.settings.change(invalid as never)).rejects.toMatchObject({
    status: 422,
    issues: [{ path: 'preset' }, { path: 'strict' }, { path: 'vary' }],
  })
  expect(await remote.settings.read()).toMatchObject({ preset: 'spec', strict: false, vary: null })
})

test('the settings of a session can also be changed in code, which rejects unknown ones', () => {
  const simulator = createSimulator()
  simulator.configure({ strict: true, preset: 'langsmith' })
  expect([simulator.strict, simulator.preset]).toEqual([true, 'langsmith'])
  expect(() => simulator.configure({ stric: true } as never)).toThrow(/stric/)
})

test('another preset changes the assumptions that nobody has chosen, and keeps the data and the requests', async ({
  start,
}) => {
  const { remote } = await start()
  await remote.assume({ lastPageOffset: 'limit' })
  await remote.db.deployments.create({ name: 'checkout' })
  await fetch(`${remote.url}/v2/deployments`)

  expect(await remote.settings.change({ preset: 'langsmith' })).toMatchObject({ preset: 'langsmith' })
  const values = Object.fromEntries((await remote.assumptions()).map(({ id, value }) => [id, value]))
  expect(values).toMatchObject({ lastPageOffset: 'limit', creation: 'upstream' })
  expect((await remote.db.deployments.list()).at(-1)).toMatchObject({ name: 'checkout' })
  expect(await remote.requests.list()).toHaveLength(1)
})

test('a reset returns to the preset that the session was made with', async ({ start }) => {
  const { remote } = await start()
  await remote.settings.change({ preset: 'langsmith' })
  expect(await remote.load()).toMatchObject({ preset: 'langsmith', assumptions: {} })
  expect(await remote.reset()).toMatchObject({ preset: 'spec', assumptions: {} })
})

test('strict can be switched on for one session, until a reset', async ({ start }) => {
  const { remote } = await start({ simulator: { preset: 'spec' } })
  const alice = remote.session('alice')
  await alice.settings.change({ strict: true })
  const response = await fetch(`${alice.url}${UNLISTED}`)
  expect(response.headers.get('x-simulator-assumptions')).not.toBeNull()
  expect((await fetch(`${remote.url}${UNLISTED}`)).headers.get('x-simulator-assumptions')).toBeNull()
  expect(await remote.settings.read()).toMatchObject({ strict: false })
  await alice.reset()
  expect(await alice.settings.read()).toMatchObject({ strict: false })
})

test('strict can be switched off', async ({ start }) => {
  const { remote } = await start({ simulator: { strict: true } })
  expect((await fetch(`${remote.url}${UNLISTED}`)).status).toBe(501)
  await remote.settings.change({ strict: false })
  expect((await fetch(`${remote.url}${UNLISTED}`)).status).toBe(404)
})

test('vary draws the same values as the option', async ({ start }) => {
  const { remote } = await start()
  const varied = createSimulator({ vary: 4711 })
  expect(await remote.settings.change({ vary: 4711 })).toMatchObject({ vary: 4711 })
  const values = Object.fromEntries((await remote.assumptions()).map(({ id, value }) => [id, value]))
  expect(values).toEqual(varied.assumptions)
})

test('vary keeps the values that somebody has chosen', async ({ start }) => {
  const { remote, simulator } = await start()
  for (const value of ['limit', 'zeroAtEnd'] as const) {
    await remote.assume({ lastPageOffset: value })
    for (const seed of [1, 2, 3]) {
      await remote.settings.change({ vary: seed })
      expect(simulator.assumptions.lastPageOffset).toBe(value)
    }
  }
})

test('vary changes nothing if the scenario does not allow the drawn values', async ({ start }) => {
  const { remote } = await start({ simulator: { scenario: WITH_NULL } })
  const seed = findSeed((drawn) => drawn.nullableFields === 'none')
  await expect(remote.settings.change({ vary: seed, strict: true })).rejects.toMatchObject({ status: 422 })
  expect(await remote.settings.read()).toMatchObject({ vary: null, strict: false })
  expect(await remote.state()).toMatchObject({ assumptions: {} })
})

test('vary returns to the preset with null, also when another seed was set before or a snapshot was restored', async ({
  start,
}) => {
  const { remote } = await start()
  await remote.assume({ lastPageOffset: 'limit' })
  await remote.settings.change({ vary: 1 })
  await remote.settings.change({ vary: 2 })
  await remote.snapshots.take('varied')
  await remote.settings.change({ vary: null })
  expect(await remote.state()).toMatchObject({ assumptions: { lastPageOffset: 'limit' } })

  await remote.snapshots.restore('varied')
  expect(await remote.settings.read()).toMatchObject({ vary: 2 })
  await remote.settings.change({ vary: null })
  expect((await remote.state()).assumptions).toEqual({ lastPageOffset: 'limit' })
})
