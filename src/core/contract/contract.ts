import type { ByteBudget } from '../byte-budget.ts'
import type { World } from '../data/world.ts'
import { NoRoomError } from '../option-error.ts'
import { assertCredentials } from './authentication.ts'
import type { Answer, Call, Reply } from './call.ts'
import { buildErrorReply, describeNoRoom, type Failure, INTERNAL_ERROR, ServiceError } from './errors.ts'
import type { OperationName } from './operations/operations.ts'
import type { Assumptions } from './register/assumptions.ts'
import { trackAssumptions } from './register/tracked-assumptions.ts'
import { createRenderer, type RenderedRecords, type Renderer } from './rendering.ts'
import { toHeadReply } from './reply-body.ts'
import { createResponseCache } from './response-cache.ts'
import { createRouter, type Route, type Router } from './routing.ts'
import { parseParameters } from './validation/parameters.ts'
import { parseQuery } from './validation/query.ts'
import { readBody } from './validation/request-body.ts'

/** The interface under some assumptions. It has no data of its own and answers for any world. */
export interface Contract {
  readonly assumptions: Assumptions
  /** Where each operation is found. */
  readonly routes: readonly Route[]
  /** The operation that a call is for, if there is one. */
  findOperation(call: Pick<Call, 'method' | 'path'>): OperationName | undefined
  /** Answers a call; whatever goes wrong is an answer too. */
  answer(call: Call, world: World): Answer
  /** Writes a failure in the service's envelope. */
  writeFailure(failure: Failure): Reply
  /** Caches responses from now on, as it does from the start. */
  startCaching(): void
  /** Drops all cached responses, and caches none from now on. */
  stopCaching(): void
}

/** What contracts share. */
export interface ContractParts {
  budget: ByteBudget
  rendered: RenderedRecords
}

const JSON_HEADERS = { 'content-type': 'application/json' }

/** What a call was understood as, as far as that went. */
type Understood = Pick<Answer, 'operation' | 'values' | 'evidence'>

/** Creates the contract: it finds the operation of a call, lets it answer, and writes the answer. */
export function createContract(given: Assumptions, { budget, rendered }: ContractParts): Contract {
  const tracked = trackAssumptions(given)
  const { assumptions } = tracked
  const router = createRouter(tracked)
  const run = createRunner(router, assumptions, createRenderer(tracked, rendered))
  const kept = createResponseCache(budget)
  const writeFailure = (failure: Failure): Reply => buildErrorReply(failure, assumptions)

  const answerAnew = (call: Call, world: World): Answer => {
    const version = world.version()
    const understood: Understood = {}
    const { result, read } = tracked.track(() => attempt(() => run(call, world, understood), writeFailure))
    const answer = { ...understood, reply: result, dependsOn: [...read] }
    return result.status === 200 && world.version() === version ? kept.keep(version, call, answer) : answer
  }
  const answerAsBefore = (known: Answer, call: Call): Answer => {
    const reply = attempt(() => {
      assertCredentials(call, assumptions)
      return known.reply
    }, writeFailure)
    return reply === known.reply ? known : { ...known, reply }
  }

  return {
    assumptions: given,
    routes: router.routes,
    writeFailure,
    startCaching: kept.start,
    stopCaching: kept.stop,
    findOperation: ({ method, path }) => findOperation(router, method, path),
    answer(call, world) {
      const known = kept.find(world.version(), call)
      const answer = known === undefined ? answerAnew(call, world) : answerAsBefore(known, call)
      return call.method === 'HEAD' ? { ...answer, reply: toHeadReply(answer.reply) } : answer
    },
  }
}

function createRunner(router: Router, assumptions: Assumptions, renderer: Renderer) {
  return (call: Call, world: World, understood: Understood): Reply => {
    const match = router.match(call.method, call.path)
    if (match.kind === 'redirect') return buildRedirect(call, match.path)
    const { operation, pathValues } = match
    understood.operation = operation.name
    // The real service reads the body before it looks at credentials, and parameters after.
    const body = operation.takesBody ? readBody(call, assumptions) : null
    assertCredentials(call, assumptions)
    const query = parseQuery(call.query)
    const values = parseParameters(operation.parameters, { path: pathValues, query }, assumptions)
    understood.values = values
    const { status, json, evidence } = operation.run({ assumptions, world, renderer }, { values, query, body })
    if (evidence !== undefined) understood.evidence = evidence
    return { status, headers: JSON_HEADERS, body: json }
  }
}

function findOperation(router: Router, method: string, path: string): OperationName | undefined {
  try {
    const match = router.match(method, path)
    return match.kind === 'operation' ? match.operation.name : undefined
  } catch {
    return undefined
  }
}

function attempt(answer: () => Reply, writeFailure: (failure: Failure) => Reply): Reply {
  try {
    return answer()
  } catch (error) {
    if (error instanceof ServiceError) return writeFailure(error.failure)
    if (error instanceof NoRoomError) return writeFailure({ ...describeNoRoom(error), detail: error.message })
    console.error(error)
    return writeFailure(INTERNAL_ERROR)
  }
}

function buildRedirect(call: Call, path: string): Reply {
  const query = call.query === '' ? '' : `?${call.query}`
  return { status: 307, headers: { location: `${call.origin}${call.basePath}${path}${query}` }, body: '' }
}
