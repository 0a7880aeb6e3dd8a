// The list of requests, newest first.

import { useEffect, useMemo } from 'preact/hooks'
import { decodeQuery } from '../../../../../engine/input/text/decode.ts'
import type { JournalEntry } from '../../../../../entries/client/index.ts'
import { findSimilar } from '../../../../../entries/mistakes/nearest-operations.ts'
import { Button } from '../../../components/controls/button.tsx'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { WindowedList } from '../../../components/lists/windowed-list.tsx'
import { EmptyState, Skeleton } from '../../../components/panels.tsx'
import { useNow } from '../../../components/text/ago.tsx'
import { StatusMark } from '../../../components/text/status-mark.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { formatBytes, formatMilliseconds, formatTime } from '../../../format/request-words.ts'
import { useConsole } from '../../../page/console.ts'
import { buildTry, findTry } from '../../../store/request-to-try.ts'
import { countRequests, type Gap, isEntry, keyOfRequest, type ListRow } from '../../../store/stream/stream.ts'
import { useSend } from '../actions/use-send.ts'

export const FILTER_FIELDS = ['status', 'method', 'path', 'operation', 'session', 'fault', 'assumption'] as const

/** What the list can be sorted by, with its columns. Without a choice, the newest is first. */
const SORTS = { milliseconds: 'Duration', bytes: 'Size' } as const

const WAITS = {
  body: 'the rest of its body',
  clock: 'the clock',
  change: 'a change of the data',
  handler: 'its handler',
  turn: 'its turn',
  client: 'its client to leave',
} as const

/** `open`: the key of the open request. */
type ListProps = { filter: RowFilter; open: string | undefined; onOpen: (entry: JournalEntry, isStep: boolean) => void }

// So many rows are complete without scrolling.
const MOST_COMPLETE = 2000

/** The requests, or why there are none. */
export function RequestList({ filter, open, onOpen }: ListProps) {
  const { stream, router } = useConsole()
  const { sort } = router.route.value.query
  const all = stream.rows.value
  const list = () => all.filter((row) => !isEntry(row) || matchesFilter(row, filter))
  const rows = useMemo(() => listSorted(list(), sort), [all, JSON.stringify(filter), sort])
  const complete = isOpen(filter) && sort === undefined ? all.slice(0, MOST_COMPLETE) : all
  const gap = complete.find((row): row is Gap => !isEntry(row))
  useEffect(() => {
    if (gap !== undefined) void stream.fill(gap)
  }, [gap?.session, gap?.before])
  if (rows.length === 0 && !stream.isRead.value) return <Skeleton label="Loading requests" />
  const sessions = new Set(stream.requests.value.map(({ session }) => session))
  return (
    <div class={`requests-list${sessions.size > 1 ? ' requests-sessions' : ''}`}>
      <WaitingRequests />
      {rows.length === 0 ? (
        <NoRequests filter={filter} />
      ) : (
        <WindowedList
          label={sort === undefined ? 'Requests, newest first' : 'Requests'}
          items={rows}
          keyOf={keyOfRow}
          render={(row) => (isEntry(row) ? <RequestRow entry={row} /> : <GapRow gap={row} />)}
          renderHead={(news, showNews) => (
            <>
              <p class="row spread requests-head">
                <span class="muted">{describeCount(rows, filter)}</span>
                {news > 0 && sort === undefined && (
                  <Button kind="primary" keys="." onClick={showNews}>
                    ▲ {formatNumber(news)} new <kbd>.</kbd>
                  </Button>
                )}
              </p>
              <RequestHeadings />
            </>
          )}
          open={open}
          onOpen={(row, isStep) => (isEntry(row) ? onOpen(row, isStep) : void stream.fill(row))}
        />
      )}
    </div>
  )
}

function keyOfRow(row: ListRow): string {
  return isEntry(row) ? keyOfRequest(row) : `gap ${row.session} ${row.before}`
}

function describeCount(rows: readonly ListRow[], filter: RowFilter): string {
  const entries = rows.filter(isEntry).length
  const total = rows.reduce((sum, row) => sum + countRequests(row), 0)
  if (isOpen(filter)) return formatCount(total, 'request')
  const rest = total > entries ? `, and ${formatNumber(total - entries)} to look at` : ''
  return `${formatCount(entries, 'matching request')}${rest}`
}

interface GapRowProps {
  readonly gap: Gap
}

// It is read when it comes into view.
function GapRow({ gap }: GapRowProps) {
  const { stream } = useConsole()
  useEffect(() => void stream.fill(gap), [gap.before])
  return <span class="muted">{formatNumber(countRequests(gap))} more, show</span>
}

interface NoRequestsProps {
  readonly filter: RowFilter
}

function NoRequests({ filter }: NoRequestsProps) {
  const { connection, router, world } = useConsole()
  const send = useSend()
  const schemas = world.schemas.data.value
  const target = schemas && findTry(schemas)
  const [, misspelt] = /(\w+)=/.exec(filter.text ?? '') ?? []
  const similar = misspelt && findSimilar(misspelt, FILTER_FIELDS)
  if (!isOpen(filter)) {
    const clear = () => router.setQuery({ q: undefined, from: undefined, to: undefined })
    return (
      <EmptyState title="No request matches the filter" choices={<Button onClick={clear}>Clear the filter</Button>}>
        {filter.text?.includes('=') && `“${filter.text}” was looked for as text. `}
        {similar !== undefined && `Did you mean ${similar}=? `}
        The filter knows {FILTER_FIELDS.map((name) => `${name}=`).join(', ')} and any text.
      </EmptyState>
    )
  }
  const url = connection.serviceUrl
  return (
    <EmptyState
      title="No requests yet"
      choices={
        <>
          <CopyButton text={url} what="the URL">
            Copy the URL
          </CopyButton>
          {target && (
            <Button
              kind="primary"
              onClick={() =>
                void send(buildTry(target, schemas, url), ['Send', 'Sent', `GET ${target.replace(/\?.*/, '')}`])
              }
            >
              Send one
            </Button>
          )}
        </>
      }
    >
      Point your client at <code class="hostile">{url}</code>. Its requests appear here, each with the reason for its
      response.
    </EmptyState>
  )
}

/** The names of the columns. Duration and size sort the list. */
function RequestHeadings() {
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

interface EntryProps {
  readonly entry: JournalEntry
}

function RequestRow({ entry }: EntryProps) {
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
export function EntryStatus({ entry: { state, status, faults } }: EntryProps) {
  return state === 'pending' ? <span>waits</span> : <StatusMark status={status} isFaulted={faults.length > 0} />
}

interface RunningProps {
  readonly since: string
}

function Running({ since }: RunningProps) {
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
function WaitingRequests() {
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

/** Which requests are shown. Absent fields match all of them. */
export interface RowFilter {
  readonly operation?: string
  readonly method?: string
  /** A part of the path. */
  readonly path?: string
  /** `503`, `5xx` or `none`. */
  readonly status?: string
  readonly session?: string
  /** The id of a fault, or `any`. */
  readonly fault?: string
  /** The id of an assumption that the response depends on. */
  readonly assumption?: string
  readonly text?: string
  /** Machine time in milliseconds. */
  readonly from?: number
  readonly to?: number
}

function isOpen(filter: RowFilter): boolean {
  return Object.keys(filter).length === 0
}

function matchesFilter(entry: JournalEntry, filter: RowFilter): boolean {
  const { operation, method, path, status, session, fault, assumption, text, from, to } = filter
  const received = from === undefined && to === undefined ? 0 : Date.parse(entry.received)
  return (
    (operation === undefined || (entry.operation ?? 'none') === operation) &&
    (method === undefined || entry.method.toLowerCase() === method.toLowerCase()) &&
    (path === undefined || entry.path.includes(path)) &&
    (status === undefined || matchesStatus(entry.status, status)) &&
    (session === undefined || entry.session === session) &&
    (fault === undefined || (fault === 'any' ? entry.faults.length > 0 : entry.faults.includes(fault))) &&
    (assumption === undefined || (entry.assumptions as readonly string[]).includes(assumption)) &&
    (from === undefined || received >= from) &&
    (to === undefined || received <= to) &&
    (text === undefined || matchesText(entry, text))
  )
}

function matchesStatus(status: number | null, pattern: string): boolean {
  if (status === null) return pattern === 'none'
  return pattern === String(status) || pattern.toLowerCase() === `${String(status)[0]}xx`
}

function matchesText({ method, path, query, operation, body }: JournalEntry, text: string): boolean {
  const parts = [`${method} ${path}?${query}`, decodeQuery(query), operation ?? '', body ?? '']
  return parts.some((part) => part.toLowerCase().includes(text))
}

/** Returns rows with the greatest value first; what has not been read comes last. */
function listSorted(rows: readonly ListRow[], by: string | undefined): readonly ListRow[] {
  if (by !== 'milliseconds' && by !== 'bytes') return rows
  const read = (row: ListRow) => (isEntry(row) ? row[by] : -1)
  return rows.toSorted((one, other) => read(other) - read(one))
}
