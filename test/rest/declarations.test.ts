import { expect, test } from 'vitest'
import * as z from 'zod'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

type Loose = Readonly<Record<string, unknown>>

const schema = z.strictObject({ id: z.int(), name: z.string(), size: z.number(), tags: z.array(z.string()) })
const build = ({ index }: { readonly index: number }) => ({ name: `thing ${index}`, size: index, tags: [] })
const run = () => undefined

/** Declares an API with one thing that is wrong. */
const declare = {
  api: (options: Loose) => defineApi({ title: 'Things', version: '1', ...options } as never),
  resource: (options: Loose) => declare.api({}).resource('things', { schema, build, ...options } as never),
  list: (options: Loose) => {
    const api = declare.api({})
    const things = api.resource('things', { schema, build, orders: { name: 'name' } } as never)
    return api.list('listThings', '/things', things, options as never)
  },
  operation: (options: Loose, path = '/things/{id}') =>
    declare.api({}).operation('getThing', 'GET', path, { run, ...options } as never),
}

const wrong: readonly (readonly [kind: 'api' | 'resource' | 'list' | 'operation', options: Loose, message: string])[] =
  [
    ['api', { titel: 'x' }, 'Failed to declare the API: "titel" is unknown'],
    ['api', { title: '' }, '"title" is ""'],
    ['api', { version: 1 }, '"version" is 1'],
    ['api', { basePath: 'v1' }, '"basePath" is "v1"'],
    ['api', { basePath: '/v1/' }, 'without a slash at its end'],
    ['api', { credentials: { header: 'X Key' } }, 'It must be the name of a header'],
    ['api', { credentials: { header: 'X-Key', for: 'reads' } }, '"credentials.for" is "reads"'],
    ['api', { bodies: 'xml' }, '"bodies" is "xml"'],
    ['api', { pages: { page: 'page', size: 'size', usual: 200, most: 100 } }, 'It must be at most "most", 100'],
    ['api', { pages: { page: 'page', size: 'page', usual: 1, most: 1 } }, 'two parameters are named "page"'],
    ['api', { pages: { size: 'size', usual: 1, most: 1 } }, 'pages'],
    ['api', { envelope: {} }, '"envelope" is'],
    ['api', { error: 'x' }, '"error" is "x"'],
    ['api', { invalidStatus: 200 }, '"invalidStatus" is 200'],
    ['api', { idempotencyKey: 'a b' }, 'It must be the name of a header'],
    ['api', { questions: { q: { question: 'Why?', values: {} } } }, 'It must have a value'],
    ['api', { questions: { q: { question: 'Why?', values: { a: 'A.' }, usual: 'b' } } }, '"usual" is "b". Values: a'],
    ['api', { questions: { q: { question: 'Why?', values: { made: 'A.', 422: 'B.' } } } }, 'Say which one is "usual"'],
    ['api', { faker: {} }, 'It must be a Faker'],
    ['api', { basePath: '/_s/v1' }, 'It must be none below /_simulator and /_s'],
    ['api', { questions: { constructor: { question: 'Why?', values: { a: 'A.' } } } }, 'Give it another name'],
    ['resource', { schema: {} }, 'It must be an object schema of zod'],
    ['resource', { schema: z.strictObject({ name: z.string() }) }, '"schema" has no field "id". Fields: name'],
    ['resource', { schema: z.strictObject({ id: z.string().length(3) }) }, 'Add "id", which makes them'],
    ['resource', { schema: z.strictObject({ id: z.boolean() }) }, 'its ids are neither texts nor numbers'],
    [
      'resource',
      { schema: z.strictObject({ id: z.int(), constructor: z.int() }) },
      '"schema" has the field "constructor"',
    ],
    ['resource', { schema: z.strictObject({ id: z.int(), $position: z.int() }) }, '"schema" has the field "$position"'],
    ['resource', { count: -1 }, '"count" is -1'],
    ['resource', { count: 1e9 }, '"count" is 1000000000'],
    ['resource', { build: undefined }, '"build" is'],
    ['resource', { belongsTo: { owner: {} } }, 'It must be a resource of this API'],
    ['resource', { orders: { newest: '-created' } }, '"orders.newest" names the field "created"'],
    ['resource', { orders: { tags: 'tags' } }, 'sorts by "tags", which is a list'],
    ['resource', { view: 'x' }, '"view" is "x"'],
    ['resource', { next: 1 }, '"next" is 1'],
    ['list', { filter: {} }, '"filter" is unknown. Did you mean "filters"?'],
    ['list', { filters: { nmae: 'equals' } }, '"filters.nmae" names the field "nmae". Did you mean "name"?'],
    ['list', { filters: { name: 'like' } }, '"filters.name" is "like"'],
    ['list', { filters: { size: 'contains' } }, 'looks for a part of "size", which is no text'],
    ['list', { filters: { name: 'from' } }, 'neither a number nor a time'],
    [
      'list',
      { filters: { n: { field: 'name', match: 'equals', choices: ['a'], usual: 'b' } } },
      'has the usual value "b"',
    ],
    [
      'list',
      { filters: { n: { field: 'name', match: 'equals', choices: ['a'], every: 'b' } } },
      'has the every value "b"',
    ],
    ['list', { filters: { size: { field: 'size', match: 'from', usual: 'much' } } }, 'has the usual value "much"'],
    ['list', { filters: { limit: { field: 'size', match: 'equals' } } }, 'two parameters are named "limit"'],
    ['list', { order: 'size' }, '"order" is "size". Orders of things: name'],
    ['list', { order: { parameter: 'sort', usual: 'size' } }, 'Orders of things: name'],
    ['list', { query: z.string() }, 'It must be an object schema of zod'],
    ['list', { query: z.strictObject({ limit: z.string() }) }, 'two parameters are named "limit"'],
    ['list', { within: {} }, '"within" is'],
    ['operation', { run: undefined }, '"run" is'],
    ['operation', { body: {} }, 'It must be a schema of zod'],
    ['operation', { query: z.string() }, 'It must be an object schema of zod'],
    ['operation', { query: z.object({ id: z.string() }) }, 'two parameters are named "id"'],
    ['operation', { responds: {} }, 'It must be a resource of this API'],
    ['operation', { status: 99 }, '"status" is 99'],
    ['operation', { refuses: [200] }, '200'],
    ['operation', { etag: 'yes' }, '"etag" is "yes"'],
  ]

test.each(wrong)('a wrong %s is told when it is declared: %j', (kind, options, message) => {
  expect(() => declare[kind](options)).toThrow(message)
})

test.each([
  ...['things', '/things/', '/things/{}', '/things/{id', '/things?x=1', '/{id}/{id}', '/a b', '//a', '/a%20b'],
  ...['/_simulator/things', '/_s/things', '/a/../b', '/a/.'],
])('the path %s is refused', (path) => {
  expect(() => declare.operation({}, path)).toThrow('Failed to declare getThing')
})

test.each(['seed', 'now', 'memory', 'timeline', 'idempotencyKeys', 'constructor', 'then', '_things'])(
  'a resource cannot have the name %s, which is that of something else',
  (name) => {
    const declared = () => declare.api({}).resource(name as never, { schema, build } as never)
    expect(declared).toThrow('Scenarios or options have this name for something else')
  },
)

test('parts that do not fit together are told when the service is declared', () => {
  const api = declare.api({})
  const parents = api.resource('parents', { schema, build } as never)
  const things = api.resource('things', { schema, build, belongsTo: { size: parents } } as never)
  const get = (name: string, path: string) => api.operation(name, 'GET', path, { run })
  const service = (parts: Loose) => () =>
    api.service({ resources: [parents, things], operations: [], ...parts } as never)
  expect(service({ operations: [get('one', '/a/{id}'), get('two', '/a/{name}')] })).toThrow(
    'one and two are both GET /a/{name}',
  )
  expect(service({ operations: [get('one', '/a'), get('one', '/b')] })).toThrow('two parts are named "one"')
  expect(service({ resources: [things, parents] })).toThrow('List parents first')
  expect(service({ resources: [things] })).toThrow('things belong to parents')
  expect(service({ resources: [] })).toThrow('it has no resources')
  expect(service({ operations: [{}] })).toThrow('Failed to declare the service')
  expect(service({ scenarios: { bad: { things: 'many' } } })).toThrow('scenario "bad"')
  expect(service({ scenarios: { bad: { widgets: 3 } } })).toThrow('"widgets" is unknown')
  expect(service({ scenarios: { bad: { things: [{ record: { size: 'x' } }] } } })).toThrow('scenario "bad"')
  expect(service({ extra: 1 })).toThrow('"extra" is unknown')
  const [one, other] = ['line_items', 'LineItems'].map((name) =>
    api.resource(name as never, { schema, build } as never),
  )
  expect(service({ resources: [one, other] })).toThrow(
    'two schemas are named "LineItem". Give one of them another "singular"',
  )
})

const checked = schema.refine(({ name }) => name !== 'bad', { path: ['name'], message: 'It must be good' })

test.each([
  [
    'a record that the schema refuses as a whole',
    {},
    { things: [{ count: 5 }, { record: { name: 'bad' } }] },
    'scenario odd: things.1: "name" is "bad". It must be good',
  ],
  [
    'two records with one id',
    {},
    { things: [{ count: 300, record: { id: 1 } }] },
    'things.0: the id "1" already exists',
  ],
  [
    'an id that is empty',
    { schema: schema.extend({ id: z.string() }), id: () => '' },
    {},
    'things: record 0: "id" is "". It must not be empty',
  ],
  [
    'no parents',
    { parent: 'size', build: () => ({ name: 'x', tags: [] }) },
    { parents: 0 },
    'record 0: there are no parents for its "size". Begin with some parents, or with no things',
  ],
  ['parents with other ids', { parent: 'name', build: () => ({ size: 1, tags: [] }) }, {}, 'record 0: "name" is 1'],
  ['a next that is wrong', { next: () => ({ after: 'soon', set: {} }) }, {}, '"after" is "soon"'],
] as const)(
  'a scenario with %s is told when it is declared',
  (_what, { parent, ...options }: Loose, scenario, message) => {
    const api = declare.api({})
    const parents = api.resource('parents', { schema: z.strictObject({ id: z.int() }), build: () => ({}) })
    const belongsTo = parent === undefined ? {} : { [String(parent)]: parents }
    const things = api.resource('things', { schema: checked, build, belongsTo, ...options } as never)
    const declared = () =>
      api.service({ resources: [parents, things], operations: [], scenarios: { odd: scenario } } as never)
    expect(declared).toThrow('Failed to declare scenario ')
    expect(declared).toThrow(message)
  },
)

const buildService = (options: Loose, operation: Loose = {}) => {
  const api = declare.api({})
  const things = api.resource('things', { schema, build, ...options } as never)
  const get = api.operation('readThing', 'GET', '/thing', { run, ...operation } as never)
  const own = api.operation('ownThing', 'GET', '/own', {
    responds: things,
    run: ({ all }: { all(of: object): readonly object[] }) => all(things)[0],
    ...operation,
  } as never)
  return api.service({ resources: [things], operations: [...api.crud('/things', things), get, own] })
}

test.each([
  ['leaves out a field', () => ({ name: 'x', size: 1 }), 'things: record 0: "tags" is missing'],
  [
    'returns a wrong one',
    ({ index }: { index: number }) => ({ ...build({ index }), size: index === 7 ? 'x' : 1 }),
    'record 7: "size" is "x"',
  ],
  ['returns nothing', () => undefined, 'things: record 0: build returned nothing'],
  ['waits', () => Promise.resolve({ name: 'x' }), 'things: record 0: build returned a promise'],
])('a build that %s is told with the number of its record', (_what, wrongBuild, message) => {
  expect(() => createSimulator({ service: buildService({ build: wrongBuild }) })).toThrow(message)
})

test.each([
  [
    'a view that throws',
    '/own',
    {
      view: () => {
        throw new TypeError('no such field')
      },
    },
    {},
    'no such field',
  ],
  [
    'a view that writes',
    '/own',
    { view: (record: object, { create }: { create(of: object, given: object): object }) => create(record, {}) },
    {},
    'A view only reads',
  ],
  ['a view that waits', '/own', { view: () => Promise.resolve({}) }, {}, 'it returned a promise. Views return'],
  [
    'a result that is no record',
    '/own',
    {},
    { run: () => ({ id: 1, name: 7 }) },
    'its result is no record of things: name',
  ],
  ['a result that is a text', '/own', {}, { run: () => 'x' }, 'its result is'],
  ['a promise', '/thing', {}, { run: () => Promise.resolve(1) }, 'it returned a promise'],
  [
    'an error',
    '/thing',
    {},
    {
      run: () => {
        throw new Error('broken')
      },
    },
    'Failed to run readThing: broken.',
  ],
  [
    'an error that repeats what a terminal would obey',
    '/thing',
    {},
    {
      run: () => {
        throw new Error('no \u001b]0;title\u0007thing')
      },
    },
    'Failed to run readThing: no \u001b]0;title\u0007thing.',
  ],
  [
    'a field that there is not',
    '/thing',
    {},
    { run: ({ find }: { find(of: object, where: object): unknown }) => find({ name: 'things', schema }, { nmae: 1 }) },
    'there is no field "nmae"',
  ],
] as const)('a response says what is wrong with %s', async (_what, path, options, operation, message) => {
  const printed: unknown[] = []
  const { error } = console
  console.error = (...given: unknown[]) => void printed.push(given)
  try {
    const simulator = createSimulator({ service: buildService(options, operation) })
    const response = await simulator.fetch(path)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(message) })
    expect(printed).toHaveLength(1)
    expect(String(printed)).not.toContain('\u001b')
  } finally {
    console.error = error
  }
})

test.each(['list', 'get', 'create', 'update', 'delete'] as const)(
  'a resource that only the operation %s is about must be listed',
  (verb) => {
    const api = declare.api({})
    const [parents, things] = ['parents', 'things'].map((name) =>
      api.resource(name as never, { schema, build } as never),
    ) as [never, never]
    const operations = api.crud('/things', things, { only: [verb] })
    expect(() => api.service({ resources: [parents], operations })).toThrow('List things in "resources"')
  },
)

test.each([
  [{ after: 'soon', set: {} }, '"after" is "soon"'],
  [{ after: -1, set: {} }, '"after" is -1'],
  [{ after: Number.NaN, set: {} }, '"after" is NaN'],
  [{ at: '2026-03-02T09:00:00Z', set: {} }, '"after" is'],
  [{ after: '5s' }, '"set" is'],
  [{ after: '5s', set: { nmae: 'x' } }, '"set.nmae" is unknown. Did you mean "name"?'],
  [{ after: '5s', set: {}, to: 'done' }, '"to" is unknown'],
  [null, 'it is null'],
  ['5s', 'it is "5s"'],
  [Promise.resolve(undefined), 'it is a promise'],
])('a next that returns %j is told with its resource', (following, message) => {
  const simulator = () => createSimulator({ service: buildService({ next: () => following }) }).db
  expect(simulator).toThrow('Failed to read the result of next of things: ')
  expect(simulator).toThrow(message)
})

test('what is wrong with a part as a whole is a sentence with a subject', () => {
  const api = declare.api({})
  const things = api.resource('things', { schema, build } as never)
  const all: readonly (() => unknown)[] = [
    () => defineApi('x' as never),
    () => api.resource(7 as never, {} as never),
    () => api.resource('others', 'x' as never),
    () => api.list('listThings', 'things', things),
    () => api.list('list things', '/things', things),
    () => api.list('listThings', '/things', {} as never),
    () => api.list('listThings', '/things', things, 'x' as never),
    () => api.crud('/things', things, { order: 'none' } as never),
    () => api.crud('things', things),
    () => api.crud('/things', {} as never),
    () => api.operation('getThing', 'HEAD' as never, '/things', { run }),
    () => api.operation('getThing', 'GET', '/things', null as never),
    () => api.service(null as never),
  ]
  const messages = all.map((declared) => {
    try {
      return String(declared())
    } catch (error) {
      return (error as Error).message
    }
  })
  for (const message of messages) {
    expect(message).toMatch(/^Failed to declare /)
    expect(message).not.toMatch(/: It is /)
  }
  expect(messages).toContain('Failed to declare listThings: "order" is "none". Orders of things: none.')
  expect(messages[3]).toContain('Failed to declare listThings: its path is "things". It must be a path')
})
