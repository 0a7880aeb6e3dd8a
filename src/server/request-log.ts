import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request that is over, for a log. */
export interface LogEntry {
  method: string
  /** The target as the client sent it, without tokens and passwords. */
  url: string
  /** None when the connection ended before there was an answer. */
  status: number | undefined
  milliseconds: number
}

/** Tells a log of a request, once it is over. */
export function logRequest(request: IncomingMessage, response: ServerResponse, log: (entry: LogEntry) => void): void {
  const start = performance.now()
  const { method = '' } = request
  const url = hideSecrets(findTarget(request))
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : undefined
    log({ method, url, status, milliseconds: performance.now() - start })
  })
}

// Express keeps it where an app is mounted in another one.
function findTarget(request: IncomingMessage & { originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? ''
}

// The token of the control API, wherever a client has put it by mistake, and what stands before the
// host of an absolute target.
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
