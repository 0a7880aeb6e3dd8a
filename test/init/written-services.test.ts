import { transformSync } from 'esbuild'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as zod from 'zod'
import * as engine from '../../src/entries/engine/index.ts'
import { toDocument } from '../../src/programs/init/read-document.ts'
import { readStarter } from '../../src/programs/init/starter.ts'
import { writeService } from '../../src/programs/init/write-service.ts'
import { runs } from '../support/scope.ts'

// Runs code as Node would, with the modules of this project.
function load(source: string): engine.Service {
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' })
  const module = { exports: {} as { service: engine.Service } }
  const modules: Readonly<Record<string, unknown>> = { 'deploymock/engine': engine, zod }
  new Function('require', 'module', 'exports', code)((name: string) => modules[name], module, module.exports)
  return module.exports.service
}

interface Described {
  readonly paths: object
  readonly schemas?: object
  readonly [other: string]: unknown
}

/** Starts what is written for a document, and returns what sends requests to it. */
function start({ schemas = {}, ...others }: Described, options: object = {}) {
  const root = { openapi: '3.1.0', info: { title: 'Own', version: '1' }, components: { schemas }, ...others }
  const written = [true, false].map((isTyped) => writeService(toDocument(root), { isTyped, from: 'own.json' }))
  const [simulator] = written.map(({ source }) => engine.createSimulator({ service: load(source), ...options }))
  if (simulator === undefined) throw new Error('Nothing was written.')
  const send = async (method: string, path: string, body?: object | string) => {
    const response = await simulator.fetch(path, {
      method,
      headers: { authorization: 'Bearer any' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { simulator, send, source: written[0]?.source ?? '' }
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const listOf = (name: string) => json({ type: 'array', items: ref(name) })
const query = (name: string, schema: object = { type: 'string' }) => ({ name, in: 'query', schema })

const PET = {
  type: 'object',
  required: ['id', 'name', 'kind'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 1, maxLength: 20 },
    kind: { type: 'string', enum: ['cat', 'dog'] },
    owner: { oneOf: [{ type: 'null' }, ref('Owner')] },
    created_at: { type: 'string', format: 'date-time', readOnly: true },
  },
}
const OWNER = { properties: { email: { type: 'string', format: 'email' }, pets: { type: 'array', items: ref('Pet') } } }
const PETS = {
  schemas: { Pet: PET, Owner: OWNER },
  paths: {
    '/pets': {
      get: {
        parameters: [query('page'), query('per_page'), query('name'), query('kind', { enum: ['cat', 'dog', 'all'] })],
        responses: { 200: listOf('Pet') },
      },
      post: { requestBody: { required: true, ...json(ref('Pet')) }, responses: { 201: json(ref('Pet')) } },
    },
    '/pets/{pet_id}': {
      get: { responses: { 200: json(ref('Pet')), 404: {} } },
      patch: {
        requestBody: json({ properties: { name: { type: 'string' }, secret: { type: 'string' } } }),
        responses: { 200: json(ref('Pet')) },
      },
      delete: { responses: { 204: {} } },
    },
    '/pets/{pet_id}/walk': { post: { operationId: 'walkPet', responses: { 202: {} } } },
  },
}

test('records are listed, read, created, changed and deleted', async () => {
  const { send } = start(PETS)
  expect((await send('GET', '/pets?per_page=3')).body).toHaveLength(3)
  const created = await send('POST', '/pets', { name: 'Tom', kind: 'cat' })
  expect(created).toMatchObject({ status: 201, body: { id: 11, name: 'Tom', kind: 'cat' } })
  const changed = await send('PATCH', '/pets/11', { name: 'Kitty', secret: 'x' })
  expect(changed).toMatchObject({ status: 200, body: { id: 11, name: 'Kitty', kind: 'cat' } })
  expect((await send('GET', '/pets/11')).body).toEqual(changed.body)
  expect((await send('DELETE', '/pets/11')).status).toBe(204)
  expect((await send('GET', '/pets/11')).status).toBe(404)
})

test('pages say their number and the size that they were cut to, and a body of two operations is written once', async () => {
  const page = {
    data: { type: 'array', items: ref('Pet') },
    page: { type: 'integer' },
    per_page: { type: 'integer' },
    total_pages: { type: 'integer' },
  }
  const body = { requestBody: { required: true, ...json(ref('NewPet')) } }
  const { send, source } = start({
    schemas: { ...PETS.schemas, NewPet: { required: ['name'], properties: { name: PET.properties.name } } },
    paths: {
      '/pets': {
        get: {
          parameters: [query('page', { type: 'integer' }), query('per_page', { type: 'integer', maximum: 4 })],
          responses: { 200: json({ properties: page, required: Object.keys(page) }) },
        },
        post: { ...body, responses: { 201: json(ref('Pet')) } },
      },
      '/pets/{pet_id}': { put: { ...body, responses: { 200: json(ref('Pet')) } } },
    },
  })
  expect((await send('GET', '/pets?page=3&per_page=9')).body).toMatchObject({ page: 3, per_page: 4, total_pages: 3 })
  expect((await send('GET', '/pets')).body).toMatchObject({ page: 1, per_page: 4, total_pages: 3 })
  expect(source.match(/name: z\.string\(\)\.min\(1\)\.max\(20\)/g)).toHaveLength(2)
  expect(source.match(/body: petBody/g)).toHaveLength(2)
  expect((await send('POST', '/pets', { name: 'Tom' })).status).toBe(201)
  expect((await send('PUT', '/pets/1', { name: '' })).status).toBe(422)
})

test('bodies are checked by their schema', async () => {
  const { send } = start(PETS)
  expect((await send('POST', '/pets', { name: '', kind: 'cow' })).status).toBe(422)
  expect((await send('PATCH', '/pets/1')).status).toBe(200)
})

test('what is not recognised responds with 501', async () => {
  const { send, source } = start(PETS)
  expect((await send('POST', '/pets/1/walk', { far: true })).status).toBe(501)
  expect(source).toContain("api.operation('walkPet', 'POST', '/pets/{pet_id}/walk', notSimulated)")
})

test('a document without records becomes a service, too', async () => {
  const { send } = start({ paths: { '/run': { post: { responses: { 202: {} } } } } })
  expect((await send('POST', '/run')).status).toBe(501)
})

test.each([
  ['list', { type: 'array', items: ref('Own') }],
  ['map', { type: 'object', additionalProperties: ref('Own') }],
  ['list of lists', { type: 'array', items: { type: 'array', items: ref('Own') } }],
  ['object', { required: ['id', 'own'], properties: { id: { type: 'integer' }, own: ref('Own') } }],
  ['part', { allOf: [ref('Own'), { properties: { id: { type: 'integer' } } }] }],
])('a schema that contains itself as a %s ends somewhere', (_kind, Own) => {
  const body = json({ required: ['own'], properties: { own: ref('Own') } })
  const paths = {
    '/owns': { get: { responses: { 200: listOf('Own') } }, post: { requestBody: body, responses: { 201: body } } },
  }
  expect(start({ schemas: { Own }, paths }).source).toContain('defineApi')
})

test('each guess is a question, beside those of every API', () => {
  const questions = Object.keys(start(PETS).simulator.assumptions)
  expect(questions).toEqual([...Object.keys(engine.commonQuestions), 'usualOrder', 'guessedFilters', 'textFilters'])
  const nested = Object.keys(start(TASKS).simulator.assumptions)
  expect(nested).toEqual([...Object.keys(engine.commonQuestions), 'nestedLists'])
})

test.each([
  ['usualOrder', 'newest', '/pets', '-created_at'],
  ['usualOrder', 'oldest', '/pets', 'created_at'],
])('with %s %s, %s is sorted by %s', async (question, value, path, by) => {
  const { send } = start(PETS, { assumptions: { [question]: value } })
  const times = ((await send('GET', path)).body as { created_at: string }[]).map((each) => each.created_at)
  const sorted = times.toSorted()
  expect(times).toEqual(by.startsWith('-') ? sorted.toReversed() : sorted)
})

test.each([
  [{}, '/pets?kind=cat', 'cats'],
  [{ guessedFilters: 'ignored' }, '/pets?kind=cat', 'all'],
  [{}, '/pets?kind=all', 'all'],
  [{}, '/pets?name=NAME', 'one'],
  [{}, '/pets?name=PART', 'none'],
  [{ textFilters: 'contains' }, '/pets?name=PART', 'one'],
  [{ textFilters: 'contains', guessedFilters: 'ignored' }, '/pets?name=PART', 'all'],
])('with %j, %s selects %s', async (assumptions, path, expected) => {
  const { simulator, send } = start(PETS, { assumptions })
  const { pets } = simulator.db as never as { pets: { list(): { kind: string; name: string }[] } }
  const all = pets.list()
  const [{ name } = { name: '' }] = all
  const written = path.replace('NAME', encodeURIComponent(name)).replace('PART', encodeURIComponent(name.slice(1)))
  const { length } = (await send('GET', written)).body
  const lengths = { all: all.length, cats: all.filter(({ kind }) => kind === 'cat').length, one: 1, none: 0 }
  expect(length).toBe(Reflect.get(lengths, expected))
})

const TASKS = {
  schemas: {
    Repo: { required: ['id', 'name'], properties: { id: { type: 'integer' }, name: { type: 'string' } } },
    Task: {
      required: ['id', 'number'],
      properties: { id: { type: 'string', format: 'uuid' }, number: { type: 'integer' }, title: { type: 'string' } },
    },
  },
  paths: {
    '/repos/{owner}/{repo}': {
      get: {
        parameters: [{ name: 'repo', in: 'path', schema: { type: 'string' } }],
        responses: { 200: json(ref('Repo')) },
      },
    },
    '/repos/{owner}/{repo}/tasks': {
      get: { responses: { 200: listOf('Task') } },
      post: { requestBody: json({ properties: { title: { type: 'string' } } }), responses: { 201: json(ref('Task')) } },
    },
    '/repos/{owner}/{repo}/tasks/{task_number}': { get: { responses: { 200: json(ref('Task')) } } },
  },
}

test('a path selects the records of the one that it leads through', async () => {
  const { simulator, send } = start(TASKS)
  const [one, other] = (simulator.db as never as { repos: { list(): { name: string }[] } }).repos.list()
  const created = await send('POST', `/repos/acme/${one?.name}/tasks`, { title: 'Own' })
  expect(created).toMatchObject({ status: 201, body: { title: 'Own' } })
  expect(Object.keys(created.body)).not.toContain('repo_id')
  const { number } = created.body
  expect((await send('GET', `/repos/acme/${one?.name}/tasks/${number}`)).body).toEqual(created.body)
  expect((await send('GET', `/repos/acme/${other?.name}/tasks/${number}`)).status).toBe(404)
  expect((await send('GET', `/repos/acme/${one?.name}/tasks`)).body).toContainEqual(created.body)
  expect((await send('GET', '/repos/acme/none/tasks')).status).toBe(404)
  const empty = start(TASKS, { assumptions: { unknownParents: 'empty' } })
  expect((await empty.send('GET', '/repos/acme/none/tasks')).body).toEqual([])
  const every = start(TASKS, { assumptions: { nestedLists: 'every' } })
  expect((await every.send('GET', `/repos/acme/${one?.name}/tasks`)).body).toHaveLength(10)
})

const ENVELOPED = { properties: { data: { type: 'array', items: ref('Own') } } }
const OWN = { properties: { id: { type: 'integer' }, name: { type: 'string' } } }
let doubled: object = OWN
for (let count = 0; count < 40; count += 1) doubled = { allOf: [doubled, { ...doubled }] }

test.each([
  [
    'through another reference',
    '#/components/responses/All/content/application~1json/schema/properties/data/items',
    {},
  ],
  ['to a path', '#/paths/~1owns~1{id}/get/responses/200/content/application~1json/schema', {}],
  ['to what refers to it', '#/components/schemas/One', { One: ref('Two'), Two: ref('One') }, 0],
  ['to nothing', '#/components/schemas/None', {}, 0],
  ['to nothing that is escaped wrongly', '#/components/schemas/%zz~', {}, 0],
  ['to what is joined again and again', '#/components/schemas/Doubled', { Doubled: doubled }],
])('a reference that leads %s is followed', async (_how, $ref, schemas, count = 10) => {
  const paths = {
    '/owns': { get: { responses: { 200: json({ type: 'array', items: { $ref } }) } } },
    '/owns/{id}': { get: { responses: { 200: json(ref('Own')) } } },
  }
  const components = {
    schemas: { Own: OWN, ...schemas },
    responses: { All: { $ref: '#/components/responses/Same' }, Same: json(ENVELOPED) },
  }
  const { send } = start({ paths, components })
  const { status, body } = await send('GET', '/owns')
  expect(count === 0 ? status : body.length).toBe(count === 0 ? 501 : count)
})

test.each(['guess', 'below', 'reads', 'deletes', 'optional', 'service', 'class', 'constructor', 'seed', '1', 'a-b'])(
  'a resource may be named %s',
  async (name) => {
    const get = { parameters: [query('name')], responses: { 200: listOf('Own') } }
    const item = { get: { responses: { 200: json(ref('Own')) } }, delete: { responses: { 204: {} } } }
    const { send } = start({ schemas: { Own: OWN }, paths: { [`/${name}`]: { get }, [`/${name}/{id}`]: item } })
    expect((await send('GET', `/${name}`)).body).toHaveLength(10)
    expect((await send('DELETE', `/${name}/1`)).status).toBe(204)
  },
)

test('limits that nothing can keep are left out', async () => {
  const properties = {
    id: { type: 'string', minLength: 1e9 },
    text: { type: 'string', minLength: 1e9 },
    list: { type: 'array', minItems: 1e6, items: { type: 'string' } },
    number: { type: 'integer', minimum: 1e300 },
    part: { type: 'number', minimum: 5, maximum: 2 },
  }
  const Own = { properties, required: Object.keys(properties) }
  const { send } = start({ schemas: { Own }, paths: { '/owns': { get: { responses: { 200: listOf('Own') } } } } })
  expect((await send('GET', '/owns')).body).toHaveLength(10)
})

test('a path that says nothing about the records of a list selects all of them, or is refused', async () => {
  const paths = { ...PETS.paths, '/people/{person}/pets': { get: { responses: { 200: listOf('Pet') } } } }
  const every = start({ ...PETS, paths })
  expect((await every.send('GET', '/people/1/pets')).body).toHaveLength(10)
  const refused = start({ ...PETS, paths }, { assumptions: { otherPaths: 'refused' } })
  expect((await refused.send('GET', '/people/1/pets')).status).toBe(404)
})

const CALL = {
  required: ['sid'],
  properties: {
    sid: { type: 'string', pattern: '^CA[0-9a-f]{32}$' },
    friendly_name: { type: 'string' },
    date_created: { type: 'string', format: 'date-time-rfc-2822' },
  },
}
const CALLS = {
  schemas: { Call: CALL },
  servers: [
    {
      url: 'https://{region}.example.com/v{version}/',
      variables: { region: { default: 'eu' }, version: { default: '2' } },
    },
  ],
  paths: {
    '/Calls.json': {
      get: {
        parameters: [query('PageSize', { type: 'integer', maximum: 4 }), query('PageToken')],
        responses: {
          200: json({
            properties: {
              calls: { type: 'array', items: ref('Call') },
              next_page_uri: { type: ['string', 'null'] },
              page_size: { type: 'integer' },
            },
            required: ['next_page_uri'],
          }),
        },
      },
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { properties: { FriendlyName: { type: 'string' }, Timeout: { type: 'integer' } } },
            },
          },
        },
        responses: { 201: json(ref('Call')) },
      },
    },
    '/Calls/{Sid}.json': {
      post: { responses: { 200: json(ref('Call')) } },
      delete: {
        responses: {
          200: json({
            required: ['id', 'deleted'],
            properties: { id: { type: 'string' }, deleted: { type: 'boolean' } },
          }),
        },
      },
    },
  },
}

test('forms, ids with another name, cursors and envelopes are as the document has them', async () => {
  const { send } = start(CALLS)
  const created = await send('POST', '/v2/Calls.json', 'FriendlyName=Own&Timeout=3')
  expect(created.body).toMatchObject({ sid: expect.stringMatching(/^CA[0-9a-f]{32}$/), friendly_name: 'Own' })
  expect(created.body).not.toHaveProperty('id')
  const first = (await send('GET', '/v2/Calls.json?PageSize=4')).body
  expect(first).toEqual({
    calls: expect.any(Array),
    next_page_uri: expect.stringContaining('PageToken=CA'),
    page_size: 4,
  })
  const { pathname, search } = new URL(first.next_page_uri)
  const second = (await send('GET', pathname + search)).body
  expect(second.calls).toHaveLength(4)
  expect(second.calls[0]).not.toEqual(first.calls[0])
  const deleted = await send('DELETE', `/v2/Calls/${created.body.sid}.json`)
  expect(deleted).toMatchObject({ status: 200, body: { id: created.body.sid, deleted: true } })
})

test('errors, credentials and nested envelopes are as the document has them', async () => {
  const problem = json({
    properties: { error: { properties: { message: { type: 'string' }, code: { type: 'integer' } } } },
  })
  const page = json({
    properties: {
      data: { type: 'array', items: ref('Thing') },
      meta: { properties: { total: { type: 'integer' }, page: { type: 'integer' } } },
    },
  })
  const { simulator, send } = start({
    schemas: { Thing: { properties: { id: { type: 'integer' }, name: { type: 'string' } } } },
    security: [{ key: [] }],
    paths: {
      '/things': { get: { parameters: [query('page'), query('limit')], responses: { 200: page } } },
      '/things/{id}': { get: { responses: { 200: json({ properties: { thing: ref('Thing') } }), 404: problem } } },
    },
    ...{
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
        schemas: { Thing: { properties: { id: { type: 'integer' }, name: { type: 'string' } } } },
      },
    },
  })
  expect((await simulator.fetch('/things')).status).toBe(401)
  expect((await send('GET', '/things?page=2&limit=3')).body).toMatchObject({ meta: { total: 10, page: 2 } })
  expect((await send('GET', '/things/2')).body).toEqual({ thing: expect.objectContaining({ id: 2 }) })
  expect((await send('GET', '/things/99')).body).toEqual({ error: { message: 'Not found.', code: 404 } })
})

test('the service that is written without a document is the one of the documentation', async () => {
  const [source, test] = await readStarter("Own 'books'", './own.js')
  expect(source).toContain(`title: "Own 'books'"`)
  expect(test).toContain("from './own.js'")
  const { fetch } = engine.createSimulator({ service: load(source) })
  expect(await (await fetch('/v1/books?per_page=5&sort=newest')).json()).toMatchObject({ total: 40 })
  expect((await fetch('/v1/books/1/loans', { method: 'POST' })).status).toBeLessThan(300)
})

test.each(['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])(
  'an operation and a placeholder get another name than that of objects: %s',
  async (name) => {
    const operation = { operationId: name, parameters: [], responses: { 200: json({ type: 'object' }) } }
    const { send } = start({ paths: { [`/other/{${name}}/done`]: { post: operation } } })
    expect((await send('POST', '/other/1/done', {})).status).toBe(501)
  },
)

const OBJECT_NAMES = [...Object.getOwnPropertyNames(Object.prototype), 'then']

test.for(OBJECT_NAMES)(
  'what a document calls %s, as objects of JavaScript do, can be simulated or is named',
  async (name) => {
    const text = { type: 'string' }
    const thing = {
      type: 'object',
      required: ['id', name, 'inner'],
      properties: {
        id: { type: 'integer' },
        [name]: text,
        inner: { type: 'object', required: [name], properties: { [name]: text } },
      },
    }
    const { send, source } = start({
      schemas: { Thing: thing, [name]: thing },
      paths: {
        '/things': {
          get: { operationId: name, parameters: [query(name)], responses: { 200: listOf('Thing') } },
          post: { requestBody: json(thing), responses: { 201: json(ref('Thing')) } },
        },
        [`/things/{${name}}`]: { get: { responses: { 200: json(ref('Thing')) } } },
        [`/${name}`]: { get: { responses: { 200: listOf(name) } } },
        [`/${name}/{id}`]: { get: { responses: { 200: json(ref(name)) } } },
      },
    })
    expect((await send('GET', '/things')).body).toHaveLength(10)
    expect((await send('GET', '/things/1')).status).toBe(200)
    expect((await send('GET', `/${name}/1`)).status).toBe(200)
    if (name !== '__proto__') expect(source).toContain(`// Not stored: '${name}'\nconst things = `)
  },
)

test('comments name each field that records do not have, wherever it is', () => {
  const owner = ref('Owner')
  const plain = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, { type: 'string' }]))
  const thing = (properties: object, required: readonly string[] = []) => {
    const schema = { type: 'object', required, properties: { id: { type: 'integer' }, ...properties } }
    const { source } = start({
      schemas: {
        Thing: schema,
        Owner: { properties: { email: { type: 'string' }, pets: { type: 'array', items: {} } } },
      },
      paths: { '/things': { get: { responses: { 200: listOf('Thing') } } } },
    })
    return /.*\nconst things = /.exec(source)?.[0].split('\n')[0]
  }
  expect(thing({ owner })).toBe("// Not stored: 'owner'")
  expect(thing({ owner, keeper: owner })).toBe("// Not stored: 'owner', 'keeper'")
  expect(thing({ owner, keeper: owner }, ['owner'])).toBe("// Not stored: 'keeper', 'owner.pets'")
  expect(thing(plain)).toBe(
    "// Not stored, with 1 more: 'f40', 'f41', 'f42', 'f43', 'f44', 'f45', 'f46', 'f47', 'f48', 'f49'",
  )
  expect(thing({ name: { type: 'string' } })).toBe('')
  expect(thing({ owner: { oneOf: [owner, { properties: { url: { type: 'string' } } }] } }, ['owner'])).toBe(
    "// Only one of several forms: 'owner'",
  )
})

// What a schema says, values that it has, and some that it has not.
const VALUES: readonly (readonly [schema: object, taken: readonly unknown[], refused: readonly unknown[]])[] = [
  [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, ['a', 7], [true, null]],
  [{ anyOf: [{ enum: ['s', 'l'] }, { type: 'integer' }, { type: 'null' }] }, ['s', 9, null], ['huge']],
  [{ type: ['string', 'integer'] }, ['a', 7], [true, 1.5]],
  [{ type: ['null', 'boolean', 'string'] }, [null, true, 'a'], [1]],
  [{ type: ['integer', 'number'] }, [1.5, 2], ['a']],
  [{ type: ['string', 'array'], items: { type: 'integer' } }, ['a', [1]], [['a'], 1]],
  [{ enum: ['a', 1, true] }, ['a', 1, true], ['b', 2, false]],
  [{ enum: [0, 'zero', null] }, [0, 'zero', null], [1]],
  [{ type: ['string', 'integer'], enum: ['a', 1] }, ['a', 1], ['b']],
  [{ allOf: [{ type: 'string', enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, ['b'], ['a', 'c']],
  [{ type: 'array', items: { type: ['string', 'integer'] } }, [['a', 1], []], [[true]]],
  [{ type: 'array', items: { type: ['string', 'null'] } }, [['a', null]], [[1]]],
  [{ type: 'array', minItems: 1, items: { type: 'boolean', nullable: true } }, [[true, null]], [[]]],
  [{ type: 'object', required: ['a'], properties: { a: { type: 'string' } } }, [{ a: 'x' }], [{}, 'a']],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, [{ a: 1 }, {}], [{ a: 'x' }, []]],
  [{ type: 'array', items: { type: 'array', items: { type: 'integer' } } }, [[[1], []]], [[1]]],
  [{}, ['a', null, { a: [1] }], []],
  [{ type: 'integer', maximum: -5 }, [-5, -99], [-4]],
  [{ type: 'integer', minimum: 0.5, maximum: 2.5 }, [1, 2], [0, 3]],
  [{ type: 'integer', exclusiveMinimum: 0.5, exclusiveMaximum: 3 }, [1, 2], [0, 3]],
  [{ type: 'integer', minimum: 3, maximum: 8, multipleOf: 7 }, [7], [3, 8]],
  [{ type: 'integer', minimum: 1, multipleOf: 5000 }, [5000], [1]],
  [{ type: 'integer', maximum: -5, multipleOf: 200 }, [-200], [-5]],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.01 }, [0.005], [0, 0.01]],
  [{ type: 'number', minimum: 0, exclusiveMinimum: true }, [0.001], [0]],
  [{ type: 'number', maximum: -0.5 }, [-1], [0]],
  [{ type: 'string', pattern: '^\\p{Lu}+$' }, ['ÄB'], ['ä']],
  [{ type: 'string', pattern: '^[a-z0-9-]+$' }, ['a-1'], ['A', '']],
  [{ type: 'string', pattern: '^[a-z]+$', minLength: 5, maxLength: 6 }, ['abcde'], ['abcd', 'ABCDE']],
  [{ type: 'string', pattern: '^v[0-9]{1,2}-[a-z_.]*$' }, ['v1-', 'v22-a.b_c'], ['v']],
  [{ type: 'string', format: 'email', maxLength: 12 }, ['a@own.test'], ['a.long.name@own.test']],
  [{ type: 'string', format: 'hostname', maxLength: 5 }, ['own'], ['own.test']],
  [{ type: 'string', format: 'date', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }, ['2026-03-02'], ['2026-13-02']],
  [{ type: 'string', format: 'password', minLength: 30 }, ['a'.repeat(30)], ['a']],
]

test.each(VALUES)('%j is taken as it says, and made up so', async (schema, taken, refused) => {
  const thing = { type: 'object', required: ['id', 'own'], properties: { id: { type: 'integer' }, own: schema } }
  const { send, source } = start({
    schemas: { Thing: thing },
    paths: {
      '/things': {
        get: { responses: { 200: listOf('Thing') } },
        post: { requestBody: json({ ...thing, required: ['own'] }), responses: { 201: json(ref('Thing')) } },
      },
    },
  })
  for (const own of taken) expect(await send('POST', '/things', { own })).toMatchObject({ status: 201, body: { own } })
  for (const own of refused) expect(await send('POST', '/things', { own })).toMatchObject({ status: 422, body: {} })
  // What is made up for a format is as long as that is.
  const made = 'format' in schema || source.includes('without their pattern') ? [] : (await send('GET', '/things')).body
  for (const { own } of made) expect(await send('POST', '/things', { own })).toMatchObject({ status: 201 })
})

test('comments name what has no effect: parameters, other forms, and patterns that are too hard', () => {
  const form = (own: object) => ({
    properties: { id: { type: 'integer', readOnly: true }, code: { type: 'string' }, own },
  })
  const forms = { oneOf: [form({ type: 'string', pattern: '^(a|b)$' }), form({ type: 'integer' })] }
  const { source } = start({
    schemas: { Thing: forms },
    paths: {
      '/things': {
        get: {
          parameters: [query('sort', { enum: ['id', 'code'] }), query('order', { enum: ['asc'] }), query('expand')],
          responses: { 200: listOf('Thing') },
        },
        post: { requestBody: json(ref('Thing')), responses: { 201: json(ref('Thing')) } },
      },
      '/things/{id}': { get: { parameters: [query('expand')], responses: { 200: json(ref('Thing')) } } },
    },
  })
  const comments = source.match(/^ *\/\/ (Not|Only|Made) .*/gm)?.map((each) => each.trim())
  expect(comments).toEqual([
    "// Only one of several forms: 'things'",
    "// Made up without their pattern: 'own'",
    "// Not simulated: 'order', 'expand'",
    "// Only one of several forms: 'body'",
    "// Not simulated: 'expand'",
  ])
})

test('a parameter that is a list selects the records with one of its values', async () => {
  const kinds = query('kind', { type: 'array', items: { type: 'string' } })
  const { send } = start({
    ...PETS,
    paths: { '/pets': { get: { parameters: [kinds], responses: { 200: listOf('Pet') } } } },
  })
  for (const path of ['/pets?kind=cat&kind=dog', '/pets?kind=cat,dog'])
    expect((await send('GET', path)).body).toHaveLength(10)
  const cats = (await send('GET', '/pets?kind=cat')).body
  expect(cats.every(({ kind }: { kind: string }) => kind === 'cat')).toBe(true)
})

test.each([
  { type: 'string' },
  { type: 'string', maxLength: 5 },
  { type: 'string', minLength: 30, maxLength: 40 },
  { type: 'string', format: 'email' },
  { type: 'string', format: 'date' },
  { type: 'string', pattern: '^[a-z]{5}$' },
  { type: 'string', pattern: '^[a-z0-9]+$' },
  { type: 'integer', minimum: 100 },
  { type: 'integer', minimum: 1, maximum: 5 },
  { type: 'integer', multipleOf: 5 },
])('a path names records by %j', async (code) => {
  const Thing = { required: ['id', 'code'], properties: { id: { type: 'string', format: 'uuid' }, code } }
  const paths = {
    '/things': { get: { responses: { 200: listOf('Thing') } } },
    '/things/{code}': { get: { parameters: [{ name: 'code', in: 'path' }], responses: { 200: json(ref('Thing')) } } },
  }
  const { send } = start({ schemas: { Thing }, paths })
  const [first] = (await send('GET', '/things')).body
  expect(await send('GET', `/things/${first.code}`)).toMatchObject({ status: 200, body: { code: first.code } })
})

const small = fc.integer({ min: 0, max: 40 })
const number = fc.oneof(
  fc.integer({ min: -200, max: 2100 }),
  fc.integer({ min: -500, max: 500 }).map((each) => each / 100),
)
const pattern = fc.constantFrom(
  '^[a-z]+$',
  '^[A-Z]{2}$',
  '^a?[0-9]*$',
  '^v[0-9]+-[a-z-]{1,3}$',
  '^(a|b)$',
  '[',
  '^[z-a]$',
)
const format = fc.constantFrom('email', 'uuid', 'uri', 'date-time', 'date', 'time', 'password', 'hostname', 'byte')
const some = { requiredKeys: [] }
const VALUE = fc.letrec<{ any: object }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    fc
      .record({ pattern, format, minLength: small, maxLength: small, nullable: fc.boolean() }, some)
      .map((each) => ({ type: 'string', ...each })),
    fc
      .record({ minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number }, some)
      .chain((limits) => fc.record({ multipleOf: number }, some).map((each) => ({ ...limits, ...each })))
      .chain((each) => fc.constantFrom('integer', 'number').map((type) => ({ type, ...each }))),
    fc.record({ enum: fc.array(fc.constantFrom('a', 'b', 1, 2.5, true, null), { minLength: 1 }) }),
    fc.record({ type: fc.subarray(['string', 'integer', 'number', 'boolean', 'null'], { minLength: 1 }) }),
    fc
      .record({ items: tie('any'), minItems: small, maxItems: small }, some)
      .map((each) => ({ type: 'array', ...each })),
    tie('any').map((each) => ({ allOf: [each, { description: 'Own.' }] })),
    fc.record({ oneOf: fc.array(tie('any'), { minLength: 1, maxLength: 3 }) }),
    tie('any').map((own) => ({ type: 'object', required: ['own'], properties: { own } })),
    tie('any').map((additionalProperties) => ({ type: 'object', additionalProperties })),
  ),
})).any
const NAME = fc.constantFrom(
  'name',
  'email',
  'code',
  'created_at',
  'expires_on',
  'year',
  'price',
  'lat',
  'count',
  'own',
)

test('whatever a schema says, what is made up for it can be stored, and sent', async () => {
  const fields = fc.dictionary(NAME, VALUE, { minKeys: 3 })
  await fc.assert(
    fc.asyncProperty(fields, NAME, async (properties, key) => {
      const Thing = {
        required: ['id', key, 'own'],
        properties: { ...properties, id: { type: 'string', format: 'uuid' } },
      }
      const paths = {
        '/things': {
          get: { responses: { 200: listOf('Thing') } },
          post: { requestBody: json({ ...Thing, required: [key, 'own'] }), responses: { 201: json(ref('Thing')) } },
        },
        [`/things/{${key}}`]: { get: { responses: { 200: json(ref('Thing')) } } },
      }
      const { send, source } = start({ schemas: { Thing }, paths })
      const all = await send('GET', '/things')
      expect(all).toMatchObject({ status: 200 })
      if (/without their pattern/.test(source) || /Length|format/.test(JSON.stringify(properties))) return
      const { id: _id, ...sent } = all.body[0]
      // A creation sets its time.
      const { created_at: _at, ...kept } = sent
      expect(await send('POST', '/things', sent)).toMatchObject({ status: 201, body: kept })
    }),
    { numRuns: runs(60) },
  )
})
