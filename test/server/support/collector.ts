// A collector of spans, and servers that send them to it.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base } from 'vitest'
import { createSimulator, type Simulator } from '../../../src/index.ts'
import { type RunningServer, type ServeOptions, serve } from '../../../src/server/index.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

interface Collector {
  readonly url: string
  readonly spans: Span[]
  readonly requests: { path: string; headers: IncomingHttpHeaders }[]
  /** What it responds with, from now on. Undefined: it never responds. */
  respond(status: number | undefined, headers?: Record<string, string>): void
}

async function startCollector(): Promise<{ collector: Collector; server: Server }> {
  const spans: Span[] = []
  const requests: Collector['requests'][number][] = []
  let [status, headers]: [number | undefined, Record<string, string>] = [200, {}]
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({ path: request.url ?? '', headers: request.headers })
    if (status === undefined) return
    if (status === 200) {
      const { resourceSpans } = JSON.parse(String(Buffer.concat(chunks)))
      spans.push(...resourceSpans[0].scopeSpans[0].spans)
    }
    response.writeHead(status, headers).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const respond: Collector['respond'] = (next, more = {}) => {
    ;[status, headers] = [next, more]
  }
  return { collector: { url, spans, requests, respond }, server }
}

/** A test with a collector, and a function that starts servers. */
export const test = base.extend<{
  collector: Collector
  start: (options?: Partial<ServeOptions>) => Promise<RunningServer & { simulator: Simulator }>
}>({
  collector: async ({}, use) => {
    const { collector, server } = await startCollector()
    await use(collector)
    server.closeAllConnections()
    server.close()
  },
  start: async ({ collector }, use) => {
    await use(async (options) => {
      const simulator = createSimulator({ scenario: 'empty' })
      const server = await serve(simulator, {
        port: 0,
        otlp: { url: collector.url, headers: { 'X-Key': 'secret' } },
        ...options,
      })
      return { ...server, simulator }
    })
  },
})
