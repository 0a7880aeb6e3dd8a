// The functions that answer requests of a session instead of the service.

import type { Overridden, ServiceRequest, ServiceResponse } from '../../contract/operation/messages.ts'
import { ProblemError } from '../../input/options/option-error.ts'

/** Answers some requests instead of the service. */
export interface Override {
  /** What it is called in explanations. */
  readonly name: string
  /** Answers a request. `service` lets the service answer, and undefined leaves the request to the next override. */
  answer(request: ServiceRequest): Promise<ServiceResponse | 'service' | undefined>
}

export type Overrides = ReturnType<typeof createOverrides>

/** Creates the overrides of a session. @param find returns the list of them, which may be replaced at any time */
export function createOverrides(find: () => Override[]) {
  return {
    /** Adds overrides. They come before those that were added earlier. */
    add: (overrides: readonly Override[]) => void find().unshift(...overrides),
    isEmpty: () => find().length === 0,
    /** Asks the overrides in turn. @returns what the first one answers, if there is any, or `service` */
    answer: (request: ServiceRequest) => answerInstead(find(), request),
  }
}

/** Asks overrides in turn. @returns what the first one answers, if there is any; `service` if none is to be asked */
export async function answerInstead(
  overrides: readonly Override[],
  request: ServiceRequest,
): Promise<Overridden | 'service' | undefined> {
  // Others may be added meanwhile.
  for (const { name, answer } of [...overrides]) {
    try {
      const response = await answer(request)
      if (response === 'service') return response
      if (response !== undefined) return { by: name, response }
    } catch (error) {
      // The stack of an error of our own would not lead to the handler.
      console.error(error instanceof ProblemError ? error.message : error)
      return { by: name }
    }
  }
  return undefined
}
