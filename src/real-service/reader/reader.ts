// Reads a real service.

/** A request to a real service. It can only read. */
export interface ReadRequest {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS'
  /** The path below the base URL, encoded, such as `/v2/deployments`. */
  readonly path: string
  /** The query without the question mark, encoded. Default: none. */
  readonly query?: string
  /** Further headers, such as `accept`. Credentials come from the reader. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the credentials are left out, to see what the service answers without them. */
  readonly isAnonymous?: true
}

/** What the service answered. */
export interface Reply {
  readonly status: number
  /** With names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body as text. It is cut after `MOST_BYTES` of the reader. */
  readonly body: string
}

/** Reads a real service: slowly, and nothing but what only reads. */
export interface Reader {
  /** The base URL, without a slash at the end and without credentials. */
  readonly url: string
  /** How many requests were sent, repeated ones included. */
  readonly sent: number
  /**
   * Sends a request.
   *
   * @throws UnreachableError, RefusedError, BudgetError, OptionError (a request that may change something)
   */
  read(request: ReadRequest): Promise<Reply>
}
