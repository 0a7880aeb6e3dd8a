// Requests that left for the network, because the service worker did not pass them to the page.

const SENT_BY_SCRIPTS = ['fetch', 'xmlhttprequest', 'beacon']

/**
 * Compares the requests that the browser records with those that arrive, and warns of those that do not.
 *
 * @param isForService whether a request to this URL, sent at this time, is to be simulated
 * @param lastArrival the time of the last request that has arrived, as `performance.now()` returns it
 * @param connect called if a request has left, although the simulator was ready
 * @returns a function that says how many requests were sent until it is called, and one that stops this
 */
export function watchMissed(
  isForService: (url: URL, sentAt: number) => boolean,
  { lastArrival, connect }: { lastArrival: () => number; connect: () => unknown },
): { expectAll(): void; stop(): void } {
  let readyAt = Number.POSITIVE_INFINITY
  let isWarned = false
  let early: string[] = []
  const take = ({ name, initiatorType, startTime, responseStatus }: PerformanceResourceTiming) => {
    if (!SENT_BY_SCRIPTS.includes(initiatorType) || !isForService(new URL(name), startTime)) return
    if (startTime < readyAt) early.push(name)
    // One without a status has failed, so it was noticed, or the page has aborted it before it could arrive.
    if (startTime < readyAt || startTime <= lastArrival() || responseStatus === 0) return
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
  return {
    expectAll() {
      readyAt = performance.now()
      observe(observer.takeRecords())
    },
    stop: () => observer.disconnect(),
  }
}

const EARLY =
  'Requests that were sent before the simulator was ready, and went to the network: COUNT, such as URL. Await startSimulator() before the page sends requests.'
const LEFT =
  'The simulator did not get a request to URL, so it went to the network: the service worker had forgotten this page, and is told again. Further ones are not reported.'
