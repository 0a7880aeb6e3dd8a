// What was learned, as the content of a file.

import type { AssumptionsFileContent } from '../../files/assumptions-file.ts'
import { describeDifference, describeRequest } from './describe.ts'
import { nameDifferences } from './differences.ts'
import type { Learned } from './learn.ts'

/** Returns the content of the file that says what was learned. It contains no data of the service. */
export function toFileContent({
  preset,
  assumptions,
  undecided,
  unexplained,
  evidence,
}: Learned): AssumptionsFileContent {
  const accepted = new Set(unexplained.flatMap(({ expected, received }) => nameDifferences(expected, received)))
  return {
    preset,
    assumptions,
    undecided: Object.fromEntries(
      Object.entries(undecided).map(([id, { possible, because }]) => [id, { possible: [...possible], because }]),
    ),
    unexplained: unexplained.map(({ request, expected, received }) => {
      const [seen, predicted] = describeDifference(received, expected)
      return { request: describeRequest(request), expected: predicted, received: seen }
    }),
    evidence: Object.fromEntries(
      Object.entries(evidence).map(([id, { request, received, other }]) => {
        const [seen] = describeDifference(received, other)
        return [id, { request: describeRequest(request), received: seen }]
      }),
    ),
    ...(accepted.size === 0 ? {} : { accepted: [...accepted] }),
  }
}
