// Finds a request to try for an operation.

import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import { fillPathTemplate } from '../../http/path-template.ts'
import { type Collections, collectionOf } from '../../world/collections.ts'
import type { Example, Operation } from '../operation/operation.ts'

/** A request to try. */
export interface ExampleRequest {
  readonly method: string
  /** The path and the query, percent-encoded. */
  readonly path: string
  /** The JSON of the body, if there is one. */
  readonly body?: string
}

/** What the example of an operation is found with. */
export interface ExampleOptions {
  /** The path of the operation, with placeholders. */
  readonly template: string
  readonly db: Collections
  readonly assumptions: Assumptions
}

/** Finds a request to try in a world, or says why there is none. */
export function findExample(
  operation: Operation,
  { template, db, assumptions }: ExampleOptions,
): ExampleRequest | { readonly missing: string } {
  const example = chooseExample(operation, { db, assumptions })
  if ('missing' in example) return example
  const { path = {}, query = {}, body } = example
  const search = new URLSearchParams(query).toString()
  return {
    method: operation.method,
    path: `${fillPathTemplate(template, path)}${search === '' ? '' : `?${search}`}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** Chooses the values of a request to try, or says why there is none. Ids that it does not set are those of the first records. */
export function chooseExample(
  { name, parameters, example }: Operation,
  { db, assumptions }: Pick<ExampleOptions, 'db' | 'assumptions'>,
): Example {
  const own = example?.(db, assumptions) ?? {}
  if ('missing' in own) return own
  const ids = { path: { ...own.path }, query: { ...own.query } }
  for (const [parameter, { in: place, of: resource }] of Object.entries(parameters)) {
    if (resource === undefined || parameter in ids[place]) continue
    const [first] = collectionOf(db, resource).list({ offset: 0, limit: 1 })
    if (first === undefined) return { missing: `No request for ${name}: this world has no ${resource.singular}.` }
    ids[place][parameter] = String(first.id)
  }
  return { ...own, ...ids }
}
