import type { Deployment } from 'deploymock'
import { test as base } from 'deploymock/vitest'
import { expect } from 'vitest'
import { DeploymentsClient, type Filters, ServiceError } from './client.ts'

interface Fixtures {
  /** Lists with a client that waits by advancing the clock of the test's world. */
  list: (filters?: Filters) => Promise<Deployment[]>
}

const test = base.extend<Fixtures>({
  list: async ({ simulator }, use) => {
    const wait = async (milliseconds: number) => simulator.clock.advance(milliseconds)
    const client = new DeploymentsClient({ baseUrl: simulator.url, wait })
    await use((filters) => collect(client.list(filters)))
  },
})

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

test('a list contains every deployment once, over all pages', async ({ simulator, list }) => {
  const ids = (await list()).map(({ id }) => id)
  expect(new Set(ids).size).toBe(simulator.db.deployments.count())
  expect(simulator).toHaveReceivedInOrder([
    { operation: 'listDeployments', parameters: { offset: 0 } },
    { operation: 'listDeployments', parameters: { offset: 25 } },
    { operation: 'listDeployments', parameters: { offset: 50 } },
    { operation: 'listDeployments', parameters: { offset: 60 } },
  ])
  expect(simulator).toHaveReceivedTimes('listDeployments', 4)
})

test('a list contains what the filters select', async ({ simulator, list }) => {
  simulator.db.deployments.create({ name: 'checkout', status: 'READY' })
  expect(await list({ name_contains: 'checkout', status: 'READY' })).toMatchObject([{ name: 'checkout' }])
  expect(simulator).toHaveReceived('listDeployments', { parameters: { status: 'READY' }, status: 200 })
})

test('the client does not rely on the offset of the last page being the number of records', async ({
  simulator,
  list,
}) => {
  simulator.assume({ lastPageOffset: 'zeroAtEnd' })
  expect(await list()).toHaveLength(simulator.db.deployments.count())
})

test('the client does not rely on full pages', async ({ simulator, list }) => {
  simulator.assume({ shortPages: 'sometimes' })
  expect(await list()).toHaveLength(simulator.db.deployments.count())
})

test.extend('simulatorOptions', { scenario: 'empty' })(
  'a list of an empty world is empty after one request',
  async ({ simulator, list }) => {
    expect(await list()).toEqual([])
    expect(simulator).toHaveReceivedTimes('listDeployments', 1)
  },
)

test.concurrent('the client retries after 503', async ({ simulator, list, expect }) => {
  simulator.faults.add({ operation: 'listDeployments', status: 503, times: 2 })
  expect(await list()).toHaveLength(simulator.db.deployments.count())
  expect(simulator).toHaveReceivedTimes('listDeployments', 2, { status: 503 })
})

test.concurrent('the client gives up in the end', async ({ simulator, list, expect }) => {
  simulator.faults.add({ operation: 'listDeployments', status: 503 })
  await expect(list()).rejects.toThrow(new ServiceError(503))
  expect(simulator).toHaveReceivedTimes('listDeployments', 4)
})

test.concurrent('the client waits as long as it is told to', async ({ simulator, list, expect }) => {
  const effect = { kind: 'rate-limit', limit: 2, window: 60_000 } as const
  simulator.faults.add({ operation: 'listDeployments', effect })
  const before = Date.parse(simulator.clock.now())
  expect(await list()).toHaveLength(simulator.db.deployments.count())
  expect(Date.parse(simulator.clock.now()) - before).toBe(60_000)
  expect(simulator).toHaveReceivedTimes('listDeployments', 1, { status: 429 })
})

test.concurrent('the client does not retry after a validation error', async ({ simulator, list, expect }) => {
  simulator.faults.add({ operation: 'listDeployments', status: 403 })
  await expect(list()).rejects.toMatchObject({ status: 403 })
  expect(simulator).toHaveReceivedTimes('listDeployments', 1)
})
