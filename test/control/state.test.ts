import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/control-test.ts'

test('the state over HTTP names the server’s instance and version', async ({ start }) => {
  const { remote } = await start()
  const other = await start()
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  const { instance, ...state } = await remote.state()
  expect(state).toMatchObject({ version })
  expect(instance).toMatch(/^[\da-f]{32}$/)
  expect((await remote.sessions.create().then((session) => session.state())).instance).toBe(instance)
  expect((await other.remote.state()).instance).not.toBe(instance)
})

test('the state over HTTP without a server has an empty version', async () => {
  const response = await createSimulator().fetch('/_simulator')
  expect(await response.json()).toMatchObject({ version: '' })
})

test('the state over HTTP contains the clock, the chaos, strict and vary', async ({ start }) => {
  const { remote } = await start({
    simulator: { strict: true, vary: 'nightly', chaos: '0.3:4711', clock: 'running' },
  })
  expect(await remote.state()).toMatchObject({
    clock: { frozen: false },
    chaos: { level: 0.3, seed: 4711 },
    strict: true,
    vary: 'nightly',
  })
})

test('the state over HTTP has null and level 0 for what is not set', async ({ start }) => {
  const { remote } = await start()
  expect(await remote.state()).toMatchObject({
    clock: { frozen: true },
    chaos: { level: 0 },
    strict: false,
    vary: null,
  })
})

const scenario = {
  name: 'with changes',
  description: 'Its initial changes do not count as edits.',
  deployments: 3,
  changes: { deployments: { added: [createSimulator().db.deployments.create({ name: 'checkout' })] } },
}

test('a session is edited as long as its data differs from the start', () => {
  const simulator = createSimulator()
  const edited = [simulator.edited]
  const { id } = simulator.db.deployments.create()
  edited.push(simulator.edited)
  simulator.db.deployments.delete(id)
  edited.push(simulator.edited)
  simulator.db.deployments.delete(simulator.db.deployments.list()[0]?.id ?? '')
  edited.push(simulator.edited)
  simulator.reset()
  expect([...edited, simulator.edited]).toEqual([false, true, false, true, false])
})

test('a session is edited when a change replaces an initial one', () => {
  const simulator = createSimulator({ scenario })
  const before = simulator.edited
  simulator.db.deployments.update(scenario.changes.deployments.added[0]?.id ?? '', { name: 'night-shift' })
  expect([before, simulator.edited]).toEqual([false, true])
})

test('a session is edited not because of its time, its faults, its chaos or its assumptions', () => {
  const simulator = createSimulator({ scenario })
  simulator.clock.advance(1000)
  simulator.faults.add({ status: 503 })
  simulator.setChaos({ level: 1 })
  simulator.assume({ lastPageOffset: 'limit' })
  expect(simulator.edited).toBe(false)
})

test('a session is edited when it begins with the snapshot of an edited session', () => {
  const simulator = createSimulator({ scenario })
  const original = simulator.sessions.create('original', { snapshot: simulator.snapshot() })
  simulator.db.deployments.delete(scenario.changes.deployments.added[0]?.id ?? '')
  const copy = simulator.sessions.create('copy', { snapshot: simulator.snapshot() })
  expect([original.edited, copy.edited]).toEqual([false, true])
})
