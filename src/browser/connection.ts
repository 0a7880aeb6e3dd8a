// Keeps a page connected to the service worker of MSW 2.

// A browser ends a service worker that has been idle for half a minute.
const INTERVAL = 5000

/**
 * Connects the page again whenever the service worker may have forgotten it: the browser has ended the worker, or MSW
 * has disconnected the page because it was about to be left, but the page has stayed or comes back.
 *
 * @returns a function that stops this
 */
export function keepConnected(connect: () => unknown): () => void {
  // After MSW's own listener has disconnected the page. No event tells that a page stays.
  const comeBack = () => void setTimeout(connect)
  const listeners = { beforeunload: comeBack, pageshow: connect, focus: connect, visibilitychange: connect }
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener)
  const timer = setInterval(connect, INTERVAL)
  return () => {
    for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener)
    clearInterval(timer)
  }
}
