// Queries of requests to the control API.

/** Builds a query with the given options, because the server rejects unknown ones. */
export function buildQuery(options: object = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}
