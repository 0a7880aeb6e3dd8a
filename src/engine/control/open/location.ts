// The URL that a link leads to.

import type { ControlContext } from '../control-operation.ts'
import { findOwnOrigin } from '../requests/caller.ts'
import { resolveTarget } from './target.ts'

/** The URL of the server, as the client used it. It may have been used below the path of a session. */
export function findServerUrl({ basePath, caller }: Pick<ControlContext, 'basePath' | 'caller'>): string {
  return `${findOwnOrigin(caller) ?? ''}${basePath.replace(/\/_s\/[^/]*$/, '')}`
}

/** Returns the URL that a link leads to. @throws LinkError if it may not lead there */
export function findLocation(
  context: Pick<ControlContext, 'basePath' | 'caller' | 'allowsOrigin' | 'signLink'>,
  { session, to }: { session: string; to: string | undefined },
): string {
  const url = `${findServerUrl(context)}/_s/${session}`
  // The console of a server with a token asks for it, and whoever opens a signed link has none.
  if (to === undefined) return `${url}/_simulator/${context.signLink === undefined ? '' : 'about'}`
  const own = findOwnOrigin(context.caller)
  return resolveTarget(to, { url, session, isAllowed: (origin) => origin === own || context.allowsOrigin(origin) })
}
