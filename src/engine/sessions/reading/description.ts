// The OpenAPI document of the service that a session simulates.

import { type Body, buildBody, encodeText, joinBody } from '../../http/body.ts'
import { announce, type Steps, type Working } from '../../work/steps.ts'
import { forkWorld, type World } from '../../world/world.ts'
import type { State } from '../state/state.ts'

/** An OpenAPI document, which is JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>

/** How the service is described. */
export interface DescriptionOptions {
  /** What comes before the paths of the service, such as its URL. Default: nothing. */
  readonly server?: string
}

/** Writes the OpenAPI document of the service in a session, as JSON. */
export type DescribeService = (options: DescriptionOptions) => Steps<Body>

/** Creates what writes the OpenAPI document of the service. It is cached until the data changes. */
export function createDescription(getState: () => State): DescribeService {
  const writing: Working = new Map()
  return function* ({ server = '' }) {
    for (;;) {
      const state = getState()
      const { documents } = state.contract
      const name = nameDocument(state.world, server)
      const known = documents.findDocument(state.world, name)
      if (known !== undefined) return joinBody(known)
      const other = writing.get(name)
      if (other === undefined) return yield* announce(writing, name, write(name, server, state))
      yield other
    }
  }
}

// What a document depends on besides the data. While a clock runs, one with examples of a moment ago will do.
function nameDocument({ speed, clock }: World, server: string): string {
  return `${speed} ${clock.isFrozen() ? clock.microseconds() : 'runs'} ${server}`
}

function* write(name: string, server: string, state: State): Steps<Body> {
  const { contract, world } = state
  const { records } = world.changes()
  const body = encodeText(JSON.stringify(yield* build(server, state)))
  if (world.changes().records === records) contract.documents.keepDocument(world, name, buildBody([body]))
  return body
}

function* build(server: string, { contract, world }: State): Steps<OpenApiDocument> {
  // Loaded on demand: most sessions are never described.
  let generator: Generator | undefined
  yield import('../../reports/openapi/documents.ts').then((module) => {
    generator = module
  })
  // The requests for the examples create records.
  const copy = forkWorld(world)
  try {
    const { buildServiceDocument } = generator as unknown as Generator
    return yield* buildServiceDocument({
      declared: contract.declared,
      assumptions: contract.assumptions,
      server,
      world: copy,
    })
  } finally {
    copy.end()
  }
}

type Generator = typeof import('../../reports/openapi/documents.ts')
