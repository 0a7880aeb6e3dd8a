import { type HttpHandler, http } from 'msw'
import type { BaseUrl } from '../contract/base-url.ts'
import type { ServiceRequest, ServiceResponse } from '../contract/messages.ts'
import { escapePattern, INTEGRATION_ID, toPatternSource } from '../contract/path-template.ts'
import { findForeignPage, isLoopback, toHostName } from '../control/caller.ts'
import { CONTROL_PATH } from '../control/control-api.ts'
import { buildRefusal } from '../control/control-failure.ts'
import type { Authorize, Service } from '../gate.ts'
import { keepProcess, toResponse, toServiceRequest } from './fetch.ts'
import { isServed, toUnfinishedResponse } from './http-middleware.ts'
import { answerInTime, breakAtOnce, isXhr } from './xhr.ts'

// A URL is percent-encoded where a template is not.
const ENCODED_ID = encodeURI(INTEGRATION_ID)

export interface HandlerOptions {
  /** Whether they answer the control API, too. */
  controlApi: boolean
}

/**
 * Creates the MSW handlers of a service, for `setupServer`, `setupWorker` and whatever else
 * takes some.
 *
 * With a base URL they answer everything under it. Without one they answer the paths of the
 * interface on every origin, also those of a session, and leave all others alone. Somebody may
 * serve them to the network, so the control API are left out unless they are asked for.
 */
export function createHandlers(service: Service, base: BaseUrl, { controlApi }: HandlerOptions): HttpHandler[] {
  const offered = controlApi ? service : hideControlApi(service)
  const authorize = createAuthorize(base)
  const answer = ({ request }: { request: Request }) => answerIntercepted(offered, base, request, authorize)
  return [http.all(toPattern(service, base, controlApi), answer)]
}

/**
 * Answers a request that was intercepted on its way.
 *
 * @param authorize asked before the control API; all requests to them pass where there is none
 */
export async function answerIntercepted(
  service: Service,
  base: BaseUrl,
  request: Request,
  authorize?: Authorize,
): Promise<Response> {
  try {
    return await answerInTime(request, async (waiting) => {
      const serviceRequest = await toServiceRequest(request, base, waiting)
      const handled = service.handle(serviceRequest, authorize)
      const serviceResponse = handled instanceof Promise ? await keepProcess(handled, service, serviceRequest) : handled
      if (isXhr(request)) return toResponse(breakAtOnce(serviceResponse), waiting)
      return (
        (isServed(request) ? toUnfinishedResponse(serviceResponse) : undefined) ??
        (await toResponse(serviceResponse, waiting))
      )
    })
  } catch (error) {
    // Nobody waits for it any more; MSW would print what is thrown as an issue in a handler.
    if (request.signal.aborted) return Response.error()
    throw error
  }
}

// Where there is no control API, the service has no such path.
function hideControlApi(service: Service): Service {
  const handle = (serviceRequest: ServiceRequest, authorize?: Authorize): ServiceResponse | Promise<ServiceResponse> =>
    service.isControl(serviceRequest)
      ? service.writeFailure({ status: 404, detail: 'Not Found' })
      : service.handle(serviceRequest, authorize)
  return { ...service, handle }
}

// Nothing tells for sure whether a request comes from this process or from a network. One from a
// network names a host, and so does one from this process with MSW 3: it has to be a host that no
// stranger can give to this machine.
function createAuthorize({ origin }: BaseUrl): Authorize {
  const ownHost = origin === undefined ? undefined : toHostName(new URL(origin).host)
  const findIssue = (serviceRequest: ServiceRequest): string | undefined => {
    const host = serviceRequest.header('host')
    const isOwnHost = host === undefined || isLoopback(host) || toHostName(host) === ownHost
    return findForeignPage(serviceRequest, () => false) ?? (isOwnHost ? undefined : `the host is "${host}"`)
  }
  return (serviceRequest) => {
    const issue = findIssue(serviceRequest)
    if (issue === undefined) return undefined
    const advice =
      'Handlers answer the pages and the host of "baseUrl", and localhost. "serve" and "createApp" can let in others.'
    return buildRefusal({ status: 403, message: `Failed to use the control API: ${issue}. ${advice}` })
  }
}

function toPattern({ routes }: Service, { origin, path }: BaseUrl, controlApi: boolean): RegExp {
  const start = origin === undefined ? '[a-z]+://[^/]+' : escapePattern(origin)
  if (origin !== undefined || path !== '') return new RegExp(`^${start}${escapePattern(path)}(?:/.*)?$`)
  const paths = new Set(
    routes.map(({ template }) => toPatternSource(encodeURI(template).replace(ENCODED_ID, INTEGRATION_ID), '[^/]+')),
  )
  // A line feed at the end means nothing to the service.
  const ofService = `(?:${[...paths].join('|')})(?:%0[Aa])?/*`
  const ofControlApi = controlApi ? `|${escapePattern(CONTROL_PATH)}(?:/.*)?` : ''
  return new RegExp(`^${start}(?:/_s/[^/]*)?(?:${ofService}${ofControlApi})$`)
}
