import { z } from 'zod'
import type { ServiceResponse } from '../contract/messages.ts'
import type { Issue } from '../option-error.ts'

/** What a call to the control API gets in place of a result. */
export interface ControlRefusal {
  readonly status: number
  readonly message: string
  readonly issues?: readonly Issue[]
  readonly headers?: Readonly<Record<string, string>>
}

/** The envelope of a refusal. */
export const refusalSchema = z.strictObject({
  error: z.strictObject({
    message: z.string().describe('What was asked, what was found, and what is allowed.'),
    issues: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .describe('What is wrong with the body or the query, each with its place.'),
  }),
})

/** Ends the handling of a call to the control API. */
export class ControlFailure extends Error {
  readonly refusal: ControlRefusal

  constructor(refusal: ControlRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** The failure of a request for something that there is not. */
export function createAbsence(message: string): ControlFailure {
  return new ControlFailure({ status: 404, message })
}

const MOST_NAMES = 50

/** The names that there are, for a message: the first of them where there are many. */
export function listSome(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES
  return [...names.slice(0, MOST_NAMES), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ') || 'none'
}

/** Writes a refusal in the control API's envelope. */
export function buildRefusal({ status, message, issues = [], headers }: ControlRefusal): ServiceResponse {
  const body: z.output<typeof refusalSchema> = { error: { message, issues: [...issues] } }
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  }
}
