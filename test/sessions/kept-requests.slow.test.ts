import { beforeEach, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { test as controlTest } from '../support/control-test.ts'

async function createWithRequest() {
  const simulator = createSimulator({ scenario: 'busy' })
  simulator.db.deployments.create({ name: 'zebra' })
  await simulator.fetch('/v2/deployments?name_contains=zebra')
  return simulator
}

const changes: [string, (simulator: Simulator, options?: { keepRequests: boolean }) => void][] = [
  ['reset', ({ reset }, options) => reset(options)],
  ['load', ({ load }, options) => load('empty', options)],
  ['restore', ({ restore }, options) => restore(createSimulator({ scenario: 'empty' }).snapshot(), options)],
]

for (const [name, change] of changes) {
  test(`${name} clears the journal`, async () => {
    const simulator = await createWithRequest()
    change(simulator)
    expect(simulator.requests.list()).toEqual([])
  })

  test(`${name} keeps the journal if asked to, and its requests are still explained as they were answered`, async () => {
    const simulator = await createWithRequest()
    const before = simulator.requests.get(1)
    expect(before?.explanation.page).toMatchObject({ matching: 1 })
    change(simulator, { keepRequests: true })
    await simulator.fetch('/v2/auth/providers')
    expect(simulator.requests.list().map(({ id }) => id)).toEqual([1, 2])
    expect(simulator.requests.get(1)).toEqual(before)
  })

  test(`${name} replaces the data, even if the journal is kept`, async () => {
    const simulator = await createWithRequest()
    change(simulator, { keepRequests: true })
    expect(simulator.db.deployments.list().some(({ name }) => name === 'zebra')).toBe(false)
  })
}

test('the memory of a scenario that only old requests refer to is released with them', async () => {
  const simulator = await createWithRequest()
  simulator.load('empty', { keepRequests: true })
  const held = simulator.memory().kinds.worlds
  simulator.requests.clear()
  expect(simulator.memory().kinds.worlds).toBeLessThanOrEqual(held)
  expect(simulator.memory().kinds.journals).toBe(0)
})

controlTest('the journal is kept over HTTP with keep=requests', async ({ start }) => {
  const { remote } = await start()
  const countAfter = async (act: () => Promise<unknown>) => {
    await act()
    const { total } = await remote.requests.counts()
    return total
  }
  const keep = { keepRequests: true }
  await remote.snapshots.take('now')
  await fetch(`${remote.url}/v2/deployments`)
  expect(await countAfter(() => remote.reset(keep))).toBe(1)
  expect(await countAfter(() => remote.load('empty', keep))).toBe(1)
  expect(await countAfter(() => remote.snapshots.restore('now', keep))).toBe(1)
  expect(await countAfter(() => remote.snapshots.restore('now'))).toBe(0)
})

const hooked = createSimulator({ scenario: 'empty' })
beforeEach(hooked.reset)

test.extend({ other: 1 })('reset itself can be a hook of a test runner', ({ other }) => {
  hooked.db.deployments.create()
  expect([hooked.reset.length, other]).toEqual([0, 1])
})
