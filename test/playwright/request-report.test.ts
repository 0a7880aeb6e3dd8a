import { expect, test } from 'vitest'
import { extend } from '../../src/engine/input/options/extend.ts'
import { describeFailed, describeLastRequests } from '../../src/entries/run/hint.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { describeRequests } from '../../src/server/playwright/request-report.ts'

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

const unused: readonly (readonly [string, (simulator: Simulator) => string])[] = [
  ['Playwright', describeRequests],
  ['Vitest and Jest', (simulator) => describeFailed({ session: extend(simulator, { url: '' }), listOthers: () => [] })],
  ['the matchers', describeLastRequests],
]

for (const [reporter, describe] of unused) {
  test.for([0, 1])(`the report of %i requests for ${reporter} names a fault that never applied`, async (count) => {
    const simulator = createSimulator({ scenario: 'empty', preset: 'spec' })
    simulator.faults.add({ operation: 'listDeployments', query: { status: 'REDY' }, status: 503 })
    simulator.faults.add({ operation: 'listDeployments', status: 503, probability: 0.5 })
    simulator.faults.add({ path: '/v2/auth', delay: 0 })
    for (let index = 0; index < count; index += 1) await simulator.fetch('/v2/auth/providers')
    expect(describe(simulator).match(/The fault "\d", which .*/g)).toEqual([
      'The fault "1", which responds with 503, applied to no request.',
      ...(count === 0 ? ['The fault "3", which waits 0 ms before the response, applied to no request.'] : []),
    ])
  })
}
