import { type HttpHandler, http } from 'msw'
import { INTEGRATION_ID } from '../contract/open-values.ts'
import { escapePattern } from '../contract/routing.ts'
import type { Simulator } from '../simulator.ts'
import { toCall, toResponse } from './fetch.ts'

/**
 * Creates the MSW handlers of a simulator, for `setupServer`, `setupWorker` and whatever else
 * takes some.
 *
 * With a base URL they answer everything under it. Without one they answer the paths of the
 * interface on every origin, and leave all others alone.
 */
export function createHandlers(simulator: Simulator): HttpHandler[] {
  const { base } = simulator
  const answer = async ({ request }: { request: Request }) => toResponse(simulator.handle(await toCall(request, base)))
  return [http.all(toPattern(simulator), answer)]
}

function toPattern({ base, routes }: Simulator): RegExp {
  const origin = base.origin === undefined ? '[a-z]+://[^/]+' : escapePattern(base.origin)
  const isBased = base.origin !== undefined || base.path !== ''
  if (isBased) return new RegExp(`^${origin}${escapePattern(base.path)}(?:/.*)?$`)
  const paths = routes.map(({ template }) => template.split(INTEGRATION_ID).map(escapePattern).join('[^/]+'))
  return new RegExp(`^${origin}(?:${[...new Set(paths)].join('|')})/*$`)
}
