// Results with a status and headers of their own.

import { ProblemError } from '../engine/input/options/option-error.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import { isPromise } from '../engine/input/text/describe-value.ts'
import { showValue } from '../engine/input/text/show-value.ts'

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

/** Creates a result with a status and headers. @throws ProblemError if no response can have them */
export function createReply(status: number, value: unknown, headers: Headers = {}): Reply {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new ProblemError({
      attempt: 'reply',
      received: `the status is ${status}`,
      advice: 'It must be a whole number from 200 to 599.',
    })
  return { [REPLY]: true, status, value, headers: cleanHeaders(headers) }
}

export function isReply(result: unknown): result is Reply {
  return typeof result === 'object' && result !== null && REPLY in result
}

/** Whether a response with a status has no body, whatever its result is. */
export const isBodiless = (status: number): boolean => [204, 205, 304].includes(status)

export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/
// Whoever sends a response sets these.
const OF_CONNECTION = ['connection', 'content-length', 'keep-alive', 'transfer-encoding']

/** Returns headers by their names in lower case, without those that have no value. @throws ProblemError if none can have it */
export function cleanHeaders(headers: Headers): Readonly<Record<string, string>> {
  if (!isRecord(headers) || isPromise(headers)) return refuseHeaders(`they are ${showValue(headers)}`)
  const given = Object.entries(headers).filter(([, value]) => (value ?? undefined) !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => {
      const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
      const isOwn = HEADER_NAME.test(name) && !OF_CONNECTION.includes(name.toLowerCase())
      if (!isOwn || !isScalar || !HEADER_VALUE.test(String(value)))
        return refuseHeaders(`${showValue(name)} is ${showValue(value)}`)
      return [name.toLowerCase(), String(value)]
    }),
  )
}

function refuseHeaders(received: string): never {
  const names = `Names have letters, digits and hyphens, and are none of ${OF_CONNECTION.join(', ')}`
  throw new ProblemError({
    attempt: 'write the headers',
    received,
    advice: `${names}. Values are Latin texts on one line.`,
  })
}
