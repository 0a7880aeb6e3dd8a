// What all operations declare, and the results that they return.

import type { ResponseBody } from './body.ts'

/** Those of all supported versions of Node. Others, and those in lower case, are no HTTP for its server. */
export const METHODS: ReadonlySet<string> = new Set(
  `ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY
   OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK
   UNLOCK UNSUBSCRIBE`.split(/\s+/),
)

/** The methods of operations. A GET also answers HEAD. */
export const OPERATION_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof OPERATION_METHODS)[number]

/** The content type of each kind of text. */
export const textTypes = {
  text: 'text/plain; charset=utf-8',
  metrics: 'text/plain; version=0.0.4; charset=utf-8',
} as const

/** A kind of text. Clients read it as it is. */
export type TextKind = keyof typeof textTypes

/** The content type of each kind of response; null if it has no body. */
export const contentTypes = {
  record: 'application/json',
  list: 'application/json',
  page: 'application/json',
  slice: 'application/json',
  object: 'application/json',
  json: 'application/json',
  ...textTypes,
  html: 'text/html; charset=utf-8',
  events: 'text/event-stream',
  redirect: null,
  nothing: null,
} as const

/** A kind of response. */
export type ResponseKind = keyof typeof contentTypes

/** Returns a content type without its parameters. */
export function toMediaType(contentType: string): string {
  return contentType.replace(/;.*/, '')
}

/** Returns the content type of a kind without its parameters, as documents list it. */
export function mediaTypeOf(kind: Exclude<ResponseKind, 'redirect' | 'nothing'>): string {
  return toMediaType(contentTypes[kind])
}

/** What a response contains, and how it is written: as a text, or as a body. */
export interface ResponseShape<
  Value = unknown,
  Writer = unknown,
  Written extends string | ResponseBody = string | ResponseBody,
> {
  readonly kind: ResponseKind
  /** Writes the body; empty if there is none. */
  write(value: Value, writer: Writer): Written
}

/** The shapes of an operation's successful responses, by status. */
export type Responses = Readonly<Record<number, ResponseShape>>

/** What all operations declare, those of the service and those of the control API. */
export interface OperationDeclaration<Name extends string = string, Given extends Responses = Responses> {
  /** The name of the operation in OpenAPI documents, in the journal and in faults. */
  readonly name: Name
  readonly method: Method
  /** A sentence that describes the operation. */
  readonly summary: string
  /** The one with the lowest status is that of a result without one. */
  readonly responses: Given
}

/** A response without a body. */
export interface NothingShape extends ResponseShape<void> {
  readonly kind: 'nothing'
}

export const nothing: NothingShape = { kind: 'nothing', write: () => '' }

// A service may be declared with another copy of the package than the one that simulates it.
const STATUS: unique symbol = Symbol.for('deploymock.status')

/** A result with one of several statuses. */
export interface Reply<Status extends number, Value> {
  readonly [STATUS]: Status
  readonly value: Value
  /** Further headers of the response, by their names in lower case. */
  readonly headers: ReplyHeaders
}

type ReplyHeaders = Readonly<Record<string, string>>

/** What an operation may return: the value of its first response, or a reply with any of them. */
export type ResultOf<Given extends Responses> =
  | ValueOf<Given[keyof Given & number]>
  | { [Status in keyof Given & number]: Reply<Status, ValueOf<Given[Status]>> }[keyof Given & number]

/** The value that a response is written from. */
export type ValueOf<Shape> = Shape extends ResponseShape<infer Value, never> ? Value : never

const NO_HEADERS: ReplyHeaders = {}

/** Returns a result with a status, for an operation with several responses, and with further headers. */
export function replyWith<const Status extends number, Value>(
  status: Status,
  value: Value,
  headers: ReplyHeaders = NO_HEADERS,
): Reply<Status, Value> {
  return { [STATUS]: status, value, headers }
}

interface RespondingOperation<Shape extends ResponseShape> {
  readonly responses: Readonly<Record<number, Shape>>
}

/** Returns the status, the shape, the value and the further headers of an operation's result. */
export function readResult<Shape extends ResponseShape>(
  { responses }: RespondingOperation<Shape>,
  result: unknown,
): { status: number; shape: Shape; value: unknown; headers: ReplyHeaders } {
  const [first] = Object.keys(responses)
  const { status, value, headers } = isReply(result)
    ? { status: result[STATUS], value: result.value, headers: result.headers }
    : { status: Number(first), value: result, headers: NO_HEADERS }
  // Where the types of an operation allow other statuses than the declared ones, one shape writes all of them.
  return { status, shape: (responses[status] ?? responses[Number(first)]) as Shape, value, headers }
}

function isReply(result: unknown): result is Reply<number, unknown> {
  return typeof result === 'object' && result !== null && STATUS in result
}
