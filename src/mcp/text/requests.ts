// Requests and their explanations in words.

import type { DetailedEntry, JournalEntry } from '../../client/index.ts'
import { countOf, cutText, joinLines } from './cut.ts'
import { shortenBody } from './short-records.ts'

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
 * @param reasons what the client probably did wrong
 * @param from where in its body to begin. Default: the body in short
 */
export function explainEntry(entry: DetailedEntry, reasons: readonly string[], from?: number): string {
  const { explanation, response } = entry
  return joinLines(
    describeEntry(entry),
    explanation.words.map((word) => `- ${word}`),
    reasons,
    describeBody(entry.id, response, from),
  )
}

function describeBody(
  id: number,
  { body, isBinary, isWhole, bytes }: DetailedEntry['response'],
  from?: number,
): string {
  if (body === null) return bytes === 0 ? 'Body: (empty)' : `Body: (${bytes} bytes that are no longer kept)`
  if (isBinary) return `Body: (${bytes} bytes that are not text)`
  const short = from === undefined ? shortenBody(body) : undefined
  if (short !== undefined)
    return `Body, without nulls and what is nested (why and {"request": ${id}, "body_from": 0} shows all of it):\n${short}`
  const start = from ?? 0
  const text = cutText(
    body.slice(start),
    MOST_OF_BODY,
    (shown) => `Go on with why and {"request": ${id}, "body_from": ${start + shown}}.`,
  )
  return `Body:\n${text}${isWhole ? '' : `\n(The request log has only a part of the ${bytes} bytes.)`}`
}
