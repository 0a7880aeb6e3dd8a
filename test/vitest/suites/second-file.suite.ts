import { expect } from 'vitest'
import { test as base } from '../../../src/vitest/index.ts'

const test = base.extend('simulatorOptions', { scenario: 'empty' })

test('is guilty in a file of the same process', async () => {
  await fetch('http://deploymock.test/v1/repos').catch(() => undefined)
})

test('begins with what its file does', async ({ simulator }) => {
  expect(simulator.db.deployments.count()).toBe(0)
})
