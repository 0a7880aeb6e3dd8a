// Passes requests to a log, without secrets.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Gate } from '../engine/adapters/gate.ts'
import { hideSecrets } from '../engine/input/text/secrets.ts'
import { readTraceParent } from '../engine/journal/trace-parent.ts'
import type { ServedRequest } from '../engine/sessions/events/event-source.ts'
import { onceOver } from './connections/closed.ts'
import { readHead } from './exchange.ts'

/** A finished request, as passed to `log`. */
export interface LogEntry {
  /** The method of the request. */
  method: string
  /** The URL as the client sent it, with `[hidden]` in place of secrets. */
  url: string
  /** Undefined if the connection ended before the response was sent. */
  status: number | undefined
  /** How long the response took. */
  milliseconds: number
  /** The session of the request; undefined if it does not exist. */
  session: string | undefined
  /** The operation of the service; undefined if the service did not answer, or has none for the request. */
  operation: string | undefined
  /** The trace that the header `traceparent` names. */
  traceId: string | undefined
  /** The ids of the faults that applied. */
  faults: readonly string[]
}

/** Creates what passes a request to a log when it has finished, unless it is for a trial. */
export function createRequestLog(
  log: (entry: LogEntry) => void,
  gate: Gate,
): (request: IncomingMessage, response: ServerResponse) => void {
  // By the list of headers, which the request log keeps as it is.
  const served = new WeakMap<readonly string[], ServedRequest['record']>()
  gate.observe({ onRequest: ({ record }) => served.set(record.headers, record), onEvent: () => undefined })
  return (request, response) => {
    // Read now, because the app that this one is mounted in changes the URL back.
    const head = readHead(request)
    const findSession = () => gate.locate(head).session
    // Before its last request a trial exists, and after its first.
    if (findSession()?.isTrial === true) return
    const start = performance.now()
    const { method = '', rawHeaders } = request
    const url = hideSecrets(findTarget(request))
    onceOver(request, response, () => {
      const session = findSession()
      if (session?.isTrial === true) return
      const record = served.get(rawHeaders)
      log({
        method,
        url,
        status: response.writableFinished ? response.statusCode : undefined,
        milliseconds: performance.now() - start,
        session: session?.name,
        operation: record?.outcome.operation,
        traceId: readTraceParent(rawHeaders)?.traceId,
        faults: record?.faults.map(({ id }) => id) ?? [],
      })
    })
  }
}

// In a mounted app, Express keeps the full URL in `originalUrl`.
function findTarget(request: IncomingMessage & { originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? ''
}
