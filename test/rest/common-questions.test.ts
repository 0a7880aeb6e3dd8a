import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { commonQuestions, createSimulator, defineApi } from '../../src/entries/engine/index.ts'
import { serve } from '../../src/server/index.ts'

const api = defineApi({
  title: 'Things',
  version: '1',
  credentials: { header: 'X-Key', for: 'writes' },
  error: ({ message }) => ({ message }),
  questions: { ...commonQuestions },
})
const things = api.resource('things', {
  schema: z.strictObject({
    id: z.int(),
    name: z.string(),
    note: z.string().nullable(),
    size: z.int(),
    is_new: z.boolean().default(false),
    made: z.iso.datetime().default('2026-03-01T09:00:00Z'),
  }),
  orders: { name: 'name', size: 'size' },
  build: ({ index }) => ({ name: `Thing ${String(index).padStart(2, '0')}`, note: null, size: 7 }),
  view: ({ id, name, note }) => ({ id, name, note }),
})
const inner = z.object({ c: z.int().nullable(), d: z.int() })
const deep = api.resource('deep', {
  schema: z.object({ id: z.int(), of: z.object({ a: z.string().nullable(), b: z.array(inner.nullable()) }) }),
  count: 1,
  build: () => ({ of: { a: null, b: [{ c: null, d: 1 }, null] } }),
})
const service = api.service({
  resources: [things, deep],
  operations: [
    ...api.crud('/things', things, {
      filters: { name: 'contains', size: 'equals', is_new: 'equals', since: { field: 'made', match: 'from' } },
      order: { parameter: 'sort', usual: 'name' },
    }),
    api.list('listAlike', '/things/{id}/alike', things, {
      within: ({ id }, { find, refuse }) => ({ name: (find(things, { id: Number(id) }) ?? refuse(404, 'None')).name }),
    }),
    api.operation('changeOwn', 'PATCH', '/own/{id}', {
      body: z.object({ a: z.int().optional() }),
      run: () => 'changed',
    }),
    api.operation('getDeep', 'GET', '/deep', { responds: deep, run: ({ all }) => all(deep)[0] }),
    api.operation('countThings', 'POST', '/counts', {
      body: z.object({ of: z.object({ kind: z.string().optional() }).default({}), most: z.int().optional() }),
      run: ({ body }) => body,
    }),
  ],
})

type Answers = { readonly [Id in keyof typeof commonQuestions]?: keyof (typeof commonQuestions)[Id]['values'] }

const ask = async (assumptions: Answers, path: string, init?: RequestInit) => {
  const simulator = createSimulator({ service, assumptions })
  const response = await simulator.fetch(path, { redirect: 'manual', ...init })
  const text = await response.text()
  const { assumptions: dependsOn = [] } = simulator.requests.list().at(-1) ?? {}
  return { status: response.status, headers: response.headers, text, dependsOn }
}

/** What is asked, and a part of the response under each value. */
const rows: readonly (readonly [
  id: keyof Answers,
  path: string,
  init: RequestInit,
  expected: Readonly<Record<string, string>>,
])[] = [
  ['listOrder', '/things?limit=3', {}, { declared: '200 [{"id":1,', shuffled: '200 [{"id":' }],
  ['beyondTheEnd', '/things?offset=50', {}, { empty: '200 []', notFound: '404 ', refused: '422 ' }],
  ['unknownParameter', '/things?limit=1&x=1', {}, { ignored: '200 [{', refused: '422 ' }],
  [
    'repeatedParameter',
    '/things?limit=1&name=03&name=05',
    {},
    { last: '200 [{"id":6', first: '200 [{"id":4', refused: '422 ' },
  ],
  ['emptyFilter', '/things?limit=1&name=', {}, { ignored: '200 [{"id":1', matchesNothing: '200 []', refused: '422 ' }],
  ['unknownParents', '/things/99/alike', {}, { refused: '404 ', empty: '200 []' }],
  [
    'unknownDeletion',
    '/things/99',
    { method: 'DELETE', headers: { 'X-Key': 'any' } },
    { refused: '404 ', done: '204 ' },
  ],
  ['nullParameter', '/things?limit=1&name=null', {}, { text: '200 []', absent: '200 [{"id":1' }],
  ['filterCase', '/things?limit=1&name=THING', {}, { matters: '200 []', ignored: '200 [{"id":1' }],
  ['optionalFields', '/things/1', {}, { null: '"note":null', absent: '200 {"id":1,"name":"Thing 00"}' }],
  ['unknownFields', '/things/1', {}, { none: '200 {"id":1', extra: 'x_flags' }],
  ['validationStatus', '/things?limit=x', {}, { declared: '422 ', status400: '400 ', status422: '422 ' }],
  ['errorBody', '/things/99', {}, { declared: '404 {"message":', problem: '404 {"type":"about:blank"', none: '404 ' }],
  ['methodNotAllowed', '/things', { method: 'PATCH' }, { status405: '405 ', status404: '404 ' }],
  ['headRequests', '/things', { method: 'HEAD' }, { answered: '200 ', refused: '405 ' }],
  ['trailingSlash', '/things/', {}, { notFound: '404 ', redirect: '307 ', same: '200 ' }],
  ['authenticationFailure', '/things', { method: 'POST', body: '{}' }, { status401: '401 ', status403: '403 ' }],
  ['requestSize', `/things?limit=1&name=${'x'.repeat(9000)}`, {}, { large: '200 []', proxy: '414 ' }],
]

const JSON_TYPE = { 'content-type': 'application/json' }
const send = (method: string, body: string, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method,
  body,
  headers: { 'x-key': 'k', ...JSON_TYPE, ...headers },
})

const others: typeof rows = [
  ['equalRecords', '/things?limit=2&sort=size', {}, { id: '200 [{"id":1,', shuffled: '200 [{"id":' }],
  ['pageSize', '/things?limit=1000', {}, { declared: '200 [{"id":1,', nearest: '200 [{"id":1,', refused: '422 ' }],
  ['pageSize', '/things?limit=0', {}, { declared: '422 ', nearest: '200 [{"id":1,"name":"Thing 00"', refused: '422 ' }],
  [
    'pageSize',
    '/things?limit=-3',
    {},
    { declared: '422 ', nearest: '200 [{"id":1,"name":"Thing 00"', refused: '422 ' },
  ],
  ['invalidParameter', '/things?limit=x', {}, { refused: '422 ', ignored: '200 [{"id":1,' }],
  ['invalidParameter', '/things?sort=colour', {}, { refused: '422 ', ignored: '200 [{"id":1,' }],
  ['valueSyntax', '/things?limit=%2B01', {}, { strict: '422 ', loose: '200 [{"id":1,' }],
  ['valueSyntax', '/things?is_new=No', {}, { strict: '422 ', loose: '200 [{"id":1,' }],
  ['valueSyntax', '/things?since=2026-03-01%2008:00', {}, { strict: '422 ', loose: '200 [{"id":1,' }],
  ['valueSyntax', '/things?since=2026-03-01T09:00:01', {}, { strict: '422 ', loose: '200 []' }],
  [
    'unknownBodyField',
    '/counts',
    send('POST', '{"most":1,"of":{"kind":"a","x":1},"y":2}'),
    { declared: '201 {"of":{"kind":"a"},"most":1}', ignored: '201 {"of":{"kind":"a"},"most":1}', refused: '422 ' },
  ],
  [
    'unknownBodyField',
    '/things',
    send('POST', '{"name":"New","colour":"red"}'),
    { declared: '422 ', ignored: '201 {"id":11,"name":"New"', refused: '422 ' },
  ],
  ['nullInBody', '/things/1', send('PATCH', '{"name":null}'), { refused: '422 ', absent: '200 {"id":1,"name":"Thing' }],
  ['nullInBody', '/counts', send('POST', '{"of":{"kind":null}}'), { refused: '422 ', absent: '201 {"of":{}}' }],
  ['emptyPatch', '/things/1', send('PATCH', '{}'), { same: '200 {"id":1,', refused: '422 ' }],
  ['emptyPatch', '/things/1', send('PATCH', '{"name":"Thing 00","size":7}'), { same: '200 {', refused: '422 ' }],
  ['emptyPatch', '/own/1', send('PATCH', '{}'), { same: '200 "changed"', refused: '422 ' }],
  ['optionalFields', '/deep', {}, { null: '{"a":null,"b":[{"c":null,"d":1},null]}', absent: '{"b":[{"d":1},null]}' }],
  [
    'mediaType',
    '/counts',
    send('POST', '{}', { 'content-type': 'text/plain' }),
    { ignored: '201 {', refused: '415 {"message":"The body is text/plain"' },
  ],
  ['missingRecord', '/things/99', {}, { status404: '404 {', status403: '403 {' }],
  ['missingRecord', '/things/99/alike', {}, { status404: '404 {', status403: '403 {' }],
  [
    'missingRecord',
    '/things/99',
    { method: 'DELETE', headers: { 'x-key': 'k' } },
    { status404: '404 {', status403: '403 {' },
  ],
  ['fullLastPage', '/things?limit=10', {}, { none: '200 [{"id":1,', more: '200 [{"id":1,' }],
]

test.each([...rows, ...others])(
  'the common question %s is answered as its value says',
  async (id, path, init, expected) => {
    expect(Object.keys(expected)).toEqual(Object.keys(commonQuestions[id].values))
    const texts = []
    for (const [value, part] of Object.entries(expected)) {
      const { status, text, dependsOn } = await ask({ [id]: value }, path, init)
      expect(`${status} ${text}`).toContain(part)
      expect(dependsOn).toContain(id)
      texts.push(`${status} ${text}`)
    }
    // Some values differ only where something else is asked, or in headers.
    const isSameElsewhere = ['validationStatus', 'pageSize', 'unknownBodyField', 'fullLastPage'].includes(id)
    if (!isSameElsewhere) expect(new Set(texts).size).toBe(texts.length)
  },
)

test('a server answers common questions like the process', async () => {
  const server = await serve({ service }, { port: 0 })
  onTestFinished(server.close)
  for (const [id, path, init, expected] of others) {
    for (const value of Object.keys(expected)) {
      const session = server.simulator.sessions.create('asked', { assumptions: { [id]: value } } as never)
      const response = await fetch(`${server.url}/_s/asked${path}`, init)
      const { status, text } = await ask({ [id]: value }, path, init)
      expect([id, value, path, response.status, await response.text()]).toEqual([id, value, path, status, text])
      server.simulator.sessions.delete(session.name)
    }
  }
})

test('probes, strict and vary know the common questions', async () => {
  const chosen = createSimulator({ service, strict: true, assumptions: { invalidParameter: 'ignored' } })
  expect((await chosen.fetch('/things?limit=x')).status).toBe(200)
  const drawn = [1, 2, 3, 4, 5, 6].map((seed) => createSimulator({ service, vary: { seed } }).assumptions)
  for (const id of Object.keys(commonQuestions) as (keyof Answers)[])
    expect([id, new Set(drawn.map((answers) => answers[id])).size > 1]).toEqual([id, true])
})

test('a document says what is refused under the answers', async () => {
  const documentOf = async (assumptions: Answers) =>
    JSON.stringify(
      ((await createSimulator({ service, assumptions }).openapi()) as unknown as Document).paths['/things/{id}']?.get,
    )
  expect(await documentOf({})).toContain('"404"')
  expect(await documentOf({ missingRecord: 'status403' })).not.toContain('"404"')
  expect(await documentOf({ missingRecord: 'status403' })).toContain('"403"')
})

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: object }>>
}

test('a full last page leads to an empty one, if it says that more follow', async () => {
  const own = defineApi({
    title: 'Own',
    version: '1',
    pages: { page: 'page', size: 'size', usual: 5, most: 5 },
    envelope: ({ records, hasMore, next }) => ({ hasMore, next: next ?? null, records }),
    questions: { fullLastPage: commonQuestions.fullLastPage },
  })
  const ones = own.resource('ones', { schema: z.strictObject({ id: z.int() }), build: () => ({}) })
  const simulator = createSimulator({
    service: own.service({ resources: [ones], operations: own.crud('/ones', ones) }),
  })
  const read = async (page: number) => (await simulator.fetch(`/ones?page=${page}`)).json()
  expect(await read(2)).toMatchObject({ hasMore: false, next: null })
  simulator.assume({ fullLastPage: 'more' })
  expect(await read(2)).toMatchObject({ hasMore: true, next: 3 })
  expect(await read(3)).toEqual({ hasMore: false, next: null, records: [] })
})

test('a limit of requests applies on the clock of the world', async () => {
  const simulator = createSimulator({ service, assumptions: { rateLimit: 'limited' } })
  for (let count = 0; count < 1000; count += 1) await simulator.fetch('/things/1')
  expect((await simulator.fetch('/things/1')).status).toBe(429)
  simulator.clock.advance('10s')
  expect((await simulator.fetch('/things/1')).status).toBe(200)
})

test('pages of other origins may be refused', async () => {
  const init = { headers: { origin: 'http://page.test' } }
  const open = await ask({ crossOrigin: 'open' }, '/things/1', init)
  const none = await ask({ crossOrigin: 'none' }, '/things/1', init)
  expect([open, none].map(({ dependsOn }) => dependsOn.includes('crossOrigin'))).toEqual([true, true])
})

test('an API that does not ask a question has nothing of it', async () => {
  const bare = defineApi({ title: 'Bare', version: '1' })
  const one = bare.resource('ones', { schema: z.strictObject({ id: z.int() }), build: () => ({}) })
  const simulator = createSimulator({
    service: bare.service({ resources: [one], operations: bare.crud('/ones', one) }),
  })
  await simulator.fetch('/ones?x=1')
  expect(simulator.assumptions).toEqual({})
  expect(simulator.requests.list()[0]?.assumptions).toEqual([])
})
