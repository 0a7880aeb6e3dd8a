// A request to try for each operation, and how to send it.

import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { Access } from '../../define/access.ts'
import type { Operation } from '../../define/operation.ts'
import { quoteForShell } from '../../input/text/shell.ts'
import type { Collections } from '../../world/collections.ts'
import { listCredentials } from '../credentials.ts'
import type { Route } from '../routing.ts'
import { type ExampleRequest, findExample } from './example.ts'

/** An operation, and a request to try or why there is none. */
export interface Trial {
  readonly operation: Operation
  /** The path of the operation, with placeholders. */
  readonly template: string
  readonly example: ExampleRequest | { readonly missing: string }
}

// If an assumption adds more operations than this, they are too many for a list.
const MOST_ADDED = 10

/**
 * Finds a request to try for each operation, in the order of the contract. Those that an assumption adds are left out
 * if there are too many of them for a list.
 */
export function findTrials({
  operations,
  routes,
  db,
  assumptions,
}: {
  operations: readonly Operation[]
  routes: readonly Route[]
  db: Collections
  assumptions: Assumptions
}): Trial[] {
  return routes.filter(isFirstOfItsOperation).flatMap(({ operation: name, template }) => {
    // A route is that of one of the operations.
    const operation = operations.find((each) => each.name === name) as Operation
    if (isOneOfMany(operation, operations)) return []
    return { operation, template, example: findExample(operation, { template, db, assumptions }) }
  })
}

/** Counts the operations that `findTrials` leaves out. */
export function countOthers(operations: readonly Operation[], routes: readonly Route[]): number {
  const many = new Set<string>(operations.filter((each) => isOneOfMany(each, operations)).map(({ name }) => name))
  return routes.filter(isFirstOfItsOperation).filter(({ operation }) => many.has(operation)).length
}

function isOneOfMany({ addedBy }: Operation, operations: readonly Operation[]): boolean {
  return addedBy !== undefined && operations.filter((each) => each.addedBy === addedBy).length > MOST_ADDED
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
