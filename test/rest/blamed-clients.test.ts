// A record that cannot be written: by what the client has sent, or by a mistake of the function.

import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { commonQuestions, createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const schema = z.strictObject({
  id: z.int(),
  name: z.string().max(20),
  user_id: z.int().max(9),
  isOpen: z.literal(true),
  size: z.strictObject({ width: z.int().max(9) }),
  tags: z.array(z.string().max(5)),
})
const body = z
  .object({
    n: z.unknown(),
    name: z.unknown(),
    userId: z.unknown(),
    size: z.unknown(),
    labels: z.unknown(),
    text: z.string(),
  })
  .partial()
const build = () => ({ name: 'x', user_id: 1, isOpen: true as const, size: { width: 1 }, tags: [] })
type Body = Readonly<Record<string, unknown>>

async function send(sent: object, toGiven: (body: Body) => object) {
  const api = defineApi({ title: 'Blame', version: '1' })
  const items = api.resource('items', { schema, build })
  const add = api.operation('addItem', 'POST', '/items', {
    body,
    responds: items,
    run: ({ body, create }) => create(items, toGiven(body as Body) as never),
  })
  const { fetch } = createSimulator({ service: api.service({ resources: [items], operations: [add] }) })
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  const response = await fetch('/items', { method: 'POST', body: JSON.stringify(sent) })
  printed.mockRestore()
  const { errors } = await response.json()
  return [response.status, errors?.map(({ field }: { field: string }) => field)]
}

test.each<[string, object, (body: Body) => object]>([
  ['a number', { n: 5 }, () => ({ name: 5 })],
  ['a truth value', { n: true }, () => ({ name: true })],
  ['a false one', { n: false }, () => ({ isOpen: false })],
  ['another value of a field with its name', { name: 'fine' }, () => ({ name: 5 })],
  ['a list of its own', { labels: ['too long'] }, () => ({ tags: ['other ones'] })],
  ['an object with other values', { size: { width: 1 } }, () => ({ size: { width: 10 } })],
  ['nothing that was sent', {}, () => ({ user_id: 10 })],
])('what a function gives by itself is its mistake, beside %s', async (_what, sent, toGiven) => {
  expect(await send(sent, toGiven)).toEqual([500, undefined])
})

test.each<[string, object, (body: Body) => object, string]>([
  ['a field', { name: 5 }, ({ name }) => ({ name }), 'name'],
  ['a name that is like it', { userId: 10 }, ({ userId }) => ({ user_id: userId }), 'userId'],
  ['an object', { size: { width: 10 } }, ({ size }) => ({ size }), 'size.width'],
  ['a part of an object', { size: { width: 10 } }, ({ size }) => ({ size: { ...Object(size) } }), 'size.width'],
  ['what an object lacks', { size: {} }, ({ size }) => ({ size }), 'size.width'],
  ['a list with another name', { labels: ['too long'] }, ({ labels }) => ({ tags: labels }), 'labels[0]'],
  ['a long text with another name', { text: 'x'.repeat(21) }, ({ text }) => ({ name: text }), 'text'],
])('what a request gives is its mistake: %s', async (_what, sent, toGiven, field) => {
  expect(await send(sent, toGiven)).toEqual([422, [field]])
})

test.each([
  ['a number for a text', { name: 5 }, /"set.name" is 5/],
  ['an id', { id: 7 }, /"set.id"/],
  ['more than the most', { user_id: 10 }, /"set.user_id" is 10/],
  ['a part that is wrong', { size: { width: 'x' } }, /"set.size.width" is "x"/],
])('a next that sets what a record cannot have is told when the API is declared: %s', (_what, set, message) => {
  const api = defineApi({ title: 'Next', version: '1' })
  const items = api.resource('items', {
    schema,
    build,
    next: () => ({ after: 1, set }) as never,
  })
  const declaring = () => api.service({ resources: [items], operations: [] })
  expect(declaring).toThrow(/Failed to .*next of items/)
  expect(declaring).toThrow(message)
})

test('a next that sets the id of a record that there is not is told when the API is declared', () => {
  const api = defineApi({ title: 'Next', version: '1' })
  const owners = api.resource('owners', { schema: z.strictObject({ id: z.int() }), count: 1, build: () => ({}) })
  const pets = api.resource('pets', {
    schema: z.strictObject({ id: z.int(), owner_id: z.int() }),
    belongsTo: { owner_id: owners },
    build: () => ({}),
    next: () => ({ after: 1, set: { owner_id: 9 } }),
  })
  expect(() => api.service({ resources: [owners, pets], operations: [] })).toThrow(
    '"set.owner_id" is 9, and there is no such owner',
  )
})

test.each([
  ['an email', 'email'],
  ['a word', 'word'],
  ['an object', 'place'],
  ['a number', 'size'],
  ['a time', 'at'],
  ['a text with a least length', 'title'],
])('an empty value of a form is null where the field may be null and not an empty text: %s', async (_what, field) => {
  const api = defineApi({ title: 'Forms', version: '1', bodies: 'form' })
  const things = api.resource('things', {
    schema: z.strictObject({
      id: z.int(),
      email: z.email().nullable(),
      word: z.enum(['a', 'b']).nullable(),
      place: z.strictObject({ city: z.string() }).nullable(),
      size: z.int().nullable(),
      at: z.iso.datetime().nullable(),
      title: z.string().min(1).nullable(),
      must: z.email(),
    }),
    build: () => ({
      email: 'a@b.de',
      word: 'a' as const,
      place: { city: 'x' },
      size: 1,
      at: '2026-01-01T00:00:00Z',
      title: 'x',
      must: 'a@b.de',
    }),
  })
  const { fetch } = createSimulator({
    service: api.service({ resources: [things], operations: api.crud('/things', things) }),
  })
  const response = await fetch('/things/1', { method: 'PATCH', body: `${field}=` })
  expect(await response.json()).toMatchObject({ [field]: null })
  const refused = await fetch('/things/1', { method: 'PATCH', body: `${field}=&must=` })
  expect(await refused.json()).toMatchObject({ status: 422, errors: [{ field: 'must' }] })
})

const run = () => undefined
const api = () => defineApi({ title: 'T', version: '1' })
const plain = z.strictObject({ id: z.int(), name: z.string(), tags: z.array(z.string()), at: z.object({ x: z.int() }) })
const built = () => ({ name: 'x', tags: [], at: { x: 1 } })
const things = (own = api(), options: object = {}) =>
  own.resource('things', { schema: plain, build: built, ...options } as never)

test.each<[string, () => unknown, RegExp]>([
  ['a loose schema', () => things(api(), { schema: z.looseObject(plain.shape) }), /"schema" takes fields/],
  ['a catchall', () => things(api(), { schema: plain.catchall(z.int()) }), /z\.record/],
  ['an order by an object', () => things(api(), { orders: { at: 'at' } }), /"at", which is an object/],
  [
    'a part of a list',
    () => api().list('listThings', '/t', things(), { filters: { tags: 'contains' } } as never),
    /looks for a part of "tags"/,
  ],
  ['status 304', () => api().operation('x', 'GET', '/x', { run, status: 304 }), /etag/],
  ['status 500', () => api().operation('x', 'GET', '/x', { run, status: 500 }), /refuse/],
  ['a placeholder __proto__', () => api().operation('x', 'GET', '/{__proto__}', { run }), /placeholder/],
  ['an operation constructor', () => api().operation('constructor', 'GET', '/x', { run }), /Objects have this name/],
  [
    'a scenario with another name',
    () => {
      const own = api()
      return own.service({ resources: [things(own)], operations: [], scenarios: { a: { name: 'b' } as never } })
    },
    /"name" is "b"/,
  ],
  [
    'an operation about a resource of another API',
    () => {
      const own = api()
      return own.service({ resources: [things(own)], operations: [own.list('listThings', '/t', things())] })
    },
    /is about things/,
  ],
])('nonsense is refused where it is declared: %s', (_what, declare, message) => {
  expect(declare).toThrow(message)
})

test('two cursors at once are invalid, unless invalid parameters are ignored', async () => {
  const { invalidParameter } = commonQuestions
  const own = defineApi({
    title: 'T',
    version: '1',
    pages: { after: 'after', before: 'before', size: 'n', usual: 2, most: 2 },
    questions: { invalidParameter },
  })
  const rooms = own.resource('rooms', { schema: z.strictObject({ id: z.int() }), build: () => ({}) })
  const service = own.service({ resources: [rooms], operations: own.crud('/rooms', rooms) })
  const { fetch, assume } = createSimulator({ service })
  const ask = async (query: string) => {
    const response = await fetch(`/rooms?${query}`)
    return [response.status, await response.json()]
  }
  expect(await ask('after=2&before=6')).toMatchObject([422, { errors: [{ field: 'after' }, { field: 'before' }] }])
  expect(await ask('after=2&before=')).toEqual([200, [{ id: 3 }, { id: 4 }]])
  assume({ invalidParameter: 'ignored' })
  expect(await ask('after=2&before=6')).toEqual([200, [{ id: 3 }, { id: 4 }]])
})
