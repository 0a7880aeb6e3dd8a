// Rejects requests that the contract does not have.

import { type Assumptions, listEntries, namedValues } from '../define/assumptions/assumptions.ts'
import type { EntryValue } from '../define/assumptions/exclusions.ts'
import { type TrackedAssumptions, trackAssumptions } from '../define/assumptions/tracked-assumptions.ts'
import { parseQuery } from '../http/query.ts'
import { quote } from '../input/text/quote.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import type { Declarations } from './operation/declarations.ts'
import type { Failure } from './operation/failure.ts'
import type { ServiceRequest } from './operation/messages.ts'
import { isInQuery } from './operation/parameter.ts'
import { createRouter, type RouteMatch, type Router } from './routing.ts'
import { describePresets } from './unmatched.ts'

/** Why a request is outside of the contract, and the assumptions that could change that. */
export interface Outside {
  readonly failure: Failure & { readonly detail: string }
  readonly dependsOn: readonly string[]
}

/** Whether somebody has chosen the value of an assumption. */
export type IsChosen = (id: string) => boolean

/** What decides whether a request is outside. */
interface Borders {
  declared: Declarations
  router: Router
  tracked: TrackedAssumptions
  isChosen: IsChosen
}

/** Finds out why a request is outside of the contract; undefined if it is not. */
export function findOutside(request: ServiceRequest, borders: Borders): Outside | undefined {
  const { declared, router, tracked, isChosen } = borders
  const { assumptions } = tracked
  const { result: match, read } = tracked.track(() => router.attempt(request.method, request.path))
  if (match?.kind === 'redirect') return undefined
  const adding = match === undefined ? undefined : findAdding(request, match, borders)
  if (match !== undefined && (adding === undefined || adding.some(isChosen))) {
    return findUnknownParameter(request, match, borders)
  }
  const allowing =
    adding === undefined
      ? listAllowing(read, { declared, assumptions, isAllowed: (others) => hasOperation(request, declared, others) })
      : adding.map((id) => ({ id, value: String(assumptions[id]) }))
  const owners = match === undefined ? describePresets(request, declared) : ''
  return buildOutside(`${request.method} ${request.path} is not in the contract.`, allowing, assumptions, owners)
}

function findUnknownParameter(
  { method, path, query }: ServiceRequest,
  match: RouteMatch,
  { declared, tracked, isChosen }: Borders,
): Outside | undefined {
  const { assumptions, track } = tracked
  if (query === '' || match.kind !== 'operation') return undefined
  const { parameters } = match.operation
  const isUnknown = (each: string): boolean => !isInQuery(parameters[each], assumptions)
  const name = [...parseQuery(query).keys()].find(isUnknown)
  if (name === undefined) return undefined
  const { refusesUnknown } = declared.framework
  const { read } = track(() => refusesUnknown(assumptions))
  if ([...read].some(isChosen)) return undefined
  const allowing = listAllowing(read, { declared, assumptions, isAllowed: (others) => !refusesUnknown(others) })
  const known = Object.keys(parameters).filter((each) => !isUnknown(each))
  const start = `${method} ${path} has no parameter ${quote(name)} in the contract.${suggestWord(name, known)}`
  return buildOutside(start, allowing, assumptions)
}

// No response to HEAD is in the contract.
function findAdding(
  { method }: ServiceRequest,
  match: RouteMatch,
  { declared, tracked: { assumptions, track } }: Borders,
): readonly string[] | undefined {
  if (method === 'HEAD') return [...track(() => declared.framework.answersHead(assumptions)).read]
  const { addedBy } = match.kind === 'operation' ? match.operation : {}
  return addedBy === undefined ? undefined : Object.keys(addedBy)
}

type Allows = (assumptions: Assumptions) => boolean

/** Lists the values that allow what is asked for, of the assumptions that decide about it. */
function listAllowing(
  deciding: ReadonlySet<string>,
  { declared, assumptions, isAllowed }: { declared: Declarations; assumptions: Assumptions; isAllowed: Allows },
): EntryValue[] {
  return listEntries(declared.questions)
    .filter(([id]) => deciding.has(id))
    .flatMap(([id, entry]) =>
      namedValues(entry)
        .filter((value) => isAllowed({ ...assumptions, [id]: value }))
        .map((value) => ({ id, value })),
    )
}

function hasOperation({ method, path }: ServiceRequest, declared: Declarations, assumptions: Assumptions): boolean {
  return createRouter(declared, trackAssumptions(assumptions)).attempt(method, path)?.kind === 'operation'
}

// A value that allows it as soon as somebody chooses it is not what rejects it.
function buildOutside(reason: string, allowing: readonly EntryValue[], assumptions: Assumptions, owners = ''): Outside {
  const named = allowing.map(({ id, value }) => `${id}=${value}`).join(' or ')
  const advice = named === '' ? 'No assumption adds it.' : `To allow it, assume ${named}.`
  return {
    failure: { status: 501, detail: `${reason} ${advice}${owners}` },
    dependsOn: allowing.filter(({ id, value }) => assumptions[id] !== value).map(({ id }) => id),
  }
}
