import { expect, test } from 'vitest'
import { findShortfall, isThreshold } from '../../src/engine/reports/coverage/report.ts'

test.for([
  [0, true],
  [100, true],
  [-0.1, false],
  [100.1, false],
  [Number.NaN, false],
  ['50', false],
] as const)('%j is a threshold: %j', ([value, isOne]) => {
  expect(isThreshold(value)).toBe(isOne)
})

test('a threshold is reached by exactly its share of the cases', () => {
  const half = { covered: 5, total: 10, percent: 50, operations: [] }
  expect(findShortfall(half, 50)).toBeUndefined()
  expect(findShortfall(half, 61)).toMatchObject({
    received: 'it is 50 %, but 61 % are required',
    advice: expect.stringMatching(/^Test 2 more of the cases/),
  })
})
