// The list of requests, newest first.

import { useEffect, useMemo } from 'preact/hooks'
import type { JournalEntry } from '../../../../../entries/client/index.ts'
import { findSimilar } from '../../../../../entries/mistakes/nearest-operations.ts'
import { Button } from '../../../components/controls/button.tsx'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { WindowedList } from '../../../components/lists/windowed-list.tsx'
import { EmptyState, Skeleton } from '../../../components/panels.tsx'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { useConsole } from '../../../page/console.ts'
import { buildTry, findTry } from '../../../store/request-to-try.ts'
import { countRequests, type Gap, isEntry, keyOfRequest, type ListRow } from '../../../store/stream/ring.ts'
import { useSend } from '../actions/use-send.ts'
import { FILTER_FIELDS, isOpen, listSorted, matchesFilter, type RowFilter } from './request-filter.ts'
import { RequestHeadings, RequestRow, WaitingRequests } from './request-row.tsx'

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

// It is read when it comes into view.
function GapRow({ gap }: { gap: Gap }) {
  const { stream } = useConsole()
  useEffect(() => void stream.fill(gap), [gap.before])
  return <span class="muted">{formatNumber(countRequests(gap))} more, show</span>
}

function NoRequests({ filter }: { filter: RowFilter }) {
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
