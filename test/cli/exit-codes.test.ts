import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { OptionError, ProblemError } from '../../src/engine/input/options/option-error.ts'
import { exitCodeOf } from '../../src/programs/cli/exit-codes.ts'
import { BudgetError, RefusedError, UnreachableError } from '../../src/programs/real-service/reader/errors.ts'

const problem = { attempt: 'read', received: 'nothing' }

test.for([
  ['help that was printed', new CommanderError(0, 'commander.help', ''), 0],
  ['a failure', new ProblemError(problem), 1],
  ['a defect', new TypeError('x'), 1],
  ['what is not an error', 'x', 1],
  ['a service that was not read completely', new BudgetError(problem), 1],
  ['wrong usage', new OptionError(problem), 2],
  ['a service that does not answer', new UnreachableError(problem), 3],
  ['a service that refuses the credentials', new RefusedError(problem), 3],
] as const)('%s ends the program with %s and the exit code %j', ([, error, code]) => {
  expect(exitCodeOf(error)).toBe(code)
})
