// Requests that left for the network, because the service worker did not pass them to the page.

import type { Front } from './front.ts'

const SENT_BY_SCRIPTS = ['fetch', 'xmlhttprequest', 'beacon']

interface MissedOptions extends Pick<Front, 'lastArrival'> {
  /** Called if a request has left, although the simulator was ready. */
  connect: () => unknown
  signal: AbortSignal
}

/** Warns of requests that the browser records and that do not arrive. @returns a function to call when all should */
export function watchMissed(
  isForService: (url: URL) => boolean,
  { lastArrival, connect, signal }: MissedOptions,
): () => void {
  // Between two simulators of a page, requests are meant for the network.
  const since = lastArrival() === 0 ? 0 : performance.now()
  let readyAt = Number.POSITIVE_INFINITY
  let isWarned = false
  let early: string[] = []
  const take = ({ name, initiatorType, startTime, responseStatus }: PerformanceResourceTiming) => {
    if (startTime < since || !SENT_BY_SCRIPTS.includes(initiatorType) || !isForService(new URL(name))) return
    if (startTime < readyAt) return early.push(name)
    // One without a status has failed, so it was noticed, or the page has aborted it before it could arrive.
    if (startTime <= lastArrival() || responseStatus === 0) return
    connect()
    if (!isWarned) console.warn(LEFT.replace('URL', name))
    isWarned = true
  }
  const observe = (entries: PerformanceEntryList) => {
    for (const entry of entries) take(entry as PerformanceResourceTiming)
    if (readyAt === Number.POSITIVE_INFINITY || early.length === 0) return
    console.warn(EARLY.replace('COUNT', String(early.length)).replace('URL', String(early[0])))
    early = []
  }
  const observer = new PerformanceObserver((list) => observe(list.getEntries()))
  observer.observe({ type: 'resource', buffered: true })
  signal.addEventListener('abort', () => observer.disconnect())
  return () => {
    readyAt = performance.now()
    observe(observer.takeRecords())
  }
}

const EARLY =
  'Requests that were sent before the simulator was ready, and went to the network: COUNT, such as URL. Await startSimulator() before the page sends requests.'
const LEFT =
  'The simulator did not get a request to URL, so it went to the network: the service worker had forgotten this page, and is told again. Further ones are not reported.'
