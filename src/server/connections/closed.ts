/** What can close: a connection, a request, a response or a server. */
interface Closing {
  readonly destroyed: boolean
  setMaxListeners(count: number): this
  once(event: 'close', act: () => void): unknown
  off(event: 'close', act: () => void): unknown
}

/**
 * Calls a function once when the first of some streams has closed: at once if one already has, because there is no
 * event for that any more. Whoever waits for an end uses it.
 *
 * @returns a function that forgets it
 */
export function onceClosed(streams: readonly Closing[], act: () => void): () => void {
  if (streams.some(({ destroyed }) => destroyed)) {
    act()
    return () => undefined
  }
  let isOver = false
  const forget = (): void => {
    isOver = true
    for (const stream of streams) stream.off('close', end)
  }
  // A connection that closes also closes its response, and has copied its listeners before.
  const end = (): void => {
    if (isOver) return
    forget()
    act()
  }
  // A client can send any number of requests over one connection, and each adds a listener.
  for (const stream of streams) stream.setMaxListeners(0).once('close', end)
  return forget
}

interface OfSocket {
  readonly socket: Closing
}

/** Calls a function once when a response has been sent, or when it no longer can be. */
export function onceOver({ socket }: OfSocket, response: Closing, act: () => void): () => void {
  // A response that is queued behind another one has no event for the end of its connection.
  return onceClosed([response, socket], act)
}
