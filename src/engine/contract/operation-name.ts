// The names of operations, and what is said about a text that is none.

import * as z from 'zod'
import { assertChoice } from '../input/options/known-options.ts'
import { OptionError } from '../input/options/option-error.ts'
import { quote } from '../input/text/quote.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { Declarations } from './operation/declarations.ts'
import { operationNamesOf } from './operation/operation.ts'
import { findRequested } from './unmatched.ts'

/** The schema of the name of an operation. */
export const operationNameSchemaOf = derivedFrom((declared: Declarations) =>
  z.enum(operationNamesOf(declared.operations), { error: ({ input }) => describeRequestLine(input, declared) }),
)

/** Rejects what is not the name of an operation. @throws OptionError with the name that was meant, or with all names */
export function assertOperationName(attempt: string, operation: unknown, declared: Declarations): void {
  const advice = describeRequestLine(operation, declared)
  if (advice === undefined) assertChoice(attempt, 'operation', operation, operationNamesOf(declared.operations))
  else throw new OptionError({ attempt, received: `"operation" is ${quote(String(operation))}`, advice })
}

/** Names the operation of a request line such as `GET /v2/deployments`; undefined if the value is none. */
export function describeRequestLine(value: unknown, declared: Declarations): string | undefined {
  const [, method = 'GET', path] = (typeof value === 'string' && REQUEST_LINE.exec(value)) || []
  const name = path === undefined ? undefined : findRequested({ method: method.toUpperCase(), path }, declared)
  return name === undefined ? undefined : `The name of this operation is ${quote(name)}`
}

const REQUEST_LINE = /^(?:([a-z]+) +)?(?:https?:\/\/[^/]+)?(\/[^?#\s]*?)\/*(?:[?#]|$)/i
