import type { Journal, JournalEntry } from '../core/behaviour/journal.ts'

const MOST_REQUESTS = 50

/** Writes down the last requests, oldest first, each with how its answer came about. */
export function describeRequests(journal: Journal): string {
  const entries = journal.list()
  if (entries.length === 0) return 'The simulator received no request.'
  const last = entries.slice(-MOST_REQUESTS)
  const heading = `The last ${last.length} of ${entries.length} requests, oldest first:`
  return [heading, ...last.map((entry) => describeRequest(entry, journal))].join('\n\n')
}

function describeRequest({ id, method, path, query, status, at }: JournalEntry, journal: Journal): string {
  const target = query === '' ? path : `${path}?${query}`
  const words = journal.get(id)?.explanation.words ?? []
  return [`#${id} ${method} ${target} -> ${status ?? 'no answer'} at ${at}`, ...words.map((each) => `   ${each}`)].join(
    '\n',
  )
}
