import { Agent, type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'
import axios from 'axios'
import got from 'got'
import ky from 'ky'
import nodeFetch from 'node-fetch'
import superagent from 'superagent'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator, type FaultInput, type Simulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { isMsw2 } from '../support/msw-version.ts'
import { isFull } from '../support/scope.ts'

interface Patience {
  /** In milliseconds; 0 is none. */
  timeout: number
  signal: AbortSignal
}

/** Sends a request, and returns the text of the response. */
type Client = (url: string, patience: Patience) => Promise<string>

const joined = ({ timeout, signal }: Patience): AbortSignal =>
  timeout > 0 ? AbortSignal.any([signal, AbortSignal.timeout(timeout)]) : signal

const viaAxios =
  (adapter: 'http' | 'fetch'): Client =>
  async (url, patience) =>
    (await axios.get<string>(url, { adapter, ...patience, responseType: 'text', transformResponse: [] })).data

const viaGot =
  (kind: 'request' | 'socket' | 'response'): Client =>
  (url, { timeout, signal }) =>
    got(url, { retry: { limit: 0 }, timeout: timeout > 0 ? { [kind]: timeout } : {}, signal }).text()

const viaHttp =
  (options: (timeout: number) => RequestOptions, prepare?: (request: ClientRequest, timeout: number) => void): Client =>
  (url, { timeout, signal }) =>
    new Promise((resolve, reject) => {
      const request = httpRequest(url, { ...options(timeout), signal }, (response) =>
        text(response).then(resolve, reject),
      )
      prepare?.(request, timeout)
      request.on('timeout', () => request.destroy(new Error('timeout')))
      request.on('error', reject).end()
    })

const clients: Record<string, Client> = {
  fetch: async (url, patience) => (await fetch(url, { signal: joined(patience) })).text(),
  ky: (url, { timeout, signal }) => ky.get(url, { retry: 0, timeout: timeout > 0 && timeout, signal }).text(),
  'axios with node:http': viaAxios('http'),
  'axios with fetch': viaAxios('fetch'),
  got: viaGot('request'),
  "got's timeout of the socket": viaGot('socket'),
  "got's timeout of the response": viaGot('response'),
  superagent: async (url, { timeout, signal }) => {
    const request = superagent.get(url)
    if (timeout > 0) request.timeout(timeout)
    signal.addEventListener('abort', () => void request.abort())
    return (await request).text
  },
  'node-fetch': async (url, patience) => (await nodeFetch(url, { signal: joined(patience) })).text(),
  'node:http': viaHttp(
    () => ({}),
    (request, timeout) => request.setTimeout(timeout),
  ),
  'the timeout option of node:http': viaHttp((timeout) => ({ timeout })),
  'the timeout of an Agent': viaHttp((timeout) => ({ agent: new Agent({ timeout }) })),
}

// MSW 2 has an agent of its own, and says that a request is sent only when it has the response. With MSW 3, a socket
// connects only then.
const IGNORED = isMsw2
  ? ['the timeout of an Agent', "got's timeout of the response"]
  : ['node:http', "got's timeout of the socket"]

interface Way {
  simulator: Simulator
  url: string
  close(): unknown
}

const ways: Record<string, () => Promise<Way>> = {
  // First, because axios keeps the classes of fetch that it sees first, and those of MSW fail when it has stopped.
  async 'over a socket'() {
    const simulator = createSimulator({ deployments: 3 })
    return { simulator, ...(await serve(simulator, { port: 0 })) }
  },
  async 'in process'() {
    const simulator = setupSimulator({ deployments: 3 })
    simulator.listen()
    return { simulator, url: simulator.url, close: () => simulator.close() }
  },
}

// MSW 3 closes the connection, and undici then has another reason. No client tells them apart.
const ENDED_EARLY = ['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']

/** Describes an error by what clients decide with: the names, codes and words of all its causes. */
function describeError(error: unknown, url: string): string[] {
  if (!(error instanceof Error)) return []
  const { name, message, cause } = error
  const code: unknown = Reflect.get(error, 'code')
  if (!isMsw2 && ENDED_EARLY.includes(String(code))) return ['a body that ended early']
  return [`${name} ${code}: ${message.replaceAll(url, '')}`, ...describeError(cause, url)]
}

interface Event {
  what: string
  fault: FaultInput | undefined
  ends?: 'timeout' | 'abort'
}

const events: readonly Event[] = [
  { what: 'a response', fault: undefined },
  { what: 'a reset', fault: { effect: 'reset' } },
  { what: 'a reset during the body', fault: { effect: { kind: 'reset', when: 'during' } } },
  { what: 'a body that is shorter than announced', fault: { effect: { kind: 'wrong-length', by: 1 } } },
  { what: 'a body that is longer than announced', fault: { effect: { kind: 'wrong-length', by: -1 } } },
  { what: 'truncated JSON', fault: { effect: 'truncate' } },
  { what: 'a timeout during a delay', fault: { delay: 60_000 }, ends: 'timeout' },
  { what: 'an abort during a delay', fault: { delay: 60_000 }, ends: 'abort' },
  { what: 'a timeout during a stall', fault: { effect: 'stall' }, ends: 'timeout' },
  { what: 'an abort during a stall', fault: { effect: 'stall' }, ends: 'abort' },
]

/** Sends a request, and returns what the client and the journal say about it. */
async function observe(send: Client, { fault, ends }: Event, { simulator, url }: Way): Promise<unknown> {
  const { faults, requests, clock } = simulator
  if (fault !== undefined) faults.add({ ...fault, operation: 'listDeployments' })
  const controller = new AbortController()
  // Long enough for the request to arrive on a busy machine.
  const patience = { timeout: ends === 'timeout' ? 400 : 0, signal: controller.signal }
  const result = send(`${url}/v2/deployments`, patience).then(
    (body) => body.length,
    (error) => describeError(error, url),
  )
  if (ends === 'abort') {
    await requests.waitFor('listDeployments', { state: 'pending' })
    controller.abort()
  }
  const described = await result
  const isOver = () => expect(requests.list({ state: 'pending' })).toEqual([])
  await vi.waitFor(isOver)
  clock.advance(100_000)
  return { described, journal: requests.list().map(({ state, status }) => ({ state, status })) }
}

// One of each kind.
const TYPICAL = ['fetch', "got's timeout of the socket", 'node:http']
const chosen = Object.entries(clients).filter(([client]) => isFull || TYPICAL.includes(client))
const cases = chosen.flatMap(([client, send]) => events.map((event) => ({ client, send, ...event })))

test.for(cases)('$client sees $what in process as over a socket', async ({ client, send, ...event }, { skip }) => {
  skip(event.ends === 'timeout' && IGNORED.includes(client), 'MSW ignores it')
  const seen: unknown[] = []
  for (const open of Object.values(ways)) {
    const way = await open()
    seen.push(await observe(send, event, way).finally(way.close))
  }
  expect(seen[1]).toEqual(seen[0])
  if (event.ends !== undefined) expect(seen[1]).toMatchObject({ journal: [{ state: 'aborted', status: null }] })
  if (event.what === 'a reset') expect(JSON.stringify(seen[1])).toContain(' ECONNRESET: ')
})

test("got's own conditions try a request again that was reset", async () => {
  const simulator = setupSimulator({ deployments: 3 })
  simulator.listen()
  onTestFinished(() => simulator.close())
  simulator.faults.add({ operation: 'listDeployments', effect: 'reset', times: 1 })
  const retry = { limit: 1, backoffLimit: 1 }
  expect(await got(`${simulator.url}/v2/deployments`, { retry }).json()).toMatchObject({ resources: [{}, {}, {}] })
})

const creations: Record<string, (url: string, signal: AbortSignal) => Promise<unknown>> = {
  fetch: (url, signal) => fetch(url, { method: 'POST', body: '{}', signal }),
  axios: (url, signal) => axios.post(url, {}, { signal }),
  got: (url, signal) => got.post(url, { json: {}, signal }),
  'node-fetch': (url, signal) => nodeFetch(url, { method: 'POST', body: '{}', signal }),
}

test.for(Object.entries(creations))('an operation does not run after %s has aborted its request', async ([, send]) => {
  const simulator = setupSimulator({ scenario: 'empty' })
  simulator.listen()
  onTestFinished(() => simulator.close())
  simulator.faults.add({ operation: 'createDeployment', delay: 1000 })
  const controller = new AbortController()
  const sent = send(`${simulator.url}/v2/deployments`, controller.signal)
  const failed = expect(sent).rejects.toThrow()
  await simulator.requests.waitFor('createDeployment', { state: 'pending' })
  controller.abort()
  await failed
  simulator.clock.advance(1000)
  await vi.waitFor(() => expect(simulator.requests.list()).toMatchObject([{ state: 'aborted', status: null }]))
})
