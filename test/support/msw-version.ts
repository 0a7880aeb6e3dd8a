import * as msw from 'msw'
import type { SetupServer } from 'msw/node'

/** Whether MSW 2 is installed, which @mswjs/http-middleware needs. */
export const isMsw2 = 'handleRequest' in msw

/** Starts a server that rejects every request without a handler. */
export function listenStrictly(server: SetupServer): void {
  // MSW 3 renamed the option. Each version ignores the other's name.
  const options = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const
  server.listen(options)
}
