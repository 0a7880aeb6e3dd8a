import { test } from 'deploymock/vitest'
import { expect } from 'vitest'

test('fails after some requests', async ({ simulator }) => {
  for (let limit = 1; limit <= 6; limit += 1) await simulator.fetch(`/v2/deployments?limit=${limit}&status=READY`)
  expect(simulator).toHaveReceived('listDeployments', { parameters: { limit: 7 } })
})

test('fails without any request', ({ simulator }) => {
  expect(simulator).toHaveReceived('listDeployments')
})

test('fails with a wrong base URL', async ({ simulator }) => {
  await fetch('http://api.invalid/v2/deployments').catch(() => undefined)
  expect(simulator).toHaveReceived('listDeployments')
})

test.extend('simulatorOptions', { chaos: '0.5:7' })('fails with chaos', async ({ simulator }) => {
  await simulator.fetch('/v2/auth/providers').catch(() => undefined)
  expect(simulator).toHaveReceived('listDeployments')
})

test('times out while a request waits', { timeout: 300 }, async ({ simulator }) => {
  simulator.faults.add({ operation: 'listDeployments', delay: 3000 })
  await fetch(`${simulator.url}/v2/deployments`)
})

test('passes', async ({ simulator }) => {
  await simulator.fetch('/v2/deployments')
})

let attempts = 0

test('passes at the second attempt in a fresh world', { retry: 1 }, ({ simulator }) => {
  attempts += 1
  expect(simulator.db.deployments.count()).toBe(60)
  simulator.db.deployments.create()
  expect(attempts).toBe(2)
})
