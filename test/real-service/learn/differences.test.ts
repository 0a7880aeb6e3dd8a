import { expect, test } from 'vitest'
import { nameAll, nameDifferences } from '../../../src/real-service/learn/differences.ts'
import type { Learned } from '../../../src/real-service/learn/learn.ts'
import { toFileContent } from '../../../src/real-service/learn/to-file.ts'

const page = {
  status: '200',
  body: 'resources',
  count: '2',
  members: 'a b',
  fields: 'id:string name region',
  order: 'by name',
}

test.for([
  ['equal responses', {}, []],
  ['another order', { order: 'newest first' }, ['order: newest first instead of by name']],
  [
    'a status hides what follows from it',
    { status: '422', body: '{"detail":"string"}', count: '' },
    ['status: 422 instead of 200'],
  ],
  [
    'another body hides what is in it',
    { body: 'items', offset: '7', order: 'none' },
    ['body: items instead of resources'],
  ],
  ['an order is not gone because there are few records', { order: undefined }, []],
  ['a number that follows from the data is not named', { offset: '1' }, ['another offset is returned']],
  ['records are not named', { members: 'b c d', count: '3' }, ['other records are selected']],
  ['a renamed field', { fields: '? id:string name' }, ['fields: region gone; ? new']],
  ['an aspect that was not there', { 'page next_cursor': 'null' }, ['page next_cursor: null is new']],
] as const)('%s', ([, changes, expected]) => {
  // Without what is undefined.
  const received = JSON.parse(JSON.stringify({ ...page, ...changes }))
  expect(nameDifferences(page, received)).toEqual(expected)
})

const get = (path: string) => ({ method: 'GET' as const, path })

const learned: Learned = {
  preset: 'spec',
  assumptions: {},
  undecided: {},
  evidence: {},
  reads: new Map(),
  forms: [
    { operation: 'listDeployments', request: 'GET /v2/deployments', what: 'resources[].name is absent' },
    { operation: 'listDeployments', request: 'GET /v2/deployments', what: 'resources[].label is new' },
  ],
  unexplained: [
    { request: get('/v2/deployments'), expected: page, received: { ...page, fields: '? id:string region' } },
    ...['/v2/listeners', '/v2/auth/tokens', '/v2/auth/token-events'].map((path) => ({
      request: get(path),
      expected: { status: '404', body: '{"detail":"string"}' },
      received: { status: '404', body: 'text' },
    })),
  ],
}

test('what differs in many responses is described once, and so are fields', () => {
  expect(toFileContent(learned).unexplained).toEqual([
    {
      request: 'GET /v2/deployments',
      expected: 'the fields of the contract',
      received: 'resources[].name is absent; resources[].label is new',
    },
    { request: 'GET /v2/listeners, and 2 more', expected: 'body: an object with detail', received: 'body: text' },
  ])
})

test('each difference has one name, with the requests that show it', () => {
  expect([...nameAll(learned)]).toEqual([
    ['GET /v2/deployments: resources[].name is absent', []],
    ['GET /v2/deployments: resources[].label is new', []],
    [
      'body: text instead of {"detail":"string"}',
      ['GET /v2/listeners', 'GET /v2/auth/tokens', 'GET /v2/auth/token-events'],
    ],
  ])
})
