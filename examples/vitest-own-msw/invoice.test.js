import { test as base } from 'deploymock/vitest'
import { HttpResponse, http } from 'msw'
import { expect } from 'vitest'
import { billing } from './billing-server.js'
import { billReady } from './invoice.js'

const test = base.extend('simulatorOptions', { scenario: 'empty' })

test('bills the ready deployments', async ({ simulator }) => {
  simulator.db.deployments.create({ status: 'READY' })
  simulator.db.deployments.create({ status: 'AWAITING_DATABASE' })
  expect(await billReady(simulator.url)).toBe(20)
  expect(simulator).toHaveReceivedTimes('listDeployments', 1)
})

test('reports which service fails', async ({ simulator }) => {
  simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
  await expect(billReady(simulator.url)).rejects.toThrow('deploymock.test answered 503')
  billing.use(http.post('https://billing.example.com/invoices', () => new HttpResponse(null, { status: 402 })))
  await expect(billReady(simulator.url)).rejects.toThrow('billing.example.com answered 402')
})

test.concurrent.for([1, 2, 3])('bills %i deployments while other tests run', async (count, { simulator, expect }) => {
  for (let made = 0; made < count; made += 1) simulator.db.deployments.create({ status: 'READY' })
  expect(await billReady(simulator.url)).toBe(20 * count)
})
