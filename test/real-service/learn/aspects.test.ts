import { expect, test } from 'vitest'
import { type Knowledge, listDifferent } from '../../../src/programs/real-service/learn/aspects/aspects.ts'
import { findAspects } from '../../../src/programs/real-service/learn/aspects/find-aspects.ts'
import { withoutChance } from '../../../src/programs/real-service/learn/aspects/order.ts'
import type { ReadRequest } from '../../../src/programs/real-service/reader/messages.ts'
import { replyWith } from '../../support/simulated-reader.ts'

const known: Knowledge = {
  fields: new Set(['id', 'name', 'created_at', 'image_version', 'secrets', 'agent']),
  optional: new Set(['image_version', 'agent']),
  derived: new Set(['agent']),
  hasRead: ({ path }) => ['/v2/deployments', '/v2/auth/providers'].includes(path),
}

const deployments = (query?: string): ReadRequest => ({
  method: 'GET',
  path: '/v2/deployments',
  ...(query === undefined ? {} : { query }),
})

const aspectsOf = (body: unknown, request = deployments('limit=100'), status = 200) =>
  findAspects(request, replyWith(body, status), known)

const pageOf = (...resources: object[]) => ({ resources, offset: resources.length })

test('a whole list tells its records, the fields they have, and the forms of their values', () => {
  const record = {
    id: 'a',
    created_at: '2026-03-01T10:00:00.123Z',
    image_version: null,
    secrets: [{ value: '********' }],
    x: 1,
  }
  expect(aspectsOf(pageOf(record))).toEqual({
    status: '200',
    success: '200',
    type: 'application/json',
    body: 'list',
    envelope: 'resources',
    offset: 'after its records',
    count: '1',
    members: 'a',
    'field ?': 'present',
    'field created_at': 'present',
    'field id': 'string',
    'field image_version': 'null',
    'field secrets': 'array',
    times: '4Z',
    secrets: 'masked',
  })
})

test.each(['limit=1', 'limit=100&offset=2', 'limit=100&limit=1'])(
  'a page with %s does not tell which records there are, because their order decides that',
  (query) => {
    const aspects = aspectsOf(pageOf({ id: 'a', image_version: '1' }), deployments(query))
    expect(aspects).toMatchObject({ count: '1', 'field id': 'string' })
    expect(aspects).not.toHaveProperty('members')
  },
)

test('how many records a page has without a limit is told by itself', () => {
  const aspects = aspectsOf(pageOf({ id: 'a' }), deployments())
  expect(aspects).toMatchObject({ 'usual count': '1', 'field id': 'string' })
  expect(aspects).not.toHaveProperty('count')
  expect(aspects).not.toHaveProperty('members')
})

test('of a field that no world has, only whether it is there is told', () => {
  const agentOf = (...records: object[]) => aspectsOf(pageOf(...records))['field agent']
  expect([agentOf({ agent: null }), agentOf({ agent: { agent_id: 'a' } }), agentOf({})]).toEqual([
    'present',
    'present',
    undefined,
  ])
})

test.each([
  ['their ids', [...'abcdefghi'], 'xaybzcwdv', 'newest first'],
  ['another field', [...'hgbdfeaci'], 'abcdefghi', 'newest first, ties by another field'],
  ['nothing that shows', [...'hgbdfeaci'], 'xaybzcwdv', 'newest first'],
])('equal times may be in the order of %s', (_, ids, names, order) => {
  const created_at = '2026-03-01T10:00:00Z'
  const records = ids.map((id, place) => ({ id, name: names[place], created_at }))
  const first = { id: 'z', name: 'z', created_at: '2026-03-02T10:00:00Z' }
  expect(aspectsOf(pageOf(first, ...records)).order).toBe(order)
})

test.each([
  ['name', {}, ', ties by another field'],
  ['created_at', { created_at: '2026-03-01T10:00:00.123456Z' }, ', ties by another field'],
  // The service may know more of them.
  ['created_at', { created_at: '2026-03-01T10:00:00.123Z' }, ''],
])('deployments with the same %s are in the order of their ids if all of it is written (%j)', (_, same, ties) => {
  const names = [...'jihgfedc']
  const orderOf = (ids: readonly string[]) => {
    const pair = { name: 'a', source_config: {}, ...same }
    const others = names.map((id, day) => ({ name: `b${day}`, created_at: `2026-02-0${9 - day}T10:00:00.1Z`, id }))
    return aspectsOf(pageOf(...ids.map((id) => ({ ...pair, id })), ...others.map((each) => ({ ...pair, ...each }))))
      .order
  }
  expect(orderOf(['b', 'a'])).toBe(`${orderOf(['a', 'b'])}${ties}`)
})

test('a list of which nobody knows the records has a cursor or none', () => {
  const cursorOf = (next_cursor: unknown) =>
    aspectsOf({ items: [], next_cursor }, { method: 'GET', path: '/v1/repos' }).cursor
  expect([cursorOf('bmV4dA'), cursorOf(null), cursorOf(undefined)]).toEqual(['string', 'null', undefined])
})

test('a preflight request that is refused allows nothing, whatever headers its response has', () => {
  const preflight = { ...deployments(), headers: { 'access-control-request-method': 'GET', origin: 'https://a.test' } }
  const headers = [['access-control-allow-origin', '*']] as const
  const ask = (status: number) => findAspects(preflight, { status, headers, body: '' }, known)
  expect([ask(204), ask(405)]).toEqual([{ origin: 'allowed' }, { origin: 'refused' }])
})

test('records without a known name for their ids are compared by their fields', () => {
  const [one = {}, other = {}] = ['repository_id', 'repo_id'].map((name) => aspectsOf(pageOf({ [name]: 7 })))
  expect(one.members).toBe('7')
  expect(listDifferent(one, other)).not.toContain('members')
})

test.each([
  ['oldest first', 'oldest first'],
  ['by name, ties by another field', 'by name, ties by another field'],
  ['in part by a field', 'none'],
  ['by another field', 'none'],
])('a simulator whose list is %s has the order %s', (order, expected) => {
  expect(withoutChance(order)).toBe(expected)
})

test('an order is told only for as many records as are not sorted by chance', () => {
  const records = [...'abcdefgh'].map((name) => ({ id: name, name }))
  expect(aspectsOf(pageOf(...records)).order).toBe('by name')
  expect(aspectsOf(pageOf(...records.toReversed())).order).toBe('by a field, descending')
  expect(aspectsOf(pageOf(...records.slice(1)))).not.toHaveProperty('order')
})

test.for([
  ['addresses', (place: number) => `https://code.example/${place}/${9 - place}`, 'by another field'],
  ['numbers', (place: number) => String(1000 + place), 'none'],
  ['ids', (place: number) => `0000000${place}-0000-4000-8000-000000000000`, 'none'],
] as const)('records without a time that are in the order of their %s have that order: %s', ([, write, expected]) => {
  const names = [...'cahbgdfe']
  const records = names.map((name, place) => ({ id: name, name, other: write(place) }))
  expect(aspectsOf(pageOf(...records)).order).toBe(expected)
})

test('of records that were not read, only the form of the list is told', () => {
  expect(aspectsOf([{ id: 'a' }], { method: 'GET', path: '/v2/listeners' })).toEqual({
    status: '200',
    success: '200',
    type: 'application/json',
    body: 'list',
    envelope: 'array',
  })
})

test('what is too large tells only that, because a proxy may refuse it', () => {
  expect(aspectsOf({ title: 'URI Too Long' }, deployments('name_contains=x'), 414)).toEqual({ status: '414' })
})

test('how many issues an error lists is why it lists other ones', () => {
  const errorOf = (...kinds: string[]) => aspectsOf({ detail: kinds.map((type) => ({ type })) }, deployments(), 422)
  expect(listDifferent(errorOf('missing'), errorOf('missing', 'missing'))).toEqual(['issues'])
  expect(errorOf('missing')['issue inputs']).toBe('none')
})

test('an error tells its form, and the kinds and places of its issues, but not its words', () => {
  const issue = { type: 'int_parsing', loc: ['query', 'limit'], msg: 'Input should be a valid integer', input: 'x' }
  expect(aspectsOf({ detail: [issue] }, deployments('limit=x'), 422)).toEqual({
    status: '422',
    type: 'application/json',
    body: 'error',
    error: 'detail: array',
    issues: '1',
    'issue fields': 'input, loc, msg, type',
    'issue kinds': '["int_parsing"]',
    'issue places': '[["query","limit"]]',
    'issue inputs': '1',
  })
})

test('a list in a field of another name has the same records', () => {
  const [one, other] = [{ resources: [{ id: 'a' }] }, { deployments: [{ id: 'a' }] }].map((body) => aspectsOf(body))
  expect(listDifferent(one ?? {}, other ?? {})).toEqual(['envelope'])
})

test('a page within another object is the same page, wherever it stands', () => {
  const page = { resources: [{ id: 'a' }], offset: 1 }
  const { envelope, ...others } = aspectsOf({ status: 'success', data: page })
  expect(envelope).toBe('data.resources')
  expect({ ...others, envelope: 'resources' }).toEqual(aspectsOf(page))
})

test('a page that says nothing about the next one is no whole list', () => {
  const aspects = aspectsOf({ data: [{ id: 'a' }], meta: {} }, deployments('limit=1'))
  expect(aspects).not.toHaveProperty('members')
})

test('a field that a page has beside its list is told', () => {
  const page = pageOf({ id: 'a' })
  expect(listDifferent(aspectsOf(page), aspectsOf({ ...page, next_offset: null }))).toEqual(['page ?'])
})

test.each([
  [{ resources: null, offset: 0 }, 'null'],
  [{ offset: 0 }, 'nothing'],
])('an empty list that is written as %j is a list', (body, written) => {
  expect(aspectsOf(body)).toMatchObject({ body: 'list', envelope: 'resources', 'empty list': written, members: '' })
})

test('a record instead of a list of one is a list', () => {
  const body = { resources: { id: 'a' }, offset: 1 }
  expect(aspectsOf(body)).toMatchObject({ body: 'list', 'list of one': 'its record', members: 'a' })
})

test.each([
  [{ data: null, errors: [{ message: 'Not found' }] }],
  [{ error: { code: 7 } }],
  [{ code: 40001, msg: 'no such page', data: null }],
])('%j with status 200 is an error', (body) => {
  expect(aspectsOf(body)).toEqual({ status: 'an error' })
})

test.each([[{ errors: [], resources: [] }], [{ error: null, resources: [] }], [{ id: 'a', error: 'x' }]])(
  '%j with status 200 is none',
  (body) => expect(aspectsOf(body).status).toBe('200'),
)

test('a refusal in the form of a web page says nothing about the errors of the service', () => {
  const reply = { status: 400, headers: [['content-type', 'text/html']] as const, body: '<h1>Bad Request</h1>' }
  expect(findAspects(deployments(), reply, known)).toEqual({ status: '400', page: 'text/html' })
})

test('a time that is a number is no text', () => {
  const record = { id: 'a', created_at: '2026-03-01T10:00:00Z', updated_at: 1_772_000_000 }
  expect(aspectsOf(pageOf(record)).times).toBe('0Z number')
})

test.each([
  [{ 'access-control-allow-credentials': 'true' }, 'another one is allowed'],
  [{ vary: 'origin' }, 'refused'],
])('CORS that sends %j names no origin', (headers, origin) => {
  const request = { ...deployments(), headers: { origin: 'https://page.example' } }
  expect(findAspects(request, { status: 200, headers: Object.entries(headers), body: '[]' }, known).origin).toBe(origin)
})

test.each([
  ['2026-03-01T10:00:00Z 2026-03-01T10:00:00.5Z 2026-03-01T10:00:01Z', 'oldest first'],
  ['2026-03-01T10:00:00+00:00 2026-03-01T10:00:00.5+00:00 2026-03-01T10:00:01+00:00', 'oldest first'],
])('times are in order whether or not they have fractions (%#)', (times, order) => {
  const all = [...Array(5).fill(times.split(' ')[0]), ...times.split(' ')]
  expect(aspectsOf(pageOf(...all.map((created_at, id) => ({ id, created_at })))).order).toBe(order)
})

test('records that were updated before they were created are in the order that a world has them in', () => {
  const at = (day: number) => `2026-03-0${day}T10:00:00Z`
  const days = [9, 8, 7, 6, 5, 4, 3, 2]
  const all = days.map((day) => ({ id: day, created_at: at(day), updated_at: at(day === 5 ? 1 : day) }))
  expect(aspectsOf(pageOf(...all))).toMatchObject({
    order: 'newest first, last changed first',
    'order of times': 'updated before created',
  })
  expect(aspectsOf(pageOf(...all.slice(5)))).not.toHaveProperty(['order of times'])
})

test('records in the order of times that are numbers are not in an arbitrary one', () => {
  const records = [...'hgbdfeaci'].map((name, place) => ({ id: name, name, created_at: 1_770_000_000.25 + place }))
  expect(aspectsOf(pageOf(...records)).order).toBe('by another field')
})

test('an order that no question has a value for is none that looks arbitrary', () => {
  const names = ['alpha', 'Beta', 'charlie', 'Delta', 'echo', 'Foxtrot', 'golf', 'Hotel']
  const times = [3, 1, 4, 2, 6, 5, 8, 7]
  const records = names.map((name, place) => ({ id: times[place], name, created_at: `2026-03-0${times[place]}` }))
  expect(aspectsOf(pageOf(...records)).order).toBe('by another field')
  const mixed = records.map((record, place) => ({ ...record, name: names[(place * 3) % 8] }))
  expect(aspectsOf(pageOf(...mixed)).order).toBe('none')
})

test.each([
  [['hunter2', 'swordfish', '12345'], 'clear'],
  [['****r2', '****sh', '****45'], 'hidden otherwise'],
  [['[secret]', '[secret]', '[secret]'], 'hidden otherwise'],
  [['same', 'same', 'same'], 'hidden otherwise'],
  [['********', '********', '********'], 'masked'],
  [['****', '***', '*******'], 'hidden otherwise'],
])('secrets such as %j are told as %s', (values, told) => {
  expect(aspectsOf(pageOf({ id: 'a', secrets: values.map((value) => ({ value })) })).secrets).toBe(told)
})

test('another success than usual says nothing about the rest', () => {
  const page = pageOf({ id: 'a' })
  expect(listDifferent(aspectsOf(page), aspectsOf(page, deployments('limit=100'), 206))).toEqual(['success'])
  expect(listDifferent(aspectsOf(page), aspectsOf(page, deployments('limit=100'), 404))).toEqual(['status'])
})

test.each([
  ['limit=100&order=asc', 'string'],
  ['limit=1&order=asc', undefined],
  ['order=asc', undefined],
  ['limit=100', undefined],
  ['limit=100&order=asc&order=desc', undefined],
])('a log of a line with %s tells where it ends only if it is whole and ascending', (query, told) => {
  const log = { logs: [{ timestamp: 1 }], next_offset: 'x' }
  const request: ReadRequest = { method: 'GET', path: '/v2/deployments/a/logs', query }
  expect(aspectsOf(log, request)['value next_offset']).toBe(told)
})

test('an offset is told as it follows from the request', () => {
  const tell = (offset: unknown, query: string) =>
    aspectsOf({ resources: [{ id: 'a' }], offset }, deployments(query)).offset
  expect(tell(11, 'limit=5&offset=10')).toBe('after its records')
  expect(tell(15, 'limit=5&offset=10')).toBe('after its limit')
  expect(tell(0, 'limit=5&offset=10')).toBe('0')
  expect(tell(99, 'limit=5')).toBe('another number')
})

test('a page that is as long as the service allows is no whole list', () => {
  const body = pageOf({ id: 'a' }, { id: 'b' })
  expect(findAspects(deployments('limit=100'), replyWith(body), { ...known, longest: 2 })).not.toHaveProperty('members')
})

test('ids in any spelling are the same records', () => {
  const id = '0ab9ec5e-0e44-4a5e-8b47-4878611b6f80'
  for (const written of [id.toUpperCase(), id.replaceAll('-', '')])
    expect(aspectsOf(pageOf({ id: written })).members).toBe(id)
})

test.each([
  ['<h1>404</h1>', { status: '404', page: 'text/html' }],
  ['{"detail":"Not Found"}', { status: '404', error: 'detail: string' }],
])('a 404 whose body is %s tells %j', (body, aspects) => {
  const reply = { status: 404, headers: [['content-type', 'text/html']] as const, body }
  expect(findAspects(deployments(), reply, known)).toMatchObject(aspects)
})

test('a document is no list, however many lists it has', () => {
  for (const lists of [{}, { tags: [] }, { tags: [], servers: [] }])
    expect(aspectsOf({ openapi: '3.1.0', paths: {}, ...lists }).body).toBe('record')
})

test('a web page instead of JSON tells nothing else', () => {
  const page = { status: 200, headers: [['content-type', 'text/html; charset=utf-8']] as const, body: '<form>' }
  expect(findAspects(deployments(), page, known)).toEqual({ status: 'a web page' })
})

test('of a preflight request, only whether it is allowed is told', () => {
  const request: ReadRequest = {
    ...deployments(),
    method: 'OPTIONS',
    headers: { origin: 'https://page.example', 'access-control-request-method': 'GET' },
  }
  const reply = { status: 204, headers: [['access-control-allow-origin', '*']] as const, body: '' }
  expect(findAspects(request, reply, known)).toEqual({ origin: 'allowed' })
  expect(findAspects(request, { ...reply, headers: [] }, known)).toEqual({ origin: 'refused' })
})

test('a redirect tells whether it leads to the path without its slash', () => {
  const redirect = (location: string) =>
    findAspects(
      { method: 'GET', path: '/v2/auth/providers/' },
      { status: 307, headers: [['location', location]], body: '' },
      known,
    ).location
  expect(redirect('http://host/v2/auth/providers')).toBe('the path without its slash')
  expect(redirect('http://host/login')).toBe('elsewhere')
})

const timed = (...times: string[]) => aspectsOf(pageOf(...times.map((created_at, id) => ({ id, created_at })))).times

test.each([
  ['in UTC, as an offset', ['2026-03-01T10:00:00.123456+00:00'], '7+00:00'],
  ['in the zone of a country', ['2026-03-01T10:00:00.123456+01:00', '2026-07-01T10:00:00.123456+02:00'], '7+99:99'],
  ['without trailing zeros', ['2026-03-01T10:00:00.12Z', '2026-03-01T10:00:00.123456Z'], '3Z 7Z'],
])('times %s have a form of their own', (_, times, form) => {
  expect(timed(...times)).toBe(form)
})

test.each([
  ['readable', (place: number) => `open sesame ${place}`, 'clear'],
  ['digests', (place: number) => String(place).repeat(64), 'hidden otherwise'],
  ['keys as they are issued', (place: number) => `sk-live-${String(place).repeat(32)}`, 'clear'],
  ['encrypted', (place: number) => `enc:v1:${String.fromCharCode(65 + place).repeat(86)}==`, 'hidden otherwise'],
])('secrets that are %s are told', (_, write, expected) => {
  const secrets = [1, 2, 3].map((place) => ({ name: 'A', value: write(place) }))
  expect(aspectsOf(pageOf({ id: 'a', secrets })).secrets).toBe(expected)
})

test('records that are sorted within groups are in no order by chance', () => {
  const times = [...Array(30).keys()].map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString())
  const grouped = [...times.filter((_, day) => day % 3 === 0), ...times.filter((_, day) => day % 3 > 0)]
  const orderOf = (all: string[]) => aspectsOf(pageOf(...all.map((created_at) => ({ created_at })))).order
  expect(orderOf(grouped)).toBe('in part by a field')
  const drawn = times.map((time, day) => [Math.abs(Math.sin(day * 12.9898) * 43_758.5453) % 1, time] as const)
  const shuffled = drawn.toSorted(([one], [other]) => one - other)
  expect(orderOf(shuffled.map(([, time]) => time))).toBe('none')
})

test.each([
  [['GitHub', 'Jira', 'Slack', 'acme', 'google', 'Notion', 'Zoho', 'github', 'Ümlaut'], 'in part by a field'],
  [['google', 'Slack', 'GitHub', 'acme', 'Jira', 'Zoho', 'Notion', 'Ümlaut', 'github'], 'none'],
])('records that are in the order of their names within groups are in no order by chance (%j)', (names, order) => {
  const times = [3, 1, 4, 2, 6, 5, 8, 9, 7]
  const records = names.map((name, place) => ({
    name,
    type: place < 5 ? null : 'oidc',
    created_at: `2026-03-0${times[place]}`,
  }))
  expect(aspectsOf(pageOf(...records)).order).toBe(order)
})

test.each([
  ['*', 'allowed'],
  ['https://page.example', 'allowed'],
  ['https://other.example', 'another one is allowed'],
])('CORS for %s tells whether the page is allowed', (allowed, origin) => {
  const request = { ...deployments(), headers: { origin: 'https://page.example' } }
  const reply = { status: 200, headers: [['access-control-allow-origin', allowed]] as const, body: '[]' }
  expect(findAspects(request, reply, known).origin).toBe(origin)
})

test.each([
  ['a text', '404 page not found', 'a text'],
  ['nothing', '', 'nothing'],
])('an error that is %s has the form of that', (_, body, error) => {
  expect(findAspects(deployments(), { status: 400, headers: [], body }, known)).toMatchObject({ body: 'error', error })
})

test('405 tells whether it says what is allowed, and 401 whether it says how to log in', () => {
  const namesOf = (status: number, name: string) =>
    Object.keys(findAspects(deployments(), { status, headers: [[name, 'x']], body: '' }, known))
  expect(namesOf(405, 'allow')).toContain('header allow')
  expect(namesOf(401, 'www-authenticate')).toContain('header www-authenticate')
})

test('a name with a word that is neither common nor of the contract is not told', () => {
  const error = {
    'db-7.internal.example': { code: 1 },
    'Globex Inc.': 'down',
    errorCode: 7,
    customer_4711: 'x',
    ACME: 1,
    acme_id: 2,
    globexError: 3,
  }
  expect(aspectsOf(error, deployments(), 500).error).toBe('*.code: number, *: number, *: string, errorCode: number')
  expect(aspectsOf({ 'host.example': [{ id: 'a' }] })).toMatchObject({ envelope: '*' })
  const issue = { type: 'Globex is locked', loc: ['query', 'db-7.internal.example'] }
  expect(aspectsOf({ detail: [issue] }, deployments(), 422)).toMatchObject({
    'issue kinds': '["*"]',
    'issue places': '[["query","*"]]',
  })
})

test('what answers for every path that is not there says so, whatever its status is', () => {
  const reply = { ...replyWith({ message: 'Forbidden' }, 403), isOfFront: true as const }
  const aspects = findAspects({ method: 'GET', path: '/v2/auth/tokens' }, reply, known)
  expect(aspects).toEqual({ status: '404', page: '403, as for every path that is not there' })
})
