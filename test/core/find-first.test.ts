import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFirst } from '../../src/engine/store/find-first.ts'

test('finds the first index for which the condition holds, among up to 2^53, in few steps', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (one, other) => {
      const [first, count] = [Math.min(one, other), Math.max(one, other)]
      let steps = 0
      const found = findFirst(count, (index) => {
        steps += 1
        // An endless search would not end the test either.
        if (steps > 60) throw new Error('too many steps')
        return index >= first
      })
      expect(found).toBe(first)
    }),
    {
      examples: [
        [2 ** 32, 2 ** 33],
        [2 ** 31, 2 ** 32],
        [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
        [0, 0],
      ],
    },
  )
})
