import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import {
  createSimulator,
  type ExplainedEntry,
  type FaultInput,
  type Simulator,
  type SimulatorOptions,
} from '../../src/index.ts'
import { forEachAdapter } from '../support/for-each-adapter.ts'

async function explainRequest(path: string, options?: SimulatorOptions, init?: RequestInit): Promise<ExplainedEntry> {
  const simulator = createSimulator(options)
  await simulator.fetch(path, init)
  return readLast(simulator)
}

function readLast({ requests }: Pick<Simulator, 'requests'>): ExplainedEntry {
  const entry = requests.get(requests.list().at(-1)?.id ?? 0)
  if (entry === undefined) throw new Error('There was no request.')
  return entry
}

test('the journal contains the requests in order, with their parsed parameters', async () => {
  const { fetch, requests } = createSimulator()
  await fetch('/v2/deployments?limit=5&status=READY&remote_reconciled=on')
  await fetch('/v2/deployments?limit=many')
  await fetch('/v2/nowhere')
  expect(requests.list()).toMatchObject([
    {
      id: 1,
      session: 'default',
      at: '2026-03-02T09:00:00Z',
      method: 'GET',
      path: '/v2/deployments',
      query: 'limit=5&status=READY&remote_reconciled=on',
      operation: 'listDeployments',
      parameters: { limit: 5, offset: 0, status: 'READY', remote_reconciled: true, name_contains: null },
      status: 200,
      faults: [],
    },
    { id: 2, operation: 'listDeployments', parameters: null, status: 422 },
    { id: 3, operation: null, parameters: null, status: 404 },
  ])
})

test('the journal counts all requests, or those that match a filter', async () => {
  const { fetch, requests } = createSimulator()
  await fetch('/v2/deployments')
  await fetch('/v2/deployments?limit=many')
  await fetch('/v2/nowhere')
  expect([
    requests.count(),
    requests.count({ operation: 'listDeployments' }),
    requests.count({ status: '2xx' }),
  ]).toEqual([3, 2, 1])
  expect(() => requests.count({ operation: 'listDeployment' as never })).toThrow(
    /^Failed to count the requests: "operation" is "listDeployment"\. Did you mean "listDeployments"\?/,
  )
})

test('the journal contains the parameters of a request that a fault answers', async () => {
  const { faults, fetch, requests } = createSimulator()
  faults.add({ operation: 'listDeployments', status: 503, times: 2 })
  await fetch('/v2/deployments?status=READY')
  await fetch('/v2/deployments?limit=many')
  expect(requests.list().map(({ parameters }) => parameters)).toMatchObject([{ status: 'READY' }, null])
  expect(requests.get(1)?.explanation.words[0]).toContain('It was rejected before the operation ran, and got 503.')
})

test('the journal contains the same for a repeated request', async () => {
  const simulator = createSimulator()
  await simulator.fetch('/v2/deployments?status=READY')
  const { id: _first, received: _then, milliseconds: _some, ...first } = readLast(simulator)
  await simulator.fetch('/v2/deployments?status=READY')
  const { id: _second, received: _now, milliseconds: _more, ...second } = readLast(simulator)
  expect(second).toEqual(first)
})

test('the journal contains the body of a creation', async () => {
  const init = { method: 'POST', body: '{"name":"x"}', headers: { 'content-type': 'application/json' } }
  expect(await explainRequest('/v2/deployments', {}, init)).toMatchObject({ method: 'POST', body: '{"name":"x"}' })
})

test('the journal does not contain a body that is longer than 64 KB', async () => {
  const send = async (body: string) => (await explainRequest('/v2/deployments', {}, { method: 'POST', body })).body
  const largest = 'x'.repeat(64 * 1024)
  expect(await send(largest)).toBe(largest)
  expect(await send(`${largest}x`)).toBeNull()
})

test('the journal is written whatever a listener does', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { fetch, events, requests } = createSimulator()
  events.listen(() => {
    throw new Error('a listener')
  })
  expect((await fetch('/v2/auth/providers')).status).toBe(200)
  expect([requests.list().length, said.mock.calls.length]).toEqual([1, 1])
  said.mockRestore()
})

test.for([0, 1, 3])('the journal keeps the last %i requests if that is its size', async (journalSize) => {
  const { fetch, requests } = createSimulator({ journalSize })
  for (let count = 0; count < 5; count += 1) await fetch('/v2/auth/providers')
  expect(requests.list().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].slice(5 - journalSize))
  expect(requests.get(5 - journalSize)).toBeUndefined()
})

test('the journal is empty after it was cleared, and continues its numbering', async () => {
  const { fetch, requests } = createSimulator({ journalSize: 3 })
  for (let count = 0; count < 4; count += 1) await fetch('/v2/auth/providers')
  requests.clear()
  expect([requests.list(), requests.get(4)]).toEqual([[], undefined])
  await fetch('/v2/auth/providers')
  expect(requests.list().map(({ id }) => id)).toEqual([5])
})

test('the journal of a session contains only the requests of that session', async () => {
  const { fetch, requests, sessions } = createSimulator()
  await fetch('/_s/alice/v2/auth/providers')
  expect(requests.list()).toEqual([])
  expect(sessions.get('alice')?.requests.list()).toMatchObject([{ session: 'alice', path: '/v2/auth/providers' }])
})

test('an explanation counts what each filter removed, in the order of the contract', async () => {
  const { db, fetch, requests } = createSimulator({ scenario: 'empty' })
  for (const [name, status, tags] of [
    ['chat-prod', 'READY', 1],
    ['chat-dev', 'READY', 0],
    ['chat-old', 'UNUSED', 1],
    ['mail-prod', 'READY', 1],
  ] as const) {
    db.deployments.create({ name, status, tag_value_ids: tags ? ['aaaaaaaa-0000-4000-8000-000000000001'] : [] })
  }
  await fetch('/v2/deployments?tag_value_ids=aaaaaaaa-0000-4000-8000-000000000001&status=READY&name_contains=chat')
  expect(requests.get(1)?.explanation).toMatchObject({
    filters: [
      { parameter: 'name_contains', value: 'chat', removed: 1, left: 3 },
      { parameter: 'status', value: 'READY', removed: 1, left: 2 },
      { parameter: 'tag_value_ids', removed: 1, left: 1 },
    ],
    page: { total: 4, matching: 1, offset: 0, limit: 20, returned: 1 },
  })
})

test('an explanation describes the world at the time of the request', async () => {
  const simulator = createSimulator({ deployments: 30 })
  await simulator.fetch('/v2/deployments?name_contains=-')
  const before = readLast(simulator).explanation
  for (const { id } of simulator.db.deployments.list().slice(0, 20)) simulator.db.deployments.delete(id)
  simulator.db.deployments.create()
  expect(readLast(simulator).explanation).toEqual(before)
  expect(before.page).toMatchObject({ total: 30 })
})

test.for<[string, string]>([
  ['/v2/deployments?status=UNUSED&name_contains=zzz', 'None matched, so the page is empty.'],
  ['/v2/deployments?offset=70', 'starts at position 70, and the last of 60 matching deployments is at position 59'],
  ['/v2/deployments?limit=5&offset=58', 'The page contains 2 of 60 matching deployments: positions 58 to 59, limit 5.'],
  ['/v2/deployments', 'There were 60 deployments.'],
  ['/v2/deployments?status=READY', 'status=READY removed '],
  ['/v2/nowhere', 'GET /v2/nowhere matches no operation and got 404.'],
  [
    '/v2/deployments?limit=0',
    'GET /v2/deployments is listDeployments. It was rejected before the operation ran, and got 422.',
  ],
  ['/v2/auth/providers', 'GET /v2/auth/providers is listOAuthProviders and got 200.'],
])('an explanation of %s says: %s', async ([path, sentence]) => {
  expect((await explainRequest(path)).explanation.words.join(' ')).toContain(sentence)
})

test('an explanation names a single record in the singular', async () => {
  const simulator = createSimulator({ deployments: 1 })
  const read = async (query: string): Promise<string> => {
    await simulator.fetch(`/v2/deployments${query}`)
    return readLast(simulator).explanation.words.join(' ')
  }
  const said = [await read(''), await read('?offset=1'), await read('?name_contains=zzz')]
  simulator.faults.add({ operation: 'listDeployments', effect: 'empty' })
  said.push(await read(''))
  expect(said.filter((words) => !words.includes('There was 1 deployment.'))).toEqual([])
  expect(said.filter((words) => /\b1 (?:matching )?[a-z]+s\b/.test(words))).toEqual([])
  expect(said.join(' ')).toContain('The page contains 1 of 1 matching deployment: position 0, limit 20.')
  expect(said.join(' ')).toContain('and the only matching deployment is at position 0.')
})

test.for<[string, string]>([
  [
    '/v2/deployments?limit=5&offset=58',
    'The fault "1" emptied the page. Without it, the page would contain 2 of 60 matching deployments.',
  ],
  ['/v2/deployments?offset=70', 'The page is empty: it starts at position 70'],
  ['/v2/deployments?status=UNUSED&name_contains=zzz', 'None matched, so the page is empty.'],
])('an explanation of %s says under an empty fault: %s', async ([path, sentence]) => {
  const { faults, fetch } = createSimulator({ explain: true })
  faults.add({ effect: 'empty' })
  expect((await fetch(path)).headers.get('x-simulator-explanation')).toContain(sentence)
})

test.for<[string, string, SimulatorOptions, string[], string[]]>([
  ['a plain page', '/v2/deployments', {}, ['deploymentOrdering', 'lastPageOffset'], ['nameMatching', 'tagMatching']],
  [
    'a search by name',
    '/v2/deployments?name_contains=a',
    {},
    ['nameMatching'],
    ['tagMatching', 'imageVersionMatching', 'emptyFilter'],
  ],
  ['an empty filter', '/v2/deployments?status=', {}, ['emptyFilter'], ['nameMatching', 'unknownStatus']],
  ['a known status', '/v2/deployments?status=READY', {}, [], ['emptyFilter', 'unknownStatus']],
  ['an unknown status', '/v2/deployments?status=nothing', {}, ['unknownStatus'], ['emptyFilter']],
  ['a page beyond the end', '/v2/deployments?offset=99', {}, ['offsetBeyondEnd'], []],
  ['an invalid parameter', '/v2/deployments?limit=0', {}, ['validationStatus', 'errorBody'], ['lastPageOffset']],
  [
    'an unknown integration',
    '/v1/integrations/github/x/repos',
    {},
    ['repositoryPaths', 'unknownIntegration'],
    ['nameMatching'],
  ],
  ['an unknown path', '/nowhere', {}, ['errorBody', 'repositoryPaths'], ['lastPageOffset']],
])('an explanation of %s lists exactly the assumptions that it depends on', async ([, path, options, some, none]) => {
  const ids = Object.keys((await explainRequest(path, options)).explanation.assumptions)
  expect(ids).toEqual(expect.arrayContaining(some))
  for (const id of none) expect(ids).not.toContain(id)
})

test('an explanation contains the fault that applied', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ id: 'outage', status: 503 })
  await simulator.fetch('/v2/deployments')
  const { faults, explanation } = readLast(simulator)
  expect(faults).toEqual(['outage'])
  expect(explanation.faults).toEqual([{ id: 'outage', effect: 'status', applied: 1, times: null }])
  expect(explanation.words).toContain('The fault "outage" applied: status.')
})

test('an explanation of a connection that a fault has reset says that there was no response', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ effect: 'reset' })
  await simulator.fetch('/v2/deployments').catch(() => undefined)
  const { status, explanation } = readLast(simulator)
  expect(status).toBeNull()
  expect(explanation.words[0]).toBe('GET /v2/deployments is listDeployments and got no response.')
})

test('an explanation counts how often its fault had applied, and another fault with the same id from 1', async () => {
  const simulator = createSimulator()
  const counts: unknown[] = []
  const send = async () => {
    await simulator.fetch('/v2/deployments')
    const [fault] = readLast(simulator).explanation.faults
    counts.push([fault?.applied, fault?.times])
  }
  simulator.faults.add({ id: 'outage', status: 503, times: 2 })
  await send()
  await send()
  simulator.faults.add({ id: 'outage', status: 500, times: 3 })
  await send()
  const [removed] = simulator.faults.list()
  simulator.faults.remove('outage')
  simulator.faults.add(removed as FaultInput)
  await send()
  expect(counts).toEqual([
    [1, 2],
    [2, 2],
    [1, 3],
    [2, 3],
  ])
})

test('an explanation ends with the assumptions that the response depends on, in the order of their names', async () => {
  const { explanation } = await explainRequest('/v2/deployments?limit=0')
  const named = Object.entries(explanation.assumptions).map(([id, value]) => `${id}=${value}`)
  expect(named.length).toBeGreaterThan(1)
  expect(named).toEqual(named.toSorted())
  expect(explanation.words.at(-1)).toBe(`The response depends on these assumptions: ${named.join(', ')}.`)
})

test('an explanation ends with the information that it depends on none', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ status: 503 })
  await simulator.fetch('/v2/deployments')
  const { assumptions, words } = readLast(simulator).explanation
  expect(assumptions).toEqual({})
  expect(words.at(-1)).toBe('The response depends on no assumption.')
})

test.for([
  ['before', null],
  ['during', 200],
] as const)('a response that is cut %s it is sent has the status %s', async ([when, status]) => {
  const simulator = createSimulator()
  simulator.faults.add({ effect: { kind: 'reset', when } })
  await simulator.fetch('/v2/auth/providers').catch(() => undefined)
  expect(readLast(simulator).status).toBe(status)
})

forEachAdapter((test, { name }) => {
  test(`a response contains its explanation in a header with explain: true, through ${name}`, async ({ open }) => {
    const { send } = await open({ explain: true })
    const { headers } = await send('/v2/deployments?status=READY&name_contains=%E2%82%AC')
    expect(headers['x-simulator-explanation']).toMatch(
      /^GET \/v2\/deployments is listDeployments and got 200\. There were 60/,
    )
    expect(headers['x-simulator-explanation']).toContain('name_contains=%E2%82%AC removed 60 and left 0.')
  })

  test(`a response does not contain its explanation by default, through ${name}`, async ({ open }) => {
    const { send } = await open()
    expect((await send('/v2/deployments')).headers['x-simulator-explanation']).toBeUndefined()
  })
})

test('the header with the explanation has 2000 characters at most, and then three dots', async () => {
  const { fetch } = createSimulator({ explain: true })
  const explain = async (length: number) => {
    const { headers } = await fetch(`/${'x'.repeat(length)}`)
    return headers.get('x-simulator-explanation') ?? ''
  }
  const others = (await explain(1)).length - 1
  expect(await explain(2000 - others)).toMatch(/^GET .*[^.]\.$/)
  expect(await explain(2000 - others)).toHaveLength(2000)
  const cut = await explain(2001 - others)
  expect([cut.length, cut.slice(-3)]).toEqual([2003, '...'])
})

test.for<[string, (simulator: Simulator) => void, boolean]>([
  ['a status', ({ faults }) => void faults.add({ status: 503 }), true],
  ['a response', ({ faults }) => void faults.add({ respond: { status: 200 } }), true],
  ['a rate limit', ({ faults }) => void faults.add({ effect: { kind: 'rate-limit', limit: 1, window: 60_000 } }), true],
  ['nothing but the service', () => undefined, false],
  ['an MSW handler', ({ use }) => use(http.get('*/v2/deployments', () => HttpResponse.json({}))), true],
  ['a reset of the connection', ({ faults }) => void faults.add({ effect: { kind: 'reset', when: 'during' } }), false],
])('an explanation says whether the operation ran: %s', async ([, prepare, hasNotRun]) => {
  const simulator = createSimulator()
  prepare(simulator)
  for (let sent = 0; sent < 2; sent += 1) await simulator.fetch('/v2/deployments').catch(() => undefined)
  expect(simulator.requests.get(2)?.explanation.hasNotRun).toBe(hasNotRun)
})

test('the summary of an explanation leaves out what its figures say', async () => {
  const simulator = createSimulator()
  await simulator.fetch('/v2/deployments?limit=1&status=READY')
  const { words, summary, page } = simulator.requests.get(1)?.explanation ?? {}
  const others = words?.filter((sentence) => !summary?.includes(sentence))
  expect(others).toEqual([
    `There were ${page?.total} deployments.`,
    expect.stringMatching(/^status=READY removed \d+ and left \d+\.$/),
    expect.stringMatching(/^The response depends on these assumptions: /),
  ])
  expect(summary).toEqual(words?.filter((sentence) => summary?.includes(sentence)))
})
