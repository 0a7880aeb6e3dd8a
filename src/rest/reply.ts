// Results with a status and headers of their own.

/** The headers of a result. One without a value is left out. */
export type Headers = Readonly<Record<string, string | undefined>>

const REPLY = Symbol('reply')

/** A result with a status and headers. */
export interface Reply {
  readonly [REPLY]: true
  readonly status: number
  readonly value: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Creates a result with a status and headers. @throws RangeError if the status is none of a response */
export function createReply(status: number, value: unknown, headers: Headers = {}): Reply {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new RangeError(`Failed to reply: the status is ${status}. It must be a whole number from 200 to 599.`)
  return { [REPLY]: true, status, value, headers: cleanHeaders(headers) }
}

export function isReply(result: unknown): result is Reply {
  return typeof result === 'object' && result !== null && REPLY in result
}

/** Returns headers by their names in lower case, without those that have no value. */
export function cleanHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), String(value)]],
    ),
  )
}
