import { test as base } from 'deploymock/vitest'
import { expect } from 'vitest'

const test = base.extend('simulatorOptions', { scenario: 'empty' })

test.beforeEach(({ simulator }) => {
  simulator.db.deployments.create({ name: 'checkout' })
})

test('there is one deployment', async ({ simulator }) => {
  const response = await fetch(`${simulator.url}/v2/deployments`)
  expect(await response.json()).toMatchObject({ resources: [{ name: 'checkout' }] })
})
