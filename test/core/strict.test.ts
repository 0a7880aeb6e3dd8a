import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const LABEL = 'x-simulator-assumptions'

test.for<[string, string, string]>([
  ['POST', '/v2/deployments', 'To allow it, assume creation=simulated.'],
  ['HEAD', '/v2/deployments', 'To allow it, assume headRequests=200.'],
  ['GET', '/v2/integrations/github/x/repos', 'To allow it, assume repositoryPaths=v2.'],
  [
    'DELETE',
    '/v2/deployments/x',
    'To allow it, assume operations=upstream. The presets langsmith and langsmith-next have it.',
  ],
  ['PUT', '/v2/deployments', 'No assumption adds it.'],
  ['GET', '/nowhere', 'No assumption adds it.'],
])('strict answers %s %s with 501 and the assumption that would allow it', async ([method, path, advice]) => {
  const response = await createSimulator({ strict: true }).fetch(path, { method })
  expect(response.status).toBe(501)
  if (method === 'HEAD') return
  expect(await response.json()).toEqual({ detail: `${method} ${path} is not in the contract. ${advice}` })
})

test.for([
  ['in code', { assumptions: { creation: 'simulated' } }],
  ['with a preset of the real service', { preset: 'langsmith' }],
] as const)('strict allows an operation whose assumption was chosen %s', async ([, options]) => {
  const simulator = createSimulator({ strict: true, ...options })
  const response = await simulator.fetch('/v2/deployments', { method: 'POST', body: '{}' })
  expect(response.status).not.toBe(501)
})

test.for<[string, string, object, number]>([
  ['a parameter that the contract does not have', 'statsu=READY', {}, 501],
  ['a parameter that only newer clients send', 'name=x', {}, 501],
  ['a parameter of the contract', 'status=READY', {}, 200],
  ['any parameter once unknownParameter is chosen', 'statsu=READY', { unknownParameter: 'ignored' }, 200],
])('strict answers %s as it should', async ([, query, assumptions, status]) => {
  const response = await createSimulator({ strict: true, assumptions }).fetch(`/v2/deployments?${query}`)
  expect(response.status).toBe(status)
})

test('strict names the parameter that was meant, and the assumption that would ignore it', async () => {
  const response = await createSimulator({ strict: true }).fetch('/v2/deployments?statsu=READY')
  const { detail } = (await response.json()) as { detail: string }
  expect(detail).toBe(
    'GET /v2/deployments has no parameter "statsu" in the contract. Did you mean "status"? To allow it, assume unknownParameter=ignored.',
  )
})

test('strict allows an operation as soon as its assumption is chosen', async () => {
  const simulator = createSimulator({ strict: true })
  simulator.assume({ headRequests: 200 })
  expect((await simulator.fetch('/v2/deployments', { method: 'HEAD' })).status).toBe(200)
})

test('strict labels every response with the assumptions that it depends on', async () => {
  const { fetch, requests } = createSimulator({ strict: true })
  for (const path of ['/v2/auth/providers', '/v2/deployments?limit=0', '/v2/deployments/', '/nowhere']) {
    const response = await fetch(path, { redirect: 'manual' })
    const entry = requests.get(requests.list().length)
    const named = Object.entries(entry?.explanation.assumptions ?? {}).map(([id, value]) => `${id}=${value}`)
    expect(named).not.toEqual([])
    expect(response.headers.get(LABEL)).toBe(named.join(', '))
    expect(entry?.assumptions).toEqual(Object.keys(entry?.explanation.assumptions ?? {}))
  }
})

test('strict labels a response that a fault replaced with none', async () => {
  const { fetch, faults } = createSimulator({ strict: true })
  faults.add({ status: 503, effect: undefined })
  expect((await fetch('/v2/deployments')).headers.get(LABEL)).toBe('none')
})

test('strict is off by default', async () => {
  const response = await createSimulator().fetch('/v2/deployments', { method: 'POST' })
  expect([response.status, response.headers.get(LABEL)]).toEqual([422, null])
})

test('strict writes 501 in the error format of the service', async () => {
  const { fetch } = createSimulator({ strict: true, assumptions: { errorBody: 'problem' } })
  expect(await (await fetch('/nowhere')).json()).toMatchObject({ status: 501, title: 'Not Implemented' })
})

test('strict rejects a value that is not a boolean', () => {
  expect(() => createSimulator({ strict: 'yes' as never })).toThrow(
    'Failed to create the simulator: "strict" is "yes". It must be true or false.',
  )
})
