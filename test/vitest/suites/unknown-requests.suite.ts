import { describe, expect } from 'vitest'
import { test } from '../../../src/vitest/index.ts'

// A client that keeps every error to itself.
const ask = (path: string) => fetch(`http://deploymock.test${path}`).catch(() => undefined)

test('swallows the error', async () => {
  await ask('/v2/deployments?limit=1')
  await ask('/v2/deployment')
})

test('fails for another reason as well', async () => {
  await ask('/v2/provider')
  expect(1).toBe(2)
})

test('begins with what its file does, too', ({ simulator }) => {
  expect(simulator.db.deployments.count()).toBe(60)
})

test.concurrent('is innocent at the same time', async ({ expect }) => {
  expect((await ask('/v2/deployments'))?.status).toBe(200)
})

test.concurrent('is guilty at the same time', async () => {
  await ask('/v2/deploys')
})

describe('where the service answers itself', () => {
  test.override('simulatorOptions', { unhandledRequests: 'answer' })

  test('gets its 404', async () => {
    expect((await ask('/v2/deployment'))?.status).toBe(404)
  })
})

describe('with a wrong option', () => {
  test.override('simulatorOptions', { scenario: 'nowhere' })

  test('fails where the fixture is asked for', ({ simulator }) => {
    expect(simulator).toBeDefined()
  })

  test('fails where it is not', async () => {
    await ask('/v2/deployments')
  })

  test('does not matter where nothing is asked', () => {
    expect(1).toBe(1)
  })
})
