import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const PATH = '/v2/auth/providers'

// Hexadecimal digits in either case, an encoded slash, and what is no percent-encoding.
const SPELLINGS = [
  PATH,
  '/v2/auth/pro%76iders',
  '/v2/auth/%70%72oviders',
  '/v2%2fauth%2Fproviders',
  '/%76%32/auth/providers',
]

test.for(SPELLINGS)('a fault for %s applies to every spelling of the path', async (path) => {
  for (const requested of SPELLINGS) {
    const simulator = createSimulator({ scenario: 'empty' })
    simulator.faults.add({ path, status: 503 })
    expect([requested, (await simulator.fetch(requested)).status]).toEqual([requested, 503])
  }
})

test.for([
  ['/v2/auth/providers/caf%C3%A9', '/v2/auth/providers/caf%c3%a9'],
  ['/v2/auth/providers/café', '/v2/auth/providers/caf%C3%A9'],
  ['/v2/auth/providers/a%zz', '/v2/auth/providers/a%zz'],
  ['/v2/auth/providers/100%25', '/v2/auth/providers/100%25'],
] as const)('a fault for %s applies to %s', async ([path, requested]) => {
  const simulator = createSimulator({ scenario: 'empty', preset: 'langsmith' })
  simulator.faults.add({ path, status: 503 })
  expect((await simulator.fetch(requested)).status).toBe(503)
})

test('a fault for another path does not apply', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  simulator.faults.add({ path: '/v2/%64eployments', status: 503 })
  expect((await simulator.fetch(PATH)).status).toBe(200)
})

test('a fault that another spelling covers says so', () => {
  const { faults } = createSimulator({ scenario: 'empty' })
  const cover = faults.add({ path: '/v2/%61uth', status: 503 })
  faults.add({ path: PATH, status: 500 })
  expect(faults.uses().map(({ coveredBy }) => coveredBy)).toEqual([null, cover.id])
})

test('a fault with an encoded path that no operation has is rejected', () => {
  const { faults } = createSimulator({ scenario: 'empty' })
  expect(() => faults.add({ path: '/v2/%61thu', status: 503 })).toThrow('no matching operation has a path')
})

test.for([PATH, 'auth/prov', 'pro%76', 'a=b c%zz'])('the request log finds %s in an encoded target', async (text) => {
  const simulator = createSimulator({ scenario: 'empty' })
  await simulator.fetch('/v2/auth/pro%76iders?a=b+c%zz')
  expect(simulator.requests.count({ text })).toBe(1)
})
