import { expect, test } from 'vitest'
import { describeProblem, describeReason } from '../../src/engine/input/options/option-error.ts'
import { createSimulator, NoRoomError, OptionError, TakenError } from '../../src/index.ts'

const PROBLEM = { attempt: 'paint', received: 'it is red', advice: 'Use blue.' }

test('errors have the names of their classes, and no issues by default', () => {
  const errors = [new OptionError(PROBLEM), new TakenError(PROBLEM), new NoRoomError(PROBLEM)]
  expect(errors.map(({ name, issues, omitted }) => ({ name, issues, omitted }))).toEqual(
    ['OptionError', 'TakenError', 'NoRoomError'].map((name) => ({ name, issues: [], omitted: 0 })),
  )
})

test('the message of an error consists of its parts, which can be read one by one', () => {
  const { clock } = createSimulator({ scenario: 'empty' })
  expect(() => clock.advance(-1)).toThrow(
    expect.objectContaining({
      attempt: 'move the clock',
      received: '-1 is not a duration',
      advice: 'Use milliseconds, 0 or more, or text such as 30s, 1.5s or 1h 30m.',
      message:
        'Failed to move the clock: -1 is not a duration. Use milliseconds, 0 or more, or text such as 30s, 1.5s or 1h 30m.',
    }),
  )
})

test.for([
  [{ received: 'it is red', advice: 'Use blue.' }, 'it is red. Use blue'],
  [
    { received: 'it is red', advice: ' Did you mean "blue"? Known: blue.' },
    'it is red. Did you mean "blue"? Known: blue',
  ],
  [{ received: 'it is red', advice: '' }, 'it is red'],
  [{ received: 'it is red.' }, 'it is red'],
] as const)('the reason of an error has one full stop less than its message: %j', ([why, reason]) => {
  expect(describeReason(why)).toBe(reason)
  expect(describeProblem({ attempt: 'paint', ...why })).toBe(`Failed to paint: ${reason}.`)
})

test('an error about room says how much is missing and when to try again, if that is known', () => {
  expect(new NoRoomError(PROBLEM)).toMatchObject({ missing: 0, retryAfter: undefined })
  expect(new NoRoomError(PROBLEM, { missing: 5, retryAfter: 2 })).toMatchObject({ missing: 5, retryAfter: 2 })
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
