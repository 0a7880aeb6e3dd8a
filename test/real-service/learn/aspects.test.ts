import { expect, test } from 'vitest'
import { findAspects, type Knowledge } from '../../../src/real-service/learn/aspects.ts'
import type { ReadRequest } from '../../../src/real-service/reader/messages.ts'
import { replyWith } from '../../support/simulated-reader.ts'

const known: Knowledge = {
  fields: new Set(['id', 'name', 'created_at', 'image_version', 'secrets']),
  optional: new Set(['image_version']),
  paths: new Set(['/v2/deployments', '/v2/auth/providers']),
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
    secrets: [{ value: '***' }],
    x: 1,
  }
  expect(aspectsOf(pageOf(record))).toEqual({
    status: '200',
    type: 'application/json',
    body: 'resources',
    offset: '1',
    count: '1',
    members: 'a',
    fields: '? created_at id:string image_version=null secrets:array',
    times: '4Z',
    secrets: 'masked',
  })
})

test.each(['limit=1', 'limit=100&offset=2', 'limit=100&limit=1', undefined])(
  'a page with %s does not tell which records there are, because their order decides that',
  (query) => {
    const aspects = aspectsOf(pageOf({ id: 'a', image_version: '1' }), deployments(query))
    expect(aspects).toMatchObject({ count: '1', fields: 'id:string' })
    expect(aspects).not.toHaveProperty('members')
  },
)

test('an order is told only for as many records as are not sorted by chance', () => {
  const records = [...'abcdefgh'].map((name) => ({ id: name, name }))
  expect(aspectsOf(pageOf(...records)).order).toBe('by name')
  expect(aspectsOf(pageOf(...records.toReversed())).order).toBe('none')
  expect(aspectsOf(pageOf(...records.slice(1)))).not.toHaveProperty('order')
})

test('of records that were not read, only the form of the list is told', () => {
  expect(aspectsOf([{ id: 'a' }], { method: 'GET', path: '/v2/listeners' })).toEqual({
    status: '200',
    type: 'application/json',
    body: 'array',
  })
})

test('an error tells its form, and the kinds and places of its issues, but not its words', () => {
  const issue = { type: 'int_parsing', loc: ['query', 'limit'], msg: 'Input should be a valid integer', input: 'x' }
  const { status, body = '' } = aspectsOf({ detail: [issue] }, deployments('limit=x'), 422)
  expect(status).toBe('422')
  expect(JSON.parse(body)).toEqual({
    detail: { count: 1, first: [{ type: 'int_parsing', loc: ['query', 'limit'], msg: 'string', input: 'text of 1' }] },
  })
})

test('of a preflight request that is allowed, nothing else is told', () => {
  const request: ReadRequest = {
    ...deployments(),
    method: 'OPTIONS',
    headers: { origin: 'https://page.example', 'access-control-request-method': 'GET' },
  }
  const reply = { status: 204, headers: [['access-control-allow-origin', '*']] as const, body: '' }
  expect(findAspects(request, reply, known)).toEqual({ origin: 'allowed' })
  expect(findAspects(request, { ...reply, headers: [] }, known)).toMatchObject({ origin: 'refused', status: '204' })
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
