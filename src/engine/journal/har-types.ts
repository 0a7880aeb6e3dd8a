// An HTTP archive (HAR 1.2), as far as it is written here.

import type { RequestFilter, RequestRange } from './request-filter.ts'

/** A request log as an HTTP archive (HAR 1.2), which the network panels of browsers open. */
export interface Har {
  readonly log: {
    readonly version: '1.2'
    readonly creator: { readonly name: string; readonly version: string }
    /** The requests, oldest first. */
    readonly entries: readonly HarEntry[]
    readonly comment?: string
  }
}

/** A request with its response. Names that begin with an underscore are not in HAR 1.2, which allows them. */
export interface HarEntry {
  /** When it arrived, on the machine's clock. */
  readonly startedDateTime: string
  /** In milliseconds. */
  readonly time: number
  readonly request: HarRequest
  readonly response: HarResponse
  readonly cache: Readonly<Record<never, never>>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly comment?: string
  /** The session whose request log has it. */
  readonly _session: string
  /** Its id there. */
  readonly _id: number
  /** The operation that it matched; null if it matched none. */
  readonly _operation: string | null
  /** The ids of the faults that applied. */
  readonly _faults: readonly string[]
  /** The assumptions that the response depends on. */
  readonly _assumptions: readonly string[]
  /** The trace that the client has named; null if it named none. */
  readonly _traceId: string | null
}

/** A header, a parameter or a cookie. */
export interface HarPair {
  readonly name: string
  readonly value: string
}

/** A request as it was received. */
export interface HarRequest {
  readonly method: string
  readonly url: string
  readonly httpVersion: string
  readonly cookies: readonly HarPair[]
  readonly headers: readonly HarPair[]
  readonly queryString: readonly HarPair[]
  readonly postData?: { readonly mimeType: string; readonly text: string; readonly comment?: string }
  readonly headersSize: number
  readonly bodySize: number
}

/** A response as it was sent. Its status is 0 if there was none. */
export interface HarResponse {
  readonly status: number
  readonly statusText: string
  readonly httpVersion: string
  readonly cookies: readonly HarPair[]
  readonly headers: readonly HarPair[]
  readonly content: {
    readonly size: number
    readonly mimeType: string
    readonly text?: string
    readonly encoding?: 'base64'
    readonly comment?: string
  }
  readonly redirectURL: string
  readonly headersSize: number
  readonly bodySize: number
}

/** Which requests of a request log an archive contains, and whether it contains their secrets. */
export interface HarOptions<Operation extends string = string> extends RequestFilter<Operation>, RequestRange {
  /**
   * `hide` replaces credentials, cookies, passwords in URLs, and whatever has a name that says that it is secret, such
   * as `token`, also where a response repeats it. Default: `hide`.
   */
  readonly secrets?: 'hide' | 'keep' | undefined
}
