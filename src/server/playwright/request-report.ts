import { describeChaos } from '../../engine/faults/chaos/chaos.ts'
import { showLines } from '../../engine/input/text/quote.ts'
import { hideSeen } from '../../engine/input/text/secrets.ts'
import { describeAssumptions, describeUnused, describeWaiting } from '../../entries/run/hint.ts'
import type { Journal, JournalEntry, Session } from '../../service/types.ts'

const MOST_REQUESTS = 50

/** Lists the last requests of a session, oldest first, each with the explanation of its response. */
export function describeRequests(session: Session): string {
  const { requests, chaos } = session
  const replay = describeAssumptions(session)
  const entries = requests.list()
  if (entries.length === 0) return ['The simulator received no request.', ...describeUnused(session)].join('\n\n')
  const last = entries.slice(-MOST_REQUESTS)
  const lines = [
    `${describeCount(last.length, entries.length)}:`,
    ...last.map((entry) => describeRequest(entry, requests)),
    ...describeWaiting(session),
    ...describeUnused(session),
    ...(chaos === undefined ? [] : [`${describeChaos(chaos, 'option')}.`]),
    ...(replay.length === 0 ? [] : [replay.join('\n')]),
  ]
  return showLines(lines.join('\n\n'))
}

function describeCount(shown: number, all: number): string {
  if (shown < all) return `The last ${shown} of the ${all} requests that the simulator received, oldest first`
  return all === 1 ? 'The simulator received 1 request' : `The simulator received ${all} requests, oldest first`
}

function describeRequest(entry: JournalEntry, journal: Journal): string {
  const { id, method, path, query, state, status, at } = entry
  const hiding = hideSeen(entry)
  const target = hiding.url(query === '' ? path : `${path}?${query}`)
  const words = journal.get(id)?.explanation.words ?? []
  return [
    `#${id} ${method} ${target} -> ${state === 'finished' ? (status ?? 'no response') : state} at ${at}`,
    ...words.map((each) => `   ${hiding.text(each)}`),
  ].join('\n')
}
