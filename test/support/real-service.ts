import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base } from 'vitest'
import type { PacingClock } from '../../src/programs/real-service/reader/reader.ts'

/** A request as it arrived. */
export interface Arrived {
  readonly method: string
  /** The path and the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** A service that notes which requests arrive. */
export interface NotingService {
  readonly url: string
  readonly requests: readonly Arrived[]
  /** Sets how it responds. Default: an empty list. */
  respond(listener: RequestListener): void
}

/** Tests with one service, and with another one at another host. */
export const test = base.extend<{ service: NotingService; other: NotingService }>({
  service: async ({}, use) => runService(use),
  other: async ({}, use) => runService(use),
})

async function runService(use: (service: NotingService) => Promise<void>): Promise<void> {
  const requests: Arrived[] = []
  let listener: RequestListener = (_request, response) => sendJson(response, 200, [])
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers })
    listener(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await use({
    url: `http://127.0.0.1:${port}`,
    requests,
    respond(next) {
      listener = next
    },
  })
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** Responds with JSON. */
export function sendJson(
  response: Parameters<RequestListener>[1],
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** Returns listeners in turn. The last one stays. */
export function inTurn(...listeners: readonly RequestListener[]): RequestListener {
  let count = 0
  return (request, response) => {
    const listener = listeners[Math.min(count, listeners.length - 1)]
    count += 1
    listener?.(request, response)
  }
}

/** A clock that does not wait, and notes for how long it would have waited. */
export function createSkippingClock(): PacingClock & { readonly waits: readonly number[] } {
  const waits: number[] = []
  let time = 0
  return {
    waits,
    now: () => time,
    async wait(milliseconds, signal) {
      signal?.throwIfAborted()
      waits.push(milliseconds)
      time += milliseconds
    },
  }
}
