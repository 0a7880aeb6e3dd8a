import { expect, test } from 'vitest'
import { createSimulator } from '../../src/entries/engine/index.ts'
import { service } from './apis/courses.ts'

interface Course {
  readonly id: string
  readonly title: string
  readonly places: number
  readonly price: number
  readonly tags: readonly string[]
  readonly is_open: boolean
  readonly starts_at: string
  readonly teacher: string | null
  readonly self: string
}

const start = (options: object = {}) => {
  const simulator = createSimulator({ service, ...options })
  const send = (method: string, path: string, body?: object) =>
    simulator.fetch(`/api/v3${path}`, {
      method,
      headers: { 'x-school-token': 'any', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const list = async (query = '') => {
    const response = await send('GET', `/courses?page[size]=20${query}`)
    return ((await response.json()) as { data: { items: Course[] } }).data.items
  }
  return { simulator, send, list }
}

test('a nested envelope says what a page is', async () => {
  const { send } = start()
  const response = await send('GET', '/courses?page[number]=2&page[size]=10&min_price=0')
  expect(response.headers.get('x-total-count')).toBe('23')
  expect(await response.json()).toMatchObject({
    data: { items: expect.objectContaining({ length: 10 }) },
    meta: { pagination: { total: 23, next: 3, previous: 1 } },
    links: { next: expect.stringContaining('page%5Bnumber%5D=3') },
  })
  const last = await (await send('GET', '/courses?page[number]=3&page[size]=10')).json()
  expect(last).toMatchObject({ meta: { pagination: { next: null } }, links: { next: null } })
})

test('the link to the next page leads to it', async () => {
  const { simulator, send } = start()
  const { links } = (await (await send('GET', '/courses?sort=cheapest')).json()) as { links: { next: string } }
  const next = await simulator.fetch(links.next, { headers: { 'x-school-token': 'x' } })
  expect(await next.json()).toMatchObject({ meta: { pagination: { previous: 1, next: 3 } } })
})

const cases: readonly (readonly [query: string, matches: (course: Course) => boolean])[] = [
  ['title=us', ({ title }) => title.includes('us')],
  ['begins=a', ({ title }) => title.startsWith('a')],
  ['tag=art', ({ tags }) => tags.includes('art')],
  ['tag=art,sport', ({ tags }) => tags.includes('art') || tags.includes('sport')],
  ['min_price=50', ({ price }) => price >= 50],
  ['max_price=50.5', ({ price }) => price < 50.5],
  ['min_price=20&max_price=80', ({ price }) => price >= 20 && price < 80],
  ['open=true', ({ is_open }) => is_open],
  ['open=false', ({ is_open }) => !is_open],
  ['after=2026-04-01', ({ starts_at }) => starts_at >= '2026-04-01'],
  ['after=2026-04-01T00:00:00Z', ({ starts_at }) => starts_at >= '2026-04-01'],
  ['places=0', ({ places }) => places === 0],
  ['open=true&tag=maths&min_price=10', ({ is_open, tags, price }) => is_open && tags.includes('maths') && price >= 10],
]
test.each(cases)('%s selects the records that it says', async (query, matches) => {
  const { list } = start()
  const all = [...(await list()), ...(await list('&page[number]=2'))]
  const found = [...(await list(`&${query}`)), ...(await list(`&${query}&page[number]=2`))]
  expect(found).toEqual(all.filter(matches))
})

test('a relation selects by its id', async () => {
  const { simulator, list } = start()
  const [teacher] = simulator.db.teachers.list()
  const found = await list(`&teacher_id=${teacher?.id}`)
  expect(found.every((course) => course.teacher === teacher?.name)).toBe(true)
  expect(found).toHaveLength(simulator.db.courses.count({ where: { teacher_id: teacher?.id ?? '' } }))
  expect(await list('&teacher_id=00000000-0000-4000-8000-000000000000')).toEqual([])
})

test('what follows from a filter is explained', async () => {
  const { simulator, list } = start()
  await list('&tag=art&open=true')
  const { id } = simulator.requests.list().at(-1) ?? { id: 0 }
  const { explanation } = simulator.requests.get(id) ?? {}
  expect(explanation?.filters.map(({ parameter }) => parameter)).toEqual(['tag', 'open'])
  expect(explanation?.page).toMatchObject({ total: 23, offset: 0, limit: 20 })
})

test('several fields, numbers and times sort as they say', async () => {
  const { simulator, list } = start()
  const [one, two] = simulator.db.courses.list()
  for (const [course, places] of [
    [one, 2],
    [two, 10],
  ] as const)
    simulator.db.courses.update(course?.id ?? '', { title: '0 first', places })
  expect((await list()).slice(0, 2).map(({ places }) => places)).toEqual([10, 2])
  const prices = (await list('&sort=cheapest')).map(({ price }) => price)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  const places = (await list('&sort=places')).map((course) => course.places)
  expect(places).toEqual(places.toSorted((a, b) => b - a))
  const times = (await list('&sort=start')).map(({ starts_at }) => starts_at)
  expect(times).toEqual(times.toSorted())
})

test('a resource without orders is listed as its records were added', async () => {
  const { send, simulator } = start({ scenario: 'full', assumptions: { fullCourse: 'waits' } })
  const [course] = simulator.db.courses.list()
  for (const student of ['c', 'a', 'b']) await send('POST', `/courses/${course?.id}/enrolments`, { student })
  const { data } = (await (await send('GET', '/enrolments')).json()) as { data: { items: { student: string }[] } }
  expect(data.items.map(({ student }) => student)).toEqual(['c', 'a', 'b'])
})

test('PUT, PATCH and DELETE change records', async () => {
  const { simulator, send } = start()
  const [course] = simulator.db.courses.list()
  const path = `/courses/${course?.id}`
  expect(await (await send('PUT', path, { title: 'New', places: 3 })).json()).toMatchObject({
    title: 'New',
    price: 0,
  })
  expect(await (await send('PATCH', path, { places: 4 })).json()).toMatchObject({ title: 'New', places: 4 })
  const gone = await send('DELETE', path)
  expect([gone.status, await gone.text(), gone.headers.get('content-type')]).toEqual([204, '', null])
  for (const method of ['GET', 'DELETE', 'PATCH'])
    expect((await send(method, path, method === 'PATCH' ? {} : undefined)).status).toBe(404)
})

test('a creation takes what is given and builds the rest', async () => {
  const { send } = start()
  const response = await send('POST', '/courses', { title: 'Given', teacher_id: null })
  expect(response.status).toBe(201)
  const made = (await response.json()) as Course
  expect(made).toMatchObject({ title: 'Given', teacher: null, self: `http://localhost/api/v3/courses/${made.id}` })
})

test('invalid bodies are problem details', async () => {
  const { send } = start()
  const response = await send('POST', '/courses', { title: '', places: -1, price: 'free' })
  expect(response.status).toBe(422)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({
    status: 422,
    errors: [{ in: 'body', field: 'title' }, { field: 'places' }, { field: 'price' }],
  })
  const unknown = await send('PUT', '/courses/x', { title: 'a', places: 1, extra: 1 })
  expect(await unknown.json()).toMatchObject({ errors: [{ field: 'extra', code: 'unknown' }] })
})

test('a reply has a status and headers of its own', async () => {
  const { simulator, send } = start({ scenario: 'full' })
  const [course] = simulator.db.courses.list()
  const path = `/courses/${course?.id}/enrolments`
  expect((await send('POST', path, { student: 'Ada' })).status).toBe(409)
  simulator.assume({ fullCourse: 'waits' })
  const response = await send('POST', `${path}?notify=true&weeks=2`, { student: 'Ada' })
  expect(response.status).toBe(202)
  expect(response.headers.get('location')).toBe('/enrolments/1')
  expect(response.headers.get('x-notified')).toBe('true')
  expect((await send('POST', `${path}?weeks=0`, { student: 'Ada' })).status).toBe(422)
})

test('what reads the time is not kept', async () => {
  const { simulator, send } = start()
  const before = await (await send('GET', '/courses/count')).json()
  simulator.clock.advance('1h')
  const after = await (await send('GET', '/courses/count')).json()
  expect([before, after]).toMatchObject([{ at: '2026-03-02T09:00:00Z' }, { at: '2026-03-02T10:00:00Z' }])
})

test('lists shift and are empty in any convention', async () => {
  const { simulator, send, list } = start()
  const page = async (number: number) => {
    const response = await send('GET', `/courses?page[number]=${number}`)
    return (await response.json()) as { data: { items: Course[] }; meta: { pagination: { total: number } } }
  }
  const [first, second] = [await page(1), await page(2)]
  simulator.faults.add({ operation: 'listCourses', effect: 'duplicate-record' })
  const repeated = await page(2)
  expect(repeated.data.items[0]).toEqual(first.data.items.at(-1))
  expect(repeated.meta).toEqual(second.meta)
  expect(await page(1)).toEqual(first)
  simulator.faults.clear()
  simulator.faults.add({ operation: 'listCourses', effect: 'missing-record' })
  expect((await page(2)).data.items[0]).toEqual(second.data.items[1])
  simulator.faults.clear()
  simulator.faults.add({ operation: 'listCourses', effect: 'empty' })
  const empty = await page(2)
  expect(empty).toMatchObject({ data: { items: [] }, meta: { pagination: { total: 0 } } })
  for (const effect of ['duplicate-record', 'missing-record', 'stale'] as const) {
    const { id } = simulator.faults.add({ operation: 'listCourses', effect })
    expect(await page(2)).toEqual(empty)
    simulator.faults.remove(id)
  }
  simulator.faults.clear()
  expect(await list()).toHaveLength(20)
})
