// Rejects requests that the contract does not have.

import { type Assumptions, listEntries, namedValues } from '../register/assumptions.ts'
import type { EntryValue } from '../register/exclusions.ts'
import type { AssumptionId } from '../register/register.ts'
import { trackAssumptions } from '../register/tracked-assumptions.ts'
import { type Failure, ServiceError } from './errors.ts'
import type { ServiceRequest } from './messages.ts'
import { createRouter, type RouteMatch } from './routing.ts'

type Asked = Pick<ServiceRequest, 'method' | 'path'>

/** Why a request is outside of the contract, and the assumptions that could change that. */
export interface Outside {
  readonly failure: Failure
  readonly dependsOn: readonly AssumptionId[]
}

/**
 * Finds out why a request is outside of the contract.
 *
 * @param isChosen whether somebody has chosen the value of an assumption, which then counts as promised
 * @returns undefined if the request is in the contract
 */
export function findOutside(
  request: Asked,
  assumptions: Assumptions,
  isChosen: (id: AssumptionId) => boolean,
): Outside | undefined {
  const tracked = trackAssumptions(assumptions)
  const { result: match, read } = tracked.track(() => attemptMatch(request, createRouter(tracked).match))
  if (match?.kind === 'redirect') return undefined
  const added = match === undefined ? undefined : findAdding(request, match)
  if (match !== undefined && (added === undefined || isChosen(added))) return undefined
  const allowing =
    added === undefined ? findAllowing(request, assumptions, read) : [{ id: added, value: assumptions[added] }]
  return buildOutside(request, allowing)
}

// No response to HEAD is in the contract.
function findAdding({ method }: Asked, match: RouteMatch): AssumptionId | undefined {
  if (method === 'HEAD') return 'headRequests'
  return match.kind === 'operation' ? match.operation.addedBy : undefined
}

// Only assumptions that the router reads can add an operation.
function findAllowing(request: Asked, assumptions: Assumptions, read: ReadonlySet<AssumptionId>): EntryValue[] {
  return listEntries()
    .filter(([id]) => read.has(id))
    .flatMap(([id, entry]) => {
      const others = namedValues(entry).filter((value) => value !== assumptions[id])
      return others
        .filter((value) => hasOperation(request, { ...assumptions, [id]: value }))
        .map((value) => ({ id, value }))
    })
}

function hasOperation(request: Asked, assumptions: Assumptions): boolean {
  const { match } = createRouter(trackAssumptions(assumptions))
  return attemptMatch(request, match)?.kind === 'operation'
}

function attemptMatch(
  { method, path }: Asked,
  match: (method: string, path: string) => RouteMatch,
): RouteMatch | undefined {
  try {
    return match(method, path)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

function buildOutside({ method, path }: Asked, allowing: readonly EntryValue[]): Outside {
  const named = allowing.map(({ id, value }) => `${id}=${value}`).join(' or ')
  const advice = named === '' ? 'No assumption adds it.' : `To allow it, assume ${named}.`
  return {
    failure: { status: 501, detail: `${method} ${path} is not in the contract. ${advice}` },
    dependsOn: allowing.map(({ id }) => id),
  }
}
