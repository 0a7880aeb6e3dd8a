// Rejects requests that the contract does not have.

import {
  type Assumptions,
  listEntries,
  namedValues,
  type TrackedAssumptions,
  trackAssumptions,
} from '../define/assumptions/assumptions.ts'
import type { EntryValue } from '../define/assumptions/exclusions.ts'
import { parseQuery } from '../http/route-table.ts'
import { quote } from '../input/text/quote.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import type { Declarations } from './operation/declarations.ts'
import type { Failure } from './operation/failure.ts'
import type { ReadOptions } from './operation/framework.ts'
import type { ServiceRequest } from './operation/messages.ts'
import { allowsText, isInQuery } from './operation/value.ts'
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

type OperationMatch = Extract<RouteMatch, { kind: 'operation' }>

/** Finds out why a request is outside of the contract; undefined if it is not. */
export function findOutside(request: ServiceRequest, borders: Borders): Outside | undefined {
  const { declared, router, tracked, isChosen } = borders
  const { assumptions } = tracked
  const { result: match, read } = tracked.track(() => router.attempt(request.method, request.path))
  if (match?.kind === 'redirect') return undefined
  const adding = match === undefined ? undefined : findAdding(request, match, borders)
  if (match !== undefined && (adding === undefined || adding.some(isChosen))) {
    return findUnknownParameter(request, match, borders) ?? findAddedValue(request, match, borders)
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
  { operation: { parameters } }: OperationMatch,
  borders: Borders,
): Outside | undefined {
  if (query === '') return undefined
  const { declared, isChosen } = borders
  const { assumptions, track } = borders.tracked
  const isUnknown = (each: string): boolean => !isInQuery(parameters[each], assumptions)
  const name = [...parseQuery(query).keys()].find(isUnknown)
  if (name === undefined) return undefined
  const { refusesUnknown } = declared.framework
  const { read } = track(() => refusesUnknown(assumptions))
  if ([...read].some(isChosen)) return undefined
  const adds = listUnchosen((others) => isInQuery(parameters[name], others), borders)
  const ignores = listAllowing(read, { declared, assumptions, isAllowed: (others) => !refusesUnknown(others) })
  const known = Object.keys(parameters).filter((each) => !isUnknown(each))
  const start = `${method} ${path} has no parameter ${quote(name)} in the contract.${suggestWord(name, known)}`
  return buildOutside(start, [...adds, ...ignores], assumptions)
}

// A value that no answer allows is invalid in the contract, too, which says how.
function findAddedValue(request: ServiceRequest, match: OperationMatch, borders: Borders): Outside | undefined {
  for (const { name, text, isAllowed } of listSent(request, match, borders)) {
    const allowing = listUnchosen(isAllowed, borders)
    const reason = `${request.method} ${request.path} has no value ${quote(text)} of ${quote(name)} in the contract.`
    if (allowing.length > 0) return buildOutside(reason, allowing, borders.tracked.assumptions)
  }
  return undefined
}

/** Lists the texts of a request, each with whether its parameter or its field may have it. */
function listSent(request: ServiceRequest, match: OperationMatch, { declared, tracked: { assumptions } }: Borders) {
  const query = parseQuery(request.query)
  const sent = Object.entries(match.operation.parameters).flatMap(([name, parameter]) => {
    const texts = parameter.in === 'path' ? [match.pathValues[name] ?? ''] : (query.get(name) ?? [])
    const allows = (text: string) => (others: Assumptions) =>
      parameter.kind !== 'choice' || allowsText(parameter, text, others)
    return texts.map((text) => ({ name, text, isAllowed: allows(text) }))
  })
  const onChoice: ReadOptions['onChoice'] = (name, text, rule) => {
    sent.push({ name, text, isAllowed: (others) => allowsText(rule, text, others) })
  }
  try {
    declared.framework.readRequest(request, match, { assumptions, access: declared.access, onChoice })
  } catch {
    // The service refuses it itself.
  }
  return sent
}

// No response to HEAD is in the contract.
function findAdding(
  { method }: ServiceRequest,
  { operation: { addedBy } }: OperationMatch,
  { declared, tracked: { assumptions, track } }: Borders,
): readonly string[] | undefined {
  if (method === 'HEAD') return [...track(() => declared.framework.answersHead(assumptions)).read]
  return addedBy === undefined ? undefined : Object.keys(addedBy)
}

/** Lists the answers that nobody has chosen and that allow what the contract does not. */
function listUnchosen(isAllowed: Allows, { declared, isChosen, tracked }: Borders): EntryValue[] {
  const { assumptions, track } = tracked
  const { result, read } = track(() => isAllowed(assumptions))
  const deciding = new Set([...read].filter((id) => !result && !isChosen(id)))
  return listAllowing(deciding, { declared, assumptions, isAllowed })
}

type Allows = (assumptions: Assumptions) => boolean

interface AllowingParts {
  readonly declared: Declarations
  readonly assumptions: Assumptions
  readonly isAllowed: Allows
}

/** Lists the values that allow what is asked for, of the assumptions that decide about it. */
function listAllowing(
  deciding: ReadonlySet<string>,
  { declared, assumptions, isAllowed }: AllowingParts,
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
