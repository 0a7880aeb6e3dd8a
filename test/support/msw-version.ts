import * as msw from 'msw'
import type { SetupServer } from 'msw/node'

/** Whether this is MSW 2. @mswjs/http-middleware works with no other. */
export const isMsw2 = 'handleRequest' in msw

/** Lets a server listen that rejects every request it has no handler for. */
export function listenStrictly(server: SetupServer): void {
  // MSW 3 has the second name, and neither knows the other's.
  const options = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const
  server.listen(options)
}
