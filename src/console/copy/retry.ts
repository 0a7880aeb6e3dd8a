// What a test of a retry has: moves of the clock, and Retry-After. The page writes no such tests.

import type { RemoteSimulator } from '../../client/index.ts'
import { writeString } from './literal.ts'

/** What is known of a request and of its response. */
export interface Retried {
  /** By how many milliseconds the clock is moved before it. Default: 0. */
  readonly move?: number
  readonly entry: { readonly faults: readonly string[] }
  readonly response: { readonly retryAfter?: string | null } | undefined
}

/** Moves the clock of a session before a request. */
export async function moveClock({ clock }: RemoteSimulator, { move = 0 }: Pick<Retried, 'move'>): Promise<void> {
  if (move > 0) await clock.advance(move)
}

export const writeMove = ({ move = 0 }: Retried): string[] => (move === 0 ? [] : [`simulator.clock.advance(${move})`])

export const addRetryAfter = <Received extends object>(received: Received, { headers }: Response) => ({
  ...received,
  retryAfter: headers.get('retry-after'),
})

/** Writes the expectation of a Retry-After that a fault has sent. */
export function writeRetryAfter({ entry, response }: Retried, number: string): string[] {
  if (entry.faults.length === 0 || !response?.retryAfter) return []
  return [`expect(response${number}.headers.get('retry-after')).toBe(${writeString(response.retryAfter)})`]
}
