// The OpenAPI document of the service that a session simulates.

import type { DocumentBuilder, LoadDocumentBuilder, OpenApiDocument } from '../../contract/document-builder.ts'
import { type Body, buildBody, encodeText, joinBody } from '../../http/body.ts'
import { announce, type Steps, type Working } from '../../work/steps.ts'
import { forkWorld, type World } from '../../world/world.ts'
import type { State } from '../state/state.ts'

/** How the service is described. */
export interface DescriptionOptions {
  /** What comes before the paths of the service, such as its URL. Default: nothing. */
  readonly server?: string
}

/** Writes the OpenAPI document of the service in a session, as JSON. */
export type DescribeService = (options: DescriptionOptions) => Steps<Body>

/** Creates what writes the OpenAPI document of the service. It is cached until the data changes. */
export function createDescription(getState: () => State, loadBuilder: LoadDocumentBuilder): DescribeService {
  const writing: Working = new Map()
  return function* ({ server = '' }) {
    for (;;) {
      const state = getState()
      const { documents } = state.contract
      const name = nameDocument(state.world, server)
      const known = documents.findDocument(state.world, name)
      if (known !== undefined) return joinBody(known)
      const other = writing.get(name)
      if (other === undefined)
        return yield* announce(writing, name, write(name, state, build(server, state, loadBuilder)))
      yield other
    }
  }
}

// What a document depends on besides the data. While a clock runs, one with examples of a moment ago will do.
function nameDocument({ speed, clock }: World, server: string): string {
  return `${speed} ${clock.isFrozen() ? clock.microseconds() : 'runs'} ${server}`
}

function* write(name: string, { contract, world }: State, building: Steps<OpenApiDocument>): Steps<Body> {
  const { records } = world.changes()
  const body = encodeText(JSON.stringify(yield* building))
  if (world.changes().records === records) contract.documents.keepDocument(world, name, buildBody([body]))
  return body
}

function* build(server: string, { contract, world }: State, loadBuilder: LoadDocumentBuilder): Steps<OpenApiDocument> {
  let builder: DocumentBuilder | undefined
  yield loadBuilder().then((loaded) => {
    builder = loaded
  })
  // The requests for the examples create records.
  const copy = forkWorld(world)
  try {
    const { buildServiceDocument } = builder as DocumentBuilder
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
