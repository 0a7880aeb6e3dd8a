// Sends requests, and reads the JSON of their responses.

import { OptionError } from '../../../engine/input/options/option-error.ts'
import { assertAccepted } from '../reader/accepted.ts'
import { BudgetError, RefusedError, UnreachableError } from '../reader/errors.ts'
import { isFailure, isSuccess, isTooDeep, parseJson, type ReadRequest, type ServiceReply } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'

/** The JSON of a response, or why there is none. */
export type JsonAnswer = { readonly body: unknown } | Unanswered

/** Why there is no JSON. */
export interface Unanswered {
  readonly problem: string
  readonly status?: number
  readonly isPage?: true
}

const INTERNAL_ERROR = 500
// Some services answer so where a list is empty.
const NO_CONTENT = 204
// A service that has one now and then hardly has as many in a row.
const MOST_REPEATS = 5

/** Reads a response. An internal error may be an accident, so what gets one is asked again, a few times. */
export async function readSettled(reader: Reader, request: ReadRequest): Promise<ServiceReply> {
  let reply = await reader.read(request)
  for (let repeats = 0; reply.status === INTERNAL_ERROR && repeats < MOST_REPEATS; repeats += 1) {
    reply = await reader.read(request)
  }
  return reply
}

/** Whether the service may well have what it did not return. Otherwise, it refused it, or has no such operation. */
export function isLost({ status = INTERNAL_ERROR, isPage }: Unanswered): boolean {
  return status >= INTERNAL_ERROR && isPage !== true
}

/** Whether the service says that it has no such list, or does not show it. */
export function isDenied({ status = INTERNAL_ERROR }: Unanswered): boolean {
  return status < INTERNAL_ERROR
}

// The reader has already repeated each of them.
const MOST_FAILURES = 3

/** Creates what sends requests through a reader. */
export function createSending(reader: Reader) {
  let end: string | undefined
  let refusal: RefusedError | undefined
  let [hasAnswered, failures] = [false, 0]

  const describeError = (error: unknown): string => {
    // An id of the service may be one that no path can contain.
    if (error instanceof OptionError) return error.received
    if (error instanceof BudgetError) {
      end = `${error.received} (--requests)`
      return end
    }
    if (!(error instanceof UnreachableError) || !hasAnswered) throw error
    failures += 1
    if (failures === MOST_FAILURES) end = 'the service does not answer any more'
    return error.received
  }

  return {
    /** Why nothing more is sent. Then every answer says so. */
    get end(): string | undefined {
      return end
    },
    /** How the service refused the first request that it refused. */
    get refusal(): RefusedError | undefined {
      return refusal
    },
    /** Sends a request. @throws UnreachableError if the service has never answered, and the reason of an abortion */
    async send(request: ReadRequest, label: string): Promise<JsonAnswer> {
      if (end !== undefined) return { problem: end }
      try {
        const reply = await readSettled(reader, request)
        hasAnswered = true
        failures = 0
        refusal ??= findRefusal(reply, reader)
        return readReply(reply, label)
      } catch (error) {
        const problem = `${label}: ${describeError(error)}`
        return { problem: end ?? problem }
      }
    },
  }
}

function findRefusal(reply: ServiceReply, reader: Reader): RefusedError | undefined {
  try {
    assertAccepted(reply, reader)
    return undefined
  } catch (error) {
    if (error instanceof RefusedError) return error
    throw error
  }
}

function readReply({ status, body }: ServiceReply, label: string): JsonAnswer {
  if (!isSuccess(status)) return { problem: `${label}: ${status}`, status }
  if (status === NO_CONTENT) return { body: [] }
  const value = parseJson(body)
  // Some services answer so whatever they do not know.
  if (isFailure(value)) return { problem: `${label}: an error with status ${status}`, isPage: true }
  if (value !== undefined) return { body: value }
  if (body.trimStart().startsWith('<')) return { problem: `${label}: a web page instead of JSON`, isPage: true }
  return { problem: `${label}: ${isTooDeep(body) ? 'JSON that is nested too deeply' : 'something else than JSON'}` }
}
