// The list of requests, newest first.

import type { JSX } from 'preact'
import type { JournalEntry } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { formatCount, formatNumber } from '../../components/bars.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { WindowedList } from '../../components/windowed-list.tsx'
import { keyOf } from '../../store/ring.ts'
import { isOpen, type RequestFilter } from './request-filter.ts'
import { RequestRow } from './request-row.tsx'
import type { Pause } from './use-pause.ts'
import { useSend } from './use-send.ts'

export interface RequestListProps {
  /** Undefined while they are being read. */
  entries: readonly JournalEntry[] | undefined
  filter: RequestFilter
  pause: Pause
  /** The key of the open request. */
  open: string | undefined
  onOpen: (entry: JournalEntry) => void
}

/** The requests, or why there are none. */
export function RequestList({ entries, filter, pause, open, onOpen }: RequestListProps): JSX.Element {
  const { connection } = useConsole()
  if (entries === undefined) return <Skeleton label="Loading requests" />
  return (
    <>
      <ListHead filter={filter} shown={entries.length} pause={pause} />
      {entries.length === 0 ? (
        <NoRequests filter={filter} />
      ) : (
        <div
          class="requests-list"
          onFocusIn={() => pause.follow({ isFocused: true })}
          onFocusOut={() => pause.follow({ isFocused: false })}
        >
          <WindowedList
            label="Requests, newest first"
            items={entries}
            keyOf={keyOf}
            render={(entry) => <RequestRow entry={entry} ownSession={connection.session} />}
            open={open}
            onOpen={onOpen}
            onScrolled={(isAtStart) => pause.follow({ isScrolled: !isAtStart })}
          />
        </div>
      )}
    </>
  )
}

// Frames contain at most so many requests, so the list is a sample if there were more.
const MOST_IN_FRAME = 50

interface ListHeadProps extends Pick<RequestListProps, 'filter' | 'pause'> {
  shown: number
}

// New requests are offered here, where the button covers no row.
function ListHead({ filter, shown, pause }: ListHeadProps): JSX.Element {
  const { stream } = useConsole()
  const { reason, waiting, showNew } = pause
  const isSample = (stream.rates.value.at(-1)?.count ?? 0) > MOST_IN_FRAME
  return (
    <div class="row spread requests-head">
      <span class="muted" title={isSample ? 'The charts count all.' : reason}>
        {formatCount(shown, isOpen(filter) ? 'request' : 'matching request')}
        {isSample && ', a sample'}
        {reason !== undefined && `, ${reason}`}
      </span>
      {waiting > 0 && (
        <Button kind="primary" keys="." onClick={showNew} title="Show new requests">
          ▲ {formatNumber(waiting)} new <kbd>.</kbd>
        </Button>
      )}
    </div>
  )
}

function NoRequests({ filter }: { filter: RequestFilter }): JSX.Element {
  const { connection, router } = useConsole()
  const send = useSend()
  if (!isOpen(filter)) {
    const clear = () => router.setQuery({ q: undefined, from: undefined, to: undefined })
    return (
      <EmptyState title="No request matches the filter" choices={<Button onClick={clear}>Clear the filter</Button>}>
        New requests that match it appear here.
      </EmptyState>
    )
  }
  const url = connection.serviceUrl
  const request = { method: 'GET', url: `${url}/v2/deployments?limit=2`, headers: [], body: null, lacksBody: false }
  return (
    <EmptyState
      title="No requests yet"
      choices={
        <>
          <CopyButton text={url} what="the URL">
            Copy the URL
          </CopyButton>
          <Button kind="primary" onClick={() => void send(request, 'Send GET /v2/deployments')}>
            Send one
          </Button>
        </>
      }
    >
      Point your client at <code class="hostile">{url}</code>. Its requests appear here, each with the reason for its
      response.
    </EmptyState>
  )
}
