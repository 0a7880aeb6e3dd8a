import { jest } from '@jest/globals'
import { setupSimulator } from 'deploymock/node'
import { listRepositoryUrls } from './repositories.js'

const simulator = setupSimulator({ baseUrl: 'https://deployments.test' })

beforeAll(() => simulator.listen())
afterAll(() => simulator.close())
afterEach(() => jest.useRealTimers())

/** Asks every 30 seconds until an integration has a repository. */
async function waitForRepository(url, id) {
  if ((await listRepositoryUrls(url, id)).length > 0) return new Date()
  await new Promise((resolve) => setTimeout(resolve, 30_000))
  return waitForRepository(url, id)
}

test('the clock of the simulator moves with the fake timers', () =>
  simulator.boundary(async ({ db, url, faults, clock }) => {
    const integration = db.integrations.create({ kind: 'standard', name: 'lumen-works' })
    // The first request may take real time, because libraries load what they need.
    expect(await listRepositoryUrls(url, integration.id)).toEqual([])
    faults.add({ operation: 'listRepositories', delay: 2000 })
    // MSW 3 needs the real nextTick.
    jest.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), doNotFake: ['nextTick'] })
    clock.follow(jest)

    const found = waitForRepository(url, integration.id)
    await jest.advanceTimersByTimeAsync(10_000)
    db.repositories.create({ integration_id: integration.id, name: 'shop' })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(await found).toEqual(new Date('2026-03-02T09:00:34Z'))
  }))
