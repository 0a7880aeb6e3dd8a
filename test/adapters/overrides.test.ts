import { HttpResponse, http, passthrough, type RequestHandler } from 'msw'
import { expect, test as plainTest, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { forEachAdapter } from '../support/for-each-adapter.ts'

const LIST = '/v2/deployments'
const mine = () => HttpResponse.json({ resources: [], offset: 0, mine: true }, { headers: { 'x-mine': 'yes' } })

forEachAdapter((test, { name }) => {
  test(`simulator.use lets a handler answer instead of the service, and only its requests, through ${name}`, async ({
    open,
  }) => {
    const { simulator, send } = await open()
    simulator.use(http.get(`*${LIST}`, mine))
    const answer = await send(LIST)
    expect([answer.status, answer.headers['x-mine'], answer.body]).toEqual([
      200,
      'yes',
      '{"resources":[],"offset":0,"mine":true}',
    ])
    expect((await send('/v2/auth/providers')).body).not.toContain('mine')
    expect((await send(LIST, { method: 'DELETE' })).status).toBe(405)
  })

  test(`simulator.use asks a handler that is for one request only once, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open()
    simulator.use(http.get(`*${LIST}`, () => new HttpResponse(null, { status: 418 }), { once: true }))
    expect([(await send(LIST)).status, (await send(LIST)).status]).toEqual([418, 200])
  })

  test(`simulator.use gives each handler the whole request, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open()
    const seen: unknown[] = []
    const read = async ({ request, params }: { request: Request; params: object }) => {
      seen.push([new URL(request.url).search, params, request.headers.get('x-probe'), await request.json()])
    }
    simulator.use(http.post('*/v2/:list', read), http.post('*/v2/:list', read))
    const headers = { 'content-type': 'application/json', 'x-probe': 'p' }
    await send(`${LIST}?x=1`, { method: 'POST', headers, body: '{"name":"x"}' })
    const request = ['?x=1', expect.objectContaining({ list: 'deployments' }), 'p', { name: 'x' }]
    expect(seen).toEqual([request, request])
  })

  test(`simulator.use leaves a request to the service if the handlers return nothing, through ${name}`, async ({
    open,
  }) => {
    const { simulator, send } = await open()
    const { body } = await send(LIST)
    simulator.use(http.get(`*${LIST}`, () => undefined))
    expect((await send(LIST)).body).toBe(body)
    expect(simulator.requests.get(2)?.explanation).toMatchObject({ handler: null, page: { offset: 0 } })
  })
})

plainTest.for<[string, RequestHandler[], string]>([
  ['an absolute URL', [http.get('http://api.test/v2/deployments', mine)], 'mine'],
  ['a URL of another origin', [http.get('http://other.test/v2/deployments', mine)], 'resources'],
  ['a relative URL', [http.get('/v2/deployments', mine)], 'mine'],
  ['a RegExp', [http.get(/deployments$/, mine)], 'mine'],
  ['another method', [http.post('*', mine)], 'resources'],
  ['any method', [http.all('*', mine)], 'mine'],
  ['passthrough, and another one behind it', [http.get('*', () => passthrough()), http.get('*', mine)], 'resources'],
  ['no response, and another one behind it', [http.get('*', () => undefined), http.get('*', mine)], 'mine'],
  ['a response, and another one behind it', [http.get('*', () => HttpResponse.json([])), http.get('*', mine)], '[]'],
])('handlers for %s answer as they do in MSW', async ([, handlers, expected]) => {
  const simulator = createSimulator({ baseUrl: 'http://api.test' })
  simulator.use(...handlers)
  expect(await (await simulator.fetch(LIST)).text()).toMatch(
    expected === 'resources' ? /^\{"resources":\[\{/ : expected === 'mine' ? /"mine":true/ : /^\[\]$/,
  )
})

plainTest('the handlers of a later call come first', async () => {
  const simulator = createSimulator()
  simulator.use(http.get(LIST, () => HttpResponse.text('first')))
  simulator.use(http.get(LIST, () => HttpResponse.text('second'), { once: true }))
  const texts = [await simulator.fetch(LIST), await simulator.fetch(LIST)].map((response) => response.text())
  expect(await Promise.all(texts)).toEqual(['second', 'first'])
})

plainTest.for<[string, Parameters<typeof http.get>[1], number | null]>([
  ['a network error', () => HttpResponse.error(), null],
  ['a response that is thrown', () => Promise.reject(HttpResponse.json(null, { status: 409 })), 409],
])('a handler can answer with %s', async ([, resolver, status]) => {
  const simulator = createSimulator()
  simulator.use(http.get(LIST, resolver))
  const answer = simulator.fetch(LIST)
  if (status === null) await expect(answer).rejects.toThrow(TypeError)
  else expect((await answer).status).toBe(status)
  const got = `GET /v2/deployments is listDeployments and got ${status ?? 'no response'}.`
  expect(simulator.requests.get(1)).toMatchObject({
    operation: 'listDeployments',
    status,
    explanation: { words: [got, {}, {}].map((word) => (word === got ? got : expect.anything())) },
  })
})

plainTest('an error in a handler is printed, and the client gets 500 in the envelope of the service', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const simulator = createSimulator()
  simulator.use(
    http.get(LIST, () => {
      throw new Error('a slip')
    }),
  )
  const response = await simulator.fetch(LIST)
  expect([response.status, await response.json()]).toEqual([500, { detail: 'Internal Server Error' }])
  expect(String(error.mock.calls[0]?.[0])).toBe('Error: a slip')
  error.mockRestore()
})

const READ = HttpResponse.text('once')
await READ.text()

plainTest.for<[string, unknown, string]>([
  [
    'an object',
    { id: 1 },
    'it returned an object, which is no response. Return one, such as HttpResponse.json({}), or',
  ],
  ['null', null, 'it returned null, which is no response. Return one'],
  [
    'a response that was read',
    READ,
    'the body of its response was read before. Return a new response for each request',
  ],
])('a handler that returns %s is told what to return, without a stack', async ([, returned, message]) => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const simulator = createSimulator()
  simulator.use(http.get(LIST, () => returned as never))
  expect((await simulator.fetch(LIST)).status).toBe(500)
  expect(error.mock.calls).toEqual([
    [expect.stringContaining(`Failed to answer with the handler GET ${LIST}: ${message}`)],
  ])
  error.mockRestore()
})

plainTest.for<[string, unknown, RegExp]>([
  [
    'a list of handlers',
    [http.get(LIST, mine)],
    /^Failed to use the handlers: argument 1 is \[.*\. Pass MSW's request handlers one by one, such as use/,
  ],
  ['a function', mine, /^Failed to use the handlers: argument 1 is /],
  ['a fault', { status: 503 }, /argument 1 is \{"status":503\}/],
  ['nothing', undefined, /argument 1 is missing/],
])('%s is no handler', ([, given, message]) => {
  const simulator = createSimulator()
  expect(() => simulator.use(given as RequestHandler)).toThrow(message)
})

plainTest('neither latency nor faults change the response of a handler', async () => {
  const simulator = createSimulator({ scenario: { name: 'slow', deployments: 1, latency: 1000 } })
  simulator.faults.add({ status: 503, times: 1 })
  simulator.use(http.get(LIST, mine, { once: true }))
  expect((await simulator.fetch(LIST)).status).toBe(200)
  expect(simulator.faults.uses()).toMatchObject([{ applied: 0 }])
})

plainTest('the journal says which handler answered, and the response depends on no assumption', async () => {
  const simulator = createSimulator()
  simulator.use(http.get('*/v2/deployments', mine), http.get('*/nowhere', mine))
  await simulator.fetch(`${LIST}?status=READY`, { headers: { 'x-probe': 'p' } })
  await simulator.fetch('/nowhere')
  const [known, unknown] = [simulator.requests.get(1), simulator.requests.get(2)]
  expect(known).toMatchObject({ query: 'status=READY', operation: 'listDeployments', status: 200, assumptions: [] })
  expect(known?.response).toMatchObject({ bytes: 39, body: '{"resources":[],"offset":0,"mine":true}' })
  expect(known?.explanation).toMatchObject({
    handler: 'GET */v2/deployments',
    words: [
      'GET /v2/deployments is listDeployments and got 200.',
      'A handler of simulator.use answered: GET */v2/deployments.',
      'The response depends on no assumption.',
    ],
  })
  expect(unknown).toMatchObject({ operation: null, status: 200, explanation: { handler: 'GET */nowhere' } })
})

plainTest.for<[string, (simulator: ReturnType<typeof createSimulator>) => void]>([
  ['reset', (simulator) => simulator.reset()],
  ['load', (simulator) => simulator.load('busy')],
  ['restore', (simulator) => simulator.restore(simulator.snapshot())],
])('the handlers are removed by %s', async ([, remove]) => {
  const simulator = createSimulator()
  simulator.use(http.get(LIST, mine))
  remove(simulator)
  expect(await (await simulator.fetch(LIST)).text()).not.toContain('mine')
})

plainTest('the handlers are removed but not by a change of assumptions', async () => {
  const simulator = createSimulator()
  simulator.use(http.get(LIST, mine))
  simulator.assume({ lastPageOffset: 'limit' })
  expect(await (await simulator.fetch(LIST)).text()).toContain('mine')
})

const sentRequest = {
  method: 'PUT',
  body: 'text',
  headers: { 'x-probe': 'p' },
  mode: 'same-origin',
  credentials: 'include',
  cache: 'no-store',
  redirect: 'manual',
  referrer: 'http://api.test/page',
  referrerPolicy: 'origin',
  integrity: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  keepalive: true,
} satisfies RequestInit

/** What a handler sees of a request, apart from its signal. */
async function describeSeen(request: Request): Promise<object> {
  const { method, url, mode, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive } = request
  const seen = { method, url, mode, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive }
  return { ...seen, probe: request.headers.get('x-probe'), body: await request.text() }
}

plainTest('a handler sees the request as its client has built it', async () => {
  const simulator = createSimulator({ baseUrl: 'http://api.test' })
  const seen: object[] = []
  simulator.use(
    http.put('*', async ({ request }) => {
      seen.push(await describeSeen(request))
      return HttpResponse.text('')
    }),
  )
  await simulator.fetch('http://api.test/v2/deployments#part', sentRequest)
  expect(seen).toEqual([await describeSeen(new Request('http://api.test/v2/deployments#part', sentRequest))])
})

plainTest('the signal of the request aborts with the reason of its client', async () => {
  const simulator = createSimulator()
  const { promise: reason, resolve } = withResolvers()
  const leaving = new AbortController()
  simulator.use(
    http.get(LIST, async ({ request }) => {
      request.signal.addEventListener('abort', () => resolve(request.signal.reason))
      leaving.abort('no longer')
      await reason
    }),
  )
  await expect(simulator.fetch(LIST, { signal: leaving.signal })).rejects.toBe('no longer')
  expect(await reason).toBe('no longer')
})

function withResolvers() {
  let resolve: (value: unknown) => void = () => undefined
  const promise = new Promise<unknown>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

plainTest('a response keeps its words after the status', async () => {
  const simulator = createSimulator()
  simulator.use(http.get(LIST, () => new HttpResponse(null, { status: 404, statusText: 'Gone Fishing' })))
  const { status, statusText } = await simulator.fetch(LIST)
  expect([status, statusText]).toEqual([404, 'Gone Fishing'])
})
