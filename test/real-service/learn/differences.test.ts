import { expect, test } from 'vitest'
import { nameDifferences } from '../../../src/real-service/learn/differences.ts'

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
  ['records are not named', { members: 'b c d', count: '3' }, ['other records are selected']],
  ['a renamed field', { fields: '? id:string name' }, ['fields: region gone; ? new']],
  ['an aspect that was not there', { 'page next_cursor': 'null' }, ['page next_cursor: null is new']],
] as const)('%s', ([, changes, expected]) => {
  expect(nameDifferences(page, { ...page, ...changes })).toEqual(expected)
})
