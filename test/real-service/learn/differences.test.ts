import { expect, test } from 'vitest'
import {
  createAccepted,
  joinDeviations,
  listDeviations,
  nameDifferences,
} from '../../../src/programs/real-service/learn/differences.ts'
import type { Learned } from '../../../src/programs/real-service/learn/learn.ts'
import { toFileContent } from '../../../src/programs/real-service/learn/to-file.ts'

const page = {
  status: '200',
  body: 'list',
  count: '2',
  members: 'a b',
  'field id': 'string',
  'field region': 'present',
  order: 'by name',
}

test.for([
  ['equal responses', {}, []],
  ['another order', { order: 'newest first' }, ['order: newest first instead of by name']],
  ['a status hides what follows from it', { status: '422', body: 'error', count: '' }, ['status: 422 instead of 200']],
  ['another body hides what is in it', { body: 'text', order: 'none' }, ['body: text instead of list']],
  ['an order is not gone because there are few records', { order: undefined }, []],
  [
    'records are not named, and hide what follows',
    { members: 'b c d', count: '3' },
    ['members: other records are selected'],
  ],
  [
    'each field is compared for itself',
    { 'field region': undefined, 'field ?': 'present' },
    ['field ?: present is new', 'field region: present is gone'],
  ],
] as const)('%s', ([, changes, expected]) => {
  // Without what is undefined.
  const received = JSON.parse(JSON.stringify({ ...page, ...changes }))
  expect(nameDifferences(page, received)).toEqual(expected)
})

const get = (path: string, query?: string) => ({ method: 'GET' as const, path, ...(query && { query }) })
const form = { operation: 'listDeployments', request: 'GET /v2/deployments' } as const

const learned: Learned = {
  preset: 'spec',
  assumptions: {},
  undecided: {},
  answered: [],
  evidence: {},
  reads: new Map(),
  forms: [{ ...form, aspect: 'resources[].name', value: 'absent' }],
  unexplained: [
    { request: get('/v2/deployments'), expected: page, received: { ...page, 'field region': 'absent' } },
    ...['limit=0', 'limit=101', 'offset=-1'].map((query) => ({
      request: get('/v2/deployments', query),
      expected: { status: '422', error: 'detail: array' },
      received: { status: '404', error: 'title: string' },
    })),
    ...['limit=0', 'offset=-1'].map((query) => ({
      request: get('/v2/deployments', query),
      expected: { status: '422', error: 'detail: array' },
      received: { status: '422', error: 'title: string' },
    })),
  ],
}

test('each deviation names what was asked, aspect and value, and what it is about is no wider', () => {
  const { accepted } = toFileContent(learned)
  expect(accepted).toEqual([
    { operation: 'GET /v2/deployments', aspect: 'resources[].name', value: 'absent' },
    { operation: 'GET /v2/deployments?limit=0', aspect: 'status', value: '404 instead of 422' },
    { operation: 'GET /v2/deployments?limit=101', aspect: 'status', value: '404 instead of 422' },
    { operation: 'GET /v2/deployments?offset=-1', aspect: 'status', value: '404 instead of 422' },
    { operation: 'GET /v2/deployments', aspect: 'error', value: 'title: string instead of detail: array' },
  ])
})

test('what differs in many responses is described once', () => {
  expect(toFileContent(learned).unexplained?.[1]).toEqual({
    request: 'GET /v2/deployments?limit=0, and 1 more',
    expected: 'status: 422',
    received: 'status: 404',
  })
  expect(listDeviations(learned).at(-1)?.requests).toEqual([
    'GET /v2/deployments?limit=0',
    'GET /v2/deployments?offset=-1',
  ])
})

test('a form is that of the operation, with a slash at the end of its path and without', () => {
  const [expected, received] = [
    { status: '200', envelope: 'items' },
    { status: '200', envelope: 'data' },
  ]
  const unexplained = ['/v2/deployments', '/v2/deployments/'].map((path) => ({
    request: get(path),
    expected,
    received,
  }))
  expect(listDeviations({ unexplained, forms: [] }).map(({ operation }) => operation)).toEqual(['GET /v2/deployments'])
})

test('a cursor that is gone is not said twice', () => {
  const forms = [{ ...form, aspect: 'next_cursor', value: 'absent' }]
  const cursor = { request: get('/v2/deployments'), expected: { cursor: 'null' }, received: {} }
  expect(listDeviations({ unexplained: [cursor], forms }).map(({ aspect }) => aspect)).toEqual(['next_cursor'])
})

test('what the plain request has, too, is said once', () => {
  const asked = [undefined, 'foo=1', 'limit=2'].map((query) => get('/v2/deployments', query))
  const odd = asked.map((request) => ({ request, expected: page, received: { ...page, status: '206' } }))
  const other = { request: get('/v2/deployments', 'limit=3'), expected: page, received: { ...page, status: '418' } }
  const all = joinDeviations(listDeviations({ forms: [], unexplained: [...odd, other] }))
  expect(all.map(({ operation, value }) => `${operation}: ${value}`)).toEqual([
    'GET /v2/deployments: 206 instead of 200',
    'GET /v2/deployments?limit: 418 instead of 200',
  ])
})

test('what answers for paths that are not there is said once', () => {
  const odd = ['/v1/integrations', '/openapi.json'].map((path) => {
    const expected = { status: '404', type: 'application/json', body: 'error', error: 'detail: string' }
    return { request: get(path), expected, received: { status: '404', page: 'text/html' } }
  })
  const all = listDeviations({ forms: [], unexplained: odd })
  expect(all.map(({ operation }) => operation)).toEqual(['GET /v1/integrations', 'GET /openapi.json'])
  expect(joinDeviations(all)).toMatchObject([{ aspect: 'page', value: 'text/html is new', requests: { length: 2 } }])
})

test('how errors are written is said once for all operations', () => {
  const asked = ['/v2/deployments', '/v2/auth/providers'].map((path) => get(path, 'unknown_parameter=1'))
  const difference = { expected: { error: 'detail: array' }, received: { error: 'title: string' } }
  const unexplained = asked.map((request) => ({ request, ...difference }))
  expect(joinDeviations(listDeviations({ forms: [], unexplained }))).toMatchObject([{ requests: { length: 2 } }])
})

test.for([
  ['HEAD', '/v2/deployments', '/v2/auth/providers'],
  ['GET', '/v2/deployments/', '/v2/auth/providers/'],
  ['GET', '/openapi.json', '/v1/integrations/github/install'],
] as const)('what %s gets at several paths is said once', ([method, ...paths]) => {
  const difference = { expected: { status: '404' }, received: { status: '403' } }
  const odd = paths.map((path) => ({ request: { method, path }, ...difference }))
  const others = [{ request: { method: 'OPTIONS', path: '/v2/deployments' } as const, ...difference }]
  const all = joinDeviations(listDeviations({ forms: [], unexplained: [...odd, ...others] }))
  expect(all.map(({ requests }) => requests.length)).toEqual([2, 1])
})

test('an offset of its own is said once, whatever was expected', () => {
  const odd = ['0', 'after its records'].map((offset, place) => {
    return {
      request: get('/v2/deployments', `limit=${place}`),
      expected: { offset },
      received: { offset: 'another null' },
    }
  })
  expect(joinDeviations(listDeviations({ forms: [], unexplained: odd }))).toMatchObject([{ requests: { length: 2 } }])
})

test('a text that is refused in all parameters is said once, and others are not', () => {
  const refuse = (query: string, status: string) => {
    return { request: get('/v2/deployments', query), expected: { status }, received: { status: '403' } }
  }
  const unexplained = [refuse('limit=null', '422'), refuse('status=null', '200'), refuse('status=', '200')]
  const all = joinDeviations(listDeviations({ forms: [], unexplained }))
  expect(all.map(({ requests }) => requests.length)).toEqual([2, 1])
})

test('fields that are absent beside each other are said once', () => {
  const absent = (aspect: string) => ({ ...form, aspect: `resources[].${aspect}`, value: 'absent' })
  const forms = ['resource_spec.cpu', 'resource_spec.memory_mb', 'name', 'resource_spec.cpu.x'].map(absent)
  expect(joinDeviations(listDeviations({ forms, unexplained: [] }))).toMatchObject([
    { received: 'resources[].resource_spec.cpu, memory_mb: absent' },
    { received: 'resources[].name: absent' },
    { received: 'resources[].resource_spec.cpu.x: absent' },
  ])
})

test.for([
  ['a form of errors', 'error', 'GET /v2/auth/providers', true],
  ['a status', 'status', 'GET /v2/auth/providers', false],
  ['a status', 'status', 'GET /v2/deployments', true],
] as const)('%s that is accepted, %s, is accepted of %s: %s', ([, aspect, operation, expected]) => {
  const isAccepted = createAccepted([{ operation: 'GET /v2/deployments', aspect, value: 'code is new' }])
  expect(isAccepted({ operation, aspect, value: 'code is new' })).toBe(expected)
})

test.for([
  ['newest first', 'another order'],
  ['none', 'another order'],
  ['another one each time', 'another one each time'],
] as const)('an order that seems to be %s is %s', ([order, value]) => {
  const odd = { request: get('/v2/deployments'), expected: page, received: { ...page, order } }
  expect(listDeviations({ forms: [], unexplained: [odd] })).toMatchObject([{ aspect: 'order', value }])
})

test('how many records there are is data', () => {
  const counts = ['1', '3'].map((count) => nameDifferences({ count: '2' }, { count }))
  expect(counts).toEqual([['count: fewer records'], ['count: more records']])
})

test.for([
  ['0Z 2Z 3Z', 'several forms'],
  ['2Z 3Z', 'several forms'],
  ['7Z', '7Z instead of 4Z'],
] as const)('times whose fractions are written as %s have %s', ([times, value]) => {
  const odd = { request: get('/v2/deployments'), expected: { ...page, times: '4Z' }, received: { ...page, times } }
  expect(listDeviations({ forms: [], unexplained: [odd] })).toMatchObject([{ aspect: 'times', value }])
})

test('what stands beside a list in another field follows from that', () => {
  const odd = { request: get('/v2/deployments'), expected: { envelope: 'resources' }, received: { envelope: 'data' } }
  const forms = [
    { ...form, aspect: 'resources', value: 'absent' },
    { ...form, aspect: 'data', value: 'new' },
    { ...form, aspect: 'data[].name', value: 'a number' },
  ]
  expect(listDeviations({ unexplained: [odd], forms }).map(({ aspect }) => aspect)).toEqual(['data[].name', 'envelope'])
})
