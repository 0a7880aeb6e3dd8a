import { expect, test } from 'vitest'
import { createSimulator, NoRoomError, OptionError, TakenError } from '../../src/index.ts'

test('errors have the names of their classes, and no issues by default', () => {
  const errors = [new OptionError('x'), new TakenError('x'), new NoRoomError('x')]
  expect(errors.map(({ name, message, issues, omitted }) => ({ name, message, issues, omitted }))).toEqual(
    ['OptionError', 'TakenError', 'NoRoomError'].map((name) => ({ name, message: 'x', issues: [], omitted: 0 })),
  )
})

test('an error about room says how much is missing and when to try again, if that is known', () => {
  expect(new NoRoomError('x')).toMatchObject({ missing: 0, retryAfter: undefined })
  expect(new NoRoomError('x', { missing: 5, retryAfter: 2 })).toMatchObject({ missing: 5, retryAfter: 2 })
})

test('an error shows a value that has no JSON', () => {
  const { clock } = createSimulator({ scenario: 'empty' })
  for (const [value, shown] of [
    [Symbol('x'), 'Symbol(x)'],
    [Number.NaN, 'NaN'],
  ] as const) {
    expect(() => clock.advance(value as never)).toThrow(`Failed to move the clock: ${shown} is not a duration.`)
  }
})
