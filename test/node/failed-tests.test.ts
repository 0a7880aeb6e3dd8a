import { expect, test } from 'vitest'
import { extend } from '../../src/engine/input/options/extend.ts'
import { describeFailed, describeLastRequests } from '../../src/entries/run/hint.ts'
import { createSimulator, OptionError, type Simulator } from '../../src/index.ts'
import { describeRequests } from '../../src/server/playwright/request-report.ts'

const describe = (simulator: Simulator, errors: readonly unknown[] = []) =>
  describeFailed({ session: extend(simulator, { url: 'https://api.test' }), listOthers: () => [] }, errors)

function fail(): unknown {
  try {
    return createSimulator({ seed: 'x' as never })
  } catch (error) {
    return error
  }
}

test('a test that failed by an error of the simulator gets no advice about captured functions', () => {
  const simulator = createSimulator()
  const error = fail()
  expect(error).toBeInstanceOf(OptionError)
  // Vitest lists errors, and Jest lists pairs of them.
  for (const errors of [[error], [[error, undefined]]])
    expect(describe(simulator, errors)).toBe('The simulator received no request for an operation.')
  expect(describe(simulator, [new TypeError('fetch failed')])).toContain('captured before the test began')
})

test('a fault that a request waits for is not called unused', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ id: 'slow', operation: 'listDeployments', delay: '3s' })
  simulator.faults.add({ id: 'unused', operation: 'listOAuthProviders', status: 503 })
  const answer = simulator.fetch('/v2/deployments')
  for (const text of [describe(simulator), describeLastRequests(simulator), describeRequests(simulator)]) {
    expect(text).toContain('slow')
    expect(text.match(/.*applied to no request/g)).toEqual([
      'The fault "unused", which responds with 503, applied to no request',
    ])
  }
  simulator.clock.run()
  simulator.clock.advance('3s')
  await answer
})

test('the requests of a failed test have their queries, and one that repeats is counted', async () => {
  const simulator = createSimulator()
  await simulator.fetch('/v2/deployments?limit=2')
  for (let turn = 0; turn < 9; turn += 1) await simulator.fetch('/v2/deployments?limit=2&offset=2')
  const text = describe(simulator)
  expect(text).toMatch(/^All 10 requests that the simulator received:\n/)
  expect(text).toMatch(/#1 GET \/v2\/deployments\?limit=2 is listDeployments and got 200\. .*The "offset" in it is 2\./)
  expect(text).toMatch(
    /#10 GET \/v2\/deployments\?limit=2&offset=2 is listDeployments .* \(9 times in a row, since #2\)/,
  )
})

test('requests of a failed test that only differ in their query are shown one by one', async () => {
  const simulator = createSimulator()
  for (let offset = 0; offset < 8; offset += 1) await simulator.fetch(`/v2/deployments?offset=${offset}`)
  const lines = describe(simulator).split('\n')
  expect(lines[0]).toBe('The last 5 of 8 requests that the simulator received:')
  expect(lines.slice(1).map((line) => /\?offset=\d/.exec(line)?.[0])).toEqual(
    [3, 4, 5, 6, 7].map((at) => `?offset=${at}`),
  )
})
