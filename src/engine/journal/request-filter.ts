// What requests of a journal are selected by.

import type { RequestState } from './entry.ts'

/** A class of statuses, or `none` for requests without a response. */
export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'none'

/** Selects requests of a journal. All parts have to match. */
export interface RequestFilter<Operation extends string = string> {
  /** The operation that they matched. */
  readonly operation?: Operation | undefined
  /** How far they have got: `pending`, `finished` or `aborted`. */
  readonly state?: RequestState | undefined
  /** Their status or its class, or `none` if there was no response, or none yet. */
  readonly status?: number | StatusClass | undefined
  /** A part of the method, the path with the query (encoded or not), the operation or the body. Case does not matter. */
  readonly text?: string | undefined
}

/** Selects a part of a list of requests. */
export interface RequestRange {
  /** Only requests with a greater id. */
  readonly after?: number | undefined
  /** Only requests with a smaller id. */
  readonly before?: number | undefined
  /** Only so many, the newest ones. */
  readonly limit?: number | undefined
}
