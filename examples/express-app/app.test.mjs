import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createSimulator } from 'deploymock'
import { createDashboard } from './app.mjs'

/** Opens the app over a simulator until the test ends. */
async function open(context, options) {
  const simulator = createSimulator(options)
  const server = createDashboard(simulator).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { simulator, url: `http://127.0.0.1:${server.address().port}` }
}

test('the summary lists the ready deployments', async (context) => {
  const { simulator, url } = await open(context, { scenario: 'empty' })
  simulator.db.deployments.create({ name: 'checkout', status: 'READY' })
  simulator.db.deployments.create({ name: 'billing', status: 'UNKNOWN' })
  const response = await fetch(`${url}/summary`)
  assert.deepEqual(await response.json(), { ready: ['checkout'] })
})

test('the summary reports that the platform fails', async (context) => {
  const { simulator, url } = await open(context)
  simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
  const response = await fetch(`${url}/summary`)
  assert.equal(response.status, 502)
  assert.deepEqual(await response.json(), { error: 'The platform answered 503.' })
})

test('pages can use the service, too', async (context) => {
  const { simulator, url } = await open(context)
  const page = await (await fetch(`${url}/platform/v2/deployments?limit=3`)).json()
  assert.equal(page.resources.length, 3)
  assert.equal(simulator.requests.list().at(-1)?.path, '/v2/deployments')
})
