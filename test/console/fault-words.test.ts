import { expect, test } from 'vitest'
import type { FaultUse } from '../../src/entries/client/index.ts'
import { describeMatch } from '../../src/programs/console/views/faults/fault-actions.ts'

test.for<[FaultUse['match'], words: string]>([
  [{}, 'All requests'],
  [{ operation: 'listDeployments' }, 'Requests to listDeployments'],
  [{ method: 'GET', path: '/v2', query: { limit: '1' } }, 'All GET requests whose path starts with /v2 with limit=1'],
])('a fault that matches %j is described as "%s"', ([match, words]) => {
  expect(describeMatch({ match })).toBe(words)
})
