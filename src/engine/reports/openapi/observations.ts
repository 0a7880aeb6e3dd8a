// What requests to an operation get: examples, and the assumptions that they depend on.

import type { Contract } from '../../contract/contract.ts'
import { listAllCredentials } from '../../contract/operation/access.ts'
import type { ServiceRequest, ServiceResponse } from '../../contract/operation/messages.ts'
import type { Example, Operation } from '../../contract/operation/operation.ts'
import type { Parameter } from '../../contract/operation/value.ts'
import { encodeText } from '../../http/body.ts'
import { fillPathTemplate } from '../../http/route-table.ts'
import { isRecord } from '../../input/schemas/schema-walk.ts'
import type { Steps } from '../../work/steps.ts'
import type { World } from '../../world/world.ts'
import { writeSampleBody } from '../sample-requests.ts'

interface Observation {
  readonly first: ServiceResponse
  readonly dependsOn: ReadonlySet<string>
}

/** A request to an operation, in parts. */
interface ObservedRequest {
  readonly path: Readonly<Record<string, string>>
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  /** The media type of the body. */
  readonly type?: string
  readonly end?: string
  readonly isAnonymous?: true
}

export interface ObservedService {
  readonly contract: Contract
  /** A world that the requests may change. */
  readonly world: World
}

interface ObservedExample {
  readonly template: string
  readonly example: Example
  readonly service: ObservedService
}

/** Sends valid and invalid requests to an operation, in steps, the example first. Returns the responses by status. */
export function* observe(
  operation: Operation,
  { template, example, service }: ObservedExample,
): Steps<ReadonlyMap<number, Observation>> {
  const credentials = Object.fromEntries(
    listAllCredentials(service.contract.declared.access).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { method } = operation
  const seen = new Map<number, { first: ServiceResponse; dependsOn: Set<string> }>()
  for (const attempt of listAttempts(operation, example)) {
    const { response, dependsOn } = service.contract.respond(
      buildRequest(method, template, { ...attempt, credentials }),
      service.world,
    )
    const known = seen.get(response.status)
    if (known === undefined) seen.set(response.status, { first: response, dependsOn: new Set(dependsOn) })
    else for (const id of dependsOn) known.dependsOn.add(id)
    yield undefined
  }
  return seen
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const INVALID = ['', 'null', '!', '-1', '1000000000', UNKNOWN_ID]
// A text is valid whatever it says. Searching logs for one that is nowhere takes long.
const TEXTS = ['', 'null', '!']

function* listAttempts(operation: Operation, example: Example): Iterable<ObservedRequest> {
  const { parameters } = operation
  const usual = toAttempt(operation, example)
  const { path, query } = usual
  const body = 'missing' in example ? undefined : example.body
  yield usual
  // A second one may be rejected because the first one succeeded.
  yield usual
  yield { ...usual, isAnonymous: true }
  yield { ...usual, end: '/' }
  yield { ...usual, query: [...query, ['!', '']] }
  for (const [name, { in: place, kind }] of Object.entries(parameters)) {
    for (const value of listValues(place, kind)) {
      if (place === 'path') yield { ...usual, path: { ...path, [name]: value } }
      else yield { ...usual, query: [...query.filter(([other]) => other !== name), [name, value]] }
    }
  }
  if (body === undefined) return
  yield { ...usual, body: '{' }
  for (const changed of listVariants(body)) yield { ...usual, ...writeSampleBody(operation, changed) }
}

function listValues(place: Parameter['in'], kind: Parameter['kind']): readonly string[] {
  if (place === 'path') return ['!', UNKNOWN_ID]
  return kind === 'text' ? TEXTS : INVALID
}

function toAttempt(operation: Operation, example: Example): ObservedRequest {
  // Without an example, the ids in the path are unknown ones.
  const input = 'missing' in example ? {} : example
  const ids = Object.entries(operation.parameters).flatMap(([name, { in: place }]) =>
    place === 'path' ? [[name, UNKNOWN_ID]] : [],
  )
  return {
    path: { ...Object.fromEntries(ids), ...input.path },
    query: Object.entries(input.query ?? {}),
    ...(input.body !== undefined && writeSampleBody(operation, input.body)),
  }
}

/** Changes each text within a value in turn, and leaves out each field. */
function* listVariants(value: unknown): Iterable<unknown> {
  if (typeof value === 'string') yield UNKNOWN_ID
  if (!isRecord(value)) return
  for (const [name, field] of Object.entries(value)) {
    const { [name]: _removed, ...others } = value
    yield others
    for (const changed of listVariants(field)) yield { ...value, [name]: changed }
  }
}

interface AttemptWithCredentials extends ObservedRequest {
  readonly credentials: Readonly<Record<string, string>>
}

function buildRequest(
  method: string,
  template: string,
  { credentials, ...attempt }: AttemptWithCredentials,
): ServiceRequest {
  const { path, query, body = '', type = 'application/json', end = '', isAnonymous } = attempt
  const headers: Readonly<Record<string, string>> = {
    'content-type': type,
    ...(isAnonymous !== true && credentials),
  }
  return {
    method,
    address: () => ({ origin: '', basePath: '' }),
    path: fillPathTemplate(template, path) + end,
    query: new URLSearchParams(query.map(([name, value]) => [name, value])).toString(),
    header: (name) => headers[name],
    body: encodeText(body),
  }
}
