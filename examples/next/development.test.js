import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startNext } from './start-next.js'

const api = 'http://127.0.0.1:4010'
let app

before(async () => {
  app = await startNext('dev')
})

after(() => app.stop())

test('the server of the app gets what anyone changes in the world', async () => {
  // Next.js calls `register` with the first request.
  await fetch(`${app.url}/server`)
  const body = JSON.stringify({ name: 'checkout' })
  const { status } = await fetch(`${api}/_simulator/records/deployments`, { method: 'POST', body })
  assert.equal(status, 201)
  const page = await (await fetch(`${app.url}/server`)).text()
  assert.match(page, /<li>checkout<\/li>/)
})
