import { expect, test } from 'vitest'
import { describeDifference, describeRequest } from '../../../src/programs/real-service/learn/describe.ts'
import { listParameters } from '../../../src/programs/real-service/learn/evidence.ts'
import { reveal } from '../../../src/programs/real-service/learn/told-by-records.ts'
import type { ReadRequest } from '../../../src/programs/real-service/reader/messages.ts'

const get = (path: string, query?: string): ReadRequest => ({
  method: 'GET',
  path,
  ...(query === undefined ? {} : { query }),
})

test.each([
  [get('/v2/deployments', 'limit=100&name_contains=acme-secret'), 'GET /v2/deployments?limit=100&name_contains={text}'],
  [get('/v2/deployments', 'limit=0&status='), 'GET /v2/deployments?limit=0&status='],
  [
    get('/v2/deployment-logs', 'deployment_id=4711&level=ERROR'),
    'GET /v2/deployment-logs?deployment_id={text}&level=ERROR',
  ],
  [get('/v1/integrations/github/4711/repos'), 'GET /v1/integrations/github/{id}/repos'],
  [{ ...get('/v2/deployments'), isAnonymous: true as const }, 'GET /v2/deployments (without credentials)'],
])('a request is described without the data of the service (%#)', (request, text) => {
  expect(describeRequest(request)).toBe(text)
})

test('a difference is described without the data of the service', () => {
  expect(describeDifference({ status: '200', body: 'list', members: 'a b' }, { status: '404', body: 'error' })).toBe(
    'status: 200',
  )
  expect(describeDifference({ members: 'a b', 'field id': 'string' }, { members: '', 'field id': 'string' })).toBe(
    '2 records',
  )
})

test('a limit beside another parameter is not what a request is about', () => {
  expect(listParameters(get('/a', 'limit=100&status=x'))).toEqual(['/a?status'])
  expect(listParameters(get('/a', 'limit=0'))).toEqual(['/a?limit'])
})

const read = (records: readonly Readonly<Record<string, unknown>>[]) =>
  reveal({ preset: 'spec', missing: [], at: 0, records: new Map([['deployments', records]]) }).records.get(
    'deployments',
  ) ?? []

const records = (created_at: string, value: string) =>
  Array.from({ length: 8 }, (_, id) => ({
    id,
    created_at,
    secrets: [{ name: 'KEY', value: value.replace('2', `${id}`) }],
  }))

test.each(['', '****', '[hidden]', '**r2'])(
  'secrets that are all written as %j probably have other values',
  (value) => {
    const found = read(records('2026-03-01T10:00:00.5Z', value)).map(({ secrets }) => secrets)
    expect(new Set(found.map((secrets) => JSON.stringify(secrets))).size).toBe(8)
  },
)

test('times without fractions, and secrets that are all masked, probably have others', () => {
  expect(read(records('2026-03-01T10:00:00Z', '****'))?.[0]).toEqual({
    id: 0,
    created_at: '2026-03-01T10:00:00.123457Z',
    secrets: [{ name: 'KEY', value: 'secret 0 of 0' }],
  })
})

test.each(['********', '[hidden by policy]'])(
  'some secrets that are written as %j probably have other values',
  (mask) => {
    const some = records('2026-03-01T10:00:00.5Z', 'hunter2').map((each, place) =>
      place < 3 ? { ...each, secrets: [{ name: 'KEY', value: mask }] } : each,
    )
    const found = read(some)
    expect(new Set(found.map(({ secrets }) => JSON.stringify(secrets))).size).toBe(8)
    expect(found.slice(3)).toEqual(some.slice(3))
    expect(read(some.slice(1))).toEqual(some.slice(1))
  },
)

test('a field without fractions probably has them, also where another field shows its own', () => {
  const [first] = read(
    records('2026-03-01T10:00:00Z', 'hunter2').map((each) => ({ ...each, updated_at: '2026-03-02T10:00:00.5Z' })),
  )
  expect(first).toMatchObject({ created_at: '2026-03-01T10:00:00.123457Z', updated_at: '2026-03-02T10:00:00.5Z' })
})

test('records that show fractions and secrets stay as they are', () => {
  const shown = records('2026-03-01T10:00:00.5Z', 'hunter2')
  expect(read(shown)).toEqual(shown)
  const few = records('2026-03-01T10:00:00Z', '').slice(0, 2)
  expect(read(few)).toEqual(few)
})
