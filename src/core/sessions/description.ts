// The OpenAPI document of the service that a session simulates.

import { realTime } from '../behaviour/real-time.ts'
import type { Steps } from '../steps.ts'
import { createWorld } from '../world/world.ts'
import type { State } from './state.ts'

/** An OpenAPI document, which is JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>

/** How the service is described. */
export interface DescriptionOptions {
  /** What comes before the paths of the service, such as its URL. Default: nothing. */
  readonly server?: string
}

/**
 * Builds the OpenAPI document of the service in a session.
 *
 * @param getState returns the current state
 */
export function* describeService(getState: () => State, { server = '' }: DescriptionOptions): Steps<OpenApiDocument> {
  const loading = loadGenerator()
  yield loading.promise
  const { contract, world } = getState()
  // The requests for the examples create records.
  const { baseline, speed } = world
  const copy = createWorld(baseline, { changes: world.readChanges(), realTime, speed, onChange: () => undefined })
  try {
    return yield* loading.get().buildServiceDocument({ assumptions: contract.assumptions, server, world: copy })
  } finally {
    copy.end()
  }
}

type Generator = typeof import('../openapi/documents.ts')

// Loaded on demand: most sessions are never described.
function loadGenerator(): { promise: Promise<void>; get(): Generator } {
  let loaded: Generator | undefined
  const promise = import('../openapi/documents.ts').then((module) => {
    loaded = module
  })
  // The work continues after the promise.
  return { promise, get: () => loaded as Generator }
}
