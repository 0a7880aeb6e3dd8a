// Refuses requests over connections that fetch has kept from before. MSW 3 sees only new ones, and lets them pass.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describeRefused } from './refusals.ts'

/** What undici tells of a connection, and of a request that is about to be sent over it. */
interface Told {
  readonly socket: { destroy(reason: Error): void }
  readonly request: { readonly method: string; readonly origin: string; readonly path: string }
}

/** @param isFor whether a URL is that of a simulated service @returns its end */
export function refuseKeptConnections(isFor: (url: URL) => boolean): () => void {
  const known = new WeakSet<object>()
  const listeners = {
    'undici:client:connected': ({ socket }: Told) => known.add(socket),
    'undici:client:sendHeaders'({ socket, request: { method, origin, path } }: Told) {
      const url = new URL(path, origin)
      if (known.has(socket) || !isFor(url)) return
      const received = 'its connection is older than the simulator, so MSW does not see it'
      const advice = 'Let the simulator listen before the first request to the service.'
      socket.destroy(new TypeError(describeRefused({ method, url: url.href }, { received, advice })))
    },
  }
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener as never)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener as never)
  }
}
