import type { Socket } from 'node:net'
// Not the global functions, because tests replace them.
import { clearTimeout, setTimeout } from 'node:timers'
import { onceClosed } from './closed.ts'

// As much as the largest body.
const MOST_BYTES = 16 * 1024 * 1024
const MOST_MILLISECONDS = 5000

/**
 * Ends a connection after what was written, and drops what still arrives until the client ends it, too. A connection
 * that is closed before is reset, and a client that has not read the response by then loses it.
 */
export function endConnection(socket: Socket): void {
  if (socket.destroyed) return
  const most = socket.bytesRead + MOST_BYTES
  const timer = setTimeout(() => socket.destroy(), MOST_MILLISECONDS).unref()
  onceClosed([socket], () => clearTimeout(timer))
  const drop = (): void => {
    if (socket.bytesRead > most) socket.destroy()
  }
  // Nothing parses what arrives any more: it could contain another request.
  socket.removeAllListeners('data').on('data', drop).resume().end()
}
