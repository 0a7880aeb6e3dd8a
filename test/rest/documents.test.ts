import { expect, test } from 'vitest'
import * as z from 'zod'
import { commonQuestions, createSimulator, defineApi } from '../../src/entries/engine/index.ts'
import { expectFittingExamples } from '../support/fitting-examples.ts'
import { service as issues } from './apis/issues.ts'

interface Schema {
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly additionalProperties: unknown
}
interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<
    Record<
      string,
      { readonly get: { readonly responses: Record<number, { content: Record<string, { schema: object }> }> } }
    >
  >
}

const describe = async (service: never, options: object = {}) =>
  (await createSimulator({ service, ...options } as never).openapi()) as unknown as Described

test('a document has the fields that a view adds, and keeps the schemas of those that it passes on', async () => {
  const { components, paths } = await describe(issues as never)
  const issue = {
    properties: {
      title: { type: 'string' },
      state: { type: 'string', enum: ['open', 'closed'] },
      created_at: { format: 'date-time' },
      user: { type: 'object', properties: { id: { type: 'number' }, login: { type: 'string' } } },
      url: { type: 'string' },
    },
    additionalProperties: true,
  }
  expect(components.schemas.Issue).toMatchObject(issue)
  expect(Object.keys(components.schemas.Issue?.properties ?? {})).not.toContain('repo_id')
  // Another record may have none of what is added.
  expect(components.schemas.Issue?.required).toEqual(['id', 'number', 'title', 'state', 'labels', 'created_at'])
  const listed = paths['/repos/{owner}/{repo}/issues']?.get.responses[200]?.content['application/json']?.schema
  expect(listed).toMatchObject({ type: 'array', items: { properties: { user: {}, url: { type: 'string' } } } })
})

type View = (record: { readonly id: number; readonly note: string | null }) => unknown

const declare = (view?: View) => {
  const api = defineApi({ title: 'Notes', version: '1', questions: commonQuestions })
  const notes = api.resource('notes', {
    schema: z.strictObject({ id: z.int(), note: z.string().nullable() }),
    build: ({ index }) => ({ note: index % 2 === 0 ? null : 'a' }),
    ...(view && { view }),
  })
  return api.service({ resources: [notes], operations: api.crud('/notes', notes) }) as never
}

const views: readonly (readonly [what: string, view: View | undefined])[] = [
  ['is absent', undefined],
  ['adds values of several kinds', (note) => ({ ...note, more: note.id % 2 === 0 ? [1, 'a', null] : { deep: note } })],
  ['adds a field to some records', ({ id, note }) => (id % 3 === 0 ? { id, note, third: true } : { id })],
  ['changes a field', ({ id, note }) => ({ id: `n-${id}`, note: note ?? 0 })],
  ['writes texts', ({ id }) => `note ${id}`],
  ['writes lists', ({ id }) => [id]],
  [
    'fails for some records',
    ({ id }) => {
      if (id === 7) throw new Error('seven')
      return { id }
    },
  ],
]
const answers = [
  {},
  { optionalFields: 'absent' },
  { unknownFields: 'extra' },
  { optionalFields: 'absent', unknownFields: 'extra' },
]

test.for(views.flatMap(([what, view]) => answers.map((assumptions) => ({ what, view, assumptions }))))(
  'examples fit their schemas if a view $what, under $assumptions',
  async ({ view, assumptions }) => {
    const printed = console.error
    console.error = () => undefined
    const document = await describe(declare(view), { assumptions })
    console.error = printed
    expectFittingExamples(document)
  },
)

test('a document of a world without records says nothing about what a view writes', async () => {
  const { components } = await describe(issues as never, {
    scenarios: [{ name: 'none', issues: 0 }],
    scenario: 'none',
  })
  expect(components.schemas.Issue).toMatchObject({ properties: {}, additionalProperties: true })
})

test('a document describes what a view writes, also if an example deletes all records that it writes', async () => {
  const api = defineApi({ title: 'Wiki', version: '1' })
  const spaces = api.resource('spaces', { schema: z.strictObject({ id: z.int() }), count: 1, build: () => ({}) })
  const pages = api.resource('pages', {
    schema: z.strictObject({ id: z.int(), space_id: z.int() }),
    belongsTo: { space_id: spaces },
    build: () => ({}),
    view: (page) => ({ ...page, title: 'A page' }),
  })
  const operations = [...api.crud('/spaces', spaces), ...api.crud('/pages', pages)]
  const { components } = await describe(api.service({ resources: [spaces, pages], operations }) as never)
  expect(components.schemas.Page).toMatchObject({ properties: { title: { type: 'string' } } })
})

test('a document has the form of errors that an API writes, what a creation requires, and usual values', async () => {
  const api = defineApi({
    title: 'Notes',
    version: '1',
    error: ({ message, issues }) => ({ error: { message, ...(issues[0] && { param: issues[0].field }) } }),
  })
  const notes = api.resource('notes', {
    schema: z.strictObject({ id: z.int(), title: z.string(), text: z.string().default('') }),
    orders: { title: 'title' },
    build: () => ({ title: 'A note' }),
  })
  const operations = api.crud('/notes', notes, {
    requires: ['title', 'text'],
    order: { parameter: 'sort', usual: 'title' },
    query: z.strictObject({ wide: z.boolean().default(false) }),
  })
  const document = (await describe(api.service({ resources: [notes], operations }) as never)) as unknown as {
    readonly components: { readonly schemas: object }
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly object[] }>>>>
  }
  const text = { type: 'string' }
  expect(document.components.schemas).toMatchObject({
    ErrorBody: { properties: { error: { properties: { message: text, param: text } } } },
  })
  const { get, post } = document.paths['/notes'] ?? {}
  expect(get?.parameters).toMatchObject([
    { name: 'wide', schema: { default: false } },
    { name: 'sort', schema: { default: 'title' } },
    { name: 'limit', schema: { default: 20 } },
    { name: 'offset', schema: { default: 0 } },
  ])
  expect(JSON.stringify(post)).toContain('"required":["title","text"]')
  expect(JSON.stringify(document.paths['/notes/{id}']?.patch)).not.toContain('"required":["title"')
})

test('a document has the header with which a request is answered once, where it is read', async () => {
  const api = defineApi({ title: 'Payments', version: '1', idempotencyKey: 'Idempotency-Key' })
  const payments = api.resource('payments', { schema: z.strictObject({ id: z.int() }), build: () => ({}) })
  const service = api.service({ resources: [payments], operations: api.crud('/payments', payments) })
  const { paths } = (await createSimulator({ service }).openapi()) as unknown as {
    paths: Readonly<Record<string, Item>>
  }
  const listMethods = (path: string) =>
    Object.entries(paths[path] ?? {}).flatMap(([method, { parameters = [] }]) =>
      parameters.some((each) => each.in === 'header' && each.name === 'Idempotency-Key') ? [method] : [],
    )
  expect(listMethods('/payments')).toEqual(['post'])
  expect(listMethods('/payments/{id}')).toEqual(['patch', 'delete'])
})

type Item = Readonly<
  Record<string, { readonly parameters?: readonly { readonly in: string; readonly name: string }[] }>
>

test('a document has what is made of records in an envelope, headers of results, and 304', async () => {
  const api = defineApi({
    title: 'Notes',
    version: '1',
    envelope: ({ records, total }) => ({
      total,
      rows: records.map((record, row) => ({ row, id: (record as { id: number }).id })),
      same: records,
    }),
    pageHeaders: ({ next, url }) => ({
      Link: next === undefined ? undefined : `<${url(next)}>; rel="next"`,
      'X-Total': '1',
    }),
  })
  const notes = api.resource('notes', { schema: z.object({ id: z.int() }), build: () => ({}) })
  const operations = [
    ...api.crud('/notes', notes, { only: ['list'] }),
    api.operation('getNote', 'GET', '/notes/{id}', {
      responds: notes,
      etag: true,
      run: ({ path, find }) => find(notes, { id: Number(path.id) }),
    }),
  ]
  const document = await describe(api.service({ resources: [notes], operations }) as never)
  const number = { type: 'number' }
  expect(document.paths['/notes']?.get.responses[200]).toMatchObject({
    headers: { Link: { schema: { type: 'string' } }, 'X-Total': {} },
    content: {
      'application/json': {
        schema: {
          properties: {
            total: number,
            rows: { type: 'array', items: { type: 'object', properties: { row: number, id: number } } },
            same: { type: 'array', items: { properties: { id: { type: 'integer' } } } },
          },
        },
      },
    },
  })
  const { responses } = document.paths['/notes/{id}']?.get ?? {}
  expect(responses).toMatchObject({ 200: { headers: { ETag: {} } }, 304: { headers: { ETag: {} } } })
  expect(responses?.[304]).not.toHaveProperty('content')
  expectFittingExamples(document)
})

test('documents name what contains itself, or has an id of its own', async () => {
  interface Tree {
    readonly under: readonly Tree[]
  }
  const tree = z.object({
    get under(): z.ZodType<readonly Tree[]> {
      return z.array(tree)
    },
  })
  const api = defineApi({ title: 'Trees', version: '1' })
  const trees = api.resource('trees', {
    schema: z.object({ id: z.int(), tree, colour: z.enum(['red']).meta({ id: 'Colour' }) }),
    build: () => ({ tree: { under: [{ under: [] }] }, colour: 'red' as const }),
  })
  const document = await describe(api.service({ resources: [trees], operations: api.crud('/trees', trees) }) as never)
  const text = JSON.stringify(document)
  const referred = new Set(Array.from(text.matchAll(/"\$ref":"([^"]*)"/g), ([, path = '']) => path))
  const names = Array.from(referred, (path) => path.replace('#/components/schemas/', ''))
  expect(names.filter((name) => document.components.schemas[name] === undefined)).toEqual([])
  expect(names.map((name) => name.replace(/_\w+$/, ''))).toEqual(expect.arrayContaining(['Tree', 'Colour']))
  expectFittingExamples(document)
})
