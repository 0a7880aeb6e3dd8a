import { test } from 'deploymock/vitest'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect } from 'vitest'

// The server that the tests already have.
const server = setupServer(http.get('https://billing.example.com/plan', () => HttpResponse.json({ seats: 3 })))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

test('both services answer', async ({ simulator }) => {
  simulator.load('empty')
  simulator.db.deployments.create({ name: 'checkout' })
  const plan = await fetch('https://billing.example.com/plan')
  const deployments = await fetch(`${simulator.url}/v2/deployments`)
  expect(await plan.json()).toEqual({ seats: 3 })
  expect(await deployments.json()).toMatchObject({ resources: [{ name: 'checkout' }] })
})
