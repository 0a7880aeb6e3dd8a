import { expect, test } from 'vitest'
import { createSimulator, type FaultInput } from '../../src/index.ts'

const list = { operation: 'listDeployments' } as const

/** Faults that no request can match, or that do nothing to one, and what is said about each. */
const wrong: readonly (readonly [string, unknown, RegExp])[] = [
  ['a misspelt parameter', { ...list, query: { statuz: 'READY' } }, /"query\.statuz" is .*Did you mean "status"\?/],
  ['a parameter in another case', { ...list, query: { Status: 'READY' } }, /Did you mean "status"\?/],
  ['a parameter inside match', { match: { query: { limt: '1' } } }, /"match\.query\.limt" is .*Did you mean "limit"\?/],
  [
    'a parameter without an operation',
    { query: { statuz: 'READY' } },
    /no matching operation .*Did you mean "status"\?/,
  ],
  ['a parameter below a path', { path: '/v2/auth', query: { limit: '1' } }, /"query\.limit" is /],
  ['a parameter of another operation', { operation: 'listOAuthProviders', query: { limit: '1' } }, /They have none/],
  [
    'a parameter of the path',
    { operation: 'listRepositories', query: { integration_id: 'a' } },
    /"query\.integration_id"/,
  ],
  [
    'a number that is none',
    { ...list, query: { limit: 'many' } },
    /"query\.limit" is "many", which no valid request has/,
  ],
  ['a number out of range', { ...list, query: { limit: '1000' } }, /"query\.limit" is "1000"/],
  ['a negative number', { query: { offset: '-1' } }, /"query\.offset" is "-1"/],
  ['a boolean that is none', { ...list, query: { remote_reconciled: 'ture' } }, /"query\.remote_reconciled" is "ture"/],
  [
    'a choice that is none',
    { ...list, query: { deployment_type: 'produ' } },
    /"produ".* Did you mean "prod"\? Allowed: /,
  ],
  ['the second of two parameters', { query: { limit: '1', ofset: '2' } }, /"query\.ofset" is /],
  ['a parameter that is a number', { query: { limit: 5 } }, /"query\.limit" is 5\. Expected: text/],
  ['the body of a request', { body: { name: 'x' } }, /"body" is unknown/],
  ['a misspelt field of a response', { respond: { boddy: {} }, status: undefined }, /"respond\.boddy" is unknown/],
  ['a status of success', { status: 200 }, /"status" is 200\. It must be from 400 to 599.*"respond"/],
  ['a status of success in an effect', { effect: { kind: 'status', status: 204 }, status: undefined }, /"respond"/],
  ['a redirect', { status: 302 }, /"status" is 302\. .*"respond"/],
  ['a status that is a text', { status: '503' }, /"status" is "503"\. Expected: a number\. It must be from 400 to 599/],
  ['a misspelt operation', { operation: 'listDeploymentz' }, /Did you mean "listDeployments"\? Allowed: /],
  ['a misspelt method', { method: 'PSOT' }, /"method" is "PSOT"\. Did you mean "POST"\?/],
  ['a method in lower case', { method: 'get' }, /"method" is "get"\. Did you mean "GET"\?/],
  ['no times', { times: 0 }, /"times" is 0/],
  ['times that are a text', { times: '2' }, /"times" is "2"/],
  ['a field for every second request', { every: 2 }, /"every" is unknown/],
  ['a probability of 0', { probability: 0 }, /"probability" is 0/],
  ['a probability of 50 %', { probability: 50 }, /"probability" is 50/],
]

test.for(wrong)('%s in a fault is refused', ([, fault, message]) => {
  const { faults } = createSimulator({ scenario: 'empty' })
  expect(() => faults.add({ status: 503, ...(fault as object) } as FaultInput)).toThrow(message)
  expect(faults.list()).toEqual([])
})

const DURATION = 'Expected: a number of milliseconds, or text such as 30s, 1.5s or 1h 30m.'

test.for<[string, unknown]>([
  ['a delay', { delay: '3 secs' }],
  ['a delay as digits', { delay: '3000' }],
  ['a delay in an effect', { effect: { kind: 'delay', milliseconds: '3 secs' } }],
  ['the limits of a delay', { delay: { min: 5, max: 'soon' } }],
  ['the median of a delay', { delay: { median: '-1s' } }],
  ['the window of a rate limit', { effect: { kind: 'rate-limit', window: '1 week' } }],
])('%s that is no duration is refused with the forms of one', ([, fault]) => {
  const { faults } = createSimulator({ scenario: 'empty' })
  expect(() => faults.add(fault as FaultInput)).toThrow(DURATION)
  expect(() => faults.add(fault as FaultInput)).not.toThrow(/fields/)
})

test('limits of a delay that are upside down are refused', () => {
  const { faults } = createSimulator({ scenario: 'empty' })
  expect(() => faults.add({ delay: { min: 5, max: 1 } })).toThrow('"delay.max" is 1. It must not be less than "min".')
})

test.for(['3 secs', { min: 'soon', max: 5 }])('a latency of %j is refused with the forms of one', (latency) => {
  const scenario = { name: 'slow', deployments: 1, latency } as never
  expect(() => createSimulator({ scenario })).toThrow(DURATION)
})

test('only operations of the present preset are offered for a misspelt one', () => {
  const refuse = (preset: 'spec' | 'langsmith') => () =>
    createSimulator({ scenario: 'empty', preset }).faults.add({ operation: 'listDeploymentz' as never, status: 503 })
  expect(refuse('langsmith')).toThrow(/patchDeployment/)
  expect(refuse('spec')).toThrow(
    /Did you mean "listDeployments"\? Allowed: listOAuthProviders, [^.]*createDeployment\.$/,
  )
  expect(refuse('spec')).not.toThrow(/patchDeployment/)
})

test('an operation of another preset is refused, and the message says so', () => {
  const { faults } = createSimulator({ scenario: 'empty', preset: 'spec' })
  expect(() => faults.add({ operation: 'patchDeployment', status: 503 })).toThrow(
    /"operation" is "patchDeployment", which the service has only under other assumptions\. The presets langsmith and langsmith-next have it\. Allowed: /,
  )
})

test('a status that the service refuses is refused in a fault, with the one that was meant', () => {
  const fault = { ...list, query: { status: 'REDY' }, status: 503 }
  const { faults } = createSimulator({ scenario: 'empty', assumptions: { unknownStatus: '422' } })
  expect(() => faults.add(fault)).toThrow(/"query\.status" is "REDY".* Did you mean "READY"\? Allowed: /)
  // A status of one's own is possible.
  expect(createSimulator({ scenario: 'empty', preset: 'spec' }).faults.add(fault)).toMatchObject({
    match: { query: {} },
  })
})

test.for<[string, FaultInput]>([
  ['of another preset', { ...list, query: { agent_id: '5f8f2d2e-8a35-4b53-9d1c-6f7a2f1f9b11' }, status: 503 }],
  ['that is empty', { ...list, query: { status: '' }, status: 503 }],
  ['with a text', { ...list, query: { name_contains: 'a b' }, status: 503 }],
  ['with several ids', { query: { deployment_ids: 'a,b' }, status: 503 }],
  ['of a later page', { query: { offset: '20' }, delay: 1 }],
])('a parameter %s can be matched', ([, fault]) => {
  const { faults } = createSimulator({ scenario: 'empty', preset: 'spec' })
  expect(faults.add(fault)).toMatchObject({ match: { query: expect.anything() } })
})

test('a fault of a scenario with a misspelt parameter is refused where the scenario is used', async () => {
  const faults = [{ status: 503 }, { ...list, query: { statuz: 'READY' }, status: 503 }]
  const scenario = { name: 'demo', deployments: 1, faults }
  const message = /fault 2: "query\.statuz" is .*Did you mean "status"\?/
  expect(() => createSimulator({ scenario })).toThrow(message)
  const simulator = createSimulator({ scenario: 'empty' })
  expect(() => simulator.load(scenario)).toThrow(message)
  const response = await simulator.fetch('/_simulator/scenario', { method: 'PUT', body: JSON.stringify(scenario) })
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('statuz')])
})

test('a fault with a misspelt parameter is refused over HTTP with the path of the parameter', async () => {
  const { fetch } = createSimulator({ scenario: 'empty' })
  const send = (path: string) =>
    fetch(path, { method: 'POST', body: JSON.stringify({ match: { query: { statuz: 'READY' } }, status: 503 }) })
  for (const path of ['/_simulator/faults', '/_simulator/fault-matches']) {
    const response = await send(path)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { issues: [{ path: 'match.query.statuz' }] } })
  }
})
