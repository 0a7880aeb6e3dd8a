import { expect, test } from 'vitest'
import {
  nothing,
  type ResponseShape,
  type Responses,
  readResult,
  replyWith,
} from '../../src/engine/http/operation-declaration.ts'

const text: ResponseShape<string> = { kind: 'json', write: (value) => value }
const operation: { responses: Responses } = { responses: { 200: text, 204: nothing, 207: text } }

test('the result of an operation has the first declared status if it names none', () => {
  expect(readResult(operation, 'done')).toEqual({ headers: {}, status: 200, shape: text, value: 'done' })
})

test('the result of an operation can have any other declared status', () => {
  expect(readResult(operation, replyWith(207, 'partly'))).toEqual({
    headers: {},
    status: 207,
    shape: text,
    value: 'partly',
  })
})

test('the result of an operation can be nothing', () => {
  const { status, shape, value } = readResult(operation, replyWith(204, undefined))
  expect([status, shape.write(value, undefined)]).toEqual([204, ''])
})
