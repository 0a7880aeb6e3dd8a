// Requests that left for the network, because the service worker did not pass them to the page.

/** Notices requests that the page does not get. */
export interface MissedRequests {
  /** Called when the simulator is ready. Says how many requests were sent before. */
  expectAll(): void
  stop(): void
}

const SENT_BY_SCRIPTS = ['fetch', 'xmlhttprequest', 'beacon']

/**
 * Compares the requests that the browser records with those that arrive.
 *
 * @param isForService whether a URL is to be simulated
 * @param since the time from which on requests count
 * @param lastArrival the time of the last request that has arrived, as `performance.now()` returns it
 * @param onMissed called for a request that was sent later, and got its response from elsewhere
 */
export function watchMissed(
  isForService: (url: URL) => boolean,
  { since, lastArrival, onMissed }: { since: number; lastArrival: () => number; onMissed: (url: string) => void },
): MissedRequests {
  let readyAt = Number.POSITIVE_INFINITY
  let early: string[] = []
  const warnOfEarly = () => {
    if (readyAt === Number.POSITIVE_INFINITY || early.length === 0) return
    const requests = early.length === 1 ? '1 request was' : `${early.length} requests were`
    console.warn(
      `${requests} sent before the simulator was ready, and went to the network, such as ${early[0]}. Await startSimulator() before the page sends requests.`,
    )
    early = []
  }
  const observe = (entries: readonly PerformanceEntry[]) => {
    for (const { name, initiatorType, startTime, responseStatus } of entries as PerformanceResourceTiming[]) {
      if (startTime < since || !SENT_BY_SCRIPTS.includes(initiatorType) || !isForService(new URL(name))) continue
      if (startTime < readyAt) early.push(name)
      // One without a status has failed, so it was noticed, or the page has aborted it before it could arrive.
      else if (startTime > lastArrival() && responseStatus > 0) onMissed(name)
    }
    warnOfEarly()
  }
  const observer = new PerformanceObserver((list) => observe(list.getEntries()))
  observer.observe({ type: 'resource', buffered: true })
  return {
    expectAll() {
      observe(observer.takeRecords())
      readyAt = performance.now()
      warnOfEarly()
    },
    stop: () => observer.disconnect(),
  }
}
