// A request to try for each operation, and how to send it.

import { type Assumptions, resolveAssumptions } from '../../define/assumptions/assumptions.ts'
import { quoteForShell } from '../../input/text/shell.ts'
import type { Collections } from '../../world/collections.ts'
import { listCredentials } from '../credentials.ts'
import type { Access } from '../operation/access.ts'
import type { Declarations } from '../operation/declarations.ts'
import { type Operation, templateOf } from '../operation/operation.ts'
import type { Route } from '../routing.ts'
import { type ExampleRequest, findExample } from './example.ts'

/** An operation, and a request to try or why there is none. */
export interface SampleRequest {
  readonly operation: Operation
  /** The path of the operation, with placeholders. */
  readonly template: string
  readonly example: ExampleRequest | { readonly missing: string }
}

/**
 * Finds a request to try for each operation, in the order of the contract. Those that the default preset does not
 * have are only counted, because there are too many of them for a list.
 */
export function findSampleRequests(
  { operations, questions }: Pick<Declarations, 'operations' | 'questions'>,
  { routes, db, assumptions }: { routes: readonly Route[]; db: Collections; assumptions: Assumptions },
): { readonly samples: readonly SampleRequest[]; readonly others: number } {
  const usual = resolveAssumptions(questions)
  const all = routes.filter(isFirstOfItsOperation)
  const samples = all.flatMap(({ operation: name, template }): SampleRequest[] => {
    // A route is that of one of the operations.
    const operation = operations.find((each) => each.name === name) as Operation
    if (operation.isDocumentation !== true && templateOf(operation, usual) === undefined) return []
    return [{ operation, template, example: findExample(operation, { template, db, assumptions }) }]
  })
  return { samples, others: all.length - samples.length }
}

/** Writes a request as a curl command. */
export function writeCurl(
  { method, path, body }: ExampleRequest,
  { url, access, assumptions }: { url: string; access: Access; assumptions: Assumptions },
): string {
  const credentials = listCredentials(access, assumptions).map(([name, value]) => ` -H '${name}: ${value}'`)
  const curl = `curl${credentials.join('')}${method === 'GET' ? '' : ` -X ${method}`} ${quoteForShell(url + path)}`
  return body === undefined ? curl : `${curl} -H 'Content-Type: application/json' -d ${quoteForShell(body)}`
}

// With several base paths, every operation has a route below each of them.
function isFirstOfItsOperation({ operation }: Route, place: number, routes: readonly Route[]): boolean {
  return routes.findIndex((route) => route.operation === operation) === place
}
