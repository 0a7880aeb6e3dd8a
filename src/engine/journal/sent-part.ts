// What a client got of a response.

import type { Outcome, ServiceResponse } from '../define/operation/messages.ts'

/** Returns the status of a response; null if there was no response. */
export function readStatus({ response: { status, transportFault } }: Outcome): number | null {
  switch (transportFault?.kind) {
    case 'stall':
    case 'reset':
      return null
    case undefined:
    case 'cut':
    case 'wrong-length':
      return status
  }
}

/** Counts the bytes of the body that were sent. */
export function countSentBytes({ body, transportFault }: ServiceResponse): number {
  switch (transportFault?.kind) {
    case 'stall':
    case 'reset':
      return 0
    case 'cut':
      return Math.min(body.length, transportFault.after)
    case undefined:
    case 'wrong-length':
      return body.length
  }
}

/** Whether the client still waits for the response, and will until it disconnects. */
export function isNeverSent({ transportFault }: ServiceResponse): boolean {
  switch (transportFault?.kind) {
    case 'stall':
      return true
    case undefined:
    case 'reset':
    case 'cut':
    case 'wrong-length':
      return false
  }
}
