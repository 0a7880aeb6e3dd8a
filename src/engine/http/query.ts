// Parses a query string.

import { ownText } from '../limits/own-text.ts'

/** A parsed query string: the values of each name, in the order of the request. */
export type Query = ReadonlyMap<string, readonly string[]>

const NO_VALUES: Query = new Map()

/** Parses a query string. Names and values are decoded; bytes that are not valid UTF-8 become U+FFFD. */
export function parseQuery(text: string): Query {
  if (text === '') return NO_VALUES
  const query = new Map<string, string[]>()
  // URLSearchParams drops a question mark at the start; the ampersand protects it.
  for (const [name, value] of new URLSearchParams(`&${text}`)) {
    const values = query.get(name)
    if (values === undefined) query.set(ownText(name), [ownText(value)])
    else values.push(ownText(value))
  }
  return query
}
