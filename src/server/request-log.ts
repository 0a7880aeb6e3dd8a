// Passes requests to a log, without secrets.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Service } from '../engine/simulator/gate.ts'
import { readHead } from './exchange.ts'

/** A finished request, as passed to `log`. */
export interface LogEntry {
  method: string
  /** The URL as the client sent it, without tokens and passwords. */
  url: string
  /** Undefined if the connection ended before the response was sent. */
  status: number | undefined
  milliseconds: number
}

/** Passes a request to a log when it has finished, unless it is for a trial. */
export function logRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { log, service }: { log(entry: LogEntry): void; service: Service },
): void {
  // Read now, because the app that this one is mounted in changes the URL back.
  const head = readHead(request)
  // Before its last request a trial exists, and after its first.
  const isTrial = (): boolean => service.locate(head).session?.isTrial === true
  if (isTrial()) return
  const start = performance.now()
  const { method = '' } = request
  const url = hideSecrets(findTarget(request))
  response.once('close', () => {
    if (isTrial()) return
    const status = response.writableFinished ? response.statusCode : undefined
    log({ method, url, status, milliseconds: performance.now() - start })
  })
}

// In a mounted app, Express keeps the full URL in `originalUrl`.
function findTarget(request: IncomingMessage & { originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? ''
}

// Hides the token of the control API, even where a client has put it by mistake, and the user
// information before the host of an absolute URL.
function hideSecrets(target: string): string {
  if (target.startsWith('/') && !target.includes('?')) return target
  const [path = '', ...queries] = target.replace(/^(\w+:\/\/)[^/?#]*@/, '$1').split('?')
  const shown = queries.map((query) => query.split('&').map(hideToken).join('&'))
  return [path, ...shown].join('?')
}

function hideToken(parameter: string): string {
  const [name = ''] = parameter.split('=', 1)
  return new URLSearchParams(name.toLowerCase()).has('token') ? `${name}=...` : parameter
}
