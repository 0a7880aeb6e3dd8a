import { expect } from 'vitest'
import { test } from '../support/control-test.ts'

test('faults can be added in short or complete form, listed, removed and cleared', async ({ start }) => {
  const { remote } = await start()
  const first = await remote.faults.add({ operation: 'listDeployments', status: 503, times: 2 })
  const second = await remote.faults.add({
    id: 'slow',
    match: { path: '/v2' },
    effect: { kind: 'delay', milliseconds: 1 },
  })
  expect(first).toMatchObject({
    id: '1',
    match: { operation: 'listDeployments' },
    effect: { kind: 'status', status: 503 },
  })
  expect(await remote.faults.list()).toMatchObject([first, second])
  expect([await remote.faults.remove('slow'), await remote.faults.remove('slow')]).toEqual([true, false])
  await remote.faults.clear()
  expect(await remote.faults.list()).toEqual([])
})

test('faults apply to the service, and stop when they are used up', async ({ start }) => {
  const { remote } = await start()
  await remote.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
  const statuses = [await fetch(`${remote.url}/v2/deployments`), await fetch(`${remote.url}/v2/deployments`)]
  expect(statuses.map(({ status }) => status)).toEqual([503, 200])
})

test.for([
  ['no effect', {}, ['']],
  ['two effects', { status: 500, delay: 5 }, ['']],
  [
    'an invalid status, an unknown operation and invalid times',
    { status: 42, operation: 'x', times: 0 },
    ['operation', 'status', 'times'],
  ],
  ['an unknown effect', { effect: { kind: 'explode' } }, ['effect.kind']],
  [
    'an effect with an issue, besides another issue',
    { effect: { kind: 'status', status: 1 }, probability: 2 },
    ['effect.status', 'probability'],
  ],
  ['no object', [], ['']],
] as const)('faults are rejected with %s, and none is added', async ([, fault, paths], { start }) => {
  const { remote } = await start()
  const error = await remote.faults.add(fault as never).catch((each: unknown) => each)
  expect(error).toMatchObject({ status: 422, issues: paths.map((path) => ({ path })) })
  expect(await remote.faults.list()).toEqual([])
})

test('faults have unique ids', async ({ start }) => {
  const { remote } = await start()
  await remote.faults.add({ id: 'down', status: 503 })
  await expect(remote.faults.add({ id: 'down', status: 500 })).rejects.toMatchObject({ status: 409 })
  expect(await remote.faults.list()).toHaveLength(1)
})

test('requests can be listed, by operation and by status, and cleared', async ({ start }) => {
  const { remote } = await start()
  for (const target of ['/v2/deployments', '/v2/auth/providers', '/v2/deployments?limit=0', '/nowhere']) {
    await fetch(remote.url + target)
  }
  const listed = async (filter?: Parameters<typeof remote.requests.list>[0]) =>
    (await remote.requests.list(filter)).map(({ id, operation, status }) => [id, operation, status])
  expect(await listed()).toEqual([
    [1, 'listDeployments', 200],
    [2, 'listOAuthProviders', 200],
    [3, 'listDeployments', 422],
    [4, null, 404],
  ])
  expect(await listed({ operation: 'listDeployments' })).toEqual([
    [1, 'listDeployments', 200],
    [3, 'listDeployments', 422],
  ])
  expect(await listed({ operation: 'listDeployments', status: 422 })).toEqual([[3, 'listDeployments', 422]])
  await remote.requests.clear()
  expect(await listed()).toEqual([])
})

const targets = ['/v2/deployments?name_contains=night%20shift', '/v2/auth/providers', '/v2/deployments?limit=0', '/x']

test.for([
  ['the class of their status', { status: '4xx' }, [3, 4, 6]],
  ['a missing response', { status: 'none' }, [5]],
  ['a part of the path in any case', { text: '/V2/AUTH' }, [2]],
  ['the method and the path', { text: 'get /x' }, [4]],
  ['a part of the query as it was sent', { text: 'night%20shift' }, [1]],
  ['a part of the decoded query', { text: 'night shift' }, [1]],
  ['a part of the operation', { text: 'oauth' }, [2]],
  ['a part of the body', { text: 'CHECKOUT' }, [6]],
  ['an id before them', { after: 4 }, [5, 6]],
  ['an id behind them, newest first', { before: 5, limit: 2 }, [3, 4]],
  ['ids on both sides', { after: 1, before: 4 }, [2, 3]],
  ['their number, which counts from the newest', { limit: 2 }, [5, 6]],
  ['all of these together', { text: 'v2', status: '2xx', after: 1, limit: 1, operation: 'listOAuthProviders' }, [2]],
] as const)('requests can be found by %s', async ([, filter, ids], { start }) => {
  const { remote, simulator } = await start()
  for (const target of targets) await fetch(remote.url + target)
  simulator.faults.add({ effect: { kind: 'reset' }, times: 1 })
  await fetch(`${remote.url}/v2/deployments`).catch(() => undefined)
  await fetch(`${remote.url}/v2/deployments`, { method: 'POST', body: '{"name":"checkout"}' })
  const found = await remote.requests.list(filter)
  expect(found.map(({ id }) => id)).toEqual(ids)
  expect(simulator.requests.list(filter)).toEqual(found)
})

test.for([
  [
    'how many records the page has, how many matched, and how many there are',
    '/v2/deployments?limit=2&offset=1',
    { returned: 2, matching: 60, total: 60 },
  ],
  ['an empty page', '/v2/deployments?name_contains=zz', { returned: 0, matching: 0, total: 60 }],
  ['nothing about what is no page', '/v2/nowhere', null],
] as const)('a listed request tells %s', async ([, target, page], { start }) => {
  const { remote } = await start()
  await fetch(remote.url + target)
  expect(await remote.requests.list()).toMatchObject([{ page }])
})

test('a listed request tells how many bytes were sent', async ({ start }) => {
  const { remote } = await start()
  const { length } = await (await fetch(`${remote.url}/v2/auth/providers`)).text()
  expect(await remote.requests.list()).toMatchObject([{ bytes: length }])
})

test('a listed request does not tell how many of very many records matched', async ({ start }) => {
  const { remote } = await start({ simulator: { deployments: 2001 } })
  await fetch(`${remote.url}/v2/deployments?limit=2`)
  expect(await remote.requests.list()).toMatchObject([{ page: { returned: 2, matching: null } }])
})

test('requests can be counted by status, operation and assumption', async ({ start }) => {
  const { remote, simulator } = await start()
  for (const target of ['/v2/deployments', '/v2/deployments?limit=0', '/nowhere']) await fetch(remote.url + target)
  const counts = await remote.requests.counts()
  expect(counts).toMatchObject({
    total: 3,
    byStatus: { 200: 1, 422: 1, 404: 1 },
    byOperation: { listDeployments: 2, none: 1 },
    byAssumption: { lastPageOffset: 1, versionPrefix: 3 },
  })
  expect(simulator.requests.counts()).toEqual(counts)
  expect([await remote.requests.count(), await remote.requests.count({ status: '4xx' })]).toEqual([
    simulator.requests.count(),
    simulator.requests.count({ status: '4xx' }),
  ])
  expect(await remote.requests.counts({ status: '4xx', operation: 'listDeployments' })).toMatchObject({
    total: 1,
    byStatus: { 422: 1 },
  })
})

test('requests are explained in words', async ({ start }) => {
  const { remote, simulator } = await start()
  await fetch(`${remote.url}/v2/deployments?name_contains=zzz&status=READY`)
  const told = await remote.requests.get(1)
  expect(told).toEqual(simulator.requests.get(1))
  expect(told?.explanation.words).toContain('None matched, so the page is empty.')
  expect(await remote.requests.get(2)).toBeUndefined()
})

test('requests reject filters that no request can match', async ({ start }) => {
  const { remote } = await start()
  const filter = { operation: 'x' as never, status: 7, text: 'x'.repeat(201), after: -1, before: -1, limit: 1001 }
  await expect(remote.requests.list(filter)).rejects.toMatchObject({
    status: 422,
    issues: ['operation', 'status', 'text', 'after', 'before', 'limit'].map((path) => ({ path })),
  })
})

test('requests cannot be listed by an unknown field', async ({ start }) => {
  const { server } = await start()
  const response = await fetch(`${server.url}/_simulator/requests?opration=listDeployments`)
  expect(response.status).toBe(422)
  expect(await response.text()).toContain(
    String.raw`\"opration\" is unknown. Did you mean \"operation\"? Known: operation, state, status, text, after, before, limit.`,
  )
})

test('a client waits for a request that arrives later, and for one that is there', async ({ start }) => {
  const { remote } = await start()
  await remote.faults.add({ operation: 'listDeployments', delay: 3000 })
  const arrival = remote.requests.waitFor('listDeployments', { state: 'pending', timeout: 5000 })
  const answer = fetch(`${remote.url}/v2/deployments`)
  expect(await arrival).toMatchObject({ id: 1, state: 'pending', waitsFor: { what: 'clock' } })
  await remote.clock.advance(3000)
  await (await answer).text()
  expect(await remote.requests.waitFor('listDeployments', { state: 'finished' })).toMatchObject({ id: 1, status: 200 })
  await expect(remote.requests.waitFor('listOAuthProviders', { timeout: 1 })).rejects.toThrow(
    'Failed to wait for a request listOAuthProviders: there was none within 1 ms.',
  )
})

test('a response of your own is not explained as a rejection', async ({ start }) => {
  const { simulator } = await start()
  simulator.faults.add({ operation: 'listDeployments', respond: { status: 404 } })
  await simulator.fetch('/v2/deployments')
  const [first, second] = simulator.requests.get(1)?.explanation.words ?? []
  expect(first).toBe('GET /v2/deployments is listDeployments and got 404.')
  expect(second).toBe('The fault "1" applied: respond.')
})
