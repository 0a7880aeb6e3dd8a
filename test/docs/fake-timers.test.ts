import { test } from 'deploymock/vitest'
import { afterEach, expect, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

/** The code under test: asks every 30 seconds whether a deployment is ready. */
async function waitUntilReady(baseUrl: string, id: string): Promise<Date> {
  const response = await fetch(`${baseUrl}/v2/deployments?status=READY&deployment_ids=${id}`)
  const { resources } = await response.json()
  if (resources.length > 0) return new Date()
  await new Promise((resolve) => setTimeout(resolve, 30_000))
  return waitUntilReady(baseUrl, id)
}

test('waits until a deployment is ready', async ({ simulator }) => {
  vi.useFakeTimers({ now: new Date(simulator.clock.now()) })
  simulator.clock.follow(vi)
  simulator.faults.add({ operation: 'listDeployments', delay: 2000 })
  const [repository] = simulator.db.repositories.list()
  const body = JSON.stringify({
    integration_id: repository?.integration_id,
    source_config: { repo_url: repository?.url },
    source_revision_config: { repo_ref: 'main' },
  })
  const headers = { 'content-type': 'application/json' }
  const created = await fetch(`${simulator.url}/v2/deployments`, { method: 'POST', headers, body })

  const ready = waitUntilReady(simulator.url, (await created.json()).id)
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(await ready).toEqual(new Date('2026-03-02T09:00:34Z'))
})
