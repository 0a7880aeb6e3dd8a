// The MSW handlers.

import { type HttpHandler, http } from 'msw'
import type { BaseUrl } from '../contract/base-url.ts'
import type { ServiceRequest, ServiceResponse } from '../contract/operation/messages.ts'
import { CONTROL_PATH } from '../control/control-paths.ts'
import { findForeignPage, isLoopback, toHostName } from '../control/requests/caller.ts'
import { escapePattern, toPatternSource } from '../http/route-table.ts'
import { buildControlRefusal, hideControlApi, keepProcess, toResponse, toServiceRequest } from './fetch.ts'
import type { Authorize, Gate } from './gate.ts'
import { isServed, toUnfinishedResponse } from './http-middleware.ts'
import {
  answerClient,
  breakAtOnce,
  isXhr,
  parsesBytes,
  separateClones,
  type WaitingClient,
} from './intercepted-client.ts'

export interface HandlerOptions {
  controlApi: boolean
}

interface Intercepted {
  readonly request: Request
}

/**
 * Creates the MSW handlers of a service, for `setupServer`, `setupWorker` and everything else that
 * accepts handlers.
 *
 * With a base URL, they answer everything below it. Without one, they answer the paths of the contract
 * on every origin, including those of sessions, and ignore all others. They may be served to a
 * network, so they answer the control API only if `controlApi` is set.
 */
export function createHandlers(gate: Gate, base: BaseUrl, { controlApi }: HandlerOptions): HttpHandler[] {
  const offered = controlApi ? gate : hideControlApi(gate)
  const authorize = createAuthorize(base)
  const answer = ({ request }: Intercepted) => answerIntercepted(offered, base, request, authorize)
  return [http.all(toPattern(gate, base, controlApi), answer)]
}

/** Answers an intercepted request. @param authorize checks requests to the control API; without it, all are allowed */
export function answerIntercepted(
  gate: Gate,
  base: BaseUrl,
  request: Request,
  authorize?: Authorize,
): Promise<Response> {
  return answerClient(request, async (client) => {
    const { signal } = client
    try {
      const serviceRequest = await toServiceRequest(gate, request, base, client)
      const handled = gate.handle(serviceRequest, authorize === undefined ? {} : { authorize })
      if (handled instanceof Promise) client.connect?.()
      const serviceResponse = handled instanceof Promise ? await keepProcess(handled, gate, serviceRequest) : handled
      return signal.aborted ? Response.error() : await toInterceptedResponse(serviceResponse, request, client)
    } catch (error) {
      // The response is no longer needed. MSW would print the error as an error in a handler.
      if (signal.aborted) return Response.error()
      throw error
    }
  })
}

async function toInterceptedResponse(
  serviceResponse: ServiceResponse,
  request: Request,
  client: WaitingClient,
): Promise<Response> {
  if (isXhr(request)) return toResponse(breakAtOnce(serviceResponse), client)
  const unfinished = isServed(request) ? toUnfinishedResponse(serviceResponse) : undefined
  if (unfinished !== undefined) return unfinished
  const response = await toResponse(serviceResponse, client, { parsesBytes: parsesBytes(request) })
  return separateClones(response, serviceResponse)
}

// It is not certain whether a request comes from this process or from a network. Requests from a
// network have a Host header, and so do those from this process with MSW 3. So the host must be one
// that strangers cannot use for this machine.
function createAuthorize({ origin }: BaseUrl): Authorize {
  const ownHost = origin === undefined ? undefined : toHostName(new URL(origin).host)
  const findIssue = (serviceRequest: ServiceRequest): string | undefined => {
    const host = serviceRequest.header('host')
    const isOwnHost = host === undefined || isLoopback(host) || toHostName(host) === ownHost
    return findForeignPage(serviceRequest, () => false) ?? (isOwnHost ? undefined : `the host is "${host}"`)
  }
  const advice =
    'Handlers allow only "baseUrl" and localhost, as host and as origin of a page. Use "serve" or "createApp" to allow others.'
  return (serviceRequest) => buildControlRefusal(findIssue(serviceRequest), advice)
}

function toPattern({ routes }: Gate, { origin, path }: BaseUrl, controlApi: boolean): RegExp {
  const start = origin === undefined ? '[a-z]+://[^/]+' : escapePattern(origin)
  if (origin !== undefined || path !== '') return new RegExp(`^${start}${escapePattern(path)}(?:/.*)?$`)
  const paths = new Set(routes.map(({ template }) => toPatternSource(template, () => '[^/]+', encodeURI)))
  // The service ignores a line feed at the end.
  const ofService = `(?:${[...paths].join('|')})(?:%0[Aa])?/*`
  const ofControlApi = controlApi ? `|${escapePattern(CONTROL_PATH)}(?:/.*)?` : ''
  return new RegExp(`^${start}(?:/_s/[^/]*)?(?:${ofService}${ofControlApi})$`)
}
