import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { describeRequests } from '../../src/playwright/request-report.ts'

test.for([
  [0, 'The simulator received no request.'],
  [1, 'The simulator received 1 request:'],
  [2, 'The simulator received 2 requests, oldest first:'],
  [51, 'The last 50 of the 51 requests that the simulator received, oldest first:'],
] as const)('the report of %i requests counts them in plain words', async ([count, line]) => {
  const simulator = createSimulator({ scenario: 'empty' })
  for (let index = 0; index < count; index += 1) await simulator.fetch('/v2/auth/providers')
  expect(describeRequests(simulator).split('\n')[0]).toBe(line)
})
