// The headers in which a response explains itself.

import type { ServiceResponse } from '../../define/operation/messages.ts'
import { explain } from '../../journal/explanation.ts'
import type { JournalRecord } from '../../journal/journal-store.ts'
import { ownText } from '../../limits/own-text.ts'
import type { SessionParts } from '../state/state.ts'

const MOST_HEADER_LENGTH = 2000

/** Adds the headers that the options of the simulator ask for. */
export function labelResponse(
  response: ServiceResponse,
  record: JournalRecord,
  { explains, isStrict }: Pick<SessionParts, 'explains' | 'isStrict'>,
): ServiceResponse {
  const labelled = isStrict ? withAssumptions(response, record) : response
  return explains ? withExplanation(labelled, record) : labelled
}

function withExplanation(response: ServiceResponse, record: JournalRecord): ServiceResponse {
  return withHeader(response, 'x-simulator-explanation', explain(record).words.join(' '))
}

function withAssumptions(response: ServiceResponse, { outcome, assumptions }: JournalRecord): ServiceResponse {
  const named = outcome.dependsOn.toSorted().map((id) => `${id}=${assumptions[id]}`)
  return withHeader(response, 'x-simulator-assumptions', named.length === 0 ? 'none' : named.join(', '))
}

// A header can contain printable ASCII only. An unpaired surrogate cannot be encoded.
function withHeader(response: ServiceResponse, name: string, value: string): ServiceResponse {
  const text = value.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^\x20-\x7e]/gu, encodeURIComponent)
  const cut = text.length > MOST_HEADER_LENGTH ? `${ownText(text.slice(0, MOST_HEADER_LENGTH))}...` : text
  return { ...response, headers: { ...response.headers, [name]: cut } }
}
