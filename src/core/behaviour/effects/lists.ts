import type { Outcome } from '../../contract/messages.ts'
import type { OperationName } from '../../contract/operations/operations.ts'

/** The operations that answer with a list. */
export const LISTS: readonly OperationName[] = [
  'listOAuthProviders',
  'listRepositories',
  'listAlternateRepositories',
  'listDeployments',
]

/** Leaves a list without records, in whatever it is wrapped; a page then tells its own place as the next. */
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

// Another fault may have left no JSON.
function parseList(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
