import { expect, test } from 'vitest'
import * as z from 'zod'
import { commonQuestions, createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const api = defineApi({
  title: 'Shelf',
  version: '1',
  envelope: ({ records }) => ({ data: records }),
  questions: { byColour: { question: 'Does colour select?', values: { yes: 'Yes.', no: 'No.' } } },
})
const books = api.resource('books', {
  schema: z.strictObject({ id: z.int(), colour: z.enum(['red', 'blue']) }),
  build: ({ index }) => ({ colour: index % 2 === 0 ? 'red' : 'blue' }),
})
const service = api.service({
  resources: [books],
  operations: [
    api.list('listBooks', '/books', books, {
      filters: {
        colour: { field: 'colour', match: 'equals', applies: ({ assumptions }) => assumptions.byColour === 'yes' },
      },
    }),
    api.list('searchBooks', '/search', books, {
      pages: { page: 'page', size: 'per_page', usual: 4, most: 5 },
      envelope: ({ records, next, total }) => ({ books: records, next, total }),
    }),
  ],
})

const ask = async (path: string, assumptions: object = {}) =>
  (await createSimulator({ service, assumptions }).fetch(path)).json()

test('a list may be cut and written in its own way', async () => {
  expect(Object.keys(await ask('/books?limit=2'))).toEqual(['data'])
  expect(await ask('/search?page=2')).toEqual({
    books: [5, 6, 7, 8].map((id) => expect.objectContaining({ id })),
    next: 3,
    total: 10,
  })
})

test('whether a filter selects may be an open question', async () => {
  expect((await ask('/books?colour=red')).data).toHaveLength(5)
  expect((await ask('/books?colour=red', { byColour: 'no' })).data).toHaveLength(10)
})

test.each([
  ['pages', { page: 'page', size: 'page', usual: 4, most: 5 }, /two parameters are named "page"/],
  ['pages', { page: 'page', size: 'size', usual: 9, most: 5 }, /"usual" is 9/],
  ['envelope', 'data', /envelope/],
])('a list with wrong %s %j is refused', (option, value, message) => {
  expect(() => api.list('own', '/own', books, { [option]: value } as never)).toThrow(message)
})

test.each([
  [{ page: 'p', size: 'n', usual: 4, most: 5 }, '', { current: 1, size: 4 }],
  [{ page: 'p', size: 'n', usual: 4, most: 5 }, 'p=3&n=9', { current: 3, size: 5 }],
  [{ offset: 'o', size: 'n', usual: 4, most: 5 }, 'o=3', { current: 3, size: 4 }],
  [{ after: 'a', before: 'b', size: 'n', usual: 4, most: 5 }, '', { current: null, size: 4 }],
  [{ after: 'a', before: 'b', size: 'n', usual: 4, most: 5 }, 'a=3&n=2', { current: '3', size: 2 }],
])('an envelope may tell which page it has: %j, %j', async (pages, query, told) => {
  const own = defineApi({
    title: 'Own',
    version: '1',
    pages,
    envelope: ({ records, current, size }) => ({ current: current ?? null, size, records }),
  })
  const ones = own.resource('ones', { schema: z.strictObject({ id: z.int() }), build: () => ({}) })
  const simulator = createSimulator({
    service: own.service({ resources: [ones], operations: own.crud('/ones', ones) }),
  })
  expect(await (await simulator.fetch(`/ones?${query}`)).json()).toMatchObject(told)
})

const hotels = () => {
  const own = defineApi({
    title: 'Hotels',
    version: '1',
    questions: { unknownParents: commonQuestions.unknownParents },
  })
  const houses = own.resource('houses', { schema: z.strictObject({ id: z.int() }), count: 2, build: () => ({}) })
  const rooms = own.resource('rooms', {
    schema: z.strictObject({
      id: z.int(),
      house_id: z.int(),
      state: z.enum(['free', 'taken']),
      price: z.int(),
      opened: z.iso.date(),
      made: z.iso.datetime(),
    }),
    belongsTo: { house_id: houses },
    count: 4,
    build: ({ index }) => ({
      state: 'free',
      price: index,
      opened: `2026-03-0${(index % 9) + 1}`,
      made: `2026-03-0${(index % 9) + 1}T09:00:00.5Z`,
    }),
    view: (room, { query, find }) =>
      query.get('expand') === 'house' ? { ...room, house: find(houses, { id: room.house_id }) } : room,
  })
  const query = z.strictObject({ expand: z.enum(['house']).optional().describe('What is expanded.') })
  return own.service({
    resources: [houses, rooms],
    operations: [
      ...own.crud('/rooms', rooms, {
        query,
        filters: {
          state: 'any',
          opened_from: { field: 'opened', match: 'from' },
          opened_to: { field: 'opened', match: 'to' },
          opened_before: { field: 'opened', match: 'before' },
          made_to: { field: 'made', match: 'to' },
          price_to: { field: 'price', match: 'to' },
          id_to: { field: 'id', match: 'to' },
        },
      }),
      own.list('listRoomsOf', '/houses/{house}/rooms', rooms, {
        query,
        within: ({ house }) => ({ house_id: Number(house) }),
      }),
    ],
  })
}

test.each([
  ['/houses/1/rooms', 200, 200],
  ['/houses/99/rooms', 404, 200],
  ['/houses/none/rooms', 404, 200],
])(
  'the list %s below a record that there may not be gets %i, or %i as a question says',
  async (path, status, other) => {
    const simulator = createSimulator({ service: hotels() })
    const response = await simulator.fetch(path)
    expect(response.status).toBe(status)
    if (status === 404) expect(await response.json()).toMatchObject({ detail: expect.stringContaining('No house has') })
    simulator.assume({ unknownParents: 'empty' })
    expect((await simulator.fetch(path)).status).toBe(other)
  },
)

test.each(['/rooms', '/rooms/1', '/houses/1/rooms'])(
  '%s takes the parameters that it declares itself',
  async (path) => {
    const simulator = createSimulator({ service: hotels(), strict: true })
    const response = await simulator.fetch(`${path}?expand=house`)
    expect(response.status).toBe(200)
    expect([await response.json()].flat()[0]).toMatchObject({ house: { id: expect.any(Number) } })
    expect((await simulator.fetch(`${path}?expand=garden`)).status).toBe(422)
    const { paths } = (await simulator.openapi()) as unknown as { paths: Readonly<Record<string, { get: object }>> }
    const written = path.replace(/(rooms|houses)\/1/, (_, name) => (name === 'rooms' ? 'rooms/{id}' : 'houses/{house}'))
    expect(paths[written]?.get).toMatchObject({
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'expand', in: 'query', description: 'What is expanded.' }),
      ]),
    })
  },
)

test.each([
  ['opened_from=2026-03-02', [2, 3, 4]],
  ['opened_to=2026-03-02', [1, 2]],
  ['opened_before=2026-03-02', [1]],
  ['opened_to=soon', 'opened_to: It must be a date or a time, such as 2026-03-01 or 2026-03-01T09:00:00Z'],
  ['opened_from=soon', 'opened_from: It must be a date or a time, such as 2026-03-01 or 2026-03-01T09:00:00Z'],
  ['made_to=2026-03-02T09:00:00.5Z', [1, 2]],
  ['made_to=2026-03-02T10:00:00.500%2B01:00', [1, 2]],
  ['price_to=1', [1, 2]],
  ['id_to=3', [1, 2, 3]],
  ['state=open', 'state: Invalid option: expected one of "free"|"taken"'],
  ['state=free,open', 'state: Invalid option: expected one of "free"|"taken"'],
  ['state=free&state=open', 'state: Invalid option: expected one of "free"|"taken"'],
])('rooms with %s are %j', async (query, expected) => {
  const response = await createSimulator({ service: hotels(), strict: true }).fetch(`/rooms?${query}`)
  const body = await response.json()
  const [first] = body.errors ?? []
  expect(first ? `${first.field}: ${first.detail}` : body.map(({ id }: { id: number }) => id)).toEqual(expected)
})

test('requests to try know what paths name, three levels deep and without a resource', async () => {
  const own = defineApi({ title: 'Shops', version: '1' })
  const resource = <const Name extends string, const Parent extends object>(name: Name, belongsTo: Parent) =>
    own.resource(name, {
      schema: z.object({ id: z.int(), ...Object.fromEntries(Object.keys(belongsTo).map((field) => [field, z.int()])) }),
      belongsTo: belongsTo as never,
      build: () => ({}),
    })
  const shops = resource('shops', {})
  const orders = resource('orders', { shop_id: shops })
  const lines = resource('lines', { order_id: orders })
  const operations = [
    own.list('listLines', '/shops/{shop}/orders/{order}/lines', lines),
    own.operation('getLine', 'GET', '/shops/{shop}/orders/{order}/lines/{id}', {
      responds: lines,
      run: ({ path, find, refuse }) => find(lines, { id: Number(path.id) }) ?? refuse(404, 'No such line'),
    }),
    own.operation('voidOrder', 'DELETE', '/orders/{id}', {
      run: ({ path, find, refuse }) => void (find(orders, { id: Number(path.id) }) ?? refuse(404, 'No such order')),
    }),
  ]
  const { fetch, db } = createSimulator({ service: own.service({ resources: [shops, orders, lines], operations }) })
  const { operations: described } = await (await fetch('/_simulator/schemas')).json()
  const [line] = db.lines.list() as unknown as readonly { readonly order_id: number }[]
  const order = db.orders.get(line?.order_id ?? 0) as unknown as { readonly shop_id: number } | undefined
  const below = `/shops/${order?.shop_id}/orders/${line?.order_id}/lines`
  const targets = described.map(({ example }: { example: { target: string } }) => example.target)
  expect(targets).toEqual([below, `${below}/1`, '/orders/1'])
})
