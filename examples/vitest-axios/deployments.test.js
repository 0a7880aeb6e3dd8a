import { test as base } from 'deploymock/vitest'
import { expect } from 'vitest'
import { showDeployments } from './deployments.js'

const test = base.extend({
  /** Shows the page and reads it. */
  show: async ({ simulator }, use) => {
    await use(async (options) => {
      const list = document.createElement('ul')
      await showDeployments(list, { baseURL: simulator.url, ...options })
      return [...list.children].map(({ textContent }) => textContent)
    })
  },
})

test('shows the deployments', async ({ simulator, show }) => {
  simulator.load('empty')
  simulator.db.deployments.create({ name: 'checkout' })
  expect(await show()).toEqual(['checkout'])
  expect(simulator).toHaveReceivedTimes('listDeployments', 1)
})

test.for([
  ['a refusal', { status: 403 }, 'The service answered 403.'],
  ['a connection that is cut', { effect: 'reset' }, 'The connection broke.'],
  ['a connection that breaks during the body', { effect: { kind: 'reset', when: 'during' } }, 'The connection broke.'],
  ['a body that is shorter than announced', { effect: 'wrong-length' }, 'The connection broke.'],
])('shows what happened after %s', async ([, fault, text], { simulator, show }) => {
  simulator.faults.add({ operation: 'listDeployments', ...fault })
  expect(await show()).toEqual([text])
})

test('does not wait forever', async ({ simulator, show }) => {
  simulator.faults.add({ operation: 'listDeployments', effect: 'stall' })
  expect(await show({ timeout: 50 })).toEqual(['The service takes too long.'])
})
