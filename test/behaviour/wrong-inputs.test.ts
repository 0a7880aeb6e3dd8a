import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

const simulator = createSimulator()
const { requests, faults, clock, sessions, db } = simulator
const LINE = 'GET /v2/deployments'
const NO_OBJECT = /Expected: an object with fields\. Known: /

test.for<[string, (given: never) => unknown, unknown, RegExp]>([
  ['an unknown field', requests.list, { operaton: 'x' }, /"operaton" is not an option\. Did you mean "operation"\?/],
  ['an unknown field of counts', requests.counts, { operaton: 'x' }, /^Failed to count the requests: "operaton"/],
  ['an unknown operation', requests.list, { operation: 'listDeployment' }, /Did you mean "listDeployments"\?/],
  ['a status that is none', requests.list, { status: '5x' }, /"status" is "5x"\. Allowed: a status such as 404, /],
  ['a negative limit', requests.list, { limit: -1 }, /"limit" is -1\./],
  ['a list instead of a fault', faults.add, [{ status: 503 }], NO_OBJECT],
  ['a text instead of a fault', faults.add, '503', NO_OBJECT],
  ['a text instead of what a fault matches', faults.add, { match: LINE, status: 503 }, NO_OBJECT],
  ['a list instead of a scenario', simulator.define, [], NO_OBJECT],
  [
    'an effect as a field',
    faults.add,
    { rateLimit: 5 },
    /"rateLimit" is unknown\. Did you mean "effect": "rate-limit"\?/,
  ],
  [
    'a request line in a fault',
    faults.add,
    { operation: LINE, status: 503 },
    /The name of this operation is "listDeployments"/,
  ],
  [
    'a URL in a fault',
    faults.add,
    { operation: 'https://a.test/v2/deployments/?limit=1', status: 503 },
    /is "listDeployments"\.$/,
  ],
  [
    'a request line in a filter',
    requests.list,
    { operation: LINE },
    /The name of this operation is "listDeployments"\.$/,
  ],
  ['a request line in a count', requests.count, { operation: 'post /v2/deployments' }, /is "createDeployment"\.$/],
  [
    'a request line of another preset',
    requests.counts,
    { operation: 'GET /v2/deployments/{id}' },
    /is "getDeployment"\.$/,
  ],
  ['a path that no operation has', requests.list, { operation: '/v3' }, /"operation" is "\/v3"\. Allowed: /],
  ['a delay with an unknown unit', faults.add, { delay: '3 fortnights' }, /"delay" is "3 fortnights"/],
])('%s is rejected', ([, act, given, message]) => {
  expect(() => act(given as never)).toThrow(message)
})

test.for<[string, (...given: never[]) => unknown, unknown[]]>([
  ['requests.get', requests.get, [1, { decided: true }]],
  ['requests.clear', requests.clear, [{ operation: 'listDeployments' }]],
  ['faults.clear', faults.clear, [{ operation: 'listDeployments' }]],
  ['faults.add', faults.add, [{ status: 503 }, { times: 1 }]],
  ['clock.freeze', clock.freeze, ['2026-03-02T09:00:00Z']],
  ['clock.run', clock.run, [{ speed: '60x' }]],
  ['sessions.list', sessions.list, [{ limit: 1 }]],
  ['db.deployments.create', db.deployments.create, [{}, { status: 'READY' }]],
  ['assume', simulator.assume, [{}, { keepRequests: true }]],
])('%s rejects what it has no parameter for', ([name, method, given]) => {
  expect(() => Reflect.apply(method, undefined, given)).toThrow(
    new RegExp(`^Failed to call ${name}: it also got (an object|"2026.*")\\. It has no such parameter\\.$`),
  )
})

test('methods can be hooks and callbacks, which get more than they take', () => {
  const clear = faults.clear as (...given: unknown[]) => void
  expect(clear).toHaveLength(0)
  expect(() => clear(() => undefined, 0, [])).not.toThrow()
  expect(['x', 'y'].map(faults.remove)).toEqual([false, false])
})

test.for(['deployment', 'Deployments', 'tokenEvents'])('the collection %s is refused with what was meant', (name) => {
  expect(() => Reflect.get(db, name)).toThrow(/Failed to find the collection: .* is unknown\. Did you mean "/)
})

test('a collection that is like none is undefined, as in any object', () => {
  expect(Reflect.get(db, 'widgets')).toBeUndefined()
  expect(String(db)).toBe('[object Object]')
})

test('a number that is a text blames the option of the simulator', () => {
  expect(() => createSimulator({ deployments: '10' as never })).toThrow(
    'Failed to create the simulator: "deployments" is "10". It must be a whole number of at least 0.',
  )
})

test('a server without a simulator says what is missing', async () => {
  await expect(serve({ port: 0 } as never)).rejects.toThrow(/Pass a simulator, and then the options/)
})
