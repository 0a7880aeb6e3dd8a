import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test as plainTest } from 'vitest'
import { createSimulator, type FaultInput, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { fetchAllPages } from '../support/client.ts'
import { forEachAdapter } from '../support/for-each-adapter.ts'

const PAGE = '/v2/deployments?limit=5'
const LATER_PAGE = '/v2/deployments?limit=5&offset=5'

const TEXT = 'text/plain; charset=utf-8'

const idsOf = (body: string): string[] => JSON.parse(body).resources.map(({ id }: { id: string }) => id)

forEachAdapter((test, { name }) => {
  test(`a fault with a status responds with it in the service’s envelope, as often as it says, through ${name}`, async ({
    open,
  }) => {
    const { simulator, send } = await open()
    simulator.faults.add({ operation: 'listDeployments', status: 503, times: 2 })
    const answers = [await send(PAGE), await send('/v2/auth/providers'), await send(PAGE), await send(PAGE)]
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 503, 200])
    expect(answers[0]?.body).toBe('{"detail":"Service Unavailable"}')
    expect(simulator.faults.list()).toEqual([])
  })

  test.for<[string, FaultInput & { respond: object }, object]>([
    [
      'JSON',
      { respond: { status: 201, headers: { 'X-Trace': 'abc' }, body: { resources: [], offset: 0.5 } } },
      { status: 201, 'content-type': 'application/json', 'x-trace': 'abc', body: '{"resources":[],"offset":0.5}' },
    ],
    ['null', { respond: { body: null } }, { status: 200, 'content-type': 'application/json', body: 'null' }],
    ['text', { respond: { body: 'gone – ' } }, { status: 200, 'content-type': TEXT, body: 'gone – ' }],
    [
      'a content type of its own',
      { respond: { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<p>' } },
      { status: 502, 'content-type': 'text/html', body: '<p>' },
    ],
    ['nothing', { respond: { status: 404 } }, { status: 404, 'content-type': undefined, body: '' }],
    [
      'no body where HTTP allows none',
      { respond: { status: 304, headers: { etag: '"1"' }, body: { name: 'x' } } },
      { status: 304, 'content-type': undefined, etag: '"1"', body: '' },
    ],
  ])(`a fault with a response of your own sends it, through ${name}: %s`, async ([, fault, expected], { open }) => {
    const { simulator, send } = await open()
    simulator.faults.add({ operation: 'listDeployments', times: 1, ...fault })
    const { status, headers, body } = await send(PAGE)
    expect({ ...headers, 'content-type': headers['content-type'], status, body }).toMatchObject(expected)
    expect(await send(PAGE)).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
    expect(simulator.requests.get(1)).toMatchObject({
      operation: 'listDeployments',
      faults: ['1'],
      assumptions: [],
      response: { body: body === '' ? null : body },
    })
  })

  test(`a fault that delays lets the response come at its time on the clock, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open()
    simulator.faults.add({ delay: 60_000, times: 1 })
    let isAnswered = false
    const slow = send(PAGE).then((answer) => {
      isAnswered = true
      return answer
    })
    // The fault has been applied when it is no longer listed.
    await expect.poll(() => simulator.faults.list()).toEqual([])
    simulator.clock.advance(59_999)
    await send(PAGE)
    expect(isAnswered).toBe(false)
    simulator.clock.advance(1)
    expect((await slow).status).toBe(200)
  })

  test(`a fault that stalls sends no response, and the next request gets one, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open()
    simulator.faults.add({ effect: 'stall', times: 1 })
    let isOver = false
    const end = () => {
      isOver = true
    }
    send(PAGE).then(end, end)
    await expect.poll(() => simulator.requests.list().length).toBe(1)
    simulator.clock.advance(86_400_000)
    expect((await send(PAGE)).status).toBe(200)
    expect([isOver, simulator.requests.list()[0]?.status]).toEqual([false, null])
  })

  test.for<[string, FaultInput]>([
    ['before the response', { effect: 'reset', times: 1 }],
    ['in the middle of the body', { effect: { kind: 'reset', when: 'during' }, times: 1 }],
    ['before all announced bytes have been sent', { effect: 'wrong-length', times: 1 }],
  ])(
    `a fault ends the connection %s, and the next request gets a response, through ${name}`,
    async ([, fault], { open }) => {
      const { simulator, send } = await open()
      simulator.faults.add(fault)
      await expect(send(PAGE)).rejects.toThrow()
      expect((await send(PAGE)).status).toBe(200)
    },
  )

  test(`a fault that announces the wrong length sends fewer bytes than announced, through ${name}`, async ({
    open,
  }) => {
    const { simulator, send } = await open()
    const { body } = await send('/v2/auth/providers')
    simulator.faults.add({ effect: { kind: 'wrong-length', by: -10 } })
    const cut = await send('/v2/auth/providers')
    expect(cut.body).toBe(Buffer.from(body).subarray(0, -10).toString())
    expect(cut.headers['content-length']).toBe(String(Buffer.byteLength(body) - 10))
  })

  test(`a fault that truncates sends a part of the body, and nothing shows it, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open()
    const whole = await send(PAGE)
    simulator.faults.add({ effect: 'truncate', times: 1 })
    const { status, headers, body } = await send(PAGE)
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(whole.body.startsWith(body)).toBe(true)
    expect(() => JSON.parse(body)).toThrow(SyntaxError)
  })

  test(`a fault that is malformed sends invalid JSON with the content type of JSON, through ${name}`, async ({
    open,
  }) => {
    const { simulator, send } = await open()
    simulator.faults.add({ effect: 'malformed' })
    const { status, headers, body } = await send(PAGE)
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(() => JSON.parse(body)).toThrow(SyntaxError)
  })

  test(`a fault that limits the rate allows as many requests as fit into a window, and then responds with 429 until the next one, through ${name}`, async ({
    open,
  }) => {
    const { simulator, send } = await open()
    simulator.faults.add({ effect: { kind: 'rate-limit', limit: 2, window: 5000 } })
    const answers = [await send(PAGE), await send(PAGE), await send(PAGE)]
    simulator.clock.advance(3500)
    answers.push(await send(PAGE))
    simulator.clock.advance(1500)
    answers.push(await send(PAGE))
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [200, undefined],
      [200, undefined],
      [429, '5'],
      [429, '2'],
      [200, undefined],
    ])
  })

  test(`a fault with a status says when to try again, as the rate limit of the service does by itself, through ${name}`, async ({
    open,
  }) => {
    const { simulator, send } = await open()
    simulator.faults.add({ status: 429, times: 1 })
    simulator.faults.add({ status: 429, retryAfter: 30, times: 1 })
    simulator.faults.add({ status: 503, retryAfter: '2026-03-02T09:00:30Z', times: 1 })
    simulator.faults.add({ status: 503 })
    const answers = [await send(PAGE), await send(PAGE), await send(PAGE), await send(PAGE)]
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [429, '1'],
      [429, '30'],
      [503, 'Mon, 02 Mar 2026 09:00:30 GMT'],
      [503, undefined],
    ])
  })

  test(`a fault that is stale responds as the world was at its start, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open()
    const { body: begun } = await send(PAGE)
    simulator.db.deployments.create()
    simulator.faults.add({ effect: 'stale', times: 1 })
    expect((await send(PAGE)).body).toBe(begun)
    expect((await send(PAGE)).body).not.toBe(begun)
  })

  test(`a fault that empties lists keeps their envelope, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open()
    simulator.faults.add({ effect: 'empty' })
    expect((await send('/v2/auth/providers')).body).toBe('[]')
    expect((await send(LATER_PAGE)).body).toBe('{"resources":[],"offset":5}')
    expect((await send('/v2/deployments?limit=0')).status).toBe(422)
  })

  test(`a fault that duplicates a record begins a later page with the last record of the page before, through ${name}`, async ({
    open,
  }) => {
    const { simulator, send } = await open()
    const [first, later] = [await send(PAGE), await send(LATER_PAGE)]
    simulator.faults.add({ effect: 'duplicate-record', times: 1 })
    expect((await send(PAGE)).body).toBe(first.body)
    const page = await send(LATER_PAGE)
    expect(idsOf(page.body)).toEqual([...idsOf(first.body).slice(-1), ...idsOf(later.body).slice(0, -1)])
    expect(JSON.parse(page.body).offset).toBe(10)
  })

  test(`a fault that loses a record leaves out the first one of a later page, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open()
    const later = await send(LATER_PAGE)
    simulator.faults.add({ effect: 'missing-record', times: 1 })
    const page = await send(LATER_PAGE)
    expect(idsOf(page.body).slice(0, 4)).toEqual(idsOf(later.body).slice(1))
    expect(JSON.parse(page.body).offset).toBe(10)
  })

  test(`the response to HEAD has no body despite a fault, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open({ assumptions: { headRequests: '200' } })
    simulator.faults.add({ status: 503 })
    const answer = await send(PAGE, { method: 'HEAD' })
    expect([answer.status, answer.body]).toEqual([503, ''])
  })
})

plainTest('faults apply in the order in which they were added', async () => {
  const { faults, fetch, clock } = createSimulator()
  faults.add({ delay: 100 })
  faults.add({ status: 500 })
  faults.add({ delay: 1_000_000 })
  const answer = fetch(PAGE)
  clock.advance(100)
  expect((await answer).status).toBe(500)
})

plainTest('faults and latency can end in one step of the clock', async () => {
  const { name, ...scenario } = createSimulator({ scenario: 'empty' }).scenario
  const { faults, fetch, clock } = createSimulator({ scenario: { name: 'slow', ...scenario, latency: 200 } })
  faults.add({ delay: 300 })
  let isAnswered = false
  const answer = fetch(PAGE).finally(() => {
    isAnswered = true
  })
  await Promise.resolve()
  clock.advance(499)
  await fetch('/_simulator')
  expect(isAnswered).toBe(false)
  clock.advance(1)
  expect((await answer).status).toBe(200)
  expect(name).toBe('empty')
})

plainTest('faults that reset in the middle of the body cut it by bytes, not by characters', async () => {
  const { faults, fetch, db } = createSimulator({ scenario: 'empty' })
  db.deployments.create({ name: '鍵'.repeat(30_000) })
  const whole = (await (await fetch(PAGE)).arrayBuffer()).byteLength
  faults.add({ effect: { kind: 'reset', when: 'during' } })
  const reader = (await fetch(PAGE)).body?.getReader()
  expect((await reader?.read())?.value?.byteLength).toBe(Math.floor(whole / 2))
  await expect(reader?.read()).rejects.toThrow(TypeError)
})

plainTest('faults apply only to matching requests', async () => {
  const { faults, fetch } = createSimulator()
  faults.add({ query: { status: 'READY' }, status: 503 })
  faults.add({ path: '/v2/auth', status: 502 })
  faults.add({ method: 'DELETE', status: 504 })
  const ask = async (path: string, method = 'GET') => (await fetch(path, { method })).status
  expect([
    await ask('/v2/deployments?limit=5&status=READY'),
    await ask('/v2/deployments?status=UNUSED'),
    await ask('/v2/auth/providers'),
    await ask('/v2/deployments', 'DELETE'),
    await ask('/v2/deployments'),
  ]).toEqual([503, 200, 502, 504, 200])
})

plainTest('faults with a probability apply to the same requests again after a reset', async () => {
  const simulator = createSimulator()
  const strike = async () => {
    simulator.faults.add({ status: 503, probability: 0.5 })
    const codes: number[] = []
    for (let count = 0; count < 40; count += 1) codes.push((await simulator.fetch(PAGE)).status)
    return codes
  }
  const first = await strike()
  simulator.reset()
  expect(await strike()).toEqual(first)
  expect(first.filter((code) => code === 503).length).toBeGreaterThan(8)
  expect(first.filter((code) => code === 200).length).toBeGreaterThan(8)
})

plainTest('faults do not affect the pages of other sessions', async () => {
  const simulator = createSimulator()
  simulator.sessions.open('troubled').faults.add({ effect: 'duplicate-record' })
  const records = await fetchAllPages(simulator, new URLSearchParams({ limit: '7' }))
  expect(new Set(records.map(({ id }) => id)).size).toBe(60)
})

async function strike(...inputs: FaultInput[]) {
  const simulator = createSimulator()
  for (const input of inputs) simulator.faults.add(input)
  const statuses: number[] = []
  for (let count = 0; count < 3; count += 1) statuses.push((await simulator.fetch(LATER_PAGE)).status)
  return { statuses, applied: simulator.requests.list().map(({ faults }) => faults) }
}

plainTest(
  'of several faults that match a request, one that responds leaves the later ones for the next request',
  async () => {
    expect(await strike({ status: 503, times: 1 }, { status: 500, times: 1 })).toEqual({
      statuses: [503, 500, 200],
      applied: [['1'], ['2'], []],
    })
  },
)

plainTest('of several faults that match a request, one that has no effect is not recorded', async () => {
  const limit: FaultInput = { effect: { kind: 'rate-limit', limit: 1 } }
  expect(await strike(limit, { effect: 'missing-record', times: 1 })).toEqual({
    statuses: [200, 429, 429],
    applied: [['2'], ['1'], ['1']],
  })
})

plainTest.for<FaultInput['id']>(['malformed', 'truncate'])(
  'of several faults that match a request, one that empties a list still works on a list that %s has damaged',
  async (effect) => {
    const { faults, fetch } = createSimulator()
    faults.add({ effect: 'empty' })
    faults.add({ effect: effect as 'malformed' })
    expect((await fetch(PAGE)).status).toBe(200)
  },
)

forEachAdapter((test, { name }) => {
  test.for([204, 205, 304])(`a fault with the status %i has no body, through ${name}`, async (status, { open }) => {
    const { simulator, send } = await open()
    simulator.faults.add({ respond: { status, body: 'lost' }, times: 1 })
    const answer = await send(PAGE)
    expect([answer.status, answer.body]).toEqual([status, ''])
    expect((await send(PAGE)).status).toBe(200)
  })
})

plainTest.for([
  [{ effect: 'empty' }, '/v2/deployments?limit=1', 0],
  [{ effect: 'missing-record' }, '/v2/deployments?limit=2&offset=58', 1],
] as [FaultInput, string, number][])(
  'the explanation of a list that a fault changed %j contains how many records were on the page',
  async ([fault, path, returned]) => {
    const { faults, fetch, requests } = createSimulator()
    faults.add(fault)
    await fetch(path)
    expect(requests.get(1)?.explanation.page).toMatchObject({ returned })
  },
)

plainTest('a request that the client aborts fails, even after garbage collection', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const { faults, fetch } = createSimulator()
  faults.add({ effect: 'stall' })
  const answers = Array.from({ length: 5 }, () => fetch(PAGE, { signal: AbortSignal.timeout(50) }))
  const outcomes = Promise.allSettled(answers)
  await Promise.resolve()
  collectGarbage()
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
})

const statusOf = async ({ fetch }: Simulator, target: string) => (await fetch(target)).status

plainTest('faults get ids that are not taken', () => {
  const { faults } = createSimulator()
  faults.add({ id: '1', status: 503 })
  expect([faults.add({ status: 503 }).id, faults.add({ status: 503 }).id]).toEqual(['2', '3'])
})

plainTest.for([
  ['/v1/integrations/github/7/repos', 503],
  ['/v1/integrations/github/7', 503],
  ['/v1/integrations/github/8', 404],
] as const)('faults with the path %s of an integration apply to it alone', async ([path, status]) => {
  const simulator = createSimulator()
  simulator.faults.add({ path, status: 503 })
  expect(await statusOf(simulator, '/v1/integrations/github/7/repos')).toBe(status)
})

plainTest('faults apply only to requests with all parameters of their query', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ query: { limit: '5', offset: '5' }, status: 503 })
  const targets = ['?limit=5', '?limit=5&offset=6', '?offset=5&limit=5'].map((query) => `/v2/deployments${query}`)
  const statuses = await Promise.all(targets.map((target) => statusOf(simulator, target)))
  expect(statuses).toEqual([200, 200, 503])
})

plainTest('faults that only sometimes apply are used up only when they do', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ effect: { kind: 'rate-limit', limit: 1 }, times: 1 })
  const statuses: number[] = []
  for (let count = 0; count < 3; count += 1) statuses.push(await statusOf(simulator, PAGE))
  expect(statuses).toEqual([200, 429, 200])
})

plainTest('faults after one that sometimes applies are used up by the first request that reaches them', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ delay: 1000 })
  simulator.faults.add({ effect: { kind: 'rate-limit', limit: 100 } })
  simulator.faults.add({ status: 503, times: 1 })
  const statuses = Promise.all([statusOf(simulator, PAGE), statusOf(simulator, PAGE)])
  expect(simulator.faults.list()).toHaveLength(3)
  simulator.clock.advance(1000)
  expect(await statuses).toEqual([503, 200])
  expect(simulator.faults.list()).toHaveLength(2)
})

plainTest('faults that certainly apply are used up as soon as the request arrives', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ delay: 1000, times: 2 })
  simulator.faults.add({ status: 503, times: 1 })
  const status = statusOf(simulator, PAGE)
  expect(simulator.faults.list()).toMatchObject([{ effect: { kind: 'delay' }, times: 1 }])
  simulator.clock.advance(1000)
  expect(await status).toBe(503)
})

plainTest.for<[effect: 'empty' | 'missing-record', target: string, init: RequestInit]>([
  ['empty', '/v2/nowhere', {}],
  ['empty', '/v2/deployments', { method: 'POST', body: '{}' }],
  ['missing-record', '/v2/auth/providers?offset=5', {}],
  ['missing-record', PAGE, {}],
])('faults with the effect %s do not apply to %s', async ([effect, target, init]) => {
  const simulator = createSimulator()
  simulator.faults.add({ effect })
  await simulator.fetch(target, init)
  expect(simulator.requests.list()[0]?.faults).toEqual([])
})

plainTest.for(['empty', 'missing-record', 'duplicate-record'] as const)(
  'faults with the effect %s leave an error as it is',
  async (effect) => {
    const simulator = createSimulator()
    const read = async () => (await simulator.fetch('/v2/deployments?limit=0&offset=5')).text()
    const before = await read()
    simulator.faults.add({ effect })
    expect(await read()).toBe(before)
    expect(before).toContain('"detail"')
  },
)

plainTest.for([
  ['missing-record', 59, 200],
  ['duplicate-record', 60, 404],
] as const)('faults with the effect %s shift no page to or from beyond the end', async ([effect, offset, status]) => {
  const simulator = createSimulator({ assumptions: { offsetBeyondEnd: '404' } })
  const read = async () => {
    const response = await simulator.fetch(`/v2/deployments?limit=1&offset=${offset}`)
    return [response.status, await response.text()]
  }
  const before = await read()
  simulator.faults.add({ effect })
  expect(await read()).toEqual(before)
  expect(before[0]).toBe(status)
})

plainTest('faults that limit the rate start a new window if the clock goes back', async () => {
  const simulator = createSimulator({ now: '2026-03-02T09:00:00Z' })
  simulator.faults.add({ effect: { kind: 'rate-limit', limit: 1 } })
  expect([await statusOf(simulator, PAGE), await statusOf(simulator, PAGE)]).toEqual([200, 429])
  simulator.clock.set('2026-03-02T08:00:00Z')
  expect([await statusOf(simulator, PAGE), await statusOf(simulator, PAGE)]).toEqual([200, 429])
})

plainTest('faults with the same probability are drawn independently of each other', async () => {
  const simulator = createSimulator()
  for (const id of ['a', 'b']) simulator.faults.add({ id, delay: 0, probability: 0.5 })
  for (let count = 0; count < 30; count += 1) await simulator.fetch('/v2/auth/providers')
  const applied = new Set(simulator.requests.list().map(({ faults }) => faults.join()))
  expect([...applied].toSorted()).toEqual(['', 'a', 'a,b', 'b'])
})

plainTest.for<[unknown, RegExp, SimulatorOptions?]>([
  [{}, /It is \{\}\. It must have exactly one of "status", "respond", "delay", "rollout" and "effect"\.$/],
  ['none', /is "none"/],
  [{ effect: 'explode' }, /"effect" is "explode"\. Allowed: respond, stall, reset, truncate, /],
  [{ effect: 'status' }, /"effect" is "status"\. Allowed: respond, stall, /],
  [{ effect: 'stal' }, /"effect" is "stal"\. Did you mean "stall"\? Allowed: respond, stall, /],
  [{ effect: { kind: 'explode' } }, /"effect\.kind" is "explode"\. Allowed: status, respond, delay, stall/],
  [{ effect: 5 }, /"effect" is 5\. Expected: an object with fields\. Or: respond, stall, reset/],
  [{ status: 99 }, /"status" is 99/],
  [{ effect: { kind: 'status', status: 99 } }, /"effect\.status" is 99/],
  [{ status: 503, times: 0 }, /"times" is 0/],
  [{ status: 503, probability: 0 }, /"probability" is 0/],
  [
    { status: 503, operaton: 'listDeployments' },
    /"operaton" is unknown\. Did you mean "operation"\? Known: id, operation, method, path/,
  ],
  [{ operation: 'deleteDeployment', status: 503 }, /"operation" is "deleteDeployment"/],
  [{ match: { operation: 'listDeployment' }, status: 503 }, /"match\.operation" is .* Did you mean "listDeployments"/],
  [
    { operation: 'createDeployment', status: 503 },
    /: "operation" is "createDeployment", which the service has only under other assumptions\. The presets spec, langsmith and langsmith-next have it\. Allowed: listOAuthProviders, listRepo/,
    { assumptions: { creation: 'absent' } },
  ],
  [
    { operation: 'createDeployment', effect: 'empty' },
    /but empty does not apply to it\. Allowed: listOAuthProviders, listRepositories/,
  ],
  [{ operation: 'listDeployments', method: 'POST', status: 503 }, /: "method" is "POST", .* Allowed: GET, HEAD\.$/],
  [{ operation: 'createDeployment', method: 'GET', status: 503 }, /"GET", which cannot match\. Allowed: POST\.$/],
  [{ method: 'POST', effect: 'empty' }, /"POST", which cannot match\. Allowed: GET, HEAD\.$/],
  [
    { operation: 'listDeployments', path: '/v2/auth', status: 503 },
    /"path" is "\/v2\/auth", but no matching operation has a path that starts with it\. Closest: \/v2\/deployments\. Paths: \/v2\/deployments\.$/,
  ],
  [
    { path: '/v2/deploymens', status: 503 },
    /"path" is "\/v2\/deploymens", .* Closest: \/v2\/deployments\. Paths: \/v2\/auth\/providers, \/v1/,
  ],
  [{ path: '/v2/auth/providers/x', status: 503 }, /Closest: \/v2\/auth\/providers\. /],
  [{ path: '/v/auth', status: 503 }, /"path" is "\/v\/auth", but no matching operation/],
  [{ match: { path: '/v2/auth/provider/x' }, delay: 5 }, /"match\.path" is .* Closest: \/v2\/auth\/providers\. /],
  [
    { path: '/v1/integrations/github/7/repo/', status: 503 },
    /Closest: \/v1\/integrations\/github\/\{integration_id\}\/repos\./,
  ],
  [
    { respond: { headers: { 'Content-Length': '5' } } },
    /"respond\.headers\.Content-Length" is "5"\. It must be left out, because it follows from the body and the connection\.$/,
  ],
  [{ respond: { headers: { 'a b': '5' } } }, /Its name must be the name of a header\.$/],
  [{ respond: { headers: { a: '5\r\nb: 6' } } }, /It must consist of printable ASCII\.$/],
  [{ respond: { status: 600 } }, /"respond\.status" is 600\. /],
  [{ respond: { body: { when: () => 5 } } }, /"respond\.body" is .* It must be JSON of at most 100 levels\.$/],
  [{ delay: 5, retryAfter: 30 }, /"retryAfter" is 30\. It must stand beside "status", or inside "effect"\.$/],
  [{ status: 503, retryAfter: 'later' }, /"retryAfter" is "later"\. /],
  [{ status: 503, retryAfter: -1 }, /"retryAfter" is -1\. /],
  [{ status: 503, respond: {} }, /It must have exactly one of "status", "respond"/],
  [{ effect: { kind: 'wrong-length', by: 0 } }, /"effect\.by" is 0\. It must not be 0\.$/],
  [{ delay: { min: 5, max: 1 } }, /"delay\.max" is 1\. It must not be less than "min"/],
  [{ id: 'taken', status: 503 }, /the id "taken" already exists/],
  [{ status: 503, delay: 0 }, /It is \{"status":503,"delay":0\}\. It must have exactly one of/],
  [{ status: 503, effect: 'empty' }, /It must have exactly one of/],
  [
    { status: 503, match: {}, operation: 'listDeployments' },
    /"operation" is "listDeployments"\. It must be inside "match", because "match" is present\.$/,
  ],
  [{ path: '/_simulator', status: 503 }, /It must be a path of the service/],
  [{ path: '/v2/deployments?limit=5', status: 503 }, /use "query" for that/],
])('a fault is rejected, and nothing is added %j', ([fault, message, options]) => {
  const { faults } = createSimulator(options)
  faults.add({ id: 'taken', status: 500 })
  expect(() => faults.add(fault as FaultInput)).toThrow(message)
  expect(faults.list().map(({ id }) => id)).toEqual(['taken'])
})

plainTest('a fault is rejected, and nothing is added without a suggestion if its path is very long', () => {
  const { faults } = createSimulator()
  const path = `/${'a/'.repeat(30_000)}`
  expect(() => faults.add({ path, status: 503 })).toThrow(/starts with it\. Paths: /)
  expect(faults.list()).toEqual([])
})

plainTest('a record that is missing from a page changes nothing for HEAD', async () => {
  const simulator = createSimulator({ assumptions: { headRequests: '200' } })
  simulator.faults.add({ operation: 'listDeployments', effect: 'missing-record' })
  const response = await simulator.fetch('/v2/deployments?offset=1', { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

plainTest('simulator.fetch gives up after 20 redirects', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ path: '/v2/deployments', respond: { status: 302, headers: { location: '/v2/deployments' } } })
  await expect(simulator.fetch('/v2/deployments')).rejects.toThrow('fetch failed: too many redirects')
  expect(simulator.requests.count()).toBe(21)
})

plainTest.for([
  [302, 'GET', null],
  [303, 'GET', null],
  [307, 'POST', '{"name":"web"}'],
] as const)('simulator.fetch follows a redirect of a POST with status %i as %s', async ([status, method, body]) => {
  const simulator = createSimulator()
  simulator.faults.add({
    path: '/v2/deployments',
    times: 1,
    respond: { status, headers: { location: '/v2/elsewhere' } },
  })
  const init = { method: 'POST', body: '{"name":"web"}', headers: { 'content-type': 'application/json' } }
  await simulator.fetch('/v2/deployments', init)
  expect(simulator.requests.list().at(-1)).toMatchObject({ path: '/v2/elsewhere', method, body })
})
