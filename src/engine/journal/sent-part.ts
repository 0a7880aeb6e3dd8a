// The status that a client got.

import type { Outcome } from '../define/messages.ts'

/** Returns the status of a response; null if there was no response. */
export function readStatus({ response: { status, transportFault } }: Outcome): number | null {
  const isNever = transportFault?.kind === 'stall' || (transportFault?.kind === 'cut' && transportFault.after === null)
  return isNever ? null : status
}
