// The responses of an operation in a document.

import type { Declarations } from '../../contract/operation/declarations.ts'
import { basisOfRefusal, listRefusals } from '../../contract/operation/failure.ts'
import type { ServiceResponse } from '../../contract/operation/messages.ts'
import { basisOfResult, needsCredentials, type Operation } from '../../contract/operation/operation.ts'
import type { RecordShape, ServiceShape } from '../../contract/operation/responses.ts'
import { listDeclared } from '../../contract/operation/value.ts'
import { type Assumptions, isThere } from '../../define/assumptions/assumptions.ts'
import type { Basis } from '../../define/basis.ts'
import { decodeBody, joinBody } from '../../http/body.ts'
import { mediaTypeOf, type NothingShape } from '../../http/operation-declaration.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import { capitalize } from '../../input/text/words.ts'
import type { Marker } from './marker.ts'
import type { Json } from './parts.ts'
import type { DocumentSchemas } from './schemas.ts'
import { canBeInvalid, describeSchema } from './value-schemas.ts'

const TEXT_HEADER: Json = { schema: { type: 'string' } }

/** The kinds of responses besides results, in the order in which their descriptions are joined. */
export const errorKinds = {
  redirect(assumptions, { framework }) {
    if (framework.slashAtEnd(assumptions) !== 'redirect') return []
    const headers = { Location: { description: 'The URL without the slash.', ...TEXT_HEADER } }
    return [{ status: 307, name: 'the path ends with a slash', headers }]
  },
  target(assumptions, { framework }) {
    if (!framework.limitsTarget(assumptions)) return []
    const description = 'The path and the query are too long.'
    return [{ status: 414, name: 'path and query too long', description }]
  },
  body(_assumptions, _declared, { body }) {
    if (body === undefined) return []
    return [
      { status: 400, name: 'body is unreadable', description: 'The body cannot be read.' },
      { status: 413, name: 'the body is too large', basis: 'guessed' },
    ]
  },
  credentials(assumptions, { access }, operation): ErrorCase[] {
    if (!needsCredentials(operation)) return []
    const refusals = listRefusals(access.refusals, assumptions)
    if (access.listRequired(assumptions).length === 0) return refusals
    const status = access.statusOf(assumptions)
    const headers = { 'WWW-Authenticate': { description: 'What is required.', ...TEXT_HEADER } }
    const description = 'The credentials are missing.'
    return [{ status, name: MISSING_CREDENTIALS, description, ...(status === 401 && { headers }) }, ...refusals]
  },
  validation(assumptions, declared, { parameters, body }) {
    const { refusesUnknown, errors } = declared.framework
    const isUnknownInvalid = refusesUnknown(assumptions)
    const takesInvalid = listDeclared(parameters, assumptions).some((parameter) =>
      canBeInvalid(declared, parameter, assumptions),
    )
    if (!isUnknownInvalid && !takesInvalid && body === undefined) return []
    const name = body === undefined ? 'a parameter is invalid' : 'the body or a parameter is invalid'
    return [{ status: errors.invalidStatus(assumptions), name }]
  },
  refusal: (assumptions, _declared, { refusals = [] }): ErrorCase[] => listRefusals(refusals, assumptions),
  rate(assumptions, { limitRate }) {
    if (limitRate?.(assumptions) === undefined) return []
    const headers = { 'Retry-After': { description: 'Seconds until the next try.', schema: { type: 'integer' } } }
    return [{ status: 429, name: 'too many requests', description: 'There were too many requests.', headers }]
  },
} as const satisfies Readonly<Record<string, ListCases>>

/** The case of a request without the credentials that it needs. */
export const MISSING_CREDENTIALS = 'credentials are missing'

export interface ResponseContext {
  readonly marker: Marker
  readonly schemas: DocumentSchemas
  findExample(status: number): ServiceResponse | undefined
}

/** The responses of an operation, and the assumptions that decide which ones there are. */
export interface DescribedResponses {
  readonly byStatus: ReadonlyMap<number, Json>
  readonly read: ReadonlySet<string>
}

/** Describes the responses of an operation: its results, and its errors. */
export function describeResponses(operation: Operation, context: ResponseContext): DescribedResponses {
  const byStatus = new Map<number, Json>()
  const results = context.marker.read((assumptions) =>
    Object.entries(operation.responses).filter(([, shape]) => isThere(shape, assumptions)),
  )
  for (const [status, shape] of results.result) {
    byStatus.set(Number(status), describeResult(Number(status), shape, operation, context))
  }
  if (operation.hasEntityTag === true && operation.method === 'GET')
    byStatus.set(304, { description: 'The client has the result already.', headers: describeHeaders(['ETag']) })
  const { cases, read } = listCases(operation, context.marker)
  for (const [status, found] of cases) {
    const others = byStatus.get(status)
    if (others === undefined) byStatus.set(status, describeError(status, found, context))
  }
  return { byStatus, read: new Set([...results.read, ...read]) }
}

interface FoundCase extends ErrorCase {
  readonly read: ReadonlySet<string>
}

function listCases(
  operation: Operation,
  { declared, read: track }: Marker,
): { cases: ReadonlyMap<number, readonly FoundCase[]>; read: ReadonlySet<string> } {
  const kinds = Object.entries(errorKinds).map(([kind, list]) => ({
    usual: operation.basis && (declared.basisOfErrors?.[kind] ?? 'guessed'),
    ...track((assumptions) => list(assumptions, declared, operation)),
  }))
  const cases = new Map<number, FoundCase[]>()
  for (const { usual, result, read } of kinds) {
    for (const each of result) {
      const basis = basisOfRefusal(each, operation.basis) ?? usual
      cases.set(each.status, [...(cases.get(each.status) ?? []), { basis, ...each, read }])
    }
  }
  return { cases, read: new Set(kinds.flatMap(({ read }) => [...read])) }
}

function describeResult(status: number, shape: ServiceShape, operation: Operation, context: ResponseContext): Json {
  const { resultHeaders = [], hasEntityTag } = operation
  const names = [...resultHeaders, ...(hasEntityTag === true && shape.kind !== 'nothing' ? ['ETag'] : [])]
  const headers = names.length === 0 ? {} : { headers: describeHeaders(names) }
  const result = { description: operation.summary, ...headers }
  const described = context.marker.base(result, basisOfResult(operation, status)())
  if (shape.kind === 'nothing') return described
  const isExample = shape.kind === 'object' || 'resource' in shape
  const example = isExample ? readJson(context.findExample(status)) : undefined
  const content = omitUndefined({ schema: describeShape(shape, operation, context, example), example })
  return { ...described, content: { [mediaTypeOf(shape.kind)]: content } }
}

function describeHeaders(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]))
}

function describeShape(
  shape: Exclude<ServiceShape, NothingShape>,
  of: Operation,
  context: ResponseContext,
  example: unknown,
): Json {
  switch (shape.kind) {
    case 'html':
      return { type: 'string' }
    case 'json':
      return context.schemas.ofValue(shape.schema)
    case 'object':
      return context.schemas.ofObject(shape.typeName, shape.schema, of.basis)
    case 'record':
    case 'page':
    case 'slice':
    case 'list':
      return context.marker.mark((assumptions) => describeRecords(shape, { ...context, assumptions }, example))
  }
}

function describeRecords(
  shape: RecordShape,
  { schemas, assumptions }: ResponseContext & Pick<Marker, 'assumptions'>,
  example: unknown,
): Json {
  if (shape.schemaWith !== undefined) {
    const schema = shape.schemaWith(schemas.schemaOf(shape.resource, assumptions), example)
    return describeSchema(schema, 'output', schemas.refer)
  }
  if (shape.kind === 'record') return schemas.ofRecord(shape.resource)
  return shape.kind === 'page' ? schemas.ofPage(shape) : schemas.ofList(shape, assumptions)
}

function describeError(
  status: number,
  cases: readonly FoundCase[],
  { marker, schemas, findExample }: ResponseContext,
): Json {
  const read = new Set(cases.flatMap((each) => [...each.read]))
  const description = cases.map(describeCase).join(' ')
  const headers = Object.assign({}, ...cases.map((each) => each.headers ?? {})) as Json
  const bases = cases.flatMap(({ name, basis }) => (basis === undefined ? [] : [[name, basis] as const]))
  return marker.add(
    marker.mark((assumptions) =>
      omitUndefined({
        ...marker.base({ description }, bases.length === 0 ? undefined : Object.fromEntries(bases)),
        headers: Object.keys(headers).length === 0 ? undefined : headers,
        // A redirect has no body.
        content:
          status < 400
            ? undefined
            : {
                [marker.declared.framework.errors.contentTypeOf(assumptions)]: omitUndefined({
                  schema: schemas.ofError(),
                  example: readJson(findExample(status)),
                }),
              },
      }),
    ),
    read,
  )
}

// A larger example would hide the rest of the document.
const MOST_BYTES = 64 * 1024

function readJson(response: ServiceResponse | undefined): unknown {
  if (response === undefined || response.body.length === 0 || response.body.length > MOST_BYTES) return undefined
  return JSON.parse(decodeBody(joinBody(response.body)))
}

/** Why an operation responds with a status. */
export interface ErrorCase {
  readonly status: number
  /** Where it is known from. Default: from where errors of its kind are. */
  readonly basis?: Basis | undefined
  /** What has happened, in a few words: `credentials are missing`. */
  readonly name: string
  /** The same as a sentence. Default: the name. */
  readonly description?: string
  /** The headers of the response, by name. */
  readonly headers?: Readonly<Record<string, Json>>
}

/** Lists cases of one kind. It reads the assumptions that decide whether there are any, and their status. */
type ListCases = (assumptions: Assumptions, declared: Declarations, operation: Operation) => readonly ErrorCase[]

function describeCase({ name, description }: ErrorCase): string {
  return description ?? `${capitalize(name)}.`
}
