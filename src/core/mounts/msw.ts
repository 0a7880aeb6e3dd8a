import { type HttpHandler, http } from 'msw'
import type { BaseUrl } from '../contract/base-url.ts'
import { escapePattern, INTEGRATION_ID, toPatternSource } from '../contract/path-template.ts'
import { CONTROL_PATH } from '../control/controls.ts'
import type { Service } from '../gate.ts'
import { keepProcess, toCall, toResponse } from './fetch.ts'

// A URL is percent-encoded where a template is not.
const ENCODED_ID = encodeURI(INTEGRATION_ID)

/**
 * Creates the MSW handlers of a service, for `setupServer`, `setupWorker` and whatever else
 * takes some.
 *
 * With a base URL they answer everything under it. Without one they answer the paths of the
 * interface and of the controls on every origin, also those of a session, and leave all
 * others alone.
 */
export function createHandlers(service: Service, base: BaseUrl): HttpHandler[] {
  const answer = ({ request }: { request: Request }) => answerIntercepted(service, base, request)
  return [http.all(toPattern(service, base), answer)]
}

/** Answers a request that was intercepted on its way. */
export async function answerIntercepted(service: Service, base: BaseUrl, request: Request): Promise<Response> {
  try {
    const call = await toCall(request, base)
    const handled = service.handle(call)
    return await toResponse(await (handled instanceof Promise ? keepProcess(handled, service, call) : handled), request)
  } catch (error) {
    // Nobody waits for it any more; MSW would print what is thrown as a mistake in a handler.
    if (request.signal.aborted) return Response.error()
    throw error
  }
}

function toPattern({ routes }: Service, { origin, path }: BaseUrl): RegExp {
  const start = origin === undefined ? '[a-z]+://[^/]+' : escapePattern(origin)
  if (origin !== undefined || path !== '') return new RegExp(`^${start}${escapePattern(path)}(?:/.*)?$`)
  const paths = new Set(
    routes.map(({ template }) => toPatternSource(encodeURI(template).replace(ENCODED_ID, INTEGRATION_ID), '[^/]+')),
  )
  const ofService = `(?:${[...paths].join('|')})/*`
  return new RegExp(`^${start}(?:/_s/[^/]*)?(?:${ofService}|${escapePattern(CONTROL_PATH)}(?:/.*)?)$`)
}
