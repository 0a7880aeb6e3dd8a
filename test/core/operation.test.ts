import { describe, expect, test } from 'vitest'
import { nothing, type ResponseShape, readResult, replyWith } from '../../src/core/http/operation.ts'

const text: ResponseShape<string> = { kind: 'json', write: (value) => value }
const operation = { responses: { 200: text, 204: nothing, 207: text } }

describe('the result of an operation', () => {
  test('has the first declared status if it names none', () => {
    expect(readResult(operation, 'done')).toEqual({ status: 200, shape: text, value: 'done' })
  })

  test('can have any other declared status', () => {
    expect(readResult(operation, replyWith(207, 'partly'))).toEqual({ status: 207, shape: text, value: 'partly' })
  })

  test('can be nothing', () => {
    const { status, shape, value } = readResult(operation, replyWith(204, undefined))
    expect([status, shape.write(value, undefined)]).toEqual([204, ''])
  })
})
