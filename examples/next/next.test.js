import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startNext } from './start-next.js'

let app
let url

before(async () => {
  app = await startNext('start')
  url = app.url
})

after(() => app.stop())

test('the route answers as the service', async () => {
  const response = await fetch(`${url}/api/v2/deployments?limit=2`)
  assert.equal((await response.json()).resources.length, 2)
  assert.equal((await fetch(`${url}/api/v2/unknown`)).status, 404)
})

test('the route reads bodies, and hides the control API', async () => {
  assert.equal((await fetch(`${url}/api/v2/deployments`, { method: 'POST', body: '{}' })).status, 422)
  assert.equal((await fetch(`${url}/api/_simulator/scenario`)).status, 404)
})

test('the route keeps its world between requests', async () => {
  const first = await (await fetch(`${url}/api/v2/deployments?limit=1`)).json()
  const second = await (await fetch(`${url}/api/v2/deployments?limit=1`)).json()
  assert.deepEqual(second, first)
})
