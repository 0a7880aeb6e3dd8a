import { expect, test } from 'vitest'
import type { FaultUse } from '../../src/client/index.ts'
import { describeEffect } from '../../src/console/views/faults/fault-words.ts'

test.for<[FaultUse['effect'], words: string]>([
  [{ kind: 'status', status: 503 }, 'status: 503'],
  [{ kind: 'delay', milliseconds: 400 }, 'delay: 400 ms'],
  [{ kind: 'delay', milliseconds: { min: 100, max: 500 } }, 'delay: 100 to 500 ms'],
  [{ kind: 'delay', milliseconds: { median: 1500, sigma: 0.6 } }, 'delay: about 1500 ms'],
  [{ kind: 'truncate', share: 0.3 }, 'truncate: share 0.3'],
  [{ kind: 'stale' }, 'stale'],
])('an effect %j is described as "%s"', ([effect, words]) => {
  expect(describeEffect({ effect }, undefined)).toBe(words)
})
