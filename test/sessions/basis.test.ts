import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test.for([
  ['a documented result', '/v2/deployments?limit=1', 'documented: contract'],
  ['the same from the cache', '/v2/deployments?limit=1', 'documented: contract'],
  ['a documented refusal', `/v2/deployments/${UNKNOWN}`, 'documented: OpenAPI'],
  ['the same refusal of an operation that only a page has', `/v2/deployment-logs?deployment_id=${UNKNOWN}`, 'guessed'],
  ['a refusal that is a guess', '/v2/auth/providers/unknown', 'guessed'],
  ['a refusal that clients have seen', '/v2/deployments?agent_id=any', 'seen: client'],
  ['an invalid parameter, which is no refusal of the operation', '/v2/deployments?limit=0', null],
  ['a path that is not there', '/v3/deployments', null],
] as const)('an explanation says where %s is known from', async ([, path, basis]) => {
  const assumptions = { authentication: 'none', newerParameters: 'withoutAgents' } as const
  const simulator = createSimulator({ preset: 'langsmith', assumptions })
  await simulator.fetch(path)
  await simulator.fetch(path)
  expect(simulator.requests.get(2)?.explanation.basis).toBe(basis)
})

test('an explanation says in words that a response is a guess', async () => {
  const simulator = createSimulator({ preset: 'langsmith', assumptions: { authentication: 'none' } })
  await simulator.fetch('/v2/auth/providers/unknown')
  await simulator.fetch(`/v2/deployments/${UNKNOWN}`)
  const guess = 'It is a guess: nothing public says that this is the response.'
  const words = simulator.requests.get(1)?.explanation.words ?? []
  expect(words.slice(words.indexOf(guess) - 1)).toEqual(['It was refused: unknown provider.', guess, expect.anything()])
  expect(simulator.requests.get(2)?.explanation.words).not.toContain(guess)
})

test('nothing is said of the responses of faults and handlers', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
  await simulator.fetch('/v2/deployments')
  expect(simulator.requests.get(1)?.explanation.basis).toBeNull()
})
