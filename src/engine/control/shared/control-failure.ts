// Refusals and their envelope.

import * as z from 'zod'
import type { ServiceResponse } from '../../contract/operation/messages.ts'
import { encodeBody } from '../../http/body.ts'
import { describeProblem, type Issue, type Problem } from '../../input/options/option-error.ts'
import { quote, showText } from '../../input/text/quote.ts'
import { suggestWord } from '../../input/text/suggestion.ts'

/** The error response to a request to the control API. */
export interface ControlRefusal {
  readonly status: number
  readonly message: string
  readonly issues?: readonly Issue[]
  readonly headers?: Readonly<Record<string, string>>
}

export const refusalSchema = z.strictObject({
  error: z.strictObject({
    message: z.string().describe('What failed, what was received, and what is allowed.'),
    issues: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .describe(
        'The issues of the body or the query, each with its path. The path `session` means that the session does not exist.',
      ),
  }),
})

/** Thrown to end a request to the control API with an error response. */
export class ControlFailure extends Error {
  readonly refusal: ControlRefusal

  constructor(refusal: ControlRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export function buildAbsentFailure(problem: Problem): ControlFailure {
  return new ControlFailure({ status: 404, message: describeProblem(problem) })
}

/** Says that there is nothing with a name, and asks whether a known name was meant. @param verb e.g. `find session` */
export function describeUnknownName(verb: string, name: string, known: readonly string[]): Problem {
  const advice = `${suggestWord(name, known)} Known: ${listSome(known)}.`
  return { attempt: `${verb} ${quote(name)}`, received: 'it does not exist', advice }
}

const MOST_NAMES = 50

/** Lists names for a message: all of them, or the first ones and how many more there are. */
export function listSome(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES
  const shown = names.slice(0, MOST_NAMES).map((name) => showText(name))
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ') || 'none'
}

export function buildRefusal({ status, message, issues = [], headers }: ControlRefusal): ServiceResponse {
  const body: z.output<typeof refusalSchema> = {
    error: { message, issues: issues.map(({ path, message }) => ({ path, message })) },
  }
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: encodeBody(JSON.stringify(body)),
  }
}

/** Builds the error response for an error of the simulator itself. Its caller prints the error. */
export function buildUnexpectedRefusal(): ServiceResponse {
  const message = 'Failed to answer the request: unexpected error in the simulator. See its output for details.'
  return buildRefusal({ status: 500, message })
}
