import { expect, test } from 'vitest'
import { namedValues } from '../../../src/engine/define/assumptions/assumptions.ts'
import { conclude } from '../../../src/programs/real-service/learn/conclude.ts'
import {
  listTelling,
  measure,
  type Observation,
  replaceValues,
} from '../../../src/programs/real-service/learn/evidence.ts'
import type { Oracle } from '../../../src/programs/real-service/learn/oracle.ts'
import {
  createRefutations,
  findSplit,
  listPairs,
  listPossible,
  listSingles,
  sortRequests,
} from '../../../src/programs/real-service/learn/rivals.ts'
import { createSearch, improve } from '../../../src/programs/real-service/learn/search.ts'
import type { Values } from '../../../src/programs/real-service/learn/services.ts'
import type { ReadRequest } from '../../../src/programs/real-service/reader/messages.ts'
import { questions } from '../../../src/service/assumptions/questions.ts'
import type { AssumptionId } from '../../../src/service/types.ts'
import { answer, createStub, ids, request, usual } from './stub-oracle.ts'

const start = { values: usual, cost: 0, unexplained: [] }
const other = replaceValues(usual, [
  { id: 'errorBody', value: 'problem' },
  { id: 'validationStatus', value: '400' },
])

/** What a service answers with other values than those that seem right. */
const observe = (path: string, values = other) => ({ request: request(path), observed: answer(values, request(path)) })

test('values that explain everything cost nothing', async () => {
  const parts = { ...createStub(), observations: [observe('/error'), observe('/order')] }
  expect(await measure(other, parts)).toMatchObject({ cost: 0, unexplained: [] })
  expect(await measure(usual, parts)).toMatchObject({ cost: 2, unexplained: [{ request: { path: '/error' } }] })
})

test('two changes explain a response that one alone does not', async () => {
  const parts = { ...createStub(), observations: [observe('/error')] }
  const fit = await improve(usual, parts)
  expect(fit).toMatchObject({ cost: 0, values: other })
})

test('what no values explain stays unexplained', async () => {
  const odd = { request: request('/order'), observed: { deploymentOrdering: 'by size' } }
  const fit = await improve(usual, { ...createStub(), observations: [odd] })
  expect(fit.unexplained).toEqual([odd])
})

test('a request tells services apart whose values it reads', async () => {
  const rival = { changes: [{ id: 'errorBody', value: 'problem' }] as const, values: other }
  const parts = createStub()
  const requests = [request('/nothing'), request('/order'), request('/error')]
  expect(await findSplit(requests, { values: usual, rival, parts })).toBe(requests[2])
  expect(await findSplit(requests.slice(0, 2), { values: usual, rival, parts })).toBeUndefined()
})

test('requests that few questions decide come first', async () => {
  const sorted = await sortRequests(['/all', '/order', '/nothing'].map(request), { ...createStub(), values: usual })
  expect(sorted.map(({ path }) => path)).toEqual(['/nothing', '/order', '/all'])
})

test('an observation refutes the values that do not explain it', async () => {
  const observation = observe('/order', usual)
  const parts = { ...createStub({ hides: true }), observations: [observation] }
  const { find } = createRefutations(parts)
  const found = new Map<string, unknown>()
  for (const rival of listSingles(ids, start, parts)) found.set(rival.changes[0]?.id ?? '', await find(rival, start))
  expect(Object.fromEntries(found)).toEqual({
    deploymentOrdering: observation,
    errorBody: undefined,
    validationStatus: undefined,
    tagMatching: 'impossible',
  })
})

test('data that no service can have rules nothing out', async () => {
  const parts = createStub()
  const { listOpen } = createRefutations({ ...parts, oracle: { ...parts.oracle, allows: () => false } })
  const rivals = listSingles(ids, start, parts)
  expect(await listOpen(rivals, start)).toEqual(rivals)
})

test('the possible values of a question begin with the likeliest one', () => {
  const rivals = listSingles(['errorBody'], start, createStub())
  expect([...listPossible(usual, rivals)]).toEqual([['errorBody', ['fastapi', 'problem']]])
})

test('a search asks until nothing tells more, and finds the values', async () => {
  const search = createSearch(ids, start, createStub())
  const unsent = new Set(['/nothing', '/order', '/error', '/all'].map(request))
  const sent: string[] = []
  for (;;) {
    const next = await search.chooseNext(unsent)
    if (next === undefined) break
    unsent.delete(next)
    sent.push(next.path)
    await search.note(observe(next.path))
  }
  expect(sent).toEqual(['/order', '/error'])
  expect(search.fit.values).toEqual(other)
  const open = (await search.listRivals()).map(({ changes }) => changes.map(({ id }) => id))
  expect(open).toEqual([['tagMatching']])
})

test('what no values explain counts for nothing wherever the parameter is asked, and other aspects do', async () => {
  const parts = createStub()
  const search = createSearch(ids, start, parts)
  const ask = (query: string) => ({ ...request('/error'), query })
  const odd = { ...answer(other, request('/error')), errorBody: 'odd' }
  await search.note({ request: ask('limit=100&status=odd'), observed: odd })
  expect(search.fit.values).toMatchObject({ validationStatus: '400', errorBody: usual.errorBody })
  expect(parts.muted.has(ask('status=null'), 'errorBody')).toBe(true)
  expect(parts.muted.has(ask('status=null'), 'validationStatus')).toBe(false)
  expect(parts.muted.has(ask('offset=1'), 'errorBody')).toBe(false)
})

test('a status that no value explains in one way counts in another', () => {
  const { muted } = createStub()
  const ask = (limit: string) => ({ ...request('/v2/deployments'), query: `limit=${limit}` })
  const as = (status: string) => ({ status })
  muted.add(ask('0'), 'status', [as('422'), as('200')])
  expect(muted.has(ask('101'), 'status', [as('400'), as('200')])).toBe(true)
  expect(muted.has(ask('text'), 'status', [as('422'), as('400')])).toBe(false)
})

test.each(['status=', 'status=null', 'status=a&status=b', `status=${'x'.repeat(2000)}`])(
  'what is odd for a special text counts for nothing with the same kind of text only (%#)',
  (query) => {
    const { muted } = createStub()
    const ask = (text: string) => ({ ...request('/v2/deployments'), query: `limit=100&${text}` })
    muted.add(ask(query), 'members', [{ members: 'a' }, { members: '' }])
    expect(muted.has(ask(query.replace('a&', 'c&')), 'members')).toBe(true)
    expect(muted.has(ask('status=READY'), 'members')).toBe(false)
    muted.add(ask('status=READY'), 'members', [{ members: 'a' }, { members: '' }])
    for (const text of [query, 'status=', 'status=UNUSED']) expect(muted.has(ask(text), 'members')).toBe(true)
  },
)

test.each([
  ['422', '406', '200', ['status']],
  ['422', '406', '400', []],
  ['200', '406', '200', []],
  ['404', '410', '200', []],
])('expected %s, received %s: a service with %s is ruled out by %j', (expected, received, rival, telling) => {
  const observation = { request: request('/v2/deployments'), observed: { status: received } }
  expect(listTelling({ status: expected }, { status: rival }, { observation, muted: createStub().muted })).toEqual(
    telling,
  )
})

test('of the values that nothing refutes, a search settles for those that explain the most', async () => {
  const parts = createStub()
  const search = createSearch(ids, start, parts)
  const observed = { ...answer(usual, request('/error')), errorBody: 'odd' }
  await search.note({ request: request('/error'), observed })
  // It counts for nothing by now.
  await search.note({ request: request('/error'), observed: { ...observed, errorBody: 'problem' } })
  expect(search.fit.values.errorBody).toBe('fastapi')
  expect((await search.settle()).values.errorBody).toBe('problem')
})

test('a list without a record tells nothing if the record has gone meanwhile', async () => {
  const listMembers = ({ tagMatching }: Values, { query }: ReadRequest) => {
    if (query === 'limit=100') return 'one other'
    return tagMatching === 'any' ? 'one' : ''
  }
  const predict: Oracle['predict'] = async (values, asked) => ({
    aspects: { members: listMembers(values, asked) },
    reads: ['tagMatching'],
  })
  const stub = createStub()
  const search = createSearch(['tagMatching'], start, { ...stub, oracle: { ...stub.oracle, predict } })
  const note = (query: string, members: string) =>
    search.note({ request: { ...request('/v2/deployments'), query }, observed: { members } })
  const listOpen = async () => (await search.listRivals()).map(({ changes }) => changes)

  await note('limit=100&tag=x', '')
  expect([search.fit.values.tagMatching, await listOpen()]).toEqual(['all', []])
  await note('limit=100', 'other')
  expect(await listOpen()).toEqual([[{ id: 'tagMatching', value: 'any' }]])
})

const rest = { end: undefined, candidates: [], hasRecords: () => true }

const concludeFrom = (observed: Record<string, string>, path = '/error') =>
  conclude({
    ids: ['errorBody', 'validationStatus'],
    fit: start,
    rivals: [],
    parts: { ...createStub(), observations: [{ request: request(path), observed }] },
    ...rest,
  })

test('one odd aspect puts only the questions in doubt that it depends on, and the reason names it', async () => {
  const { assumptions, undecided, unexplained } = await concludeFrom({ errorBody: 'odd', validationStatus: '422' })
  expect(assumptions).toEqual({ validationStatus: '422' })
  expect(undecided).toMatchObject({
    errorBody: {
      possible: [],
      because:
        'No value explains it. The service answers GET /{id} in a form of its own: errorBody: odd instead of fastapi.',
    },
  })
  expect(unexplained).toHaveLength(1)
})

test('a value is in doubt if another one explains what it does not', async () => {
  const { undecided } = await concludeFrom({ errorBody: 'fastapi', validationStatus: '400' })
  expect(undecided).toMatchObject({ validationStatus: { possible: ['422', '400'] } })
})

test.each(['times', 'secrets', 'order'])(
  'what a service writes in one way is in doubt if one response has other %s',
  async (aspect) => {
    const predict: Oracle['predict'] = async (values, { path }) => ({
      aspects: { status: '200', [aspect]: path === '/order' ? String(values.deploymentOrdering) : 'x' },
      reads: ['deploymentOrdering'],
    })
    const stub = createStub()
    const parts = { ...stub, oracle: { ...stub.oracle, predict }, observations: [] as Observation[] }
    const concludeNow = () => conclude({ ids: ['deploymentOrdering'], fit: start, rivals: [], parts, ...rest })
    parts.observations.push({ request: request('/order'), observed: { status: '200', [aspect]: 'name' } })
    expect((await concludeNow()).assumptions).toEqual({ deploymentOrdering: 'name' })
    const elsewhere = { ...request('/order'), query: 'limit=3' }
    parts.observations.push({ request: elsewhere, observed: { status: '200', [aspect]: 'another' } })
    expect((await concludeNow()).undecided).toHaveProperty('deploymentOrdering')
  },
)

test('the reason of an open question names an odd response that depends on it', async () => {
  const { undecided } = await conclude({
    ids: ['errorBody', 'validationStatus'],
    fit: start,
    rivals: [{ changes: [{ id: 'validationStatus', value: '400' }], values: { ...usual, validationStatus: '400' } }],
    parts: {
      ...createStub(),
      observations: [{ request: request('/error'), observed: { length: '7', ...answer(usual, request('/error')) } }],
    },
    end: undefined,
    candidates: [],
    hasRecords: () => true,
  })
  expect(undecided.validationStatus?.because).toBe(
    'The service answers GET /{id} in a form of its own: length: 7 is new.',
  )
})

test('without a request that tells a question, the reason says so', async () => {
  const parts = createStub()
  const { undecided } = await conclude({
    ids: ['keyScope', 'repositoryFields', 'tagMatching'],
    fit: start,
    rivals: (['keyScope', 'repositoryFields'] as const).map((id) => ({ changes: [{ id, value: 'x' }], values: usual })),
    parts,
    end: undefined,
    candidates: [],
    hasRecords: (name) => name !== 'repositories',
  })
  expect(Object.values(undecided).map(({ because }) => because)).toEqual([
    'No request was sent, because none that only reads depends on it. What would: an API key without X-Tenant-Id.',
    'No request tells it, because no repositories could be read, or none as the contract has them.',
    'No response contains tags.',
  ])
})

test('the reason of an open question is no odd response that has nothing to do with it', async () => {
  const { undecided } = await conclude({
    ...rest,
    ids: ['validationStatus'],
    fit: start,
    rivals: [{ changes: [{ id: 'validationStatus', value: '400' }], values: usual }],
    parts: { ...createStub(), observations: [{ request: request('/order'), observed: { deploymentOrdering: 'odd' } }] },
  })
  expect(undecided.validationStatus?.because).not.toContain('a form of its own')
})

test('other records than expected may be those of the service, or have changed', async () => {
  const stub = createStub()
  const predict: Oracle['predict'] = async ({ deploymentOrdering }) => ({
    aspects: { members: String(deploymentOrdering) },
    reads: ['deploymentOrdering'],
  })
  const observations = [{ request: request('/order'), observed: { members: 'a b' } }]
  const parts = { ...stub, oracle: { ...stub.oracle, predict }, observations }
  const { undecided } = await conclude({ ...rest, ids: ['deploymentOrdering'], fit: start, rivals: [], parts })
  expect(undecided.deploymentOrdering?.because).toBe(
    'No value explains it. The service answers GET /{id} with other records than expected. It selects them in a way of its own, or they have changed meanwhile.',
  )
})

test('what unknown integrations get is open as long as nobody knows where they are', async () => {
  const parts = createStub()
  const all = { ...rest, ids: ['repositoryPaths', 'unknownIntegration'] as const, fit: start, parts }
  expect(await conclude({ ...all, rivals: [] })).toMatchObject({ undecided: {} })
  const rivals = [{ changes: [{ id: 'repositoryPaths', value: 'v2' }] as const, values: usual }]
  expect((await conclude({ ...all, rivals })).undecided).toHaveProperty('unknownIntegration')
})

test.each([
  ['with other fields puts the form of all in doubt', 'limit: array', {}],
  ['with fewer fields does not', 'title: string', { errorBody: 'fastapi' }],
])('an odd error %s', async (_, odd, assumptions) => {
  const stub = createStub()
  const predict: Oracle['predict'] = async ({ errorBody }) => ({
    aspects: { error: String(errorBody) === 'fastapi' ? 'detail: string, title: string' : 'code: string' },
    reads: ['errorBody'],
  })
  const observations = [{ error: 'detail: string, title: string' }, { error: odd }].map((observed, place) => ({
    request: request(`/${place}`),
    observed,
  }))
  const parts = { ...stub, oracle: { ...stub.oracle, predict }, observations }
  const concluded = await conclude({ ...rest, ids: ['errorBody'], fit: start, rivals: [], parts })
  expect(concluded.assumptions).toEqual(assumptions)
})

test('what no value explains is a way of its own', async () => {
  const stub = createStub()
  const predict: Oracle['predict'] = async ({ deploymentOrdering }) => ({
    aspects: { order: String(deploymentOrdering) },
    reads: ['deploymentOrdering'],
  })
  const observations = [{ request: request('/order'), observed: { order: 'by size' } }]
  const parts = { ...stub, oracle: { ...stub.oracle, predict }, observations }
  const { undecided, unexplained } = await conclude({
    ...{ ...rest, ids: ['deploymentOrdering'] },
    ...{ fit: start, rivals: [], parts },
  })
  expect(undecided.deploymentOrdering).toMatchObject({
    possible: [],
    because:
      'No value explains it. The service answers GET /{id} in a form of its own: order: by size instead of name.',
  })
  expect(unexplained).toMatchObject([{ ids: ['deploymentOrdering'] }])
})

/** Concludes from responses to requests, given as path and query, for each of which values lead to one status. */
async function concludeStatuses(
  ids: readonly AssumptionId[],
  values: object,
  asked: readonly (readonly [
    target: string,
    status: string,
    decide: (values: Values) => string,
    about?: AssumptionId,
  ])[],
) {
  const all = asked.map(([target, status, decide, about]) => {
    const [path = '', query] = target.split('?')
    const { method = 'GET', at = path } = /^(?<method>HEAD) (?<at>.*)$/.exec(path)?.groups ?? {}
    const sent = { method, path: at, ...(query === undefined ? {} : { query }) } as ReadRequest
    return { request: sent, observed: { status }, decide, about }
  })
  const find = (sent: ReadRequest) => all.find((each) => each.request === sent)
  const predict: Oracle['predict'] = async (given, sent) => ({
    aspects: { status: find(sent)?.decide(given) ?? '' },
    reads: ids,
  })
  const stub = createStub()
  const parts = {
    ...{ ...stub, observations: all },
    listValues: (id: AssumptionId) => namedValues(questions.register[id]),
    oracle: { ...stub.oracle, predict },
  }
  const fit = { values: values as Values, cost: 0, unexplained: [] }
  const about = new Map(all.flatMap((each) => (each.about === undefined ? [] : [[each.request, each.about] as const])))
  return Object.keys((await conclude({ ...rest, ids, fit, rivals: [], parts, about })).undecided)
}

const statusOf = ({ validationStatus }: Values) => validationStatus
const unknown = (values: Values) => (values.unknownStatus === '422' ? statusOf(values) : '200')
const head = ({ headRequests, methodNotAllowed }: Values) => (headRequests === '200' ? '200' : methodNotAllowed)
const ofOptions = ({ methodNotAllowed }: Values) => methodNotAllowed
const slash = ({ trailingSlash }: Values) => (trailingSlash === 'same' ? '200' : '404')
const feature = ({ deploymentFeature }: Values) => (deploymentFeature === 'enabled' ? '200' : '403')
const place = ({ repositoryPaths }: Values) => (repositoryPaths === 'v1' ? '200' : '404')

test.each<[string, readonly AssumptionId[], object, Parameters<typeof concludeStatuses>[2], readonly string[]]>([
  [
    'a status that only one refusal has puts the question in doubt that says it is one of a validation error',
    ['unknownStatus', 'validationStatus'],
    { unknownStatus: '422', validationStatus: '422' },
    [
      ['/a?status=x', '409', unknown],
      ['/a?limit=x', '422', statusOf],
    ],
    ['unknownStatus'],
  ],
  [
    'a status that all refusals have does not',
    ['unknownStatus', 'validationStatus'],
    { unknownStatus: '422', validationStatus: '422' },
    [
      ['/a?status=x', '406', unknown],
      ['/a?limit=x', '406', statusOf],
    ],
    ['validationStatus'],
  ],
  [
    'which status a refusal has says nothing about how numbers are read',
    ['integerSyntax', 'validationStatus'],
    { integerSyntax: 'pydantic', validationStatus: '422' },
    [
      ['/a?limit=1e1', '406', statusOf, 'integerSyntax'],
      ['/a?status=x', '406', statusOf],
    ],
    ['validationStatus'],
  ],
  [
    'what was accepted says nothing about the status of refusals',
    ['validationStatus'],
    { validationStatus: '422' },
    [['/a?limit=x', '200', statusOf, 'validationStatus']],
    [],
  ],
  [
    'what another value of a question in doubt would leave is odd, too',
    ['headRequests', 'methodNotAllowed'],
    { headRequests: '405', methodNotAllowed: '404' },
    [
      ['HEAD /a', '404', head],
      ['/other', '405', ofOptions],
    ],
    ['methodNotAllowed', 'headRequests'],
  ],
  [
    'what is not there is found at no slash either',
    ['trailingSlash', 'repositoryPaths'],
    { trailingSlash: 'same', repositoryPaths: 'v1' },
    [
      ['/a', '404', place],
      ['/a/', '404', slash, 'trailingSlash'],
    ],
    ['repositoryPaths'],
  ],
  [
    'a question that decides only one of several responses that are odd alike is not why',
    ['headRequests', 'repositoryPaths'],
    { headRequests: '200', repositoryPaths: 'v1' },
    [
      ['HEAD /a', '404', (values) => (head(values) === '200' ? place(values) : '405')],
      ['HEAD /b', '404', (values) => (head(values) === '200' ? '200' : '405')],
    ],
    ['headRequests'],
  ],
  [
    'what a firewall refuses says nothing about credentials with which the list is returned',
    ['deploymentFeature'],
    { deploymentFeature: 'enabled' },
    [
      ['/a', '200', feature],
      ['/a?status=x', '403', feature],
    ],
    [],
  ],
])('%s', async (_, ids, values, asked, open) => {
  expect(await concludeStatuses(ids, values, asked)).toEqual(open)
})

test('where a list is has no part in which origins may read it', async () => {
  const stub = createStub()
  const predict: Oracle['predict'] = async (given) => ({
    aspects: { status: place(given), origin: 'refused' },
    reads: ['repositoryPaths'],
  })
  const observations = [{ request: request('/a'), observed: { status: '404', origin: 'allowed' } }]
  const parts = {
    ...{ ...stub, observations, oracle: { ...stub.oracle, predict } },
    listValues: () => ['v1', 'v2'],
  }
  const values = { ...usual, repositoryPaths: 'v2' }
  const fit = { values, cost: 0, unexplained: [] }
  expect((await conclude({ ...rest, ids: ['repositoryPaths'], fit, rivals: [], parts })).undecided).toEqual({})
})

test('other records are about the filter, whatever is odd in the plain list', async () => {
  const stub = createStub()
  const asked = [request('/a'), { ...request('/a'), query: 'name_contains=' }]
  const predict: Oracle['predict'] = async ({ emptyFilter }, { query }) => ({
    aspects:
      query === undefined
        ? { status: '200', 'field id': 'string' }
        : { status: emptyFilter === '422' ? '422' : '200', members: 'a' },
    reads: ['emptyFilter'],
  })
  const observed = [
    { status: '200', 'field id': 'number' },
    { status: '200', members: '' },
  ]
  const parts = {
    ...{ ...stub, oracle: { ...stub.oracle, predict } },
    observations: asked.map((each, at) => ({ request: each, observed: observed[at] ?? {} })),
    listValues: () => ['ignored', '422'],
  }
  const fit = { ...start, values: { ...usual, emptyFilter: 'ignored' } }
  const { undecided } = await conclude({ ...rest, ids: ['emptyFilter'], fit, rivals: [], parts })
  expect(undecided.emptyFilter?.possible).toEqual([])
})

test('a question that a request was sent to confirm is in doubt if its response is odd', async () => {
  const parts = { ...createStub(), observations: [{ request: request('/nothing'), observed: { body: 'a' } }] }
  const about = new Map(parts.observations.map((each) => [each.request, 'tagMatching' as const]))
  const { undecided } = await conclude({ ...rest, ids: ['tagMatching'], fit: start, rivals: [], parts, about })
  expect(undecided.tagMatching?.possible).toEqual([])
})

test('two values one of which has no effect with the other are no rival', async () => {
  const values = { lastPageOffset: 'returned', shortPages: 'never' } as Values
  const listValues = (id: AssumptionId) => namedValues(questions.register[id])
  const predict = async ({ lastPageOffset, shortPages }: Values) => ({
    aspects: { offset: lastPageOffset, count: lastPageOffset === 'limit' ? 'never' : shortPages },
    reads: ['lastPageOffset', 'shortPages'] as const,
  })
  // The service has an offset of its own.
  const observed = { offset: 'other', count: 'never' }
  const parts = { ...createStub(), listValues, observations: [{ request: request('/page'), observed }] }
  parts.muted.add(request('/page'), 'offset', [{}, observed])
  const all = { ...parts, oracle: { ...parts.oracle, predict } }
  const pairs = await listPairs(
    ['lastPageOffset', 'shortPages'],
    { ...start, values },
    {
      parts: all,
      refutations: createRefutations(all),
    },
  )
  expect(pairs.flatMap(({ changes }) => changes.map(({ value }) => value))).not.toContain('sometimes')
})

test('records that are there when it asks again were only behind', async () => {
  const request = { method: 'GET', path: '/v2/deployments', query: 'limit=100&status=READY' } as const
  const usualAspects = { status: '200', members: 'a b' }
  const stub = createStub()
  const predict = async () => ({ aspects: usualAspects, reads: [] })
  const parts = { ...stub, observations: [] as Observation[], oracle: { ...stub.oracle, predict } }
  const search = createSearch(ids, start, parts)
  await search.note({ request, observed: { status: '200', members: 'b' } }, async () => usualAspects)
  expect(parts.observations).toEqual([{ request, observed: usualAspects }])
  expect(parts.muted.has(request, 'members')).toBe(false)
})

test('records that are missing again are selected otherwise', async () => {
  const request = { method: 'GET', path: '/v2/deployments', query: 'limit=100&status=READY' } as const
  const observed = { status: '200', members: 'b' }
  const stub = createStub()
  const predict = async () => ({ aspects: { status: '200', members: 'a b' }, reads: [] })
  const parts = { ...stub, observations: [] as Observation[], oracle: { ...stub.oracle, predict } }
  await createSearch(ids, start, parts).note({ request, observed }, async () => observed)
  expect(parts.observations).toEqual([{ request, observed }])
  expect(parts.muted.has(request, 'members')).toBe(true)
})
