// @vitest-environment jsdom
import axios from 'axios'
import { test } from 'deploymock/vitest'
import { expect } from 'vitest'

test('the client gets deployments, and the status of an error', async ({ simulator }) => {
  simulator.load('empty')
  simulator.db.deployments.create({ name: 'checkout', status: 'READY' })
  const client = axios.create({ baseURL: simulator.url, timeout: 1000 })

  const { data } = await client.get('/v2/deployments', { params: { status: 'READY' } })
  expect(data.resources).toMatchObject([{ name: 'checkout' }])

  simulator.faults.add({ operation: 'listDeployments', status: 503 })
  const failure = await client.get('/v2/deployments').catch((error) => error)
  expect(failure.response.status).toBe(503)
})
