import type { OnGone } from '../data/clock.ts'
import type { DeploymentFilter } from '../data/filter.ts'
import type { ListingIndex } from '../data/listing-index.ts'
import type { AssumptionId } from './register/register.ts'

/** A request as operations see it, whichever adapter it came through. */
export interface ServiceRequest {
  /** In upper case. */
  method: string
  /** Scheme and authority as the client used them, e.g. `http://127.0.0.1:4010`. */
  origin: string
  /** What precedes the service's own path, e.g. `/api`; usually nothing. */
  basePath: string
  /** The service's own path, still percent-encoded. */
  path: string
  /** What follows the question mark, still percent-encoded. */
  query: string
  header(name: string): string | undefined
  /** The bytes of the body; none when there is no body. */
  body: Uint8Array
  /** Tells when the client leaves before it gets a response. Default: it stays. */
  onGone?: OnGone
}

/** A response that an adapter only has to send. */
export interface ServiceResponse {
  status: number
  headers: Readonly<Record<string, string>>
  /** The whole body, as text or its bytes in UTF-8; empty for none. */
  body: string | Uint8Array<ArrayBuffer>
  /** What comes after the body, for as long as the client stays. */
  stream?: ResponseStream
  /** What goes wrong while it is sent. An adapter does the closest thing that it can. */
  transportFault?: TransportFault
}

/** The part of a response that is sent as it happens. */
export interface ResponseStream {
  /**
   * Begins it.
   *
   * @param write sends a text; false asks to send no more until `resume` is called
   */
  open(write: (text: string) => boolean): OpenResponseStream
  /** What means nothing and may be sent at any time, to keep the connection alive. */
  idle: string
}

/** A stream that has begun. */
export interface OpenResponseStream {
  /** Lets it send again. */
  resume(): void
  /** Ends it. */
  stop(): void
}

/** What can go wrong while a response is sent. */
export type TransportFault =
  /** It never comes. */
  | { kind: 'stall' }
  /** The connection ends after so many bytes of the body; null is before there is anything. */
  | { kind: 'cut'; after: number | null }
  /** It announces another length than its body has. */
  | { kind: 'wrong-length'; announced: number }

/** What an operation returned, and how it came about. */
export interface Outcome {
  response: ServiceResponse
  /** The name of the operation that the request is for; none where there is no such path or method. */
  operation?: string
  /** Its parameters as they were understood; none where they are wrong. */
  values?: Readonly<Record<string, unknown>>
  evidence?: ListEvidence
  /** The assumptions that were looked at on the way. */
  dependsOn: readonly AssumptionId[]
  /** Whether the client left before the service saw the request. */
  hasLeft?: true
}

/** How a page of deployments came about. */
export interface ListEvidence {
  /** The filter that each parameter stands for, in the order of the interface; `nothing` is what no deployment matches. */
  filters: readonly { parameter: string; filter: DeploymentFilter | 'nothing' }[]
  /** The deployments as they were. */
  view: ListingIndex
  offset: bigint
  limit: number
  returned: number
}
