import { test } from 'deploymock/vitest'
import { expect } from 'vitest'

// A client that swallows every error.
const ask = (path: string) => fetch(`http://deploymock.test${path}`).catch(() => undefined)

test('swallows the error', async () => {
  await ask('/v2/deployments?limit=1')
  await ask('/v2/deployment')
})

test('fails for another reason as well', async () => {
  await ask('/v2/provider')
  expect(1).toBe(2)
})

test('has the default options', ({ simulator }) => {
  expect(simulator.db.deployments.count()).toBe(60)
})

test.concurrent('makes only known requests concurrently', async ({ expect }) => {
  expect((await ask('/v2/deployments'))?.status).toBe(200)
})

test.concurrent('makes an unhandled request concurrently', async () => {
  await ask('/v2/deploys')
})

test.extend('simulatorOptions', { unhandledRequests: 'answer' })('gets its 404', async () => {
  expect((await ask('/v2/deployment'))?.status).toBe(404)
})

const invalidTest = test.extend('simulatorOptions', { scenario: 'nowhere' })

invalidTest('fails if it uses the fixture of an invalid option', ({ simulator }) => {
  expect(simulator).toBeDefined()
})

invalidTest('fails if it makes a request with an invalid option', async () => {
  await ask('/v2/deployments')
})

invalidTest('passes with an invalid option if it does neither', () => {
  expect(1).toBe(1)
})
