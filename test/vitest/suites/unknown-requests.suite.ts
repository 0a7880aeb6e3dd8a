import { test } from 'deploymock/vitest'
import { describe, expect } from 'vitest'

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

describe('with unhandledRequests: answer', () => {
  test.override('simulatorOptions', { unhandledRequests: 'answer' })

  test('gets its 404', async () => {
    expect((await ask('/v2/deployment'))?.status).toBe(404)
  })
})

describe('with an invalid option', () => {
  test.override('simulatorOptions', { scenario: 'nowhere' })

  test('fails if it uses the fixture', ({ simulator }) => {
    expect(simulator).toBeDefined()
  })

  test('fails if it makes a request', async () => {
    await ask('/v2/deployments')
  })

  test('passes if it does neither', () => {
    expect(1).toBe(1)
  })
})
