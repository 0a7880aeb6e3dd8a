import type { Declarations } from '../../contract/operation/declarations.ts'
import { type Operation, templateOf } from '../../contract/operation/operation.ts'
import { listDeclared } from '../../contract/operation/parameter.ts'
import { createRouter } from '../../contract/routing.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import { trackAssumptions } from '../../define/assumptions/tracked-assumptions.ts'
import { parseQuery } from '../../http/query.ts'
import type { ExplainedEntry } from '../../journal/entry.ts'
import { type Case, NO_OPERATION, OVERRIDDEN, type Place, type SeenRequest } from './case.ts'
import { listErrorCases, listRoutingCases } from './error-cases.ts'
import { listPageCases } from './page-cases.ts'
import { findIssues, listParameterCases, type Rules } from './parameter-cases.ts'
import type { Tally } from './tally.ts'

/** The parts of the contract that requests have exercised. */
export type Coverage = ReturnType<typeof createCoverage>

/**
 * Creates the coverage of the contract under a set of assumptions. The cases are derived from the
 * declarations of the operations.
 *
 * @example
 * const coverage = createCoverage(service, simulator.assumptions)
 * coverage.add(simulator.requests.list().flatMap(({ id }) => simulator.requests.get(id) ?? []))
 * console.log(formatCoverage(buildReport(coverage.tally())))
 */
export function createCoverage(declared: Declarations, assumptions: Assumptions) {
  const counted = listCases(declared, assumptions).map(({ place, ...each }, order) => ({
    place,
    each,
    order,
    times: 0,
  }))
  const overridden = new Map<Place, number>()
  const see = createObserver(declared, assumptions)

  return {
    size: counted.length,
    /** Adds requests, in the form of explained journal entries. */
    add(entries: readonly ExplainedEntry[]) {
      for (const entry of entries) {
        const request = see(entry)
        // The journal has only names of operations.
        const place = (entry.operation ?? NO_OPERATION) as Place
        if (request.isOverridden) overridden.set(place, (overridden.get(place) ?? 0) + 1)
        for (const row of counted) if (row.place === place && row.each.happened(request)) row.times += 1
      }
    },
    /** How often each case happened, to store and merge. */
    tally: (): Tally => [
      ...counted.map(({ place, each: { subject, name }, order, times }) => ({ place, subject, name, order, times })),
      ...Array.from(overridden, ([place, times]) => {
        return { place, subject: OVERRIDDEN, name: OVERRIDDEN, order: counted.length, times }
      }),
    ],
  }
}

function listCases(declared: Declarations, assumptions: Assumptions): (Case & { place: Place })[] {
  const rules: Rules = { ...declared, assumptions }
  // A client has no use for the operations that describe the service.
  const offered = declared.operations.filter(
    (operation) => operation.isDocumentation !== true && templateOf(operation, assumptions) !== undefined,
  )
  return [
    ...offered.flatMap((operation) =>
      listOperationCases(operation, rules).map((each) => ({ place: operation.name, ...each })),
    ),
    ...listRoutingCases(rules).map((each) => ({ place: NO_OPERATION, ...each })),
  ]
}

function listOperationCases(operation: Operation, rules: Rules): Case[] {
  const { assumptions } = rules
  return [
    { subject: 'answers', name: 'success', happened: isSuccess },
    ...listDeclared(operation.parameters, assumptions).flatMap(([name, parameter]) =>
      listParameterCases(name, parameter, rules),
    ),
    ...listPageCases(operation, assumptions),
    ...listErrorCases(operation, rules),
  ]
}

function isSuccess({ entry: { status }, isUntouched }: SeenRequest): boolean {
  return isUntouched && status !== null && status >= 200 && status < 300
}

function createObserver(declared: Declarations, assumptions: Assumptions): (entry: ExplainedEntry) => SeenRequest {
  const rules = { ...declared, assumptions }
  const router = createRouter(declared, trackAssumptions(assumptions))
  const invalidStatus = declared.framework.errors.invalidStatus(assumptions)
  return (entry) => {
    const query = parseQuery(entry.query)
    const { faults, handler, hasNotRun } = entry.explanation
    // The journal lists the parameters of requests that something else answers, too.
    const isUnderstood = entry.parameters !== null && !hasNotRun
    const isUntouched = handler === null && faults.every(({ effect }) => effect === 'delay')
    const isOverridden = handler !== null || faults.some(({ effect }) => effect === 'respond')
    const isInvalid = isUntouched && !isUnderstood && entry.status === invalidStatus
    const route = isInvalid ? router.match(entry.method, entry.path) : undefined
    const issues =
      route?.kind === 'operation'
        ? findIssues(rules, route.operation.parameters, { path: route.pathValues, query })
        : []
    return { entry, query, isUnderstood, isUntouched, isOverridden, issues }
  }
}
