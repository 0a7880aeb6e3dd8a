// The details of a request: why it got its response, both bodies, headers, and what can be done with it.

import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { DetailedEntry } from '../../../../client/index.ts'
import { useConsole, useRemote } from '../../../app/console.ts'
import { Button, CloseButton } from '../../../components/controls/button.tsx'
import { Tabs } from '../../../components/controls/tabs.tsx'
import { EmptyState } from '../../../components/panels/empty-state.tsx'
import { RemotePanel } from '../../../components/panels/remote-panel.tsx'
import { Text } from '../../../components/text/text.tsx'
import { decodeQuery } from '../../../store/decode.ts'
import type { Remote } from '../../../store/remote.ts'
import { RequestActions } from '../actions/request-actions.tsx'
import type { Compare } from '../compare/compare-dialog.tsx'
import type { EntryPlace } from '../entry-route.ts'
import { WhyTab, Words } from '../explanation/why-tab.tsx'
import { EntryStatus } from '../list/request-row.tsx'
import { formatMilliseconds, formatTime } from '../request-words.ts'
import { HeadersTab } from './headers-tab.tsx'
import { RequestTab } from './request-tab.tsx'
import { ResponseTab } from './response-tab.tsx'

export interface RequestDetailsProps {
  place: EntryPlace
  onClose: () => void
  compare: Compare
}

/** The details of a request. It is read until it has ended, and then stays, also when the request log is cleared. */
export function RequestDetails({ place, onClose, compare }: RequestDetailsProps): JSX.Element {
  const { connection } = useConsole()
  const { session, id } = place
  const { requests } = connection.simulatorOf(session)
  const remote: Remote<{ entry: DetailedEntry | undefined; isOver: boolean }> = useRemote(
    async () => {
      const known = remote.data.peek()
      if (known?.isOver) return known
      const entry = await requests.get(id)
      // The request log may have been cleared, and another request may have its id by now.
      const isSame = known === undefined || entry?.received === known.entry?.received
      return isSame ? { entry, isOver: entry?.state !== 'pending' } : { entry: known.entry, isOver: true }
    },
    { on: ['requests'], inputs: [session, id] },
  )
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Then the list is hidden, and the focus with it.
    if (matchMedia('(max-width: 899px)').matches) close.current?.focus()
  }, [])
  return (
    <section class="split-details request-details" aria-label={`Request ${id}`}>
      <div class="request-close">
        <CloseButton what="the request" buttonRef={close} keys="Escape" onClose={onClose} />
      </div>
      <div class="request-body">
        <RemotePanel remote={remote} what={`request ${id}`} lines={8}>
          {({ entry }) =>
            entry === undefined ? <Gone onClose={onClose} /> : <Opened entry={entry} compare={compare} />
          }
        </RemotePanel>
      </div>
    </section>
  )
}

function Gone({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <EmptyState title="No longer in the request log" choices={<Button onClick={onClose}>Show the requests</Button>}>
      It keeps only recent requests.
    </EmptyState>
  )
}

const TABS = { Why: WhyTab, Response: ResponseTab, Request: RequestTab, Headers: HeadersTab }

function Opened({ entry, compare }: { entry: DetailedEntry; compare: Compare }): JSX.Element {
  const { router } = useConsole()
  const { id, method, path, query, milliseconds, received, at } = entry
  return (
    <div class="stack">
      <header class="request-head">
        <h2>
          <span class="muted">#{id}</span> {method} <Text most={300}>{path}</Text>
          {query !== '' && (
            <span class="muted request-head-query">
              ?<Text most={500}>{decodeQuery(query)}</Text>
            </span>
          )}
        </h2>
        <p class="row muted">
          <EntryStatus entry={entry} />
          <span>{formatMilliseconds(milliseconds)}</span>
          <span>{`${formatTime(received)} real time, ${at.slice(11, 19)} world time`}</span>
        </p>
      </header>
      <RequestActions entry={entry} compare={compare} />
      <Words entry={entry} />
      <Tabs
        label={`Request ${id}`}
        tabs={Object.entries(TABS).map(([title, Content]) => ({
          ...{ id: title.toLowerCase(), title, render: () => <Content entry={entry} /> },
        }))}
        chosen={router.route.value.query.tab ?? 'why'}
        onChoose={(tab) => router.setQuery({ tab: tab === 'why' ? undefined : tab })}
      />
    </div>
  )
}
