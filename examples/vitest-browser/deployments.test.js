import { startSimulator } from 'deploymock/browser'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showDeployments } from './deployments.js'

const simulator = await startSimulator({ baseUrl: 'https://api.example.com', scenario: 'empty', quiet: true })

beforeEach(() => {
  simulator.reset()
  document.body.innerHTML = '<ul></ul>'
})

test('shows a deployment', async () => {
  simulator.db.deployments.create({ name: 'checkout' })
  await showDeployments(document.querySelector('ul'))
  await expect.element(page.getByRole('listitem')).toHaveTextContent('checkout')
})

test('says what went wrong', async () => {
  simulator.faults.add({ operation: 'listDeployments', status: 503 })
  await showDeployments(document.querySelector('ul'))
  await expect.element(page.getByRole('listitem')).toHaveTextContent('The service answered 503.')
})
