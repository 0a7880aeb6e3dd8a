import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

const { requests, faults } = createSimulator()

test.for<[string, (given: never) => unknown, unknown, RegExp]>([
  ['an unknown field', requests.list, { operaton: 'x' }, /"operaton" is not an option\. Did you mean "operation"\?/],
  ['an unknown field of counts', requests.counts, { operaton: 'x' }, /^Failed to count the requests: "operaton"/],
  ['an unknown operation', requests.list, { operation: 'listDeployment' }, /Did you mean "listDeployments"\?/],
  ['a status that is none', requests.list, { status: '5x' }, /"status" is "5x"\. Allowed: a status such as 404, /],
  ['a negative limit', requests.list, { limit: -1 }, /"limit" is -1\./],
  ['a delay with an unknown unit', faults.add, { delay: '3 fortnights' }, /"delay" is "3 fortnights"/],
])('%s is rejected', ([, act, given, message]) => {
  expect(() => act(given as never)).toThrow(message)
})

test('a number that is a text blames the option of the simulator', () => {
  expect(() => createSimulator({ deployments: '10' as never })).toThrow(
    'Failed to create the simulator: "deployments" is "10". It must be a whole number of at least 0.',
  )
})

test('a server without a simulator says what is missing', async () => {
  await expect(serve({ port: 0 } as never)).rejects.toThrow(/Pass a simulator, and then the options/)
})
