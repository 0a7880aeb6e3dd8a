import { test as base } from 'deploymock/vitest'
import { expect } from 'vitest'

const test = base.extend('simulatorOptions', { scenario: 'empty' })

test('makes an unhandled request in another file of the same process', async () => {
  await fetch('http://deploymock.test/v1/repos').catch(() => undefined)
})

test('has the options of its file', async ({ simulator }) => {
  expect(simulator.db.deployments.count()).toBe(0)
})
