// Requests and their explanations in words.

import type { DetailedEntry, JournalEntry } from '../../client/index.ts'
import { countOf, cutText, joinLines } from './cut.ts'

const MOST_OF_BODY = 3000

/** Describes a request on one line. */
export function describeEntry({
  id,
  method,
  path,
  query,
  status,
  state,
  operation,
  page,
  faults,
}: JournalEntry): string {
  const target = `${method} ${path}${query === '' ? '' : `?${query}`}`
  return [
    `#${id} ${cutText(target, 300, () => '')}`,
    status === null ? (state === 'finished' ? 'no response' : state) : String(status),
    operation ?? 'no operation',
    ...(page === null ? [] : [`${countOf(page.returned, 'record')}, ${page.matching ?? 'many'} match`]),
    ...(faults.length === 0 ? [] : [`faults ${faults.join(', ')}`]),
  ].join(' | ')
}

/**
 * Explains the response to a request.
 *
 * @param from where in its body to begin
 */
export function explainEntry(entry: DetailedEntry, from = 0): string {
  const { explanation, response } = entry
  return joinLines(
    describeEntry(entry),
    explanation.words.map((word) => `- ${word}`),
    describeEmptiness(entry),
    'Body:',
    describeBody(entry.id, response, from),
  )
}

// What people ask most is why a list is empty.
function describeEmptiness({ explanation: { page, filters } }: DetailedEntry): string | undefined {
  if (page === null || page.returned > 0) return undefined
  if (page.total === 0)
    return 'The list is empty because the world has no such records. Create some, or load another scenario.'
  const last = filters.find(({ left }) => left === 0)
  if (last !== undefined)
    return `The list is empty because no record is left after ${last.parameter}=${JSON.stringify(last.value)}.`
  return `The list is empty because offset ${page.offset} is behind the last of ${page.matching} matching records.`
}

function describeBody(id: number, { body, isBinary, isWhole, bytes }: DetailedEntry['response'], from: number): string {
  if (body === null) return bytes === 0 ? '(empty)' : `(${bytes} bytes that are no longer kept)`
  if (isBinary) return `(${bytes} bytes that are not text)`
  const note = isWhole ? '' : `\n(The request log has only a part of the ${bytes} bytes.)`
  return (
    cutText(
      body.slice(from),
      MOST_OF_BODY,
      (shown) => `Go on with why and {"request": ${id}, "body_from": ${from + shown}}.`,
    ) + note
  )
}
