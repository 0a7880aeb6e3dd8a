import { expect, test } from 'vitest'
import { toPast } from '../../src/console/store/actions/past.ts'

test.for<[string, string]>([
  ['Load busy', 'Loaded busy'],
  ['Delete night-shift', 'Deleted night-shift'],
  ['Send POST /v2/deployments', 'Sent POST /v2/deployments'],
  ['Take the snapshot default-0900', 'Took the snapshot default-0900'],
  ['Set the time to 09:00', 'Set the time to 09:00'],
])('what is done for "%s" is called "%s"', ([sentence, past]) => {
  expect(toPast(sentence)).toBe(past)
})
