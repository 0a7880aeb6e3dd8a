import { expect } from 'vitest'
import { test } from '../support/control-test.ts'
import { parseMetrics } from '../support/parse-metrics.ts'

async function readMetrics(url: string, init: RequestInit = {}) {
  const response = await fetch(`${url}/_simulator/metrics`, init)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return parseMetrics(await response.text())
}

test('metrics count the requests of all sessions, also those before the first call', async ({ start }) => {
  const { server } = await start({ simulator: { scenario: 'empty' } })
  await fetch(`${server.url}/v2/deployments`)
  await fetch(`${server.url}/_s/alice/v2/deployments?limit=x`)
  await fetch(`${server.url}/unknown/path`)
  const first = await readMetrics(server.url)
  expect(first.get('deploymock_requests_total{operation="listDeployments",status="200"}')).toBe(1)
  expect(first.get('deploymock_requests_total{operation="listDeployments",status="422"}')).toBe(1)
  expect(first.get('deploymock_requests_total{operation="none",status="404"}')).toBe(1)
  expect(first.get('deploymock_sessions')).toBe(2)
  await fetch(`${server.url}/v2/deployments`)
  await fetch(`${server.url}/_simulator/requests`, { method: 'DELETE' })
  const second = await readMetrics(server.url)
  expect(second.get('deploymock_requests_total{operation="listDeployments",status="200"}')).toBe(2)
})

test('metrics have the memory by what it is used for', async ({ start }) => {
  const { server, simulator } = await start({ simulator: { scenario: 'empty' } })
  const metrics = await readMetrics(server.url)
  expect(metrics.get('deploymock_memory_bytes{owner="worlds"}')).toBe(simulator.memory().kinds.worlds)
  expect(metrics.get('deploymock_memory_limit_bytes')).toBe(simulator.memory().limit)
  expect(metrics.get('deploymock_turns_waiting')).toBe(0)
})

test('a request that waits is counted once, when its outcome is known', async ({ start }) => {
  const { server, simulator } = await start({ simulator: { scenario: 'empty' } })
  simulator.faults.add({ delay: 1000, times: 1 })
  const pending = fetch(`${server.url}/v2/deployments`)
  await simulator.requests.waitFor('listDeployments', { state: 'pending' })
  const name = 'deploymock_requests_total{operation="listDeployments",status="200"}'
  expect((await readMetrics(server.url)).get(name)).toBe(undefined)
  simulator.clock.advance(1000)
  await pending
  expect((await readMetrics(server.url)).get(name)).toBe(1)
})

test('metrics need the token of the control API', async ({ start }) => {
  const { server } = await start({
    simulator: { scenario: 'empty' },
    server: { token: 'secret' },
    client: { token: 'secret' },
  })
  expect((await fetch(`${server.url}/_simulator/metrics`)).status).toBe(401)
  await readMetrics(server.url, { headers: { authorization: 'Bearer secret' } })
})
