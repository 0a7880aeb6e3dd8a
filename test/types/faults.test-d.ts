import { expectTypeOf, test } from 'vitest'
import { type ChaosInput, createSimulator, type Fault, type FaultInput } from '../../src/index.ts'

const accept = (...faults: FaultInput[]): readonly FaultInput[] => faults

test('a fault can be written in every documented form', () => {
  accept(
    { status: 503 },
    { operation: 'listDeployments', status: 503, times: 2 },
    { status: 429, retryAfter: 30, detail: 'Slow down.' },
    { status: 503, retryAfter: '2026-03-02T09:00:30Z' },
    { operation: 'getDeployment', respond: { status: 200, headers: { etag: '"1"' }, body: { name: 'checkout' } } },
    { effect: { kind: 'respond', body: 'text' } },
    { path: '/v2/auth', delay: 200 },
    { path: '/v2/auth', delay: { min: 200, max: 900 } },
    { delay: { median: 100, sigma: 0.5 } },
    { method: 'GET', query: { status: 'READY' }, effect: 'empty' },
    { id: 'mine', match: { operation: 'createDeployment' }, status: 500, probability: 0.5 },
    { match: { method: 'GET' }, effect: { kind: 'reset', when: 'during' }, probability: 0.1 },
    { effect: { kind: 'status', status: 503, detail: 'Try later.' } },
    { effect: { kind: 'delay', milliseconds: { min: 1, max: 2 } } },
    { effect: { kind: 'rate-limit', limit: 5, window: 1000 } },
    { effect: { kind: 'truncate', share: 0.3 } },
    { operation: 'patchDeployment', rollout: 'buildFails', times: 1 },
    { effect: { kind: 'rollout', outcome: 'deployHangs' } },
  )
})

test('an effect without required settings can be named', () => {
  accept(
    { effect: 'stall' },
    { effect: 'reset' },
    { effect: 'truncate' },
    { effect: 'malformed' },
    { effect: 'wrong-length' },
    { effect: 'rate-limit' },
    { effect: 'stale' },
    { effect: 'empty' },
    { effect: 'duplicate-record' },
    { effect: 'missing-record' },
  )
  // @ts-expect-error a status needs its number
  accept({ effect: 'status' })
  // @ts-expect-error a rollout needs its outcome
  accept({ effect: 'rollout' })
  // @ts-expect-error a delay needs its milliseconds
  accept({ effect: 'delay' })
})

test('a wrong fault is rejected', () => {
  // @ts-expect-error there is no such effect
  accept({ effect: 'emty' })
  // @ts-expect-error there is no such kind of effect
  accept({ effect: { kind: 'emty' } })
  // @ts-expect-error the effect does not have this setting
  accept({ effect: { kind: 'reset', when: 'after' } })
  // @ts-expect-error a fault needs an effect
  accept({ operation: 'listDeployments' })
  // @ts-expect-error there is no such operation
  accept({ operation: 'listDeploymets', status: 503 })
  // @ts-expect-error the values of headers are text
  accept({ respond: { headers: { age: 5 } } })
  // @ts-expect-error a status is a number
  accept({ status: '503' })
  // @ts-expect-error a rollout has no such outcome
  accept({ rollout: 'fails' })
  // @ts-expect-error there is no such field
  accept({ operaton: 'listDeployments', status: 503 })
})

test('an added fault is in the full form', () => {
  const { faults } = createSimulator()
  expectTypeOf(faults.add).parameters.toEqualTypeOf<[FaultInput]>()
  expectTypeOf(faults.add).returns.toEqualTypeOf<Fault>()
  expectTypeOf(faults.list()).toEqualTypeOf<readonly Fault[]>()
  expectTypeOf<Fault>().toExtend<FaultInput>()
  expectTypeOf<Fault['id']>().toEqualTypeOf<string>()
  expectTypeOf<Fault['probability']>().toEqualTypeOf<number>()
})

test('chaos is text, a level, or fields', () => {
  const take = (chaos: ChaosInput): ChaosInput => chaos
  take('low')
  take('0.3:4711')
  take(0.3)
  take({ level: 'high', seed: 4711 })
  // @ts-expect-error there is no such level
  take({ level: 'lots' })
  // @ts-expect-error a level is needed
  take({ seed: 4711 })
})
