import { createDeploymentListing } from '../data/listing.ts'
import type { World } from '../data/world.ts'
import { type Assumptions, statusValuesOf } from './assumptions.ts'
import { checkCredentials } from './authentication.ts'
import type { Call, Reply } from './call.ts'
import { buildErrorReply, type Failure } from './errors.ts'
import type { Operation, OperationContext } from './operations/context.ts'
import { createDeployment } from './operations/create-deployment.ts'
import { listDeployments } from './operations/list-deployments.ts'
import { listOAuthProviders } from './operations/list-oauth-providers.ts'
import { listAlternateRepositories, listRepositories } from './operations/list-repositories.ts'
import { parseQuery } from './query.ts'
import { createRenderer } from './rendering.ts'
import { readBody } from './request-body.ts'
import { createRouter, type OperationName, type Router } from './routing.ts'

/** The service of the interface over one world. */
export interface Service {
  router: Router
  /** Answers a call; whatever goes wrong is an answer too. */
  handle(call: Call): Reply
  /** Writes what a mount has to refuse by itself in the service's envelope. */
  refuse(failure: Failure): Reply
}

const operations: Readonly<Record<OperationName, Operation>> = {
  listOAuthProviders,
  listRepositories,
  listAlternateRepositories,
  listDeployments,
  createDeployment,
}

const NO_BODY = { value: null }

/** Creates the service: it finds the operation of a call, lets it answer, and writes the answer. */
export function createService(world: World, assumptions: Assumptions): Service {
  const router = createRouter(assumptions)
  const context: OperationContext = {
    assumptions,
    statuses: statusValuesOf(assumptions),
    world,
    listing: createDeploymentListing(world.database.deployments, {
      ordering: assumptions.deploymentOrdering,
      seed: world.scenario.seed,
    }),
    renderer: createRenderer(assumptions),
  }

  const refuse = (failure: Failure): Reply => buildErrorReply(failure, assumptions)
  const answer = (call: Call): Reply => {
    const match = router.match(call.method, call.path)
    if (match.kind === 'failure') return refuse(match.failure)
    if (match.kind === 'redirect') return buildRedirect(call, match.path)

    // The real service reads the body before it looks at credentials, and the parameters after.
    const body = match.operation === 'createDeployment' ? readBody(call, assumptions) : NO_BODY
    if ('failure' in body) return refuse(body.failure)
    const refusal = checkCredentials(call, assumptions)
    if (refusal !== undefined) return refuse(refusal)

    const request = { query: parseQuery(call.query), integrationId: match.integrationId, body: body.value }
    const result = operations[match.operation](context, request)
    if ('detail' in result) return refuse(result)
    return { status: result.status, headers: { 'content-type': 'application/json' }, body: result.json }
  }

  const answerSafely = (call: Call): Reply => {
    try {
      return answer(call)
    } catch (error) {
      console.error(error)
      return refuse({ status: 500, detail: 'Internal Server Error' })
    }
  }

  return {
    router,
    refuse,
    handle(call) {
      const reply = answerSafely(call)
      return call.method === 'HEAD' ? withoutBody(reply) : reply
    },
  }
}

function buildRedirect(call: Call, path: string): Reply {
  const query = call.query === '' ? '' : `?${call.query}`
  return { status: 307, headers: { location: `${call.origin}${call.mountPath}${path}${query}` }, body: '' }
}

function withoutBody(reply: Reply): Reply {
  const length = new TextEncoder().encode(reply.body).length
  return { ...reply, headers: { ...reply.headers, 'content-length': String(length) }, body: '' }
}
