// A service may be declared with another copy of the package than the one that simulates it.

import { expect, test } from 'vitest'
import * as here from '../../src/engine/input/options/option-error.ts'
import { ForeignSessionError } from '../../src/engine/sessions/state/log.ts'

const problem = { attempt: 'add', received: 'it is wrong' }

test('errors of another copy of the package are recognised, each as what it is', async () => {
  const path = '../../src/engine/input/options/option-error.ts?copy'
  const there = (await import(path)) as typeof here
  const [option, taken, room] = [
    new there.OptionError(problem),
    new there.TakenError(problem),
    new there.NoRoomError(problem),
  ]
  expect(there.OptionError).not.toBe(here.OptionError)
  const kindsOf = (error: unknown) =>
    [here.OptionError, here.TakenError, here.NoRoomError].map((each) => error instanceof each)
  expect([option, taken, room, new Error('no')].map(kindsOf)).toEqual([
    [true, false, false],
    [true, true, false],
    [true, false, true],
    [false, false, false],
  ])
})

test('an error is of its own class, and no other one is', () => {
  expect(new ForeignSessionError(problem)).toBeInstanceOf(ForeignSessionError)
  expect(new here.OptionError(problem)).not.toBeInstanceOf(ForeignSessionError)
})
