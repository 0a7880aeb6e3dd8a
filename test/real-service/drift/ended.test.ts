// What was odd when a service was learned, and is not any more.

import { expect, test } from 'vitest'
import { listEnded } from '../../../src/programs/real-service/drift/ended.ts'

const RANDOM = { operation: 'GET /v2/auth/providers', aspect: 'order', value: 'another one each time' }

test.for([
  ['two lists in the same order show', 2, 'by name', 1],
  ['a list alone does not show', 1, 'by name', 0],
  ['lists without an order do not show', 2, undefined, 0],
] as const)('%s that the order is not another one each time any more', ([, count, order, expected]) => {
  const list = { status: '200', body: 'list', ...(order && { order }) }
  const response = { request: { method: 'GET', path: '/v2/auth/providers' }, expected: list, received: list } as const
  const answered = Array.from({ length: count }, () => response)
  expect(listEnded([RANDOM], [], { answered, forms: new Map() })).toHaveLength(expected)
})
