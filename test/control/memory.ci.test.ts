import { expect, onTestFinished, vi } from 'vitest'
import { realTime } from '../../src/engine/store/time/world-time.ts'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/control-test.ts'

const MEGABYTE = 1024 * 1024

const large = { secrets: [{ name: 'KEY', value: 'x'.repeat(MEGABYTE) }] }

test('the state contains how much memory is used, and for what', async ({ start }) => {
  const { remote, simulator } = await start({ simulator: { memory: 100 } })
  await fetch(`${remote.url}/v2/deployments`)
  await remote.snapshots.take('start')
  const { memory } = await remote.state()
  expect(memory).toEqual(simulator.memory())
  expect(memory).toMatchObject({ limit: 100 * MEGABYTE, evictions: 0 })
  expect(memory.kinds.snapshots).toBeGreaterThan(500)
  await remote.snapshots.delete('start')
  expect((await remote.state()).memory.kinds.snapshots).toBe(0)
})

test('the error for a snapshot that was dropped to make room says so, unless it was taken again and deleted', async ({
  start,
}) => {
  const { remote } = await start({ simulator: { memory: 8 } })
  await remote.db.deployments.create(large)
  await remote.snapshots.take('first')
  await remote.snapshots.take('second')
  await remote.snapshots.restore('first')
  for (const name of ['third', 'fourth', 'fifth', 'sixth']) await remote.snapshots.take(name)
  const names = (await remote.snapshots.list()).map(({ name }) => name)
  expect(names).not.toContain('second')
  expect(names).toContain('sixth')
  const reason = /^Failed to find snapshot "second": it was dropped because the memory was full\. Take it again/
  await expect(remote.snapshots.restore('second')).rejects.toMatchObject({
    status: 404,
    message: expect.stringMatching(reason),
  })
  await expect(remote.sessions.create({ snapshot: 'second' })).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(reason),
  })
  await remote.snapshots.take('second')
  await remote.snapshots.restore('second')
  await remote.snapshots.delete('second')
  const deleted = expect.not.stringContaining('dropped')
  await expect(remote.snapshots.restore('second')).rejects.toMatchObject({ status: 404, message: deleted })
})

test('a snapshot that is too large is rejected, and the one with its name stays', async ({ start }) => {
  const { remote } = await start({ simulator: { memory: 8 } })
  await remote.snapshots.take('kept')
  const simulator = createSimulator()
  for (let count = 0; count < 9; count += 1) simulator.db.deployments.create(large)
  await expect(remote.snapshots.put('kept', simulator.snapshot())).rejects.toMatchObject({
    status: 507,
    message: expect.stringMatching(
      /^Failed to store snapshot "kept": it takes about 9\.\d MB, but only 7\.\d MB of 8\.0 MB are free/,
    ),
  })
  expect((await remote.snapshots.get('kept'))?.current.changes.deployments?.added).toEqual([])
})

const world = {
  name: 'merchants',
  description: 'Too many.',
  providers: 0,
  integrations: [],
  deployments: [{ count: 3000 }],
}

test('a world that does not fit is rejected with figures, whatever requests it', async ({ start }) => {
  const { remote, simulator } = await start({ simulator: { memory: 3 } })
  const before = simulator.snapshot()
  const message =
    /^Failed to build the world "merchants": 3000 deployments take about 3\.6 MB, but only 2\.\d MB of 3\.0 MB are free\./
  const refusal = {
    status: 507,
    message: expect.stringMatching(message),
    issues: [{ path: 'deployments', message: expect.stringMatching(/^3000 deployments take/) }],
  }
  await expect(remote.load(world)).rejects.toMatchObject(refusal)
  await expect(remote.sessions.create({ scenario: world })).rejects.toMatchObject(refusal)
  const snapshot = { ...before, scenario: { ...before.scenario, ...world } }
  await remote.snapshots.put('large', snapshot)
  await expect(remote.snapshots.restore('large')).rejects.toMatchObject(refusal)
  await expect(remote.sessions.create({ snapshot: 'large' })).rejects.toMatchObject(refusal)
  expect(simulator.snapshot()).toEqual(before)
  expect(simulator.sessions.list()).toEqual([])
})

test('a world that does not fit takes the memory of sessions that nobody uses', async ({ start }) => {
  const { remote, simulator } = await start({ simulator: { memory: 3, scenario: 'empty' } })
  await remote.session('unused').db.deployments.create(large)
  const now = realTime.read()
  const clock = vi.spyOn(realTime, 'read').mockImplementation(() => now + 2 * 60_000)
  onTestFinished(() => clock.mockRestore())
  await remote.sessions.create({ name: 'wanted', scenario: { ...world, deployments: [{ count: 2000 }] } })
  expect(simulator.sessions.list().map(({ name }) => name)).toEqual(['wanted'])
})

test('a record that does not fit is rejected with figures, and nothing changes', async ({ start }) => {
  const { remote } = await start({ simulator: { memory: 4 } })
  await remote.db.deployments.create(large)
  await expect(remote.db.deployments.create(large)).rejects.toMatchObject({
    status: 507,
    message: expect.stringMatching(
      /^Failed to write the record: it takes about 2\.0 MB, but only 1\.\d MB of 4\.0 MB are free/,
    ),
  })
  expect((await remote.state()).counts.deployments).toBe(61)
})
