import { createDeploymentListing } from '../data/listing.ts'
import type { World } from '../data/world.ts'
import { assertCredentials } from './authentication.ts'
import type { Call, Reply } from './call.ts'
import { buildErrorReply, type Failure, INTERNAL_ERROR, ServiceError } from './errors.ts'
import { createKeptReplies } from './kept-replies.ts'
import type { OperationContext } from './operations/operation.ts'
import type { Assumptions } from './register/assumptions.ts'
import { createRenderer } from './rendering.ts'
import { createRouter, type Route } from './routing.ts'
import { parseParameters } from './validation/parameters.ts'
import { parseQuery } from './validation/query.ts'
import { readBody } from './validation/request-body.ts'

/** The service of the interface over one world, as mounts use it. */
export interface Service {
  /** Where each operation is found. */
  readonly routes: readonly Route[]
  /** Answers a call; whatever goes wrong is an answer too. */
  handle(call: Call): Reply
  /** Writes a failure that a mount found by itself in the service's envelope. */
  writeFailure(failure: Failure): Reply
}

const JSON_HEADERS = { 'content-type': 'application/json' }

/** Creates the service: it finds the operation of a call, lets it answer, and writes the answer. */
export function createService(world: World, assumptions: Assumptions): Service {
  const router = createRouter(assumptions)
  const { deploymentOrdering: ordering } = assumptions
  const context: OperationContext = {
    assumptions,
    world,
    listing: createDeploymentListing(world.database.deployments, { ordering, seed: world.scenario.seed }),
    renderer: createRenderer(assumptions),
  }
  const writeFailure = (failure: Failure): Reply => buildErrorReply(failure, assumptions)
  const replies = createKeptReplies(world.database)

  const answer = (call: Call): Reply => {
    const known = replies.find(call)
    if (known !== undefined) {
      assertCredentials(call, assumptions)
      return known
    }
    const match = router.match(call.method, call.path)
    if (match.kind === 'redirect') return buildRedirect(call, match.path)
    const { operation, pathValues } = match
    // The real service reads the body before it looks at credentials, and parameters after.
    const body = operation.takesBody ? readBody(call, assumptions) : null
    assertCredentials(call, assumptions)
    const query = parseQuery(call.query)
    const values = parseParameters(operation.parameters, { path: pathValues, query }, assumptions)
    const { status, json } = operation.run(context, { values, query, body })
    const reply = { status, headers: JSON_HEADERS, body: json }
    return operation.method === 'GET' ? replies.keep(call, reply) : reply
  }

  return {
    routes: router.routes,
    writeFailure,
    handle(call) {
      const reply = attempt(() => answer(call), writeFailure)
      return call.method === 'HEAD' ? withoutBody(reply) : reply
    },
  }
}

function attempt(answer: () => Reply, writeFailure: (failure: Failure) => Reply): Reply {
  try {
    return answer()
  } catch (error) {
    if (error instanceof ServiceError) return writeFailure(error.failure)
    console.error(error)
    return writeFailure(INTERNAL_ERROR)
  }
}

function buildRedirect(call: Call, path: string): Reply {
  const query = call.query === '' ? '' : `?${call.query}`
  return { status: 307, headers: { location: `${call.origin}${call.mountPath}${path}${query}` }, body: '' }
}

function withoutBody(reply: Reply): Reply {
  const { length } = typeof reply.body === 'string' ? new TextEncoder().encode(reply.body) : reply.body
  return { ...reply, headers: { ...reply.headers, 'content-length': String(length) }, body: '' }
}
