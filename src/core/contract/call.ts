/** A request as an operation sees it, whatever it came through. */
export interface Call {
  /** In upper case. */
  method: string
  /** Scheme and authority as the client used them, e.g. `http://127.0.0.1:4010`. */
  origin: string
  /** What stands before the path that the service knows, e.g. `/api`; mostly nothing. */
  mountPath: string
  /** The path below the mount, still percent-encoded. */
  path: string
  /** What follows the question mark, still percent-encoded. */
  query: string
  header(name: string): string | undefined
  /** The bytes of the body; none when there is no body. */
  body: Uint8Array
}

/** An answer that a mount only has to carry out. */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  /** The whole body, as text or its bytes in UTF-8; empty for none. */
  body: string | Uint8Array<ArrayBuffer>
}
