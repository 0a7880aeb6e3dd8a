// Schemas of all kinds in a record and in a body: what JSON can hold passes every door, and anything else is told at once.

import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'
import { connectAgent } from '../mcp/support/mcp-test.ts'
import { validator } from '../support/open-api-validator.ts'

interface Tree {
  readonly name: string
  readonly under: readonly Tree[]
}
const tree = z.object({
  name: z.string(),
  get under(): z.ZodType<readonly Tree[]> {
    return z.array(tree)
  },
})
const chain: z.ZodType = z.lazy(() => z.object({ next: z.record(z.string(), chain).nullable() }))

/** Each kind with a value of it. */
const kept: Readonly<Record<string, readonly [schema: z.ZodType, value: unknown]>> = {
  'a default': [z.string().default('x'), undefined],
  'a default within': [z.object({ a: z.object({ b: z.int().default(3) }).prefault({}) }).prefault({}), undefined],
  'a brand': [z.string().brand('B'), 'x'],
  'a text that is trimmed': [z.string().trim().toLowerCase(), ' X '],
  'a transform that keeps what it has made': [z.string().transform((text) => text.toUpperCase()), 'x'],
  'a conversion': [z.coerce.number(), '7'],
  'a check of its own': [z.custom<string>((value) => typeof value === 'string'), 'x'],
  'kinds with a field that tells them apart': [
    z.discriminatedUnion('t', [z.object({ t: z.literal('a'), n: z.int() }), z.object({ t: z.literal('b') })]),
    { t: 'a', n: 1 },
  ],
  'both of two': [z.intersection(z.object({ a: z.int() }), z.object({ b: z.int() })), { a: 1, b: 2 }],
  'any names': [z.record(z.string(), z.union([z.int(), z.null()])), { a: 1, b: null }],
  'more names than its own': [z.looseObject({ a: z.int() }), { a: 1, b: { c: 1 } }],
  'other names with texts': [z.object({ a: z.int() }).catchall(z.string()), { a: 1, b: 'x' }],
  'places of their own': [z.tuple([z.string()], z.int()), ['a', 1, 2]],
  'any JSON': [z.json(), { a: [1, null] }],
  'a tree': [tree, { name: 'a', under: [{ name: 'b', under: [] }] }],
  'a chain': [chain, { next: { a: { next: null } } }],
  'a name for documents': [z.object({ a: z.int() }).meta({ id: 'Named' }), { a: 1 }],
  'null or absent': [z.string().nullish(), undefined],
}

const declare = (schema: z.ZodType, value: unknown) => {
  const api = defineApi({ title: 'Odd', version: '1' })
  const things = api.resource('things', {
    schema: z.strictObject({ id: z.int(), odd: schema, n: z.int() }),
    count: 2,
    build: ({ index }) => ({ ...(value !== undefined && { odd: value }), n: index }) as never,
  })
  const echo = api.operation('echo', 'POST', '/echo', { body: z.object({ odd: schema }), run: ({ body }) => body })
  return api.service({ resources: [things], operations: [...api.crud('/things', things), echo] })
}

test.each(Object.keys(kept))('a record with %s is written, read, restored and documented', async (name) => {
  const [schema, value] = kept[name] as (typeof kept)[string]
  const service = declare(schema, value)
  const simulator = createSimulator({ service })
  const send = async (method: string, path: string, body?: object) => {
    const response = await simulator.fetch(path, { method, ...(body && { body: JSON.stringify(body) }) })
    return [response.status, await response.json()]
  }
  const [, first] = await send('GET', '/things/1')
  expect(await send('POST', '/things', { odd: value, n: 0 })).toEqual([201, { ...first, id: 3 }])
  expect(await send('PATCH', '/things/1', { n: 5 })).toEqual([200, { ...first, n: 5 }])
  expect(await send('POST', '/echo', { odd: value })).toEqual([201, first.odd === undefined ? {} : { odd: first.odd }])
  const other = createSimulator({ service })
  other.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
  expect(other.db.things.list()).toEqual(simulator.db.things.list())
  const { valid, errors } = await validator.validate((await simulator.openapi()) as never)
  expect([valid, errors]).toEqual([true, undefined])
  const agent = await connectAgent(simulator)
  expect(await agent.call('see_records', { resource: 'things' })).toMatchObject({ isError: false })
})

/** Schemas that make a value of nothing, each with another value. */
const filling: Readonly<Record<string, readonly [schema: z.ZodType, value: unknown]>> = {
  'a default': [z.string().default('d'), 'x'],
  'a default that may be null': [z.string().default('d').nullable(), 'x'],
  'a default that may be absent': [z.string().default('d').optional(), 'x'],
  'a default that cannot change': [z.array(z.string()).default([]).readonly(), ['x']],
  'a default before a transform': [
    z
      .string()
      .default('d')
      .transform((text) => text.trim()),
    'x',
  ],
  'a prefault': [z.string().prefault('d'), 'x'],
  'a prefault with fields': [z.object({ a: z.int().default(1) }).prefault({}), { a: 2 }],
  'a catch': [z.string().catch('d'), 'x'],
  'a default found later': [z.lazy(() => z.string().default('d')), 'x'],
  'a default of one form': [z.union([z.string().default('d'), z.int()]), 'x'],
}

test.each(Object.keys(filling))('a change keeps %s that it does not give, and so does a creation', async (name) => {
  const [schema, value] = filling[name] as (typeof filling)[string]
  const simulator = createSimulator({ service: declare(schema, value) })
  const send = async (method: string, path: string, body: object) =>
    (await simulator.fetch(path, { method, body: JSON.stringify(body) })).json()
  expect(await send('PATCH', '/things/1', { n: 5 })).toEqual({ id: 1, odd: value, n: 5 })
  expect(await send('POST', '/things', { n: 0 })).toEqual({ id: 3, odd: value, n: 0 })
  expect(simulator.db.things.create({ n: 1 } as never)).toEqual({ id: 4, odd: value, n: 1 })
})

const record = z.record(z.string(), z.unknown())
const loop: Record<string, unknown> = {}
loop.a = loop

test.each([
  ['a date', z.unknown(), new Date(0), '"odd" is a Date. JSON has no such value'],
  ['a bigint', z.any(), 1n, '"odd" is 1. JSON has no such value'],
  ['an infinite number', z.literal([Number.POSITIVE_INFINITY, 1]), Number.POSITIVE_INFINITY, '"odd" is Infinity'],
  ['a function within', record, { a: { b: () => 1 } }, '"odd.a.b" is () => 1. JSON has no such value'],
  ['a map in a list', record, { a: [new Map()] }, '"odd.a.0" is a Map'],
  ['nothing in a list', record, { a: [undefined] }, '"odd.a.0" is missing'],
  ['itself', record, loop, 'JSON has no such value'],
])('a record that would hold %s is neither declared, nor written later', (_what, schema, value, message) => {
  expect(() => declare(schema, value)).toThrow(message)
  const { db } = createSimulator({ service: declare(schema, schema === record ? {} : 1) })
  expect(() => db.things.create({ odd: value } as never)).toThrow(message)
  expect(() => db.things.update(1, { odd: value } as never)).toThrow(message)
  expect(db.things.count()).toBe(2)
})

test('a field that must be there, and may be undefined, is refused when it is declared', () => {
  const schema = z.union([z.string(), z.undefined()])
  expect(() => declare(schema, undefined)).toThrow('"odd" is missing. Expected: a value')
})

/** Each kind with a value of it, and what is told. */
const refused: readonly (readonly [what: string, schema: z.ZodType, value: unknown, message: string])[] = [
  ['a date', z.date(), new Date(0), '"schema.odd" is a date. JSON has none'],
  ['a date within', z.array(z.object({ at: z.coerce.date() })), [], '"schema.odd" is a date'],
  ['a bigint', z.bigint(), 1n, '"schema.odd" is a bigint'],
  ['a map', z.map(z.string(), z.int()), new Map(), '"schema.odd" is a map'],
  ['a set', z.set(z.int()), new Set(), '"schema.odd" is a set'],
  ['a promise', z.promise(z.int()), Promise.resolve(1), '"schema.odd" is a promise'],
  [
    'a transform that changes again',
    z.string().transform((text) => `${text}!`),
    'x',
    'record 0: its schema puts out {"id":1,"odd":"x!"',
  ],
  [
    'a transform into another kind',
    z.string().transform(Number),
    '1',
    'and refuses that. It must keep what it puts out',
  ],
  ['an instance', z.instanceof(URL), new URL('http://a.test'), 'It must keep what it puts out'],
  ['a function', z.custom((value) => typeof value === 'function'), () => 1, 'It must keep what it puts out'],
  ['a check that waits', z.string().refine(async () => true), 'x', 'scenario default: its records cannot be built'],
  [
    'a check that throws',
    z.string().refine(() => {
      throw new Error('broken')
    }),
    'x',
    'its records cannot be built: broken',
  ],
]

test.each(refused)('a record with %s is refused when it is declared', (_what, schema, value, message) => {
  expect(() => declare(schema, value)).toThrow(/^Failed to declare /)
  expect(() => declare(schema, value)).toThrow(message)
})

const body = (schema: z.ZodType) => ({ body: z.object({ a: z.object({ odd: schema }).optional() }) })
const query = (schema: z.ZodType) => ({ query: z.object({ odd: schema }) })

test.each([
  ['a date in a body', body(z.date()), 'declare write: "body.a" is a date. No request can have one'],
  ['a bigint in a body', body(z.bigint()), '"body.a" is a bigint'],
  ['a date in a query', query(z.date().optional()), '"query.odd" is a date'],
  ['a map in a query', query(z.map(z.string(), z.string())), '"query.odd" is a map'],
])('%s is refused when it is declared', (_what, options, message) => {
  const api = defineApi({ title: 'Odd', version: '1' })
  expect(() => api.operation('write', 'POST', '/write', { ...options, run: () => 1 } as never)).toThrow(message)
})

test.each([
  ['a body becomes a date', body(z.coerce.date()), '?', { a: { odd: '2026-03-02' } }],
  ['a body is a date or a text', body(z.union([z.date(), z.string()])), '?', { a: { odd: 'x' } }],
  ['a query is a bigint', query(z.bigint()), '?odd=12', {}],
  ['a query becomes a date', query(z.string().pipe(z.coerce.date())), '?odd=2026-03-02', {}],
])('%s', async (_what, options, search, value) => {
  const api = defineApi({ title: 'Odd', version: '1' })
  const things = api.resource('things', { schema: z.object({ id: z.int() }), build: () => ({}) })
  const write = api.operation('write', 'POST', '/write', { ...options, run: () => 'done' } as never)
  const { fetch } = createSimulator({ service: api.service({ resources: [things], operations: [write] }) })
  const response = await fetch(`/write${search}`, { method: 'POST', body: JSON.stringify(value) })
  expect([response.status, await response.json()]).toEqual([201, 'done'])
})

test.each([
  ['waits', z.string().refine(async () => true)],
  [
    'throws',
    z.string().refine(() => {
      throw new Error('broken')
    }),
  ],
])('a schema of a request that %s is told in the response, and the rest works', async (_what, schema) => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  const api = defineApi({ title: 'Odd', version: '1' })
  const things = api.resource('things', { schema: z.object({ id: z.int() }), build: () => ({}) })
  const operations = [
    api.operation('read', 'GET', '/read', { query: z.object({ a: schema }), run: () => 1 }),
    api.operation('write', 'POST', '/write', { body: z.object({ a: schema }), run: () => 1 }),
  ]
  const simulator = createSimulator({ service: api.service({ resources: [things], operations }) })
  for (const [path, init] of [['/read?a=1'], ['/write', { method: 'POST', body: '{"a":"1"}' }]] as const) {
    const response = await simulator.fetch(path, init)
    expect([response.status, (await response.json()).detail]).toEqual([
      500,
      expect.stringContaining(`Failed to read a request for ${path.slice(1).split('?')[0]} with its schemas: `),
    ])
  }
  expect((await simulator.fetch('/_simulator/coverage')).status).toBe(200)
  expect(await simulator.openapi()).toHaveProperty(['paths', '/read'])
  printed.mockRestore()
})

test('a body of crud takes what its record takes, at each level', async () => {
  const api = defineApi({ title: 'Odd', version: '1' })
  const things = api.resource('things', {
    schema: z.object({ id: z.int(), dropping: z.object({ a: z.int() }), keeping: z.looseObject({ a: z.int() }) }),
    build: () => ({ dropping: { a: 1 }, keeping: { a: 1 } }),
  })
  const simulator = createSimulator({
    service: api.service({ resources: [things], operations: api.crud('/things', things) }),
  })
  const body = JSON.stringify({ dropping: { a: 2, b: 2 }, keeping: { a: 2, b: 2 }, more: 2 })
  const response = await simulator.fetch('/things/1', { method: 'PATCH', body })
  expect(await response.json()).toEqual({ id: 1, dropping: { a: 2 }, keeping: { a: 2, b: 2 } })
})
