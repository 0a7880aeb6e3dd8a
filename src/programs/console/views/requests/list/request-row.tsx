// A request in the list.

import { decodeQuery } from '../../../../../engine/input/text/decode.ts'
import type { JournalEntry } from '../../../../../entries/client/index.ts'
import { Button } from '../../../components/controls/button.tsx'
import { useNow } from '../../../components/text/ago.tsx'
import { StatusMark } from '../../../components/text/status-mark.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { formatBytes, formatMilliseconds, formatTime } from '../../../format/request-words.ts'
import { useConsole } from '../../../page/console.ts'
import { SORTS } from './request-filter.ts'

/** The names of the columns. Duration and size sort the list. */
export function RequestHeadings() {
  const { router } = useConsole()
  const { sort } = router.route.value.query
  return (
    <div class="column request-row request-headings muted">
      <span class="request-id">#</span>
      <span>Status</span>
      <span>Request</span>
      <span class="request-result">Result</span>
      {(['milliseconds', 'bytes'] as const).map((name) => (
        <button
          key={name}
          type="button"
          class={name === 'bytes' ? 'request-bytes' : 'request-milliseconds'}
          aria-pressed={sort === name}
          title={`The greatest ${SORTS[name].toLowerCase()} first`}
          onClick={() => router.setQuery({ sort: sort === name ? undefined : name })}
        >
          {SORTS[name]}
          {sort === name && ' ▼'}
        </button>
      ))}
      <span class="request-session">Session</span>
      <span class="request-time" title="On the clock of your machine">
        Real time
      </span>
    </div>
  )
}

export function RequestRow({ entry }: { entry: JournalEntry }) {
  const { id, session, received, state, method, path, query, milliseconds, bytes } = entry
  return (
    <span class="column request-row">
      <span class="request-id muted">{id}</span>
      <EntryStatus entry={entry} />
      <span class="request-what">
        {method} <Text most={200}>{query === '' ? path : `${path}?${decodeQuery(query)}`}</Text>
      </span>
      <span class="request-result">{describeResult(entry)}</span>
      <span class="request-milliseconds number">
        {state === 'pending' ? <Running since={received} /> : formatMilliseconds(milliseconds)}
      </span>
      <span class="request-bytes number">{bytes > 0 && formatBytes(bytes)}</span>
      <span class="request-session muted">
        <Text most={20}>{session}</Text>
      </span>
      <span class="request-time muted">{formatTime(received)}</span>
    </span>
  )
}

/** The status of a request, or that it waits. */
export function EntryStatus({ entry: { state, status, faults } }: { entry: JournalEntry }) {
  return state === 'pending' ? <span>waits</span> : <StatusMark status={status} isFaulted={faults.length > 0} />
}

function Running({ since }: { since: string }) {
  return <>{Math.max(0, Math.round((useNow() - Date.parse(since)) / 1000))} s</>
}

/** How many records a page has, or what a request waits for. */
function describeResult({ waitsFor, state, page }: JournalEntry): string {
  if (waitsFor !== null) return waitsFor.until?.replace(/.*T(.{8}).*/, 'until $1') ?? `for ${WAITS[waitsFor.what]}`
  if (state === 'aborted') return 'client left'
  if (page === null) return ''
  const { returned, matching, total } = page
  if (matching === 0) return `none of ${formatNumber(total)}`
  return formatNumber(returned) + (matching === null ? '' : ` of ${formatNumber(matching)}`)
}

/** How many requests wait, for what, and the buttons that let them go. */
export function WaitingRequests() {
  const { stream, worldActions, world, connection } = useConsole()
  const waits = stream.requests.value.flatMap(({ session, waitsFor }) =>
    waitsFor !== null && session === connection.session ? waitsFor : [],
  )
  const [first, ...others] = waits
  if (first === undefined) return null
  const dues = waits.flatMap(({ what, until }) => (what === 'clock' && until !== null ? until : [])).sort()
  const [due] = dues
  const subject = `${formatCount(waits.length, 'request')} ${others.length === 0 ? 'waits' : 'wait'}`
  const what = others.every((each) => each.what === first.what) ? ` for ${WAITS[first.what]}` : ''
  return (
    <p class="row requests-waiting" role="status">
      {subject + what}
      {due !== undefined && <Button onClick={() => void worldActions.setClock(due)}>Go to {due.slice(11, 19)}</Button>}
      {due !== undefined && world.isFrozen.value && (
        <Button onClick={() => void worldActions.runClock()}>Let the clock run</Button>
      )}
    </p>
  )
}

const WAITS = {
  body: 'the rest of its body',
  clock: 'the clock',
  change: 'a change of the data',
  handler: 'its handler',
  turn: 'its turn',
  client: 'its client to leave',
} as const
