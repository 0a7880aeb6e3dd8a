import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import axios from 'axios'
import got from 'got'
import ky from 'ky'
import { HttpResponse, http } from 'msw'
import nodeFetch from 'node-fetch'
import superagent from 'superagent'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type NodeSimulator, setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

type Headers = IncomingHttpHeaders
interface Received {
  headers: Headers
  size: number
}
type Client = (url: string, method: string, body?: string) => Promise<Received>

const ofHeaders = (headers: Iterable<[string, string]>): Headers => Object.fromEntries(headers)

const clients: Record<string, Client> = {
  async fetch(url, method, body = null as never) {
    const response = await fetch(url, { method, body, redirect: 'manual' })
    return { headers: ofHeaders(response.headers), size: (await response.arrayBuffer()).byteLength }
  },
  async ky(url, method, body) {
    const options = { method, throwHttpErrors: false, retry: 0, redirect: 'manual' } as const
    const response = await ky(url, body === undefined ? options : { ...options, body })
    return { headers: ofHeaders(response.headers), size: (await response.arrayBuffer()).byteLength }
  },
  async axios(url, method, data) {
    const { headers, data: received } = await axios.request<Buffer>({
      ...{ url, method, data, validateStatus: () => true, maxRedirects: 0, responseType: 'arraybuffer' },
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    })
    return { headers: { ...headers } as Headers, size: received.length }
  },
  async got(url, method, body) {
    const options = { method: method as 'GET', throwHttpErrors: false, followRedirect: false } as const
    const { headers, rawBody } = await got(url, body === undefined ? options : { ...options, body })
    return { headers, size: rawBody.length }
  },
  async superagent(url, method, body) {
    const sent = superagent(method, url)
      .ok(() => true)
      .redirects(0)
      .buffer(true)
      .parse((response, done) => void buffer(response as never).then((bytes) => done(null, bytes), done as never))
    const response = await (body === undefined ? sent : sent.type('text').send(body))
    return { headers: response.headers, size: (response.body as Buffer | undefined)?.length ?? 0 }
  },
  async 'node-fetch'(url, method, body) {
    const response = await nodeFetch(url, { method, redirect: 'manual', ...(body === undefined ? {} : { body }) })
    return { headers: ofHeaders(response.headers), size: (await response.arrayBuffer()).byteLength }
  },
  'node:http': (url, method, body) =>
    new Promise((resolve, reject) => {
      const request = httpRequest(url, { method }, async (response) =>
        resolve({ headers: response.headers, size: (await buffer(response)).length }),
      )
      request.on('error', reject).end(body)
    }),
}

const SIZES = [0, 1, 64 * 1024, 300 * 1024]
const requests: [method: string, path: string, body?: string][] = [
  ...SIZES.map((size): [string, string] => ['GET', `/bytes/${size}`]),
  ['GET', '/nothing'],
  ['GET', '/v2/deployments?limit=100'],
  ['GET', '/v2/deployments/'],
  ['HEAD', '/v2/deployments'],
  ['GET', '/v2/deployments?limit=0'],
  ['GET', '/nowhere'],
  ['DELETE', '/v2/deployments'],
  ['POST', '/v2/deployments', '{}'],
]

function prepare<Prepared extends Simulator>(simulator: Prepared): Prepared {
  simulator.use(
    http.get('*/bytes/:size', ({ params }) => new HttpResponse('x'.repeat(Number(params.size)))),
    http.get('*/nothing', () => new HttpResponse(null, { status: 204 })),
  )
  return simulator
}

function setUp(): NodeSimulator {
  const simulator = prepare(setupSimulator({ deployments: 300, unhandledRequests: 'answer' }))
  simulator.listen()
  onTestFinished(() => simulator.close())
  return simulator
}

// Those of the connection, and those that a server adds to each response.
const OF_CONNECTION = ['date', 'connection', 'keep-alive', 'vary']
function withoutConnection({ headers, size }: Received): Received {
  const left = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name))
  return { headers: Object.fromEntries(left), size }
}

// axios keeps the classes of fetch that it sees first, so the server comes first.
test.for(Object.entries(clients))('%s receives the same headers in process as over a socket', async ([, send]) => {
  const results: unknown[] = []
  const receive = async (url: string) => {
    const received: unknown[] = []
    for (const [method, path, body] of requests) {
      const { headers, size } = withoutConnection(await send(url + path, method, body))
      received.push([`${method} ${path}`, { headers: JSON.parse(JSON.stringify(headers).replaceAll(url, '')), size }])
    }
    results.push(Object.fromEntries(received as [string, unknown][]))
  }
  const server = await serve(prepare(createSimulator({ deployments: 300 })), { port: 0 })
  await receive(server.url)
  await server.close()
  await receive(setUp().url)
  expect(results[1]).toEqual(results[0])
})

const uses: Record<string, (response: Response) => Promise<unknown>> = {
  'is read': (response) => response.arrayBuffer(),
  async 'is half read'({ body }) {
    const reader = body?.getReader()
    await reader?.read()
    await reader?.cancel()
  },
  'is cancelled': async ({ body }) => body?.cancel(),
  async 'is cloned and cancelled'(response) {
    const clone = response.clone()
    await Promise.all([response.body?.cancel(), clone.body?.cancel()])
  },
  'is dropped': async () => undefined,
}

const sends: Record<string, (simulator: NodeSimulator) => typeof fetch> = {
  fetch: () => fetch,
  'simulator.fetch': (simulator) => simulator.fetch,
}

test.for(
  Object.keys(sends).flatMap((sender) => Object.keys(uses).flatMap((use) => SIZES.map((size) => [sender, size, use]))),
)('with %s, a body of %d bytes that %s keeps no client waiting', async ([sender, size, use]) => {
  const simulator = setUp()
  const send = sends[String(sender)]?.(simulator) ?? fetch
  const response = await send(`${simulator.url}/bytes/${size}`)
  await uses[String(use)]?.(response)
  expect(response.headers.get('content-length')).toBe(String(size))
  expect((await send(`${simulator.url}/v2/auth/providers`)).status).toBe(200)
})

test('a client can cancel the body of an error and try again, as clients of OpenAI do', async () => {
  const { url, faults } = setUp()
  faults.add({ operation: 'listDeployments', status: 503, times: 2 })
  let response = await fetch(`${url}/v2/deployments`)
  while (!response.ok) {
    await response.body?.cancel()
    response = await fetch(`${url}/v2/deployments`)
  }
  expect(await response.json()).toMatchObject({ resources: expect.any(Array) })
})

test('a client can cancel a stream', async () => {
  const { url } = setUp()
  let response: Response | undefined
  void fetch(`${url}/_simulator/events`).then((opened) => {
    response = opened
  })
  // With MSW 3, the response begins with the first event.
  await vi.waitFor(
    async () => {
      await fetch(`${url}/v2/auth/providers`)
      expect(response).toBeDefined()
    },
    { timeout: 10_000 },
  )
  await response?.body?.cancel()
  expect((await fetch(`${url}/v2/auth/providers`)).status).toBe(200)
})
