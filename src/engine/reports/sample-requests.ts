// Requests to try, and how clients send them: with JSON, or a form whose names may nest.

import { type Access, listCredentials } from '../contract/operation/access.ts'
import type { Declarations } from '../contract/operation/declarations.ts'
import { bodyTypeOf, type Example, type Operation, templateOf } from '../contract/operation/operation.ts'
import type { Route } from '../contract/routing.ts'
import { type Assumptions, resolveAssumptions } from '../define/assumptions/assumptions.ts'
import { fillPathTemplate } from '../http/route-table.ts'
import { quoteForShell } from '../input/text/shell.ts'
import { type Collections, collectionOf } from '../world/collections.ts'

/** An operation, and a request to try or why there is none. */
export interface SampleRequest {
  readonly operation: Operation
  /** The path of the operation, with placeholders. */
  readonly template: string
  readonly example: ExampleRequest | { readonly missing: string }
}

interface SampledWorld {
  readonly routes: readonly Route[]
  readonly db: Collections
  readonly assumptions: Assumptions
}

/**
 * Finds a request to try for each operation, in the order of the contract. Those that the default preset does not
 * have are only counted, because there are too many of them for a list.
 */
export function findSampleRequests(
  { operations, questions }: Declarations,
  { routes, db, assumptions }: SampledWorld,
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

interface CurlTarget {
  readonly url: string
  readonly access: Access
  readonly assumptions: Assumptions
}

export function writeCurl(
  { method, path, body, type }: ExampleRequest,
  { url, access, assumptions }: CurlTarget,
): string {
  const credentials = listCredentials(access, assumptions).map(([name, value]) => ` -H '${name}: ${value}'`)
  const curl = `curl${credentials.join('')}${method === 'GET' ? '' : ` -X ${method}`} ${quoteForShell(url + path)}`
  if (body === undefined) return curl
  // It is what curl sends by itself.
  const contentType = type === FORM_TYPE ? '' : ` -H 'Content-Type: ${type}'`
  return `${curl}${contentType} -d ${quoteForShell(body)}`
}

// With several base paths, every operation has a route below each of them.
function isFirstOfItsOperation({ operation }: Route, place: number, routes: readonly Route[]): boolean {
  return routes.findIndex((route) => route.operation === operation) === place
}

export interface ExampleRequest {
  readonly method: string
  /** The path and the query, percent-encoded. */
  readonly path: string
  readonly body?: string
  /** The media type of its body, if it has one. */
  readonly type?: string
}

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
  const example = chooseExample(operation, db, assumptions)
  if ('missing' in example) return example
  const { path = {}, query = {}, body } = example
  const search = new URLSearchParams(query).toString()
  return {
    method: operation.method,
    path: `${fillPathTemplate(template, path)}${search === '' ? '' : `?${search}`}`,
    ...(body !== undefined && writeSampleBody(operation, body)),
  }
}

/** Writes a body as an operation takes it. */
export function writeSampleBody(operation: Operation, body: unknown): { readonly body: string; readonly type: string } {
  const type = bodyTypeOf(operation)
  return { body: writeSentBody(body, type), type }
}

/** Chooses the values of a request to try, or says why there is none. Ids that are not set are those of first records. */
export function chooseExample(operation: Operation, db: Collections, assumptions: Assumptions): Example {
  const { name, parameters, example } = operation
  const own = example?.(db, assumptions) ?? {}
  if ('missing' in own) return own
  const ids = { path: { ...own.path }, query: { ...own.query } }
  for (const [parameter, { in: place, resource }] of Object.entries(parameters)) {
    if (resource === undefined || parameter in ids[place]) continue
    const [first] = collectionOf(db, resource).list({ offset: 0, limit: 1 })
    if (first === undefined) return { missing: `No request for ${name}: this world has no ${resource.singular}.` }
    ids[place][parameter] = String(first.id)
  }
  return { ...own, ...ids }
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Writes a value as a body of a media type. */
function writeSentBody(value: unknown, mediaType: string): string {
  if (mediaType !== FORM_TYPE) return JSON.stringify(value)
  // Brackets are easier to read as they are.
  return new URLSearchParams(listPairs(value, '')).toString().replaceAll('%5B', '[').replaceAll('%5D', ']')
}

function listPairs(value: unknown, name: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value ?? '')]]
  return Object.entries(value).flatMap(([key, each]) => listPairs(each, name === '' ? key : `${name}[${key}]`))
}
