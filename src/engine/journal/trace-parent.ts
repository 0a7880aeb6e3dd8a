// The trace that a request belongs to, as its header `traceparent` says (W3C Trace Context).

import { ownText } from '../limits/own-text.ts'

/** The trace of a client, and its span that sent a request. */
export interface TraceParent {
  readonly traceId: string
  readonly parentId: string
  readonly isSampled: boolean
}

const HEADER = 'traceparent'
const FORMAT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const ZEROS = /^0+$/

/** Reads the trace from the headers of a request; undefined if they name none, more than one, or an invalid one. */
export function readTraceParent(headers: readonly string[]): TraceParent | undefined {
  let found: string | undefined
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (name.length !== HEADER.length || name.toLowerCase() !== HEADER) continue
    if (found !== undefined) return undefined
    found = headers[index + 1]
  }
  return found === undefined ? undefined : parseTraceParent(found.trim())
}

function parseTraceParent(text: string): TraceParent | undefined {
  const [, version = 'ff', traceId = '', parentId = '', flags = '', rest] = FORMAT.exec(text) ?? []
  // Later versions may add something at the end. This one must not.
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (ZEROS.test(traceId) || ZEROS.test(parentId)) return undefined
  return { traceId: ownText(traceId), parentId: ownText(parentId), isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
