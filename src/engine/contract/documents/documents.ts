// The documents in which the service describes itself (assumption `documentation`).

import type { Assumptions } from '../../assumptions/assumptions.ts'

/** Writes the documents of the service. */
export interface ServiceDocuments {
  /**
   * Returns the OpenAPI document, as JSON.
   *
   * @throws NotLoadedError if its code is not loaded yet
   */
  describe(assumptions: Assumptions): string
  /**
   * Returns an HTML page about the service.
   *
   * @throws NotLoadedError if its code is not loaded yet
   */
  writePage(assumptions: Assumptions): string
}

/** Thrown instead of a response that needs code that is not loaded yet. */
export class NotLoadedError extends Error {
  readonly loading: Promise<void>

  constructor(loading: Promise<void>) {
    super('The code for the response is not loaded yet.')
    this.loading = loading
  }
}

/** Responds to a request, and again as soon as the code for the response is loaded. */
export function whenLoaded<Response>(respond: () => Response): Response | Promise<Response> {
  try {
    return respond()
  } catch (error) {
    if (error instanceof NotLoadedError) return error.loading.then(respond)
    throw error
  }
}
