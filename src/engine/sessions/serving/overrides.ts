// The functions that answer requests of a session instead of the service.

import type { Overridden, ServiceRequest, ServiceResponse } from '../../contract/operation/messages.ts'

/** Answers some requests instead of the service. */
export interface Override {
  /** What it is called in explanations. */
  readonly name: string
  /** Answers a request. `service` lets the service answer, and undefined leaves the request to the next override. */
  answer(request: ServiceRequest): Promise<ServiceResponse | 'service' | undefined>
}

/** The overrides of a session. */
export interface Overrides {
  /** Adds overrides. They come before those that were added earlier. */
  add(overrides: readonly Override[]): void
  isEmpty(): boolean
  /** Asks the overrides in turn. @returns what the first one answers, if there is any */
  answer(request: ServiceRequest): Promise<Overridden | undefined>
}

/** Creates the overrides of a session, without any. */
export function createOverrides(): Overrides {
  let current: readonly Override[] = []
  return {
    add(overrides) {
      current = [...overrides, ...current]
    },
    isEmpty: () => current.length === 0,
    answer: (request) => askAll(current, request),
  }
}

/** Creates overrides that forward to others, which may be replaced at any time. */
export function followOverrides(find: () => Overrides): Overrides {
  return {
    add: (overrides) => find().add(overrides),
    isEmpty: () => find().isEmpty(),
    answer: (request) => find().answer(request),
  }
}

async function askAll(overrides: readonly Override[], request: ServiceRequest): Promise<Overridden | undefined> {
  for (const { name, answer } of overrides) {
    try {
      const response = await answer(request)
      if (response === 'service') return undefined
      if (response !== undefined) return { by: name, response }
    } catch (error) {
      console.error(error)
      return { by: name }
    }
  }
  return undefined
}
