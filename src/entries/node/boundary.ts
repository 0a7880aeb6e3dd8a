// A session that receives requests until it ends.

import { getResponse, type HttpHandler } from 'msw'
import { buildNetworkError, createFetch } from '../../engine/adapters/fetch.ts'
import { type Gate, SESSION_HEADER } from '../../engine/adapters/gate.ts'
import { answerIntercepted } from '../../engine/adapters/msw.ts'
import { type BaseUrl, fitOf, isUnder } from '../../engine/contract/base-url.ts'
import type { Contract } from '../../engine/contract/contract.ts'
import type { ServiceRequest, ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { describeUnmatched } from '../../engine/contract/unmatched.ts'
import { NO_BODY } from '../../engine/http/body.ts'
import { extend } from '../../engine/input/options/extend.ts'
import { hideSecrets } from '../../engine/input/text/secrets.ts'
import type { Session, SessionTypes } from '../../engine/sessions/session.ts'
import { createOverrides } from '../../engine/sessions/state/overrides.ts'
import { createUse, type Simulator, type Use } from '../../with-handlers.ts'
import { toAnswered } from '../interception/answer.ts'
import { type AskedOverrides, askOverrides } from '../interception/ask-overrides.ts'
import {
  createOtherRequests,
  matchesOperation,
  type OtherHosts,
  type OtherRequests,
} from '../interception/other-hosts.ts'
import type { RequestWorld } from './interception.ts'
import { describeLate } from './refusals.ts'

export type { OtherHosts }

/** A session with its URL and its own `fetch`. */
export interface BoundarySession<Of extends SessionTypes = SessionTypes> extends Session<Of> {
  /** The base URL for the client, without a trailing slash. */
  readonly url: string
  /** Sends a request to this session without a network. Also takes a path instead of a URL. */
  readonly fetch: typeof fetch
  /** Lets MSW handlers answer requests of this session instead of the service. */
  readonly use: Use
}

/** What happens to a request to the service that matches no operation. */
export type UnhandledRequests = 'fail' | 'answer'

export interface BoundaryOptions {
  unhandledRequests: UnhandledRequests
  otherHosts: OtherHosts | undefined
  /** Whether no warning named this origin yet. */
  isFirst: (origin: string) => boolean
  /** MSW handlers that take precedence over the service, e.g. for other services. */
  handlers: readonly HttpHandler[]
  nameOwner: RequestWorld['nameOwner']
}

/** A session that receives requests until it ends. */
export interface Boundary extends RequestWorld {
  readonly session: BoundarySession
  /** The first different requests that no operation was for, at most 10, each with its method and its URL. */
  listOthers(): readonly string[]
  /** Forgets the requests that no operation was for. @throws if there were unhandled requests since the last call */
  verify(): void
  /** Ends the session. Later requests get a network error that says so. @throws as `verify` does */
  end(): void
}

const buildRefused = (refusal: string): ServiceResponse => ({
  status: 404,
  headers: {},
  body: NO_BODY,
  transportFault: { kind: 'reset', refusal },
})

export function createBoundary(simulator: Simulator, session: Session, options: BoundaryOptions): Boundary {
  const { base } = simulator
  const others = createOtherRequests(base, {
    otherHosts: options.otherHosts,
    findContract: () => simulator.contractOf(session.name),
    isFirst: options.isFirst,
  })
  const unhandled = createUnhandledRequests(base, () => simulator.contractOf(session.name), others)
  const isKnown = (serviceRequest: ServiceRequest) =>
    simulator.service.isControl(serviceRequest) || matchesOperation(serviceRequest, simulator.contractOf(session.name))
  const refusesUnhandled = options.unhandledRequests === 'fail'
  const overrides = simulator.overridesOf(session.name)
  let hasEnded = false
  const pass = (serviceRequest: ServiceRequest) => simulator.service.handle(nameSession(serviceRequest, session.name))
  const refuse = (serviceRequest: ServiceRequest): ServiceResponse =>
    buildRefused(unhandled.add(serviceRequest.method, new URL(toUrl(serviceRequest))))
  const leave = (method: string, sent: string, overriding: AskedOverrides) => {
    if (hasEnded || overriding.overridden !== null || overriding.passes) return overriding.respond()
    return () => {
      const url = new URL(hideSecrets(sent))
      return others.add(method, url) ? toAnswered(buildNetworkError(unhandled.addOther(method, url))) : undefined
    }
  }
  const gate: Gate = extend(simulator.service, {
    noteArrival(serviceRequest: ServiceRequest) {
      if (hasEnded || (refusesUnhandled && !isKnown(serviceRequest))) return undefined
      return simulator.service.noteArrival(nameSession(serviceRequest, session.name))
    },
    handle(serviceRequest: ServiceRequest) {
      const { method, overridden } = serviceRequest
      if (hasEnded) return buildRefused(describeLate({ method, url: toUrl(serviceRequest) }, options.nameOwner()))
      if (!refusesUnhandled || isKnown(serviceRequest) || overridden) return pass(serviceRequest)
      if (overridden === null || overrides.isEmpty()) return refuse(serviceRequest)
      return overrides
        .answer(serviceRequest)
        .then((found) =>
          typeof found === 'object' ? pass({ ...serviceRequest, overridden: found }) : refuse(serviceRequest),
        )
    },
  })

  return {
    session: extend(session, {
      url: `${base.origin ?? ''}${base.path}`,
      fetch: createFetch(gate, base),
      use: createUse(simulator, session.name),
    }),
    async answer(request, isOwner) {
      const overriding = await askOverrides(hasEnded ? createOverrides(() => []) : overrides, gate, request)
      const isOverridden = overriding.overridden !== null
      const other = isOverridden || overriding.passes ? undefined : await askHandlers(options.handlers, request)
      if (other !== undefined) return toAnswered(other)
      if (!isOwner) return leave(request.method, request.url, overriding)
      const preflight = answerPreflight(request)
      if (preflight !== undefined) return toAnswered(preflight)
      const url = new URL(request.url)
      if (hasEnded || isUnder(base, url.pathname) || isOverridden || !refusesUnhandled) {
        const response = allowOrigin(await answerIntercepted(overriding.gate, base, request), request)
        return { response, isOfService: !isOverridden }
      }
      return toAnswered(buildNetworkError(unhandled.add(request.method, url)))
    },
    fit: (url) => fitOf(base, url),
    nameOwner: options.nameOwner,
    listOthers: others.list,
    verify: () => unhandled.verify(),
    end() {
      hasEnded = true
      simulator.sessions.delete(session.name)
      unhandled.verify()
    },
  }
}

function toUrl({ address, path }: ServiceRequest): string {
  const { origin, basePath } = address()
  return `${origin}${basePath}${path}`
}

async function askHandlers(handlers: readonly HttpHandler[], request: Request): Promise<Response | undefined> {
  return handlers.length === 0 ? undefined : getResponse([...handlers], request.clone())
}

// A session that the client itself names takes precedence.
function nameSession(serviceRequest: ServiceRequest, name: string): ServiceRequest {
  return {
    ...serviceRequest,
    // A URL of a response leads here as well, and looks as without a boundary.
    ...(serviceRequest.header(SESSION_HEADER) === undefined && { sessionPath: '' }),
    header: (each) => serviceRequest.header(each) ?? (each === SESSION_HEADER ? name : undefined),
  }
}

/** Creates a list of the requests that matched no operation. They are also in `others`, until `verify`. */
function createUnhandledRequests(base: BaseUrl, findContract: () => Contract, others: OtherRequests) {
  const counted = new Map<string, number>()
  const count = (line: string): string => {
    counted.set(line, (counted.get(line) ?? 0) + 1)
    return line
  }
  return {
    /** Adds a request. @returns what is wrong with it */
    add(method: string, url: URL): string {
      others.note(method, new URL(hideSecrets(url.href)))
      const { origin, pathname } = url
      const shown = hideSecrets(origin + pathname)
      return count(describeUnmatched({ method, path: pathname }, shown, findContract(), base.path))
    },
    /** Adds a request to another host than that of the base URL. @returns what is wrong with it */
    addOther(method: string, url: URL): string {
      return count(
        `${method} ${url.origin}${url.pathname} is for another host: the base URL is ${base.origin}${base.path}`,
      )
    },
    /** @throws an error that lists the requests since the last call, each with the nearest operations */
    verify(): void {
      others.clear()
      if (counted.size === 0) return
      const lines = Array.from(counted, ([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
      counted.clear()
      throw new Error(
        `Failed to handle every request: some matched no operation.\n  ${lines.join('\n  ')}\nFix the client or "baseUrl", or set unhandledRequests: 'answer' to get the service's own 404 or 405.`,
      )
    },
  }
}

/** Responds to a CORS preflight, which jsdom and happy-dom send, too. Returns undefined if the request is none. */
function answerPreflight(request: Request): Response | undefined {
  const { method, headers } = request
  const requestedMethod = headers.get('access-control-request-method')
  if (method !== 'OPTIONS' || (requestedMethod === null && !isOfHappyDom(request))) return undefined
  const response = new Response(null, { status: 204 })
  if (requestedMethod !== null) response.headers.set('access-control-allow-methods', requestedMethod)
  const names = headers.get('access-control-request-headers')
  if (names !== null) response.headers.set('access-control-allow-headers', names)
  return allowOrigin(response, request)
}

/** Adds CORS headers for the page that sent a request. Does nothing if no page sent it. */
function allowOrigin(response: Response, request: Request): Response {
  const origin = findOrigin(request)
  if (origin === undefined || response.type === 'error') return response
  const { headers } = response
  headers.set('access-control-expose-headers', [...headers.keys()].join(', '))
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-allow-credentials', 'true')
  headers.append('vary', 'Origin')
  return response
}

function findOrigin(request: Request): string | undefined {
  return request.headers.get('origin') ?? (isOfHappyDom(request) ? location.origin : undefined)
}

// In happy-dom, a request hides headers that a page must not set, such as `Origin`.
function isOfHappyDom({ headers }: Request): boolean {
  return typeof location !== 'undefined' && headers.get('user-agent')?.includes('HappyDOM') === true
}
