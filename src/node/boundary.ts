// A session that receives requests until it ends.

import { getResponse, type HttpHandler } from 'msw'
import { createFetch } from '../core/adapters/fetch.ts'
import { answerIntercepted } from '../core/adapters/msw.ts'
import { isUnder } from '../core/contract/base-url.ts'
import type { ServiceRequest, ServiceResponse } from '../core/contract/messages.ts'
import { extend } from '../core/extend.ts'
import { SESSION_HEADER, type Service } from '../core/gate.ts'
import { NO_BODY } from '../core/http/body.ts'
import type { Session } from '../core/sessions/session.ts'
import type { Simulator } from '../core/simulator.ts'
import { matchesOperation } from '../interception/handled-requests.ts'
import { allowOrigin, answerPreflight } from './cross-origin.ts'
import type { Target } from './interception.ts'
import { createUnhandledRequests } from './unhandled-requests.ts'

/** A session with its URL and its own `fetch`. */
export interface BoundarySession extends Session {
  /** The base URL for the client, without a trailing slash. */
  readonly url: string
  /** Sends a request to this session without a network. Also takes a path instead of a URL. */
  readonly fetch: typeof fetch
}

/** What happens to a request to the service that matches no operation. */
export type UnhandledRequests = 'fail' | 'answer'

export interface BoundaryOptions {
  unhandledRequests: UnhandledRequests
  /** MSW handlers that take precedence over the service, e.g. for other services. */
  handlers: readonly HttpHandler[]
}

/** A session that receives requests until it ends. */
export interface Boundary extends Target {
  readonly session: BoundarySession
  /** @throws if there were unhandled requests since the last call */
  verify(): void
  /** Ends the session. Later requests get a network error. @throws as `verify` does */
  end(): void
}

const NETWORK_ERROR: ServiceResponse = {
  status: 404,
  headers: {},
  body: NO_BODY,
  transportFault: { kind: 'cut', after: null },
}

/** Creates a boundary around a session of a simulator. */
export function createBoundary(simulator: Simulator, session: Session, options: BoundaryOptions): Boundary {
  const { base } = simulator
  const unhandled = createUnhandledRequests(base, () => simulator.contractOf(session.name).routes)
  const isKnown = (serviceRequest: ServiceRequest) =>
    simulator.service.isControl(serviceRequest) || matchesOperation(serviceRequest, simulator.contractOf(session.name))
  const refusesUnhandled = options.unhandledRequests === 'fail'
  let hasEnded = false
  const service: Service = extend(simulator.service, {
    handle(serviceRequest: ServiceRequest) {
      if (hasEnded) return NETWORK_ERROR
      if (!refusesUnhandled || isKnown(serviceRequest))
        return simulator.service.handle(nameSession(serviceRequest, session.name))
      unhandled.add(
        serviceRequest.method,
        new URL(`${serviceRequest.origin}${serviceRequest.basePath}${serviceRequest.path}`),
      )
      return NETWORK_ERROR
    },
  })

  return {
    session: extend(session, { url: `${base.origin ?? ''}${base.path}`, fetch: createFetch(service, base) }),
    async answer(request) {
      const other = await askHandlers(options.handlers, request)
      if (other !== undefined) return other
      const url = new URL(request.url)
      if (base.origin === undefined ? !isUnder(base, url.pathname) : url.origin !== base.origin) return undefined
      const preflight = answerPreflight(request)
      if (preflight !== undefined) return preflight
      if (hasEnded || isUnder(base, url.pathname) || !refusesUnhandled) {
        return allowOrigin(await answerIntercepted(service, base, request), request)
      }
      unhandled.add(request.method, url)
      return Response.error()
    },
    verify: () => unhandled.verify(),
    end() {
      hasEnded = true
      simulator.sessions.delete(session.name)
      unhandled.verify()
    },
  }
}

async function askHandlers(handlers: readonly HttpHandler[], request: Request): Promise<Response | undefined> {
  return handlers.length === 0 ? undefined : getResponse([...handlers], request.clone())
}

// A session that the client itself names takes precedence.
function nameSession(serviceRequest: ServiceRequest, name: string): ServiceRequest {
  return {
    ...serviceRequest,
    header: (each) => serviceRequest.header(each) ?? (each === SESSION_HEADER ? name : undefined),
  }
}
