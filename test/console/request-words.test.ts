import { expect, test } from 'vitest'
import { formatMilliseconds } from '../../src/programs/console/format/request-words.ts'

test.each([
  [0, '< 0.1 ms'],
  [0.04, '< 0.1 ms'],
  [0.1, '0.1 ms'],
  [9.96, '10.0 ms'],
  [12.4, '12 ms'],
  [1234, '1.2 s'],
])('%s milliseconds are written as %j', (milliseconds, text) => {
  expect(formatMilliseconds(milliseconds)).toBe(text)
})
