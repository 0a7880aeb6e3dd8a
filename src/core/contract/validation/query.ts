/** A query string, taken apart: what each name was given, in the order of the request. */
export type Query = ReadonlyMap<string, readonly string[]>

const NO_VALUES: Query = new Map()

/** Takes a query string apart; names and values are decoded, bytes that are no UTF-8 become U+FFFD. */
export function parseQuery(text: string): Query {
  if (text === '') return NO_VALUES
  const query = new Map<string, string[]>()
  // The ampersand keeps a question mark at the start, which would be dropped otherwise.
  for (const [name, value] of new URLSearchParams(`&${text}`)) {
    const values = query.get(name)
    if (values === undefined) query.set(name, [value])
    else values.push(value)
  }
  return query
}
