import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/control-test.ts'

async function readStatuses(url: string, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const response = await fetch(`${url}/v2/deployments`).catch(() => undefined)
    statuses.push(response?.status ?? 0)
    await response?.arrayBuffer().catch(() => undefined)
  }
  return statuses
}

test('chaos over HTTP has level 0 if there is none', async ({ start }) => {
  const { remote } = await start({ simulator: { seed: 7 } })
  expect(await remote.chaos.read()).toEqual({ level: 0, seed: 7, requests: 0, applied: 0 })
})

test('chaos over HTTP begins with the settings of the options', async ({ start }) => {
  const { remote } = await start({ simulator: { chaos: '0.3:4711' } })
  expect(await remote.chaos.read()).toEqual({ level: 0.3, seed: 4711, requests: 0, applied: 0 })
})

test('chaos over HTTP keeps what a change leaves out', async ({ start }) => {
  const { remote, simulator } = await start({ simulator: { chaos: '0.3:4711' } })
  await remote.chaos.set({ level: 'low' })
  expect(await remote.chaos.set({})).toMatchObject({ level: 0.05, seed: 4711 })
  expect(simulator.chaos).toEqual({ level: 0.05, seed: 4711 })
})

test('chaos over HTTP counts the requests that it drew for, and the faults that applied', async ({ start }) => {
  const { remote, simulator, server } = await start()
  await remote.chaos.set({ level: 0.5, seed: 4 })
  await readStatuses(server.url, 12)
  const applied = simulator.requests.list().filter(({ faults }) => faults.length > 0).length
  expect(await remote.chaos.read()).toMatchObject({ requests: 12, applied })
  expect(applied).toBeGreaterThan(0)
})

test('chaos over HTTP starts its draws anew when the seed or the level changes', async ({ start }) => {
  const { remote, server } = await start()
  await remote.chaos.set({ level: 0.5, seed: 4 })
  const first = await readStatuses(server.url, 12)
  await remote.chaos.set({ seed: 5 })
  expect(await remote.chaos.set({ seed: 4 })).toMatchObject({ requests: 0, applied: 0 })
  expect(await readStatuses(server.url, 12)).toEqual(first)
})

test('chaos over HTTP continues when a change changes nothing', async ({ start }) => {
  const { remote, server } = await start()
  await remote.chaos.set({ level: 0.5, seed: 4 })
  await readStatuses(server.url, 3)
  expect(await remote.chaos.set({ level: 0.5, seed: 4 })).toMatchObject({ requests: 3 })
})

test('chaos over HTTP is the same as chaos that was set at the start', async ({ start }) => {
  const { remote, server } = await start()
  await remote.chaos.set({ level: 0.5, seed: 4 })
  const other = await start({ simulator: { chaos: '0.5:4' } })
  expect(await readStatuses(server.url, 12)).toEqual(await readStatuses(other.server.url, 12))
})

test.for([
  [{ level: 2 }, 'level', '"level" is 2'],
  [{ level: 'lots' }, 'level', '"level" is "lots"'],
  [{ seed: 1.5 }, 'seed', '"seed" is 1.5'],
  [{ volume: 1 }, 'volume', '"volume" is unknown'],
] as const)('chaos over HTTP rejects %j, and nothing changes', async ([change, path, message], { start }) => {
  const { remote, simulator } = await start({ simulator: { chaos: '0.3:4711' } })
  await expect(remote.chaos.set(change as never)).rejects.toMatchObject({
    status: 422,
    issues: [{ path, message: expect.stringContaining(message) }],
  })
  expect(() => simulator.setChaos(change as never)).toThrow(message)
  expect(simulator.chaos).toEqual({ level: 0.3, seed: 4711 })
})

test('chaos over HTTP emits an event for each change', async ({ start }) => {
  const { remote, simulator } = await start()
  const events: object[] = []
  simulator.events.listen((event) => events.push(event))
  await remote.chaos.set({ level: 0.3, seed: 4711 })
  await remote.chaos.set({ level: 0.3 })
  expect(events).toEqual([{ type: 'chaos', session: 'default', level: 0.3, seed: 4711 }])
})

test('changed chaos ends with a reset', () => {
  const simulator = createSimulator({ chaos: '0.3:4711' })
  simulator.setChaos({ level: 1 })
  simulator.reset()
  expect(simulator.chaos).toEqual({ level: 0.3, seed: 4711 })
})

test('changed chaos stays when an assumption changes', () => {
  const simulator = createSimulator()
  simulator.setChaos({ level: 0.2, seed: 3 })
  simulator.assume({ lastPageOffset: 'limit' })
  expect(simulator.chaos).toEqual({ level: 0.2, seed: 3 })
})

test('changed chaos is part of a snapshot', () => {
  const simulator = createSimulator({ chaos: '0.3:4711' })
  simulator.setChaos({ level: 0 })
  const snapshot = structuredClone(simulator.snapshot())
  simulator.reset()
  simulator.restore(snapshot)
  expect(simulator.chaos).toEqual({ level: 0, seed: 4711 })
})

test('changed chaos is part of the current world as a scenario', async ({ start }) => {
  const { remote } = await start({ simulator: { chaos: '0.3:4711' } })
  await remote.chaos.set({ level: 0.1 })
  expect(await remote.exportScenario()).toMatchObject({ chaos: { level: 0.1, seed: 4711 } })
})

test('changed chaos is not in a snapshot if it is as at the start, so that other simulators keep theirs', () => {
  const snapshot = createSimulator({ chaos: '0.3:4711' }).snapshot()
  expect(snapshot.current).not.toHaveProperty('chaos')
  const other = createSimulator({ chaos: '0.1:1' })
  other.restore(snapshot)
  expect(other.chaos).toEqual({ level: 0.1, seed: 1 })
})
