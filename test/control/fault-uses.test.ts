import { expect } from 'vitest'
import { effectsOf } from '../../src/engine/faults/effects/effects.ts'
import type { FaultInput } from '../../src/entries/client/index.ts'
import { service } from '../../src/service/service.ts'
import { test } from '../support/control-test.ts'

test('a listed fault tells how often it applied, and to which request last', async ({ start }) => {
  const { remote } = await start()
  await remote.faults.add({ operation: 'listDeployments', status: 503 })
  expect(await remote.faults.list()).toMatchObject([{ applied: 0, lastRequest: null }])
  for (const path of ['/v2/deployments', '/v2/deployments', '/nowhere']) {
    await (await fetch(remote.url + path)).arrayBuffer()
  }
  expect(await remote.faults.list()).toMatchObject([{ applied: 2, lastRequest: 2 }])
})

test('a fault that is removed and put back continues to count, and a changed one begins anew', async ({ start }) => {
  const { remote } = await start()
  const fault = { id: 'down', operation: 'listDeployments', status: 503, times: 5 } as const
  await remote.faults.add(fault)
  await (await fetch(`${remote.url}/v2/deployments`)).arrayBuffer()
  await remote.faults.remove('down')
  await remote.faults.add({ ...fault, times: 4 })
  expect(await remote.faults.list()).toMatchObject([{ applied: 1, lastRequest: 1, times: 4 }])
  await remote.faults.clear()
  await remote.faults.add({ ...fault, status: 500 })
  expect(await remote.faults.list()).toMatchObject([{ applied: 0, lastRequest: null }])
})

const DESCRIBED: readonly [fault: FaultInput, description: string][] = [
  [{ status: 503 }, 'responds with 503'],
  [{ effect: { kind: 'status', status: 418, detail: 'Tea only.' } }, 'responds with 418: "Tea only."'],
  [{ status: 429, retryAfter: 30 }, 'responds with 429 and Retry-After 30'],
  [
    { status: 503, retryAfter: '2026-03-02T09:00:30Z', detail: 'Maintenance' },
    'responds with 503 and Retry-After Mon, 02 Mar 2026 09:00:30 GMT: "Maintenance"',
  ],
  [{ respond: { status: 204 } }, 'responds with 204'],
  [{ respond: { body: { name: 'x' } } }, 'responds with 200 and a body of your own'],
  [{ delay: 400 }, 'waits 400 ms before the response'],
  [{ delay: { min: 200, max: 2000 } }, 'waits 200 ms to 2 s before the response'],
  [{ delay: { median: 120_000, sigma: 0.6 } }, 'waits about 2 min, sometimes much longer, before the response'],
  [{ effect: 'stall' }, 'never sends the response'],
  [{ effect: 'reset' }, 'cuts the connection before the response'],
  [{ effect: { kind: 'reset', when: 'during' } }, 'cuts the connection in the middle of the body'],
  [{ effect: { kind: 'truncate', share: 0.3 } }, 'sends only the first 30 % of the body'],
  [{ effect: { kind: 'truncate', share: 0 } }, 'sends no body'],
  [{ effect: 'malformed' }, 'sends a body that is not JSON'],
  [{ effect: { kind: 'wrong-length', by: 1 } }, 'announces 1 byte more than it sends'],
  [{ effect: { kind: 'wrong-length', by: -50 } }, 'announces 50 bytes less than it sends'],
  [{ effect: 'rate-limit' }, 'responds with 429 to all requests'],
  [
    { effect: { kind: 'rate-limit', limit: 5, window: 10_000 } },
    'answers 5 requests per 10 s, and responds with 429 to the others',
  ],
  [{ effect: 'stale' }, 'responds with the list from the start of the world'],
  [{ effect: 'empty' }, 'responds with an empty list'],
  [{ effect: 'duplicate-record' }, 'starts each later page with the last record of the page before'],
  [{ effect: 'missing-record' }, 'leaves out the first record of each later page'],
  [{ rollout: 'buildFails' }, 'lets the build fail'],
]

test('every effect has a description in the list below', async ({ start }) => {
  const { remote } = await start()
  for (const [fault] of DESCRIBED) await remote.faults.add(fault)
  const kinds = (await remote.faults.list()).map(({ effect }) => effect.kind)
  expect([...new Set(kinds)].sort(), 'Add a fault with the effect, and how it is described, to DESCRIBED.').toEqual(
    effectsOf(service)
      .map(({ kind }) => kind)
      .sort(),
  )
})

for (const [fault, description] of DESCRIBED) {
  test(`a listed fault ${JSON.stringify(fault)} says that it ${description}`, async ({ start }) => {
    const { remote } = await start()
    await remote.faults.add(fault)
    expect(await remote.faults.list()).toMatchObject([{ description }])
  })
}

const COVERED: readonly [earlier: FaultInput, later: FaultInput][] = [
  [{ status: 503 }, { operation: 'listDeployments', delay: 5 }],
  [
    { operation: 'listDeployments', status: 503 },
    { operation: 'listDeployments', effect: 'stale' },
  ],
  [
    { path: '/v2', status: 503 },
    { path: '/v2/deployments', method: 'GET', effect: 'reset' },
  ],
  [
    { query: { limit: '1' }, status: 503 },
    { query: { limit: '1', offset: '2' }, status: 500 },
  ],
  [{ effect: 'stale' }, { effect: 'empty' }],
  [{ effect: 'stale' }, { operation: 'listDeployments', status: 500 }],
  [{ effect: 'missing-record' }, { effect: 'duplicate-record' }],
]

const FREE: typeof COVERED = [
  [{ delay: 5 }, { status: 503 }],
  [{ effect: 'reset' }, { status: 503 }],
  [{ effect: { kind: 'rate-limit', limit: 0 } }, { status: 503 }],
  [{ status: 503, probability: 0.5 }, { status: 500 }],
  [{ status: 503, times: 1 }, { status: 500 }],
  [{ operation: 'listDeployments', status: 503 }, { status: 500 }],
  [
    { method: 'GET', status: 503 },
    { method: 'POST', status: 500 },
  ],
  [
    { path: '/v2/deployments', status: 503 },
    { path: '/v2', status: 500 },
  ],
  [
    { query: { limit: '1' }, status: 503 },
    { query: { limit: '2' }, status: 500 },
  ],
  [{ effect: 'stale' }, { status: 500 }],
  [{ effect: 'stale' }, { operation: 'createDeployment', status: 500 }],
  [{ effect: 'missing-record' }, { effect: 'empty' }],
]

for (const [earlier, later] of COVERED) {
  test(`${JSON.stringify(later)} is covered by ${JSON.stringify(earlier)} before it`, async ({ start }) => {
    const { remote } = await start()
    await remote.faults.add({ id: 'earlier', ...earlier })
    await remote.faults.add(later)
    expect(await remote.faults.list()).toMatchObject([{ coveredBy: null }, { coveredBy: 'earlier' }])
  })
}

for (const [earlier, later] of FREE) {
  test(`${JSON.stringify(later)} is not covered by ${JSON.stringify(earlier)} before it`, async ({ start }) => {
    const { remote } = await start()
    await remote.faults.add(earlier)
    await remote.faults.add(later)
    expect(await remote.faults.list()).toMatchObject([{ coveredBy: null }, { coveredBy: null }])
  })
}
