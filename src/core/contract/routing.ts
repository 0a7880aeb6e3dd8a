import { type Assumptions, basePathsOf, repositoryPathsOf } from './assumptions.ts'
import type { Failure } from './errors.ts'
import { INTEGRATION_ID } from './open-values.ts'

/** The operations of the interface, and the creation that it mentions. */
export type OperationName =
  | 'listOAuthProviders'
  | 'listRepositories'
  | 'listAlternateRepositories'
  | 'listDeployments'
  | 'createDeployment'

/** Where an operation is found. */
export interface Route {
  operation: OperationName
  method: 'GET' | 'POST'
  /** The path, with `{integration_id}` where that stands. */
  template: string
}

export type RouteMatch =
  | { kind: 'operation'; operation: OperationName; integrationId: string }
  | { kind: 'redirect'; path: string }
  | { kind: 'failure'; failure: Failure }

export interface Router {
  /** The routes that there are under these assumptions, in the interface's order. */
  routes: readonly Route[]
  /** Finds what a request is for. The path is still percent-encoded. */
  match(method: string, path: string): RouteMatch
}

const NOT_FOUND: RouteMatch = { kind: 'failure', failure: { status: 404, detail: 'Not Found' } }

/** Creates the router of the service, as the assumptions place its operations. */
export function createRouter(assumptions: Assumptions): Router {
  const routes = basePathsOf(assumptions).flatMap((basePath) => listRoutes(assumptions, basePath))
  const matchers = routes.map((route) => ({ route, pattern: toPattern(route.template) }))

  const findAll = (path: string) => matchers.filter(({ pattern }) => pattern.test(path))
  const find = (path: string): { path: string; found: typeof matchers; isSlashed: boolean } => {
    const found = findAll(path)
    if (found.length > 0 || !path.endsWith('/')) return { path, found, isSlashed: false }
    const unslashed = path.replace(/\/+$/, '')
    return { path: unslashed, found: findAll(unslashed), isSlashed: true }
  }

  return {
    routes,
    match(method, encodedPath) {
      const { path, found, isSlashed } = find(decodePath(encodedPath))
      const [first] = found
      if (first === undefined || (isSlashed && assumptions.trailingSlash === '404')) return NOT_FOUND
      if (isSlashed && assumptions.trailingSlash === 'redirect') return { kind: 'redirect', path: encodeURI(path) }

      const wanted = method === 'HEAD' && assumptions.headRequests === '200' ? 'GET' : method
      const match = found.find(({ route }) => route.method === wanted)
      if (match === undefined) return buildMethodFailure(first.route, assumptions)
      const integrationId = match.pattern.exec(path)?.groups?.integration_id ?? ''
      return { kind: 'operation', operation: match.route.operation, integrationId }
    },
  }
}

function listRoutes(assumptions: Assumptions, basePath: string): Route[] {
  const repositoryPaths = repositoryPathsOf(assumptions)
  const routes: Route[] = [
    { operation: 'listOAuthProviders', method: 'GET', template: '/v2/auth/providers' },
    { operation: 'listRepositories', method: 'GET', template: repositoryPaths.standard },
    { operation: 'listAlternateRepositories', method: 'GET', template: repositoryPaths.alternate },
    { operation: 'listDeployments', method: 'GET', template: '/v2/deployments' },
    { operation: 'createDeployment', method: 'POST', template: '/v2/deployments' },
  ]
  return routes
    .filter(({ operation }) => operation !== 'createDeployment' || assumptions.creation !== 'absent')
    .map((route) => ({ ...route, template: basePath + route.template }))
}

// The real service names only the methods of the first route that a path matches.
function buildMethodFailure(route: Route, assumptions: Assumptions): RouteMatch {
  if (assumptions.methodNotAllowed === '404') return NOT_FOUND
  const allow = assumptions.headRequests === '200' && route.method === 'GET' ? 'GET, HEAD' : route.method
  return { kind: 'failure', failure: { status: 405, detail: 'Method Not Allowed', headers: { allow } } }
}

function toPattern(template: string): RegExp {
  const parts = template.split(INTEGRATION_ID).map(escapePattern)
  return new RegExp(`^${parts.join('(?<integration_id>[^/]+)')}$`, 'su')
}

/** Escapes a text so that it stands for itself in a regular expression. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * Decodes the percent signs of a path. Bytes that are no UTF-8 become U+FFFD; what is no
 * percent encoding stays as it is. An encoded slash separates like a slash, as it does for
 * the real service.
 */
function decodePath(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    const bytes = encoded
      .slice(1)
      .split('%')
      .map((hex) => Number.parseInt(hex, 16))
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes))
  })
}
