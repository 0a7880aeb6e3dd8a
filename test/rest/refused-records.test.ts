import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { commonQuestions, createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const { validationStatus, beyondTheEnd } = commonQuestions
const api = defineApi({
  title: 'Rooms',
  version: '1',
  invalidStatus: 409,
  pages: { after: 'after', size: 'size', usual: 2, most: 2 },
  questions: { validationStatus, beyondTheEnd },
})
const rooms = api.resource('rooms', {
  schema: z
    .strictObject({
      id: z.int(),
      beds: z.int().positive(),
      size: z.strictObject({ width: z.int() }),
      code: z.string().min(2),
    })
    .refine(({ beds, size }) => beds <= size.width, 'More beds than it is wide'),
  build: ({ index }) => ({ beds: 1, size: { width: 2 }, code: `R${index}` }),
})
const numbers = z.object({ beds: z.number(), size: z.object({ width: z.number() }), id: z.number() }).partial()
const locate = { status: 200, responds: rooms } as const
const replace = api.operation('replaceRoom', 'PUT', '/rooms/{id}', {
  ...locate,
  body: numbers,
  run: ({ path, body: { id: _id, ...body }, find, update, refuse }) =>
    update(rooms, find(rooms, { id: Number(path.id) }) ?? refuse(404, 'No such room'), body),
})
const add = api.operation('addRoom', 'POST', '/added', {
  ...locate,
  body: numbers,
  run: ({ body, create }) => create(rooms, body),
})
const breakRoom = api.operation('breakRoom', 'POST', '/broken', {
  ...locate,
  body: numbers,
  run: ({ body, create }) => create(rooms, { ...body, code: 'x' }),
})
const service = api.service({ resources: [rooms], operations: [...api.crud('/rooms', rooms), replace, add, breakRoom] })

const send = async (method: string, path: string, body?: object, options: object = {}) => {
  const simulator = createSimulator({ service, ...options })
  const response = await simulator.fetch(path, { method, ...(body && { body: JSON.stringify(body) }) })
  return { status: response.status, body: await response.json(), count: simulator.db.rooms.count() }
}

test.each([
  ['a change', 'PATCH', '/rooms/1', { beds: 9 }, ''],
  ['a creation', 'POST', '/rooms', { beds: 9 }, ''],
  ['a replacement', 'PUT', '/rooms/1', { beds: -1 }, 'beds'],
  ['a value deep in it', 'PUT', '/rooms/1', { size: { width: 1.5 } }, 'size.width'],
  ['a creation of its own kind', 'POST', '/added', { beds: 0.5 }, 'beds'],
  ['what only the whole record refuses', 'POST', '/added', { beds: 9 }, ''],
] as const)(
  '%s that the record cannot have is invalid, and names the field',
  async (_what, method, path, body, field) => {
    const answer = await send(method, path, body)
    expect(answer).toMatchObject({ status: 409, body: { errors: [{ in: 'body', field }] }, count: 10 })
  },
)

test('a check of the whole record is told in its own words, without what the record holds', async () => {
  const api = defineApi({ title: 'Users', version: '1' })
  const users = api.resource('users', {
    schema: z
      .strictObject({ id: z.int(), password: z.string(), again: z.string() })
      .refine(({ password, again }) => password === again, { error: 'The passwords differ', path: ['again'] })
      .refine(({ password }) => password.length > 8, 'The password is too short'),
    build: () => ({ password: 'rosebud-rosebud', again: 'rosebud-rosebud' }),
  })
  const { fetch } = createSimulator({
    service: api.service({ resources: [users], operations: api.crud('/users', users) }),
  })
  const errors = [
    { in: 'body', field: 'again', code: 'invalid', detail: 'The passwords differ' },
    { in: 'body', field: '', code: 'invalid', detail: 'The password is too short' },
  ]
  const body = JSON.stringify({ password: 'hunter2', again: 'hunter3' })
  for (const [method, path] of [
    ['POST', '/users'],
    ['PATCH', '/users/1'],
  ] as const)
    expect(await (await fetch(path, { method, body })).json()).toMatchObject({ status: 422, errors })
})

test('an id that is taken is a conflict', async () => {
  expect(await send('POST', '/added', { id: 3 })).toMatchObject({ status: 409, body: { errors: [{ field: 'id' }] } })
})

test('a creation gives what the usual operations require, and null is a value where it may be one', async () => {
  const api = defineApi({ title: 'Notes', version: '1' })
  const notes = api.resource('notes', {
    schema: z.strictObject({ id: z.int(), title: z.string(), text: z.string().nullable().default('') }),
    build: () => ({ title: 'A note' }),
  })
  const operations = api.crud('/notes', notes, { requires: ['title', 'text'] })
  const simulator = createSimulator({ service: api.service({ resources: [notes], operations }), scenario: 'default' })
  const send = async (method: string, path: string, body: object) => {
    const response = await simulator.fetch(path, { method, body: JSON.stringify(body) })
    const { errors = [], ...rest } = (await response.json()) as { errors?: readonly { field: string; code: string }[] }
    return [response.status, ...(errors.length > 0 ? errors.map(({ field, code }) => `${field} ${code}`) : [rest])]
  }
  expect(await send('POST', '/notes', {})).toEqual([422, 'title missing', 'text missing'])
  expect(await send('POST', '/notes', { title: null, text: null })).toEqual([422, 'title invalid'])
  expect(await send('POST', '/notes', { title: 'x', text: null })).toMatchObject([201, { title: 'x', text: null }])
  expect(await send('PATCH', '/notes/1', { text: 'y' })).toMatchObject([200, { title: 'A note', text: 'y' }])
  expect(() => api.crud('/others', notes, { requires: ['tilte' as never] })).toThrow(
    'Failed to declare the usual operations of notes: "requires" names the field "tilte". Did you mean "title"?',
  )
})

test('what the body did not give is a mistake in the declaration', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  expect(await send('POST', '/broken', { beds: 1 })).toMatchObject({ status: 500, count: 10 })
  expect(printed).toHaveBeenCalledOnce()
  printed.mockRestore()
})

test.each([
  ['declared', 409],
  ['status400', 400],
  ['status422', 422],
] as const)('all refusals of invalid input have the status that is %s', async (answer, status) => {
  const options = { assumptions: { validationStatus: answer, beyondTheEnd: 'refused' } }
  const statuses = [
    await send('PATCH', '/rooms/1', { beds: 'x' }, options),
    await send('PATCH', '/rooms/1', { beds: 9 }, options),
    await send('PUT', '/rooms/1', { beds: -1 }, options),
    await send('GET', '/rooms?size=0', undefined, options),
    await send('GET', '/rooms?after=77', undefined, options),
  ].map((each) => each.status)
  expect(statuses).toEqual([status, status, status, status, status])
})

test('what the path and the query give is told where they gave it, and what was built beside what was sent', async () => {
  const own = defineApi({ title: 'Spans', version: '1' })
  const spans = own.resource('spans', {
    schema: z
      .strictObject({ id: z.int(), code: z.string().length(2), first: z.int().min(0), last: z.int() })
      .refine(({ first, last }) => first <= last, { path: ['last'], message: 'It must not be before the first one' }),
    count: 1,
    build: () => ({ code: 'ab', first: 1, last: 50 }),
  })
  const put = own.operation('putSpan', 'PUT', '/spans/{code}', {
    query: z.object({ first_from: z.int() }),
    body: z.object({ broken: z.boolean().default(false) }),
    responds: spans,
    run: ({ path: { code }, values, body, create }) =>
      create(spans, { code, first: values.first_from, ...(body.broken && { last: -1 }) }),
  })
  const { fetch } = createSimulator({ service: own.service({ resources: [spans], operations: [put] }) })
  const send = async (path: string, body = '{}') => {
    const response = await fetch(path, { method: 'PUT', body })
    const { errors, code } = await response.json()
    return [
      response.status,
      errors?.map(({ in: place, field }: { in: string; field: string }) => `${place}:${field}`) ?? code,
    ]
  }
  expect(await send('/spans/cd?first_from=3')).toEqual([200, 'cd'])
  expect(await send('/spans/long?first_from=3')).toEqual([422, ['path:code']])
  expect(await send('/spans/cd?first_from=-1')).toEqual([422, ['query:first_from']])
  // Its last one was built.
  expect(await send('/spans/cd?first_from=60')).toEqual([422, ['body:last']])
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  // The function has set it by itself.
  expect(await send('/spans/cd?first_from=3', '{"broken":true}')).toEqual([500, undefined])
  expect(printed).toHaveBeenCalledOnce()
  printed.mockRestore()
})

test('an empty text in a form is no value where there need not be one', async () => {
  const own = defineApi({ title: 'Forms', version: '1', bodies: 'form' })
  const things = own.resource('things', {
    schema: z.object({
      id: z.int(),
      size: z.int().nullable(),
      is_new: z.boolean().nullable(),
      note: z.string().nullable(),
    }),
    build: () => ({ size: 1, is_new: true, note: 'x' }),
  })
  const { fetch } = createSimulator({
    service: own.service({ resources: [things], operations: own.crud('/things', things) }),
  })
  const response = await fetch('/things/1', { method: 'PATCH', body: 'size=&is_new=&note=' })
  expect(await response.json()).toEqual({ id: 1, size: null, is_new: null, note: '' })
})

test('what is created below a record that there is not gets 404', async () => {
  const houses = api.resource('houses', { schema: z.strictObject({ id: z.int() }), count: 1, build: () => ({}) })
  const doors = api.resource('doors', {
    schema: z.strictObject({ id: z.int(), house_id: z.int() }),
    belongsTo: { house_id: houses },
    build: () => ({}),
  })
  const nested = api.crud('/houses/{house}/doors', doors, { within: ({ house }) => ({ house_id: Number(house) }) })
  const simulator = createSimulator({ service: api.service({ resources: [houses, doors], operations: nested }) })
  const post = async (path: string) => (await simulator.fetch(path, { method: 'POST', body: '{}' })).status
  expect(await Promise.all(['1', '2', 'x'].map((house) => post(`/houses/${house}/doors`)))).toEqual([201, 404, 404])
})

test('a check of several fields tells the value of the one that it names', () => {
  const stays = api.resource('stays', {
    schema: z
      .strictObject({ id: z.int(), first: z.int(), last: z.int(), deep: z.strictObject({ a: z.int(), b: z.int() }) })
      .refine(({ first, last }) => first < last, { path: ['last'], message: 'It must be after the first one' })
      .refine(({ deep }) => deep.a < 9, { path: ['deep', 'a'], message: 'It must be below 9' })
      .refine(({ deep }) => deep.b < 9, { path: ['more'], message: 'It must be below 9' }),
    build: () => ({ first: 1, last: 2, deep: { a: 1, b: 2 } }),
  })
  const { db } = createSimulator({ service: api.service({ resources: [stays], operations: [] }) })
  expect(() => db.stays.create({ first: 5 })).toThrow('"last" is 2. It must be after the first one')
  expect(() => db.stays.create({ deep: { a: 9, b: 2 } })).toThrow('"deep.a" is 9. It must be below 9')
  expect(() => db.stays.create({ deep: { a: 1, b: 9 } })).toThrow('"more" is missing')
})
