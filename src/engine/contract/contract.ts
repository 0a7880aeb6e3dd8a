// What the service answers under fixed assumptions, which all sessions share that have these.

import { type Assumptions, type TrackedAssumptions, trackAssumptions } from '../define/assumptions/assumptions.ts'
import { encodeBody, NO_BODY } from '../http/body.ts'
import { contentTypes, type ResponseShape, readResult } from '../http/operation-declaration.ts'
import { parseQuery } from '../http/route-table.ts'
import { ProblemError } from '../input/options/option-error.ts'
import { quote } from '../input/text/quote.ts'
import type { ByteBudget } from '../limits/byte-budget.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { World } from '../world/world.ts'
import { placeOf } from './base-url.ts'
import { cacheDocuments, type LoadedDocuments, type ServiceDocuments } from './documents.ts'
import { describeCredentials } from './operation/access.ts'
import type { Declarations, RateLimit } from './operation/declarations.ts'
import { basisOfRefusal, type Failure, listRefusals, ServiceError, toFailure } from './operation/failure.ts'
import type { Outcome, RequestTarget, ServiceRequest, ServiceResponse } from './operation/messages.ts'
import { basisOfResult, type Operation, templateOf } from './operation/operation.ts'
import { createWriter, type RenderedRecords, readList, type Writer } from './operation/responses.ts'
import type { ParameterValues } from './operation/value.ts'
import { hashBody, isKnownToClient, toHeadResponse, toNotModified } from './operation/without-body.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { createRouter, type Route, type Router } from './routing.ts'
import { findOutside, type IsChosen, type Outside } from './strict.ts'
import { describePresets } from './unmatched.ts'
import { createViews, type KeptViews, type ShowRecord } from './views.ts'

/** The contract under a set of assumptions. It has no data of its own and serves any world. */
export interface Contract {
  readonly declared: Declarations
  readonly assumptions: Assumptions
  /** The limit of requests that the service itself has, and the assumptions that decide it; undefined if there is none. */
  readonly rateLimit: (RateLimit & { readonly dependsOn: Outcome['dependsOn'] }) | undefined
  /** Whether pages of other origins may call the service. */
  readonly allowsOtherOrigins: boolean
  /** Whether a server decompresses bodies. */
  readonly inflatesBodies: boolean
  readonly routes: readonly Route[]
  findOperation(request: RequestTarget): Operation | undefined
  /** The parsed parameters of a request that no operation answers; undefined if they are invalid. */
  findValues(request: ServiceRequest): ParameterValues<Operation['parameters']> | undefined
  /** Finds out why a request is outside of the written contract and of what was chosen; undefined if it is not. */
  findOutside(request: ServiceRequest, isChosen: IsChosen): Outside | undefined
  /** Loads the code that the response to a request needs. Returns undefined if it is there. */
  load(request: RequestTarget): Promise<void> | undefined
  isCached(request: ServiceRequest, world: World): boolean
  /** Answers a request whose code is loaded. Errors become error responses. */
  respond(request: ServiceRequest, world: World): Outcome
  /** Builds the error response for a failure, in the service's error format. */
  writeFailure(failure: Failure): ServiceResponse
  /** Caches responses from now on. It does so initially. */
  startCaching(): void
  stopCaching(): void
  /** Finds and caches documents about worlds under these assumptions. */
  readonly documents: Pick<ResponseCache, 'findDocument' | 'keepDocument'>
}

export interface ContractParts {
  declared: Declarations
  budget: ByteBudget
  rendered: RenderedRecords
  documents: LoadedDocuments
}

/** What is known about a request so far. */
type Understood = Pick<Outcome, 'operation' | 'values' | 'evidence' | 'envelope' | 'waits' | 'findBasis' | 'refusal'>

/** Creates the contract: it finds the operation that a request matches, runs it and builds the response. */
export function createContract(untracked: Assumptions, parts: ContractParts): Contract {
  const { declared, budget } = parts
  const { framework } = declared
  const tracked = trackAssumptions(untracked)
  const { assumptions } = tracked
  const router = createRouter(declared, tracked)
  const own = cacheDocuments(parts.documents, budget, tracked)
  const writer = createWriter(tracked, declared, parts.rendered)
  const viewsOf = derivedFrom((_json: RenderedRecords['json']): KeptViews => new WeakMap())
  const show = createViews(tracked, () => viewsOf(parts.rendered.json))
  const run = createRunner(router, tracked, { declared, documents: own, writer, show })
  const cache = createResponseCache(budget, declared.access)
  const writeFailure = (failure: Failure): ServiceResponse => framework.writeFailure(failure, assumptions)
  const computeOutcome = createComputation(parts, tracked, { untracked, run, cache, writeFailure })

  const { result: limit, read: limiting } = tracked.track(() => declared.limitRate?.(assumptions))
  const origins = tracked.track(() => framework.allowsOtherOrigins(assumptions))
  // The response to a page has CORS headers or not, which the adapter decides.
  const dependOnOrigin = (outcome: Outcome): Outcome => ({
    ...outcome,
    dependsOn: [...outcome.dependsOn, ...origins.read],
  })

  const findOperation: Contract['findOperation'] = ({ method, path }) => {
    const match = router.attempt(method, path)
    return match?.kind === 'operation' ? match.operation : undefined
  }
  return {
    declared,
    rateLimit: limit === undefined ? undefined : { ...limit, dependsOn: [...limiting] },
    allowsOtherOrigins: origins.result,
    inflatesBodies: framework.inflatesBodies(untracked),
    assumptions: untracked,
    routes: router.routes,
    writeFailure,
    documents: cache,
    startCaching: cache.start,
    stopCaching() {
      cache.stop()
      own.drop()
    },
    findOperation,
    findValues({ method, path, query }) {
      const match = router.attempt(method, path)
      if (match?.kind !== 'operation') return undefined
      const received = { path: match.pathValues, query: parseQuery(query) }
      const read = framework.readParameters(match.operation.parameters, received, assumptions)
      return 'values' in read ? read.values : undefined
    },
    findOutside: (request, isChosen) => findOutside(request, { declared, router, tracked, isChosen }),
    load: createLoading(untracked, parts, findOperation),
    isCached(request, world) {
      const key = cache.keyOf(request)
      return key !== undefined && cache.find(world, key, () => placeOf(request)) !== undefined
    },
    respond(request, world) {
      const key = cache.keyOf(request)
      const cached = key === undefined ? undefined : cache.find(world, key, () => placeOf(request))
      const computed = cached ?? computeOutcome(request, world, key)
      const outcome = request.header('origin') === undefined ? computed : dependOnOrigin(computed)
      const { etag } = outcome.response.headers
      if (etag !== undefined && isKnownToClient(request, outcome.response))
        return { ...outcome, response: toNotModified(outcome.response) }
      return request.method === 'HEAD' ? { ...outcome, response: toHeadResponse(outcome.response) } : outcome
    },
  }
}

interface ComputationParts {
  readonly untracked: Assumptions
  readonly run: Run
  readonly cache: ResponseCache
  writeFailure(failure: Failure): ServiceResponse
}

/** Creates what runs the operation of a request, and keeps what later requests may get as well. */
function createComputation(
  { declared }: ContractParts,
  { assumptions, track }: TrackedAssumptions,
  { untracked, run, cache, writeFailure }: ComputationParts,
) {
  // Documents are cached by what they are about.
  const isNeverCached = ({ changesWithTime, isDocumentation }: Operation) => changesWithTime === true || isDocumentation
  const neverCached = new Set<string | undefined>(declared.operations.filter(isNeverCached).map(({ name }) => name))
  return (request: ServiceRequest, world: World, key: string | undefined): Outcome => {
    const { records } = world.changes()
    const understood: Understood = {}
    const reads: Reads = {}
    const { result, read } = track(() => {
      try {
        return run(request, world, { understood, reads })
      } catch (error) {
        if (error instanceof ServiceError) {
          const operation = declared.operations.find(({ name }) => name === understood.operation)
          understood.findBasis = always(basisOfRefusal(error.failure, operation?.basis))
          if ('refusal' in error.failure) understood.refusal = error.failure.refusal.name
        }
        return writeFailure(toFailure(error, assumptions))
      }
    })
    const answer: Outcome = { response: result, dependsOn: [...read], ...understood }
    // Its parameters are known as soon as nothing refuses it any more.
    const outcome = understood.values === undefined ? explainRefusal(answer, request, declared, untracked) : answer
    const isFixed = result.status === 200 && world.changes().records === records && reads.time !== true
    if (!isFixed || key === undefined || neverCached.has(outcome.operation)) return outcome
    return cache.keep(world, key, outcome, reads.origin && placeOf(request))
  }
}

// A function within others would keep what they know, such as the body of the request, as long as the journal keeps it.
const always =
  <Value>(value: Value): (() => Value) =>
  () =>
    value

/** Creates what loads the code for documents. Every request asks it. */
function createLoading(
  assumptions: Assumptions,
  { declared: { operations }, documents }: ContractParts,
  findOperation: Contract['findOperation'],
): Contract['load'] {
  const templates = operations.flatMap((each) => (each.isDocumentation && templateOf(each, assumptions)) || [])
  return (request) => {
    const isPossible = templates.some((each) => request.path.endsWith(each) || request.path.includes('%'))
    return isPossible && findOperation(request)?.isDocumentation ? documents.load() : undefined
  }
}

// Only missing credentials refuse a request with this status before its operation runs.
function explainRefusal(
  outcome: Outcome,
  request: ServiceRequest,
  declared: Declarations,
  assumptions: Assumptions,
): Outcome {
  const { operation, response } = outcome
  if (operation === undefined)
    return response.status < 400 ? outcome : { ...outcome, advice: describePresets(request, declared) }
  const { access } = declared
  return response.status === access.statusOf(assumptions)
    ? { ...outcome, needs: describeCredentials(access, assumptions) }
    : outcome
}

/** What decides a response besides the data, the assumptions and the target of its request. */
interface Reads {
  origin?: true
  time?: true
}

interface RunnerParts {
  readonly declared: Declarations
  readonly documents: ServiceDocuments
  readonly writer: Writer
  readonly show: ShowRecord
}

type Run = ReturnType<typeof createRunner>

interface Understanding {
  readonly understood: Understood
  readonly reads: Reads
}

function createRunner(
  router: Router,
  { assumptions }: TrackedAssumptions,
  { declared, documents, writer, show }: RunnerParts,
) {
  return (request: ServiceRequest, world: World, { understood, reads }: Understanding): ServiceResponse => {
    declared.framework.assertTarget(request, assumptions)
    const match = router.match(request.method, request.path)
    if (match.kind === 'redirect') return buildRedirect(request, match.path)
    const { operation } = match
    understood.operation = operation.name
    const onValues = (values: NonNullable<Outcome['values']>) => {
      understood.values = values
    }
    const read = declared.framework.readRequest(request, match, { assumptions, access: declared.access, onValues })
    const findOrigin = () => {
      reads.origin = true
      return placeOf(request) + findBasePath(request, declared.basePathsOf(assumptions))
    }
    const dependOnTime = () => {
      reads.time = true
    }
    const { hints = {}, prepared } = request
    const result = runListed(
      operation,
      { assumptions, world, documents, hints, prepared, show },
      { findOrigin, dependOnTime, sent: request, ...read },
    )
    const { status, shape, value, headers } = readResult<ResponseShape>(operation, result)
    const waits = operation.waits?.(value, read.values) ?? 0
    if (waits > 0) understood.waits = waits
    Object.assign(understood, readList(shape, value, assumptions), {
      findBasis: basisOfResult(operation, status),
    })
    const written = shape.write(value, writer)
    const body = typeof written === 'string' ? encodeBody(written) : written
    const type = body.length === 0 ? null : contentTypes[shape.kind]
    const tag =
      operation.hasEntityTag === true && status < 300 && body.length > 0 ? { etag: hashBody(body) } : undefined
    return { status, headers: { ...(type !== null && { 'content-type': type }), ...headers, ...tag }, body }
  }
}

// The base path of a request, so that a client that reaches the service below one stays there.
function findBasePath({ path }: ServiceRequest, basePaths: readonly string[]): string {
  const matching = basePaths.filter((each) => path.startsWith(`${each}/`))
  return matching.reduce((longest, each) => (each.length > longest.length ? each : longest), '')
}

function buildRedirect(request: ServiceRequest, path: string): ServiceResponse {
  const query = request.query === '' ? '' : `?${request.query}`
  const { origin, basePath } = request.address()
  const location = `${origin}${basePath}${quoteUrl(path + query)}`
  return { status: 307, headers: { location }, body: NO_BODY }
}

/** Encodes a URL as the real service does before it redirects to it: percent signs stay as they are. */
function quoteUrl(url: string): string {
  // Python leaves these alone, and encodeURI does not.
  return encodeURI(url).replace(/%(?:25|5B|5D)/g, decodeURIComponent)
}

/**
 * Runs an operation. If it fails halfway, nothing has changed.
 * @throws Error for a refusal that it does not list: documents and coverage would lack it
 */
function runListed(operation: Operation, ...given: Parameters<Operation['run']>) {
  try {
    return given[0].world.attempt(() => operation.run(...given))
  } catch (error) {
    if (error instanceof ServiceError) assertListed(error, operation, given[0].assumptions)
    throw error
  }
}

function assertListed(error: ServiceError, { name, refusals = [] }: Operation, assumptions: Assumptions): void {
  if (!('refusal' in error.failure)) return
  const { refusal } = error.failure
  if (listRefusals(refusals, assumptions).some((listed) => listed.refusal === refusal)) return
  const received = `it does not list the refusal ${quote(refusal.name)}`
  const advice = 'Add it to the refusals of the operation.'
  throw new ProblemError({ attempt: `run ${name}`, received, advice }, { cause: error })
}
