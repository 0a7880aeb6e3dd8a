// Rejects requests that the contract does not have.

import { type Assumptions, listEntries, namedValues } from '../assumptions/assumptions.ts'
import type { EntryValue } from '../assumptions/exclusions.ts'
import { type TrackedAssumptions, trackAssumptions } from '../assumptions/tracked-assumptions.ts'
import type { Declarations } from '../define/declarations.ts'
import type { Failure } from '../define/failure.ts'
import type { ServiceRequest } from '../define/messages.ts'
import { isInQuery } from '../define/parameter.ts'
import type { AssumptionId } from '../define/service-types.ts'
import { parseQuery } from '../http/query.ts'
import { quote } from '../input/text/quote.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import { createRouter, type RouteMatch, type Router } from './routing.ts'

type Asked = Pick<ServiceRequest, 'method' | 'path' | 'query'>

/** Why a request is outside of the contract, and the assumptions that could change that. */
export interface Outside {
  readonly failure: Failure
  readonly dependsOn: readonly AssumptionId[]
}

/** Whether somebody has chosen the value of an assumption. */
export type IsChosen = (id: AssumptionId) => boolean

/** What decides whether a request is outside. */
interface Borders {
  declared: Declarations
  router: Router
  tracked: TrackedAssumptions
  isChosen: IsChosen
}

/** Finds out why a request is outside of the contract; undefined if it is not. */
export function findOutside(request: Asked, { declared, router, tracked, isChosen }: Borders): Outside | undefined {
  const { assumptions } = tracked
  const { result: match, read } = tracked.track(() => router.attempt(request.method, request.path))
  if (match?.kind === 'redirect') return undefined
  const added = match === undefined ? undefined : findAdding(request, match)
  if (match !== undefined && (added === undefined || isChosen(added))) {
    return isChosen('unknownParameter') ? undefined : findUnknownParameter(request, match, assumptions)
  }
  const allowing =
    added === undefined
      ? findAllowing(request, { declared, assumptions, read })
      : [{ id: added, value: assumptions[added] }]
  return buildOutside(request, allowing)
}

function findUnknownParameter(
  { method, path, query }: Asked,
  match: RouteMatch,
  assumptions: Assumptions,
): Outside | undefined {
  if (query === '' || match.kind !== 'operation') return undefined
  const { parameters } = match.operation
  const isUnknown = (each: string): boolean => !isInQuery(parameters[each], assumptions)
  const name = [...parseQuery(query).keys()].find(isUnknown)
  if (name === undefined) return undefined
  const known = Object.keys(parameters).filter((each) => !isUnknown(each))
  const start = `${method} ${path} has no parameter ${quote(name)} in the contract.${suggestWord(name, known)}`
  const detail = `${start} To allow it, assume unknownParameter=ignored.`
  return { failure: { status: 501, detail }, dependsOn: ['unknownParameter'] }
}

// No response to HEAD is in the contract.
function findAdding({ method }: Asked, match: RouteMatch): AssumptionId | undefined {
  if (method === 'HEAD') return 'headRequests'
  return match.kind === 'operation' ? match.operation.addedBy : undefined
}

// Only assumptions that the router reads can add an operation.
function findAllowing(
  request: Asked,
  {
    declared,
    assumptions,
    read,
  }: { declared: Declarations; assumptions: Assumptions; read: ReadonlySet<AssumptionId> },
): EntryValue[] {
  return listEntries(declared.questions)
    .filter(([id]) => read.has(id))
    .flatMap(([id, entry]) => {
      const others = namedValues(entry).filter((value) => value !== assumptions[id])
      return others
        .filter((value) => hasOperation(request, declared, { ...assumptions, [id]: value }))
        .map((value) => ({ id, value }))
    })
}

function hasOperation(
  { method, path }: Pick<Asked, 'method' | 'path'>,
  declared: Declarations,
  assumptions: Assumptions,
): boolean {
  return createRouter(declared, trackAssumptions(assumptions)).attempt(method, path)?.kind === 'operation'
}

function buildOutside({ method, path }: Asked, allowing: readonly EntryValue[]): Outside {
  const named = allowing.map(({ id, value }) => `${id}=${value}`).join(' or ')
  const advice = named === '' ? 'No assumption adds it.' : `To allow it, assume ${named}.`
  return {
    failure: { status: 501, detail: `${method} ${path} is not in the contract. ${advice}` },
    dependsOn: allowing.map(({ id }) => id),
  }
}
