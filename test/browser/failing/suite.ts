import { expect, test } from '../../../src/server/playwright/index.ts'

test('succeeds', async ({ simulator, request }) => {
  await expect(await request.get(`${simulator.url}/v2/deployments`)).toBeOK()
})

test('fails', async ({ simulator, request }) => {
  simulator.faults.add({ id: 'outage', operation: 'listDeployments', status: 503, times: 1 })
  await request.get(`${simulator.url}/v2/deployments?status=READY`)
  await request.get(`${simulator.url}/v2/deployments?name_contains=nothing-like-it`)
  expect(simulator.requests.list()).toHaveLength(1)
})

test('makes an unhandled request', async ({ simulator, request }) => {
  await request.get(`${simulator.url}/v2/deploys`)
})

test.extend({ unhandledRequests: 'answer' })('gets a 404 of its own', async ({ simulator, request }) => {
  expect((await request.get(`${simulator.url}/v2/deploys`)).status()).toBe(404)
})
