// The URLs that links and sessions have, as the client reaches the server.

import type { ControlContext } from '../control-operation.ts'
import { isOwnOrigin } from '../requests/caller.ts'
import { resolveTarget } from './target.ts'

type Place = Pick<ControlContext, 'basePath' | 'origin'>

const SESSION = /\/_s\/([^/]*)$/

/** The path of the server. It may have been used below the path of a session. */
export function findServerPath({ basePath }: Pick<Place, 'basePath'>): string {
  return basePath.replace(SESSION, '')
}

/** The name of the session in the path of a request. The session may not exist. */
export function findNamedSession({ basePath }: Pick<Place, 'basePath'>): string | undefined {
  return SESSION.exec(basePath)?.[1]
}

/** The URL of a session. A proxy that routes by the path sends requests to it to the server that has the session. */
export function buildSessionUrl(place: Place, session: string): string {
  return `${place.origin}${findServerPath(place)}/_s/${session}`
}

/** Returns the URL that a link leads to. @throws LinkError if it may not lead there */
export function findLocation(
  context: Place & Pick<ControlContext, 'caller' | 'allowsOrigin' | 'signLink'>,
  { session, to }: { session: string; to: string | undefined },
): string {
  const url = buildSessionUrl(context, session)
  // The console of a server with a token asks for it, and whoever opens a signed link has none.
  if (to === undefined) return `${url}/_simulator/${context.signLink === undefined ? '' : 'about'}`
  const isAllowed = (origin: string) => isOwnOrigin(context.caller, origin) || context.allowsOrigin(origin)
  return resolveTarget(to, { url, session, isAllowed })
}
