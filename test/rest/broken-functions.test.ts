import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

type Options = Partial<Parameters<typeof defineApi>[0]>

function declare(options: Options = {}, next?: (record: { n: number }) => never) {
  const api = defineApi({
    title: 'Items',
    version: '1',
    pages: { offset: 'offset', size: 'limit', usual: 5, most: 9 },
    ...options,
  })
  const items = api.resource('items', {
    schema: z.strictObject({ id: z.int(), n: z.int() }),
    count: 2,
    build: () => ({ n: 0 }),
    ...(next !== undefined && { next }),
  })
  const operations = [
    ...api.crud('/items', items),
    api.operation('dropAll', 'DELETE', '/all', { run: () => ({ dropped: 2 }) }),
    api.operation('first', 'GET', '/items/first', { run: () => 'first' }),
    api.operation('find', 'GET', '/find', {
      query: z.strictObject({ at: z.string().optional(), none: z.string().nullable().default(null) }),
      run: ({ values }) => ({ at: values.at === undefined ? 'absent' : values.at, none: values.none }),
    }),
  ]
  return api.service({ resources: [items], operations, scenarios: { default: { description: 'Two items.' } } })
}

/** Returns what is printed while a function runs. */
async function printedBy(act: () => unknown): Promise<readonly unknown[]> {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  await act()
  const { calls } = errors.mock
  errors.mockRestore()
  return calls
}

const circle: Record<string, unknown> = {}
circle.circle = circle

test.for<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('broken')
    },
  ],
  ['returns a circle', () => circle],
  ['returns a BigInt', () => ({ n: 1n })],
])('an error whose declaration %s is written as problem details', async ([, error]) => {
  const { fetch } = createSimulator({ service: declare({ error }) })
  const ask = async (path: string) => {
    const response = await fetch(path)
    return [response.status, (await response.json()).status]
  }
  const printed = await printedBy(async () => {
    expect(await ask('/items/99')).toEqual([404, 404])
    expect(await ask('/none')).toEqual([404, 404])
    expect(await ask('/items?limit=x')).toEqual([422, 422])
  })
  expect(printed).toHaveLength(3)
})

test('a next whose record is refused later is printed, and ends nothing', async () => {
  const api = defineApi({ title: 'Pairs', version: '1' })
  const pairs = api.resource('pairs', {
    schema: z.strictObject({ id: z.int(), low: z.int(), high: z.int() }).refine(({ low, high }) => low <= high, {
      path: ['low'],
      message: 'It must be at most "high"',
    }),
    count: 1,
    build: () => ({ low: 1, high: 2 }),
    next: ({ low }) => ({ after: '1s', set: { low: low + 1 } }),
  })
  const simulator = createSimulator({ service: api.service({ resources: [pairs], operations: [] }) })
  const printed = await printedBy(() => simulator.clock.advance('1m'))
  expect(simulator.db.pairs.list()).toMatchObject([{ low: 2, high: 2 }])
  expect(String(printed)).toContain('with "set", the record is refused: "low" is 3. It must be at most "high"')
  expect(() => simulator.db.pairs.create({ low: 5, high: 5 })).toThrow('Failed to read the result of next of pairs')
})

test('a view that throws is told with its resource, in a response and to a list', async () => {
  const api = defineApi({ title: 'Items', version: '1' })
  const items = api.resource('items', {
    schema: z.strictObject({ id: z.int() }),
    build: () => ({}),
    view() {
      throw new Error('broken')
    },
  })
  const simulator = createSimulator({
    service: api.service({ resources: [items], operations: api.crud('/items', items) }),
  })
  await printedBy(async () => {
    for (const path of ['/items', '/items/1']) {
      const response = await simulator.fetch(path)
      expect(await response.json()).toMatchObject({ status: 500, detail: 'Failed to view items: broken.' })
    }
  })
})

test('a next that throws later ends nothing', async () => {
  const next = ({ n }: { n: number }): never => {
    if (n === 1) throw new Error('broken')
    return { after: '3s', set: { n: 1 } } as never
  }
  const simulator = createSimulator({ service: declare({}, next) })
  const printed = await printedBy(() => simulator.clock.advance('1m'))
  expect(simulator.db.items.list()).toHaveLength(2)
  expect(printed).toHaveLength(2)
})

test('an error with a text as its cause is printed itself', async () => {
  const api = defineApi({ title: 'Items', version: '1' })
  const items = api.resource('items', { schema: z.strictObject({ id: z.int() }), build: () => ({}) })
  const fail = api.operation('fail', 'GET', '/fail', {
    run() {
      throw new Error('broken', { cause: 'a text' })
    },
  })
  const { fetch } = createSimulator({ service: api.service({ resources: [items], operations: [fail] }) })
  expect(String(await printedBy(() => fetch('/fail')))).toContain('Error: broken')
})

test('a deletion with a result gets 200', async () => {
  const response = await createSimulator({ service: declare() }).fetch('/all', { method: 'DELETE' })
  expect([response.status, await response.json()]).toEqual([200, { dropped: 2 }])
})

test('an absent parameter is what its schema makes of it', async () => {
  const response = await createSimulator({ service: declare() }).fetch('/find')
  expect(await response.json()).toEqual({ at: 'absent', none: null })
})

test('a path without placeholders wins over one that is declared before', async () => {
  const { fetch } = createSimulator({ service: declare() })
  expect(await (await fetch('/items/first')).json()).toBe('first')
  expect(await (await fetch('/items/1')).json()).toMatchObject({ id: 1 })
})

test('an id of its own leaves out those that are taken', async () => {
  const api = defineApi({
    title: 'Customers',
    version: '1',
    pages: { offset: 'offset', size: 'limit', usual: 5, most: 9 },
  })
  const customers = api.resource('customers', {
    schema: z.strictObject({ id: z.string() }),
    id: ({ index }) => `cus_${index + 1}`,
    count: 2,
    build: () => ({}),
  })
  const service = api.service({
    resources: [customers],
    operations: api.crud('/customers', customers),
    scenarios: { default: { description: 'Two customers.' } },
  })
  const { db } = createSimulator({ service })
  db.customers.create({ id: 'cus_4' })
  expect(db.customers.create()).toEqual({ id: 'cus_5' })
  db.customers.create({ id: 'cus_6' })
  expect(db.customers.create()).toEqual({ id: 'cus_7' })
})

test('a client finds, changes and deletes records by a number', async () => {
  const service = declare()
  const { db } = connect('http://any.test', { service, fetch: createSimulator({ service }).fetch })
  expect(await db.items.get(1)).toMatchObject({ id: 1 })
  expect(await db.items.update(1, { n: 5 })).toMatchObject({ n: 5 })
  expect(await db.items.delete(1)).toBe(true)
})

/** An API with one function that is wrong. */
const declareWith = (options: object, list: object = {}, run: (context: never) => unknown = () => 1) => {
  const api = defineApi({ title: 'Things', version: '1', ...options })
  const things = api.resource('things', {
    schema: z.strictObject({ id: z.int(), name: z.string() }),
    count: 2,
    orders: { name: 'name' },
    build: () => ({ name: 'x' }),
  })
  const operations = [
    api.list('listThings', '/things', things, list),
    api.operation('act', 'POST', '/act', { run: run as never }),
  ]
  return createSimulator({ service: api.service({ resources: [things], operations }) })
}

const NO_JSON: Readonly<Record<string, () => unknown>> = {
  'a promise': () => Promise.resolve({}),
  'a circle': () => circle,
  'a BigInt': () => ({ n: 1n }),
  'a function': () => () => 1,
  'a symbol': () => Symbol('s'),
}
const OF_JSON = Object.entries(NO_JSON).flatMap(([what, make]) => [
  [`an envelope that is ${what}`, () => declareWith({ envelope: make }), '/things', 'Failed to write an envelope: '],
  [
    `a result that is ${what}`,
    () => declareWith({}, {}, make),
    '/act',
    'Failed to (?:run act: it|write the result of act: )',
  ],
  [
    `a reply that is ${what}`,
    () => declareWith({}, {}, ({ reply }: { reply(...given: unknown[]): unknown }) => reply(200, make())),
    '/act',
    'Failed to write the result of act: ',
  ],
]) as (readonly [string, () => ReturnType<typeof declareWith>, string, string])[]

const HEADERS: Readonly<Record<string, unknown>> = {
  'two lines': { 'X-A': 'a\r\nX-B: 1' },
  'a letter that no header has': { 'X-A': '漢' },
  'a name with a space': { 'X A': '1' },
  'no name': { '': '1' },
  'an object': { 'X-A': {} },
  'a length of its own': { 'Content-Length': '9' },
  'another encoding': { 'transfer-encoding': 'chunked' },
  'a text in their place': 'X-A: 1',
  'a promise in their place': Promise.resolve({}),
}
const OF_HEADERS = Object.entries(HEADERS).flatMap(([what, headers]) => [
  [
    `headers of a page with ${what}`,
    () => declareWith({ pageHeaders: () => headers }),
    '/things',
    'Failed to write the headers: ',
  ],
  [
    `headers of a reply with ${what}`,
    () => declareWith({}, {}, ({ reply }: { reply(...given: unknown[]): unknown }) => reply(200, 1, headers)),
    '/act',
    'Failed to write the headers: ',
  ],
]) as typeof OF_JSON

type Told = (of: Record<string, (...given: unknown[]) => unknown>) => unknown
const act = (run: Told) => () => declareWith({}, {}, run as never)
const filter = (more: object) => ({ filters: { name: { field: 'name', match: 'equals', ...more } } })

test.each<(typeof OF_JSON)[number]>([
  ...OF_JSON,
  ...OF_HEADERS,
  [
    'a path that selects nothing',
    () => declareWith({}, { within: () => undefined }),
    '/things',
    'the fields are missing. Fields: id, name',
  ],
  [
    'a path that selects by a promise',
    () => declareWith({}, { within: () => Promise.resolve({}) }),
    '/things',
    'the fields are a promise',
  ],
  [
    'a path that selects by an unknown field',
    () => declareWith({}, { within: () => ({ nope: 1 }) }),
    '/things',
    'there is no field "nope"',
  ],
  [
    'an order that there is not',
    () => declareWith({}, { order: () => 'size' }),
    '/things',
    'Failed to choose an order: it is "size". Allowed: name',
  ],
  [
    'a match that there is not',
    () => declareWith({}, filter({ match: () => 'like' })),
    '/things?name=x',
    'Failed to choose a match: it is "like". Allowed: equals, ',
  ],
  ...[99, 204, 304, 399, 600, 400.5, Number.NaN, '404', undefined].map(
    (status) =>
      [
        `a refusal with the status ${status}`,
        act(({ refuse }) => refuse?.(status, 'no')),
        '/act',
        'Pass a status from 400 to 599',
      ] as const,
  ),
  [
    'a refusal without a text',
    act(({ refuse }) => refuse?.(400)),
    '/act',
    'Failed to refuse: it was told 400, missing',
  ],
  [
    'a refusal with issues that are none',
    act(({ refuse }) => refuse?.(400, 'no', [null])),
    '/act',
    'Failed to refuse: ',
  ],
  [
    'a search for no resource',
    act(({ find }) => find?.(undefined, {})),
    '/act',
    'Failed to find a resource: it is missing. Resources: things',
  ],
  [
    'a search for a resource of another API',
    act(({ all }) => all?.({ name: 'others' })),
    '/act',
    'it is "others". Resources: things',
  ],
  [
    'a change of no record',
    act(({ update }) => update?.({ name: 'things' }, undefined, {})),
    '/act',
    'Failed to find the thing: it is missing',
  ],
  [
    'a deletion of no record',
    act((context) => context.delete?.({ name: 'things' }, null)),
    '/act',
    'Failed to find the thing: it is null',
  ],
  [
    'a view of no record',
    act(({ view }) => view?.({ name: 'things' }, undefined)),
    '/act',
    'Failed to find the thing: it is missing',
  ],
])('a response tells about %s', async (_what, declared, path, message) => {
  const simulator = declared()
  let response = new Response()
  const printed = await printedBy(async () => {
    response = await simulator.fetch(path, path === '/act' ? { method: 'POST' } : {})
  })
  expect([response.status, (await response.json()).detail]).toEqual([500, expect.stringMatching(message)])
  expect(printed).toHaveLength(1)
})

test.each([204, 205, 304])('a result with the status %i has no body, however it is given', async (status) => {
  const replied = declareWith({}, {}, ({ reply }: { reply(...given: unknown[]): unknown }) => reply(status, { a: 1 }))
  const response = await replied.fetch('/act', { method: 'POST' })
  expect([response.status, await response.text()]).toEqual([status, ''])
})

test('an entity tag is that of any result with a body', async () => {
  const api = defineApi({ title: 'Things', version: '1' })
  const things = api.resource('things', { schema: z.object({ id: z.int() }), build: () => ({}) })
  const put = api.operation('putThing', 'PUT', '/things/{id}', {
    etag: true,
    run: ({ reply }) => reply(201, { a: 1 }),
  })
  const simulator = createSimulator({ service: api.service({ resources: [things], operations: [put] }) })
  const response = await simulator.fetch('/things/1', { method: 'PUT', headers: { 'if-none-match': '*' } })
  expect([response.status, response.headers.get('etag')]).toEqual([201, expect.stringMatching(/^"\w+"$/)])
})

test('parameters of a query are checked against each other', async () => {
  const api = defineApi({ title: 'Things', version: '1' })
  const things = api.resource('things', { schema: z.object({ id: z.int() }), build: () => ({}) })
  const query = z.object({ first: z.int(), last: z.int() }).refine(({ first, last }) => first <= last, {
    path: ['last'],
    message: 'It must not be before the first one',
  })
  const operations = [
    api.list('listThings', '/things', things, { query }),
    api.operation('count', 'GET', '/count', { query, run: ({ values }) => values }),
  ]
  const simulator = createSimulator({ service: api.service({ resources: [things], operations }) })
  for (const path of ['/things', '/count']) {
    const response = await simulator.fetch(`${path}?first=5&last=2`)
    expect([response.status, (await response.json()).errors]).toEqual([
      422,
      [{ in: 'query', field: 'last', code: 'invalid', detail: 'It must not be before the first one' }],
    ])
    expect((await simulator.fetch(`${path}?first=2&last=5`)).status).toBe(200)
  }
})
