// Sends a span for each request to a collector (OTLP as JSON over HTTP). Its imports are its own: with a module that
// others share, a bundler would put that into one more file, which every server would load.

import { randomBytes } from 'node:crypto'
import { clearTimeout, setTimeout } from 'node:timers'
import type { TraceCollector } from './collector.ts'
import type { SpanFacts } from './facts.ts'

const LIMITS = { most: 4096, size: 512, interval: 1000 }
const TIMEOUT = 10_000
const LAST_MILLISECONDS = 2000
// Those of the specification, and a proxy without its collector.
const LATER = [408, 429, 502, 503, 504]

/** Creates what sends spans. */
export function createSpans(collector: TraceCollector, version: string) {
  const report = createReport(collector)
  const batches = createBatches<SpanFacts>({
    ...LIMITS,
    async send(batch, signal) {
      const problem = await send(collector, writeSpans(batch, version), signal)
      report(problem?.reason)
      return problem?.result ?? 'sent'
    },
  })
  return {
    counts: batches.counts,
    add(facts: SpanFacts) {
      // Otherwise, the client does not record this trace.
      if (facts.parent?.isSampled !== false) batches.add(facts)
    },
    /** Sends what is left, for at most two seconds. */
    end: () => batches.end(LAST_MILLISECONDS),
  }
}

async function send(
  { target, headers }: TraceCollector,
  body: string,
  ending: AbortSignal,
): Promise<{ readonly reason: string; readonly result: BatchResult } | undefined> {
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(TIMEOUT)])
    // Another server must not get the headers.
    const response = await fetch(target, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await response.body?.cancel()
    if (response.ok) return undefined
    const result = LATER.includes(response.status) ? 'later' : 'refused'
    return { reason: `it responded with ${response.status}`, result }
  } catch (error) {
    return { reason: describeError(error), result: 'later' }
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'it did not respond in time'
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** Reports the first failure, and the first success after one. */
function createReport({ target }: TraceCollector): (reason: string | undefined) => void {
  const { origin, pathname } = new URL(target)
  let last: string | undefined
  return (reason) => {
    if (reason !== undefined && last === undefined) {
      console.error(
        `Failed to send spans to ${origin}${pathname}: ${reason.replace(/[^ -~]+/g, ' ')}. Requests are answered all the same.`,
      )
    }
    if (reason === undefined && last !== undefined) console.error(`The spans reach ${origin}${pathname} again.`)
    last = reason
  }
}

/** Writes spans as the body of a request to a collector. */
function writeSpans(spans: readonly SpanFacts[], version: string): string {
  const scope = { name: 'deploymock', version }
  const resource = { attributes: [attribute('service.name', 'deploymock'), attribute('service.version', version)] }
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(buildSpan) }] }] })
}

const SERVER = 2
const ERROR = 2

function buildSpan(facts: SpanFacts) {
  const { method, route, parent, received, milliseconds, status } = facts
  const start = BigInt(received) * 1_000_000n
  const hasFailed = status === null || status >= 500
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parent !== undefined && { parentSpanId: parent.parentId }),
    name: route === undefined ? method : `${method} ${route}`,
    kind: SERVER,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(Math.round(milliseconds * 1_000_000))),
    attributes: listAttributes(facts),
    status: hasFailed ? { code: ERROR } : {},
  }
}

// The names of OpenTelemetry for servers, and ours.
function listAttributes(facts: SpanFacts) {
  const { id, session, method, path, route, operation, status, faults, dependsOn, assumptions } = facts
  return [
    attribute('http.request.method', method),
    attribute('url.path', path),
    ...(route === undefined ? [] : [attribute('http.route', route)]),
    ...(status === null ? [] : [attribute('http.response.status_code', status)]),
    ...(operation === undefined ? [] : [attribute('deploymock.operation', operation)]),
    attribute('deploymock.session', session),
    attribute('deploymock.request', id),
    attribute('deploymock.faults', faults),
    attribute(
      'deploymock.assumptions',
      dependsOn.map((each) => `${each}=${assumptions[each]}`),
    ),
  ]
}

function attribute(key: string, value: string | number | readonly string[]) {
  if (typeof value === 'number') return { key, value: { intValue: String(value) } }
  if (typeof value === 'string') return { key, value: { stringValue: value } }
  return { key, value: { arrayValue: { values: value.map((each) => ({ stringValue: each })) } } }
}

// Not the global functions, because tests replace them.

/** What became of a batch: it has arrived, it never will, or it may later. */
export type BatchResult = 'sent' | 'refused' | 'later'

export interface BatchOptions<Item> {
  /** Sends a batch. It never throws. */
  send(batch: readonly Item[], signal: AbortSignal): Promise<BatchResult>
  /** How many items wait at most. */
  readonly most: number
  /** How many are sent together. */
  readonly size: number
  /** After how many milliseconds an item is sent at the latest. */
  readonly interval: number
}

// After a failure, the pauses grow up to this.
const LONGEST_PAUSE = 30_000

export function createBatches<Item>({ send, most, size, interval }: BatchOptions<Item>) {
  const queue: Item[] = []
  const ending = new AbortController()
  let [sent, dropped, pause] = [0, 0, interval]
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined

  const sendBatch = async (): Promise<void> => {
    const batch = queue.slice(0, size)
    const result = await send(batch, ending.signal)
    pause = result === 'later' ? Math.min(2 * pause, LONGEST_PAUSE) : interval
    if (result === 'later') return
    queue.splice(0, batch.length)
    if (result === 'sent') sent += batch.length
    else dropped += batch.length
  }
  const start = (): void => {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendBatch().finally(() => {
      sending = undefined
      plan()
    })
  }
  const plan = (): void => {
    if (queue.length === 0 || sending !== undefined || ending.signal.aborted) return
    // A full batch waits only for a collector that has failed.
    if (queue.length >= size && pause === interval) start()
    else timer ??= setTimeout(start, pause).unref()
  }

  return {
    /** How many items were sent, and how many dropped. */
    counts: (): { readonly sent: number; readonly dropped: number } => ({ sent, dropped }),
    /** Adds an item, or drops it if too many are waiting. */
    add(item: Item) {
      if (queue.length >= most || ending.signal.aborted) {
        dropped += 1
        return
      }
      queue.push(item)
      plan()
    },
    /** Sends what is left, as far as there is time for it. */
    async end(milliseconds: number): Promise<void> {
      const limit = setTimeout(() => ending.abort(), milliseconds)
      clearTimeout(timer)
      while (queue.length > 0 && !ending.signal.aborted) {
        await (sending ?? sendBatch())
        // It would fail again.
        if (pause > interval) break
      }
      clearTimeout(limit)
      ending.abort()
      clearTimeout(timer)
      dropped += queue.splice(0).length
    },
  }
}
