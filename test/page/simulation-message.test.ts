import { expect, test } from 'vitest'
import { describeSimulation } from '../../src/entries/browser/start-simulator.ts'
import { createSimulator } from '../../src/index.ts'

test.for([
  [undefined, 'the API'],
  ['https://api.test/platform/', 'the API at https://api.test/platform'],
  ['/api', 'the API at /api'],
] as const)('with the base URL %s, the message in the console names %s', ([baseUrl, api]) => {
  const message = describeSimulation(createSimulator({ scenario: 'empty', seed: 7, ...(baseUrl && { baseUrl }) }))
  expect(message).toContain(`deploymock simulates ${api} in this page. World "empty" with seed 7.`)
  expect(message).toContain('quiet: true')
})
