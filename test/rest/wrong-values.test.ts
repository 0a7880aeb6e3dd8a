// Every field of a declaration with values of every kind: it takes those that it allows, and says what is wrong with all others.

import { faker } from '@faker-js/faker'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineApi, OptionError } from '../../src/entries/engine/index.ts'

const run = () => undefined
const schema = z.strictObject({ id: z.int(), name: z.string() })
const things = () =>
  defineApi({ title: 'T', version: '1' }).resource('things', { schema, build: () => ({ name: 'x' }) })

/** Values of every kind, by what they are. */
const VALUES: Readonly<Record<string, unknown>> = {
  null: null,
  zero: 0,
  one: 1,
  status: 404,
  success: 202,
  negative: -1,
  fraction: 0.5,
  huge: 1e12,
  NaN: Number.NaN,
  bigint: 1n,
  true: true,
  false: false,
  empty: '',
  text: 'name',
  path: '/v1',
  spaced: 'a b',
  list: [],
  texts: ['name'],
  numbers: [404],
  object: {},
  date: new Date(0),
  map: new Map(),
  function: run,
  symbol: Symbol('s'),
  schema: z.string(),
  objectSchema: schema,
  resource: things(),
  faker,
}

type Loose = Readonly<Record<string, unknown>>

const declare: Readonly<Record<string, (options: Loose) => unknown>> = {
  api: (options) => defineApi({ title: 'T', version: '1', ...options } as never),
  pages: (pages) => declare.api?.({ pages: { offset: 'o', size: 'n', usual: 1, most: 9, ...pages } }),
  credentials: (credentials) => declare.api?.({ credentials: { header: 'X-Key', ...credentials } }),
  question: (question) => declare.api?.({ questions: { q: { question: 'Why?', values: { a: 'A.' }, ...question } } }),
  resource: (options) =>
    defineApi({ title: 'T', version: '1' }).resource('things', { schema, build: run, ...options } as never),
  list: (options) => defineApi({ title: 'T', version: '1' }).list('listThings', '/t', things(), options as never),
  filter: (filter) => declare.list?.({ filters: { by: { field: 'name', match: 'equals', ...filter } } }),
  crud: (options) => defineApi({ title: 'T', version: '1' }).crud('/t', things(), options as never),
  operation: (options) =>
    defineApi({ title: 'T', version: '1' }).operation('getThing', 'GET', '/t', { run, ...options } as never),
  place: ({ name = 'getThing', method = 'GET', path = '/t' }) =>
    defineApi({ title: 'T', version: '1' }).operation(name as never, method as never, path as never, { run }),
  service: (parts) =>
    defineApi({ title: 'T', version: '1' }).service({ resources: [things()], operations: [], ...parts } as never),
}

const TEXT = ['text', 'path', 'spaced']
const NAME = ['text']
const RUN = ['function']
const FLAG = ['true', 'false']

/** For each field, what it may be. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  api: {
    title: TEXT,
    version: TEXT,
    basePath: ['empty', 'path'],
    credentials: [],
    bodies: [],
    pages: [],
    envelope: RUN,
    pageHeaders: RUN,
    error: RUN,
    invalidStatus: ['status'],
    idempotencyKey: NAME,
    questions: ['object'],
    faker: ['faker'],
  },
  pages: {
    size: TEXT,
    usual: ['one'],
    most: ['one', 'status', 'success', 'huge'],
    above: [],
    offset: TEXT,
  },
  credentials: { header: NAME, scheme: NAME, for: [] },
  question: { question: TEXT, values: [], usual: [], advice: [...TEXT, 'empty'] },
  resource: {
    schema: ['objectSchema'],
    id: RUN,
    singular: NAME,
    description: TEXT,
    count: ['zero', 'one', 'status', 'success'],
    belongsTo: ['object'],
    orders: ['object'],
    build: RUN,
    view: RUN,
    next: RUN,
  },
  list: {
    summary: TEXT,
    filters: ['object'],
    query: ['objectSchema'],
    order: RUN,
    within: RUN,
    pages: [],
    envelope: RUN,
  },
  filter: {
    field: NAME,
    match: RUN,
    choices: ['texts'],
    usual: [...TEXT, 'empty'],
    every: [...TEXT, 'empty'],
    applies: RUN,
  },
  // `schema` has an id, and so has the path of one record.
  crud: { only: [], summary: TEXT, filters: ['object'], query: [], order: RUN, within: RUN },
  operation: {
    summary: TEXT,
    body: ['schema', 'objectSchema'],
    query: ['objectSchema'],
    responds: ['resource'],
    status: ['success'],
    refuses: ['list', 'numbers'],
    etag: FLAG,
    run: RUN,
  },
  place: { name: NAME, method: [], path: ['path'] },
  service: { resources: [], operations: ['list'], scenarios: ['object'] },
}

const fields = Object.entries(ALLOWED).flatMap(([kind, allowed]) =>
  Object.entries(allowed).map(([field, names]) => [kind, field, names] as const),
)

test.each(fields)('%s: "%s" takes nothing but %j', (kind, field, names) => {
  for (const [name, value] of Object.entries(VALUES)) {
    let error: unknown
    try {
      declare[kind]?.({ [field]: value })
    } catch (thrown) {
      error = thrown
    }
    const isRefused = error instanceof OptionError && /^Failed to declare .+: .+/.test(error.message)
    expect([name, names.includes(name) ? error : isRefused || error]).toEqual([
      name,
      names.includes(name) ? undefined : true,
    ])
  }
})

test.each(Object.keys(declare))('%s: an unknown field is refused', (kind) => {
  if (kind === 'place') return
  expect(() => declare[kind]?.({ unheard: 1 })).toThrow('unheard" is unknown')
})

test.each([undefined, null, 'x', 7, [], run])('%j is no declaration', (value) => {
  const api = defineApi({ title: 'T', version: '1' })
  expect(() => defineApi(value as never)).toThrow('Failed to declare the API')
  expect(() => api.resource('things', value as never)).toThrow('Failed to declare things')
  expect(() => api.operation('getThing', 'GET', '/t', value as never)).toThrow('Failed to declare getThing')
  expect(() => api.service(value as never)).toThrow('Failed to declare the service')
  if (value !== undefined)
    expect(() => api.list('listThings', '/t', things(), value as never)).toThrow('Failed to declare listThings')
})
