// Sends a span for each request to a collector (OTLP as JSON over HTTP). Its imports are its own: with a module that
// others share, a bundler would put that into one more file, which every server would load.

import { createBatches, type Sent } from './batches.ts'
import type { Collector } from './collector.ts'
import type { SpanFacts } from './facts.ts'
import { writeSpans } from './span.ts'

/** The spans of a server. */
export type Spans = ReturnType<typeof createSpans>

const LIMITS = { most: 4096, size: 512, interval: 1000 }
const TIMEOUT = 10_000
const LAST_MILLISECONDS = 2000
// Those of the specification, and a proxy without its collector.
const LATER = [408, 429, 502, 503, 504]

/** Creates what sends spans. */
export function createSpans(collector: Collector, version: string) {
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

interface SendProblem {
  readonly reason: string
  readonly result: Sent
}

async function send(
  { target, headers }: Collector,
  body: string,
  ending: AbortSignal,
): Promise<SendProblem | undefined> {
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

/** Reports the first failure, and the first one after a success. */
function createReport({ target }: Collector): (reason: string | undefined) => void {
  const { origin, pathname } = new URL(target)
  let last: string | undefined
  return (reason) => {
    if (reason !== undefined && last === undefined) {
      console.error(`Failed to send spans to ${origin}${pathname}: ${reason}. Requests are answered all the same.`)
    }
    last = reason
  }
}
