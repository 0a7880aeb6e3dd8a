// The operations of a declared API.

import * as z from 'zod'
import { type Refusal, ServiceError } from '../engine/contract/operation/failure.ts'
import {
  defineOperation,
  type Operation as EngineOperation,
  type OperationContext,
  type OperationRequest,
} from '../engine/contract/operation/operation.ts'
import type { RecordShape, ServiceShape } from '../engine/contract/operation/responses.ts'
import type { Parameters } from '../engine/contract/operation/value.ts'
import { buildBody, encodeBody, NO_BODY, type ResponseBody, writeJsonOf } from '../engine/http/body.ts'
import { type Method, replyWith } from '../engine/http/operation-declaration.ts'
import { listPlaceholders } from '../engine/http/route-table.ts'
import { ProblemError } from '../engine/input/options/option-error.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import { isPromise } from '../engine/input/text/describe-value.ts'
import { showValue } from '../engine/input/text/show-value.ts'
import { splitName } from '../engine/input/text/words.ts'
import type { CommonAnswers } from './common-questions.ts'
import { type AnyContext, type Context, viewedBy } from './context.ts'
import { createExample } from './examples.ts'
import { explainError, orInstead, refusalStatusOf, refuseGiven, refuseNoChange } from './failure.ts'
import { answerOnce, KEY_MEANING, type UnsentReply } from './idempotency.ts'
import { readWithSchema } from './read-texts.ts'
import type { Resource } from './records.ts'
import { isBodiless, isReply, type Reply } from './reply.ts'
import type { DeclaredResource } from './resource.ts'
import { openContext, viewOf } from './view.ts'
import { joinViews } from './written.ts'

export interface OperationOptions<Path extends string, Body extends z.ZodType, Query extends z.ZodObject, Q> {
  /** A sentence that describes it, for documents. */
  readonly summary?: string
  /** The schema of the body. Default: it takes none. */
  readonly body?: Body
  /** The schema of the query. Texts become what it takes. */
  readonly query?: Query
  /** The resource that a result is a record of. */
  readonly responds?: Resource
  /** Default: 201 for POST, 204 for DELETE without a result, otherwise 200. */
  readonly status?: number
  /** The statuses with which it can refuse, for documents and coverage. */
  readonly refuses?: readonly number[]
  /** Whether responses have an ETag, and `If-None-Match` gets 304. */
  readonly etag?: boolean
  /** Answers a request: with a value, a record, or nothing. It returns its result at once. */
  run(
    request: Context<Q> & {
      readonly path: PathValues<Path>
      readonly body: z.output<Body>
      readonly values: z.output<Query>
    },
  ): unknown
}

/** The texts of a path's placeholders. */
export type PathValues<Path extends string> = Readonly<Record<PathNames<Path>, string>>
type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

/** An operation of a declared API. */
export interface Operation<Name extends string = string> {
  /** Its name. */
  readonly name: Name
}

/** The options of any operation. */
export type AnyOperationOptions = OperationOptions<string, z.ZodType, z.ZodObject, never>

/** What all operations of an API have in common. */
export interface OperationDefaults {
  readonly bodies: 'json' | 'form'
  /** The header with which a request is answered once. */
  readonly idempotencyKey?: string | undefined
  /** The resources of the API, as far as they are declared. */
  readonly resources: readonly DeclaredResource[]
  /** The status of invalid input. */
  invalidStatusOf(answers: CommonAnswers): number
  /** Whether a request with this method needs no credentials. */
  isOpen(method: Method): boolean
}

interface NamedOperation {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly options: AnyOperationOptions
  /** The resource that it is about, if it responds with none. */
  readonly of?: DeclaredResource | undefined
}

/** Builds an operation of the engine. */
export function buildOperation(
  { name, method, path, options, of }: NamedOperation,
  defaults: OperationDefaults,
): EngineOperation {
  const { query, body, run } = options
  const responds = options.responds as DeclaredResource | undefined
  const status = options.status ?? usualStatus(method, responds !== undefined)
  const answer = (context: OperationContext, request: OperationRequest<unknown>): UnsentReply => {
    const by = viewedBy(context, request)
    const values = request.values as Readonly<Record<string, unknown>>
    const given = {
      path: pick(values, listPlaceholders(path)),
      body: request.body,
      values: pickQuery(values, query, () => defaults.invalidStatusOf(context.assumptions)),
    }
    const isEmpty = method === 'PATCH' && isRecord(request.body) && Object.keys(request.body).length === 0
    if (isEmpty) refuseNoChange(context.assumptions, defaults.invalidStatusOf)
    const result: unknown = refuseGiven(
      given,
      () => runOnce(run, given, (own) => openContext(context, by, own)),
      () => defaults.invalidStatusOf(context.assumptions),
    )
    const reply = toReply(result, { name, method, status: options.status ?? usualStatus(method, true) })
    const body = writeResult(reply, { name, context, by, responds })
    return {
      status: reply.status,
      body,
      headers: body.length === 0 ? reply.headers : { ...JSON_TYPE, ...reply.headers },
    }
  }
  const idempotencyKey = method === 'GET' ? undefined : defaults.idempotencyKey
  const respond = (context: OperationContext, request: OperationRequest<unknown>) => {
    const answerNow = () => answer(context, request)
    // A refusal that is answered as done has changed nothing. Whatever else fails ends the whole operation.
    const attempt = () =>
      context.world.attempt(() =>
        idempotencyKey === undefined ? answerNow() : answerOnce(idempotencyKey, context, request.sent, answerNow),
      )
    const isDeletion = method === 'DELETE' && responds === undefined
    const answered = orInstead(attempt, context.assumptions, () =>
      isDeletion ? findDone(context.assumptions) : undefined,
    )
    return replyWith(answered.status, answered.body, answered.headers)
  }
  return defineOperation({
    name,
    method,
    template: path,
    summary: options.summary ?? toSummary(name),
    parameters: { ...pathParameters(path), ...queryParameters(query) },
    ...(idempotencyKey !== undefined && { headers: { [idempotencyKey]: KEY_MEANING } }),
    ...(body !== undefined && { body: { fields: {}, schema: body, ...(defaults.bodies === 'form' && FORM) } }),
    ...(defaults.isOpen(method) && { isOpen: true as const }),
    responses: { [status]: isBodiless(status) ? WRITTEN_NOTHING : writtenShape(responds) },
    refusals: listRefusals([...(options.refuses ?? []), ...(idempotencyKey === undefined ? [] : [409])]),
    hasEntityTag: options.etag ?? false,
    mayChange: true,
    example: createExample({ name, path, of: responds ?? of, resources: defaults.resources, body }),
    run: telling(name, respond),
  }) as unknown as EngineOperation
}

/** Runs a function with a context that ends with it. */
function runOnce(
  run: AnyOperationOptions['run'],
  given: object,
  open: (request: { isOver: boolean }) => AnyContext,
): unknown {
  const request = { isOver: false }
  try {
    return run(Object.assign(open(request), given) as never)
  } finally {
    request.isOver = true
  }
}

/** What the deletion of something gets that does not exist, if that is done. */
const findDone = ({ unknownDeletion }: CommonAnswers): UnsentReply | undefined =>
  unknownDeletion === 'done' ? { status: 204, body: NO_BODY, headers: {} } : undefined

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM = { mediaType: 'application/x-www-form-urlencoded' }

function usualStatus(method: Method, hasResult: boolean): number {
  if (method === 'POST') return 201
  return method === 'DELETE' && !hasResult ? 204 : 200
}

/** Creates what responds, also to an error in a declaration. */
export function telling<Request>(name: string, respond: (context: OperationContext, request: Request) => unknown) {
  return ((context: OperationContext, request: Request) => {
    try {
      return respond(context, request)
    } catch (error) {
      throw explainError(`run ${name}`, error)
    }
  }) as never
}

/** Builds the parameters in a path. */
export function pathParameters(path: string): Parameters {
  const described = listPlaceholders(path).map((name) => [
    name,
    { in: 'path', kind: 'text', description: `The ${name.replaceAll('_', ' ')} in the path.` } as const,
  ])
  return Object.fromEntries(described)
}

/** Builds the parameters that a schema of the query declares. */
export function queryParameters(query: z.ZodObject | undefined): Parameters {
  const described = Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => {
    const description = schema.description ?? `The parameter ${name}.`
    const isRequired = !schema.safeParse(undefined).success
    return [name, { in: 'query', kind: 'schema', schema, description, ...(isRequired && { isRequired }) } as const]
  })
  return Object.fromEntries(described)
}

// A reply with another status can have a body after all.
const WRITTEN_NOTHING = { kind: 'nothing', write: (body: unknown) => body } as unknown as ServiceShape

/** What a response contains, already written. */
function writtenShape(resource: DeclaredResource | undefined): ServiceShape {
  const write = (body: unknown) => body as ResponseBody
  if (resource === undefined) return { kind: 'json', schema: z.unknown(), write } as unknown as ServiceShape
  return { kind: 'record', resource, write } satisfies RecordShape
}

/** Lists refusals by their statuses, for documents and coverage. */
function listRefusals(statuses: readonly number[]): readonly Refusal[] {
  return [...new Set(statuses)].map((status) => ({
    name: `refused with ${status}`,
    status: (answers) => refusalStatusOf(status, answers),
    text: '',
  }))
}

function toSummary(name: string): string {
  const words = splitName(name).join(' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** Picks what the schema of a query declares. @throws ServiceError if its checks of several parameters refuse it */
export function pickQuery(
  values: Readonly<Record<string, unknown>>,
  query: z.ZodObject | undefined,
  findStatus: () => number,
) {
  // Whoever declares a query sees an absent parameter as its schema does.
  const entries = Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => {
    const isAbsent = values[name] === null && !schema.safeParse(null).success
    return [name, isAbsent ? undefined : values[name]] as const
  })
  const picked = Object.fromEntries(entries)
  if (query?.def.checks === undefined) return picked
  const shape = Object.fromEntries(entries.map(([name]) => [name, z.any()]))
  const read = readWithSchema(query.clone({ ...query.def, shape }), picked, 'query')
  if ('value' in read) return read.value
  throw new ServiceError({ status: findStatus(), detail: read.issues })
}

function pick(values: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])))
}

type Result = Pick<Reply, 'status' | 'value' | 'headers'>

interface Replying {
  readonly name: string
  readonly method: Method
  readonly status: number
}

function toReply(result: unknown, { name, method, status }: Replying): Result {
  if (isPromise(result))
    throw new ProblemError({
      attempt: `run ${name}`,
      received: 'it returned a promise',
      advice: 'Operations return their result at once.',
    })
  if (isReply(result)) return result
  const isEmpty = result === undefined && method === 'DELETE'
  return { status: isEmpty ? 204 : status, value: result, headers: {} }
}

interface Writing {
  readonly name: string
  readonly context: OperationContext
  readonly by: ReturnType<typeof viewedBy>
  readonly responds: DeclaredResource | undefined
}

function writeResult({ status, value, headers }: Result, { name, context, by, responds }: Writing): ResponseBody {
  if (value === undefined || isBodiless(status)) return NO_BODY
  const type = headers['content-type'] ?? 'application/json'
  if (typeof value === 'string' && !/[/+]json\b/.test(type)) return encodeBody(value)
  const isResult = status < 300 && responds !== undefined
  if (!isResult || value === null) return encodeBody(writeJsonOf(`the result of ${name}`, value))
  const show = (record: unknown) => {
    assertRecord(record, { name, responds, context })
    return context.show(record as object, viewOf(responds), by)
  }
  return buildBody(Array.isArray(value) ? joinViews(value.map(show)) : [show(value).json])
}

interface Responding {
  readonly name: string
  readonly responds: DeclaredResource
  readonly context: OperationContext
}

/** @throws Error if a result is no record of the resource that the operation responds with */
function assertRecord(value: unknown, { name, responds, context }: Responding): void {
  const attempt = `run ${name}`
  if (!isRecord(value)) {
    const received = `its result is ${showValue(value)}`
    throw new ProblemError({ attempt, received, advice: `It responds with ${responds.name}.` })
  }
  if (context.world.database.of(responds).get(String(value.id)) === value) return
  const { error } = responds.schema.safeParse(value)
  const [issue] = error?.issues ?? []
  if (issue === undefined) return
  const received = `its result is no record of ${responds.name}: ${issue.path.join('.')}: ${issue.message}`
  throw new ProblemError({ attempt, received })
}
