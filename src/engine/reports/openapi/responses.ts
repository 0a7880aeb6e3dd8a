// The responses of an operation in a document.

import { basisOfRefusal } from '../../contract/operation/failure.ts'
import type { ServiceResponse } from '../../contract/operation/messages.ts'
import { basisOfResult, type Operation } from '../../contract/operation/operation.ts'
import type { RecordShape, ServiceShape } from '../../contract/operation/responses.ts'
import { decodeBody, joinBody } from '../../http/body.ts'
import { mediaTypeOf, type NothingShape } from '../../http/operation-declaration.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import { describeCase, type ErrorCase, errorKinds } from './error-cases.ts'
import type { Marker } from './marker.ts'
import type { Json } from './parts.ts'
import type { DocumentSchemas } from './schemas.ts'
import { describeSchema } from './value-schemas.ts'

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
  for (const [status, shape] of Object.entries(operation.responses)) {
    byStatus.set(Number(status), describeResult(Number(status), shape, operation, context))
  }
  if (operation.hasEntityTag === true && operation.method === 'GET')
    byStatus.set(304, { description: 'The client has the result already.', headers: describeHeaders(['ETag']) })
  const { cases, read } = listCases(operation, context.marker)
  for (const [status, found] of cases) {
    const others = byStatus.get(status)
    if (others === undefined) byStatus.set(status, describeError(status, found, context))
  }
  return { byStatus, read }
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
