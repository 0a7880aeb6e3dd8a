// Requests, responses and outcomes without their transport.

import type { Basis } from '../../define/basis.ts'
import { NO_BODY, type ResponseBody } from '../../http/body.ts'
import type { OnGone } from '../../store/time/clock.ts'
import type { Envelope, ListEvidence } from './responses.ts'

/** The response to a client that has disconnected. */
export const NO_RESPONSE: ServiceResponse = {
  status: 499,
  headers: {},
  body: NO_BODY,
  transportFault: { kind: 'reset' },
}

/** What an operation is found by. */
export interface RequestTarget {
  /** As it was sent. */
  method: string
  /** The service's own path, still percent-encoded. */
  path: string
}

/** What the effects of faults tell operations, by their kinds. */
export type Hints = Readonly<Record<string, unknown>>

/** Where clients see the service. */
export interface Address {
  /** Scheme and authority as clients use them, e.g. `http://127.0.0.1:4010`. */
  readonly origin: string
  /** The scheme of the connection, if that can be another one than clients use. Default: that of `origin` */
  readonly scheme?: 'http' | 'https' | undefined
  /** The path in front of the service's own path, e.g. `/api`; usually empty. */
  readonly basePath: string
}

/** A request in the form that operations use, independent of the adapter. */
export interface ServiceRequest extends RequestTarget {
  /** Finds where its client sees the service. Few responses name that. */
  address(): Address
  /** What URLs in the response have behind the base path, so that they lead to the session of a header. Default: nothing. */
  sessionPath?: string
  /** The part after the question mark, still percent-encoded. */
  query: string
  header(name: string): string | undefined
  /** The names and values of its headers in turn, as they were received. Default: none. */
  rawHeaders?: readonly string[]
  /** The bytes of the body; empty if there is no body. */
  body: Uint8Array
  /** What faults tell the operation, by the kinds of their effects. */
  hints?: Hints
  /** What the operation has prepared. */
  prepared?: unknown
  /** What overrides say to it, if they were asked already; null if none has a response. */
  overridden?: Overridden | null
  /** What an adapter passes on instead of the body, if the request uploads a file. */
  upload?: Upload
  /** The response, if its adapter cannot pass on all of it. */
  refused?: ServiceResponse
  /** Calls back when the client disconnects before it gets a response. Default: it never disconnects. */
  onGone?: OnGone
  /** Reserves the memory that a response takes until it is sent. @throws NoRoomError if the client does not get it */
  reserve?(response: ServiceResponse): void
  /** The fetch request that it was, if it was one. Its body may have been read. */
  fetchRequest?: Request
  /** Its arrival, if that was noted because the body was not there yet. */
  arrival?: Arrival
}

/** A response, or the promise of one. */
export type EventualResponse = ServiceResponse | Promise<ServiceResponse>

/** A request that is in the journal before its body is there. */
export interface Arrival {
  /** What tells the session that has noted it from others with its name. */
  readonly place: unknown
  /** Answers the request, now that all of it is there. */
  respond(request: ServiceRequest): EventualResponse
  /** Notes the response to a request whose body cannot be received. @returns the response to send */
  refuse(response: ServiceResponse): ServiceResponse
  /** Notes that the client left before all of the body was there. Afterwards it does nothing. */
  abandon(): void
}

/** A file that a client uploaded. Its bytes are not kept. */
export interface Upload {
  /** Its digest in hexadecimal; null where the adapter cannot compute it. */
  readonly sha256: string | null
  /** Its bytes. An adapter may stop counting at more than the service accepts. */
  readonly size: number
}

/** What is sent instead of the service's response. */
export interface Overridden {
  /** The name of the override that answered. */
  readonly by: string
  /** Absent if it threw an error. */
  readonly response?: ServiceResponse
}

/** A response that is ready for an adapter to send. */
export interface ServiceResponse {
  status: number
  /** The words after the status. Default: those that are usual where it is sent. */
  statusText?: string
  /** A list has a header for each of its values. */
  headers: Readonly<Record<string, string | string[]>>
  /** The body; empty if there is none. */
  body: ResponseBody
  /** What is sent after the body until the client disconnects. */
  stream?: ResponseStream
  /** What goes wrong while the response is sent. An adapter does the closest thing that it can. */
  transportFault?: TransportFault
}

export interface ResponseStream {
  /** Starts the stream. If `write` returns false, it must not send more until `resume` is called. */
  open(write: (text: string) => boolean): OpenResponseStream
  /** A text without meaning that may be sent at any time to keep the connection alive. */
  idle: string
}

export interface OpenResponseStream {
  /** Allows the stream to send again. */
  resume(): void
  /** Ends the stream. */
  stop(): void
}

/** What can go wrong while a response is sent. */
export type TransportFault =
  /** The response never comes. */
  | { kind: 'stall' }
  /** The connection is cut before the response starts; or refused for a reason, which a client need not try again. */
  | { kind: 'reset'; refusal?: string }
  /** The connection is cut after so many bytes of the body. */
  | { kind: 'cut'; after: number }
  /** The response announces a length that its body does not have. */
  | { kind: 'wrong-length'; announced: number }

/** What an operation returned, and why. */
export interface Outcome {
  response: ServiceResponse
  /** The name of the operation that the request matches; absent for an unhandled request. */
  operation?: string
  /** The parsed parameters; absent if they are invalid. */
  values?: Readonly<Record<string, unknown>>
  evidence?: ListEvidence
  envelope?: Envelope
  /** Finds out where the response is known from; undefined if the service does not say so. */
  findBasis?: () => Basis | undefined
  /** What the operation refused it for, in short. */
  refusal?: string
  /** The credentials that it needs, in words, if it was refused because it has none. */
  needs?: readonly string[]
  /** The assumptions that were read to produce the response. */
  dependsOn: readonly string[]
  /** For how many milliseconds the response waits while the data stays the same. Default: it is sent at once. */
  waits?: number
  /** Whether a fault, a limit or a handler responded, so that the operation did not run. */
  hasNotRun?: true
  /** What is said about it because it matches no operation, or because the session is strict; after a space. */
  advice?: string
  /** The name of the override that answered instead of the service. */
  overriddenBy?: string
  /** Whether the client disconnected before it got a response. */
  hasLeft?: true
}
