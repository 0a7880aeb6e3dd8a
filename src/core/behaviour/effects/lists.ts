import type { Outcome } from '../../contract/messages.ts'
import type { OperationName } from '../../contract/operations/operations.ts'

/** The operations that return a list. */
export const LISTS: readonly OperationName[] = [
  'listOAuthProviders',
  'listRepositories',
  'listAlternateRepositories',
  'listDeployments',
]

/** Removes the records of a list and keeps its envelope. The offset of a page becomes that of the request. */
export function emptyList(body: string, { values }: Outcome): string {
  const list = parseList(body)
  if (list === undefined) return body
  if (Array.isArray(list)) return '[]'
  const emptied = Object.entries(list as object).map(([name, value]) => {
    if (Array.isArray(value)) return [name, []]
    return [name, name === 'offset' ? Number(values?.offset ?? 0) : value]
  })
  return JSON.stringify(Object.fromEntries(emptied))
}

// Another fault may have replaced the JSON.
function parseList(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
