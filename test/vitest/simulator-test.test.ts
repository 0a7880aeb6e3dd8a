import { beforeEach, describe, expect, test as vitestTest } from 'vitest'
import { test } from '../../src/entries/vitest/index.ts'
import { library } from '../engine/library/library.ts'
import type { Page } from '../support/client.ts'

const URL = 'http://deploymock.test'

async function list(url = URL): Promise<string[]> {
  const page = (await (await fetch(`${url}/v2/deployments`)).json()) as Page
  return page.resources.map(({ name }) => name)
}

// Vitest resolves the options in a hook of the file before it looks at a `describe`.
beforeEach(() => undefined)

test('provides a world and its URL', async ({ simulator }) => {
  expect(simulator.url).toBe(URL)
  expect(simulator.scenario.name).toBe('default')
  expect(await list()).toHaveLength(20)
  expect(await (await simulator.fetch('/v2/auth/providers')).json()).toEqual(expect.any(Array))
  expect(simulator.requests.list()).toHaveLength(2)
})

test('answers a test that uses no fixture', async () => {
  expect(await list()).toHaveLength(20)
})

describe.for(['one', 'another'])('a fresh world for %s test', (name) => {
  test('contains nothing from other tests', async ({ simulator }) => {
    expect(simulator.db.deployments.list().map((each) => each.name)).not.toContain('left over')
    expect(simulator.requests.list()).toEqual([])
    expect(simulator.faults.list()).toEqual([])
    expect(simulator.clock.now()).toBe('2026-03-02T09:00:00Z')
    simulator.db.deployments.create({ name: 'left over' })
    simulator.faults.add({ operation: 'listDeployments', status: 503 })
    simulator.clock.advance(1000)
    simulator.assume({ errorBody: 'message' })
    expect((await fetch(`${URL}/v2/deployments?${name}`)).status).toBe(503)
  })
})

describe('options of a describe', () => {
  test.override('simulatorOptions', { scenario: 'empty', seed: 7 })

  test('apply in it', async ({ simulator }) => {
    expect(simulator.scenario).toMatchObject({ name: 'empty', seed: 7 })
    expect(await list()).toEqual([])
  })

  test('apply to a test that uses no fixture', async () => {
    expect(await list()).toEqual([])
  })

  describe('inside another one', () => {
    test.override({ simulatorOptions: { deployments: 3, baseUrl: 'https://api.test/platform' } })

    test('replace those of the outer one', async ({ simulator }) => {
      expect(await list('https://api.test/platform')).toHaveLength(3)
      expect(simulator.url).toBe('https://api.test/platform')
    })
  })

  test.extend('simulatorOptions', { deployments: 2 })('can be set for a single test', async () => {
    expect(await list()).toHaveLength(2)
  })

  test('do not prevent loading another scenario', async ({ simulator }) => {
    simulator.load('default')
    expect(await list()).toHaveLength(20)
  })
})

const own = test.extend('simulatorOptions', { service: library, baseUrl: 'http://library.test' })

describe('options of a describe that name no service', () => {
  own.override('simulatorOptions', { books: 2 } as never)

  own('keep the service and its base URL', ({ simulator }) => {
    expect([simulator.url, simulator.db.books.count()]).toEqual(['http://library.test', 2])
  })
})

test('options of a describe do not apply outside of it', async () => {
  expect(await list()).toHaveLength(20)
})

describe('concurrent tests', () => {
  test.override('simulatorOptions', { scenario: 'empty' })
  const names = ['a', 'b', 'c', 'd']
  let started = 0
  let startAll: () => void = () => undefined
  const haveAllStarted = new Promise<void>((resolve) => {
    startAll = resolve
  })

  test.concurrent.for(names)('have their own worlds: %s', async (name, { simulator, expect }) => {
    simulator.db.deployments.create({ name })
    started += 1
    if (started === names.length) startAll()
    await haveAllStarted
    expect(await list()).toEqual([name])
    simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
    expect((await fetch(`${URL}/v2/deployments`)).status).toBe(503)
    expect(await list()).toEqual([name])
    expect(simulator).toHaveReceivedTimes('listDeployments', 3)
  })
})

describe('hooks', () => {
  test.beforeEach(({ simulator }) => {
    simulator.db.deployments.create({ name: 'seeded' })
  })
  test.afterEach(async ({ simulator }) => {
    expect(await list()).toContain('seeded')
    expect(simulator).toHaveReceived('listDeployments')
  })

  test('see the world of the test', async () => {
    expect(await list()).toContain('seeded')
  })
})

test.extend<{ client: { list(): Promise<string[]> } }>({
  client: async ({ simulator }, use) => use({ list: () => list(simulator.url) }),
})('can be extended with further fixtures', async ({ client, simulator }) => {
  simulator.db.deployments.create({ name: 'mine' })
  expect(await client.list()).toContain('mine')
})

test('lets a client abort a request', async ({ simulator }) => {
  simulator.faults.add({ operation: 'listDeployments', effect: 'stall' })
  const controller = new AbortController()
  const asked = fetch(`${URL}/v2/deployments`, { signal: controller.signal })
  await expect.poll(() => simulator.requests.list().length).toBe(1)
  controller.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('ends waiting requests when it ends', async ({ simulator }) => {
  simulator.faults.add({ operation: 'listDeployments', delay: 1000 })
  fetch(`${URL}/v2/deployments`).catch(() => undefined)
  await expect(fetch(`${URL}/v2/auth/providers`)).resolves.toMatchObject({ status: 200 })
})

test.skip('is skipped', () => {
  throw new Error('never')
})

test.fails('fails as expected', async () => {
  expect(await list()).toEqual([])
})

vitestTest('does not affect other tests of the file', ({ task }) => {
  expect(task.context).not.toHaveProperty('simulatorOptions')
})
