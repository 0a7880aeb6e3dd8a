// The list of requests, newest first.

import type { JSX } from 'preact'
import type { JournalEntry } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { WindowedList } from '../../components/windowed-list.tsx'
import { keyOf } from '../../store/ring.ts'
import { isOpen, type RequestFilter } from './request-filter.ts'
import { RequestRow } from './request-row.tsx'
import type { Pause } from './use-pause.ts'
import { useSend } from './use-send.ts'

export interface RequestListProps {
  entries: readonly JournalEntry[]
  filter: RequestFilter
  pause: Pause
  /** The key of the open request. */
  open: string | undefined
  onOpen: (entry: JournalEntry) => void
}

/** The requests, or why there are none. */
export function RequestList({ entries, filter, pause, open, onOpen }: RequestListProps): JSX.Element {
  const { connection } = useConsole()
  const { waiting, showNew, follow } = pause
  return (
    <>
      <div class="requests-new">
        {waiting > 0 && (
          <Button kind="primary" keys="." onClick={showNew} title="Show new requests">
            ▲ {waiting.toLocaleString('en')} new <kbd>.</kbd>
          </Button>
        )}
      </div>
      {entries.length === 0 ? (
        <NoRequests filter={filter} />
      ) : (
        <div
          class="requests-list"
          onFocusIn={() => follow({ isFocused: true })}
          onFocusOut={() => follow({ isFocused: false })}
        >
          <WindowedList
            label="Requests, newest first"
            items={entries}
            keyOf={keyOf}
            render={(entry) => <RequestRow entry={entry} ownSession={connection.session} />}
            open={open}
            onOpen={onOpen}
            onScrolled={(isAtStart) => follow({ isScrolled: !isAtStart })}
          />
        </div>
      )}
    </>
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
          <Button kind="primary" onClick={() => void send(request, 'Sent GET /v2/deployments')}>
            Send one
          </Button>
        </>
      }
    >
      Point your client at <code class="requests-url">{url}</code>. Its requests appear here, each with the reason for
      its response.
    </EmptyState>
  )
}
