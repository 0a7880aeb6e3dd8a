// Which request tells two services apart.

import type { ReadRequest } from '../reader/messages.ts'
import { areDifferent } from './aspects.ts'
import type { Oracle } from './oracle.ts'
import type { Rival } from './rivals.ts'
import type { Values } from './values.ts'

/**
 * Finds a request that a service with the rival's values would answer differently.
 *
 * @param requests the requests to choose from, the best first
 */
export async function findSplit(
  requests: Iterable<ReadRequest>,
  { values, rival, oracle }: { readonly values: Values; readonly rival: Rival; readonly oracle: Oracle },
): Promise<ReadRequest | undefined> {
  for (const request of requests) {
    const usual = await oracle.predict(values, request)
    // A response that reads none of the changed values is the same.
    if (usual === undefined || !rival.changes.some(({ id }) => usual.reads.includes(id))) continue
    const other = await oracle.predict(rival.values, request)
    if (other !== undefined && areDifferent(usual.aspects, other.aspects)) return request
  }
  return undefined
}

/**
 * Sorts requests by how many questions decide their responses, the fewest first: what an unexpected response means is
 * clearest where few questions decide it.
 */
export async function sortRequests(
  requests: readonly ReadRequest[],
  { values, oracle }: { readonly values: Values; readonly oracle: Oracle },
): Promise<readonly ReadRequest[]> {
  const counts = new Map<ReadRequest, number>()
  for (const request of requests) {
    counts.set(request, (await oracle.predict(values, request))?.reads.length ?? Number.POSITIVE_INFINITY)
  }
  const countOf = (request: ReadRequest) => counts.get(request) ?? 0
  return requests.toSorted((one, other) => countOf(one) - countOf(other))
}
