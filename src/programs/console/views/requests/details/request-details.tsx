import { useLayoutEffect, useRef } from 'preact/hooks'
import { decodeQuery } from '../../../../../engine/input/text/decode.ts'
import type { DetailedEntry } from '../../../../../entries/client/index.ts'
import { Button, CloseButton } from '../../../components/controls/button.tsx'
import { EmptyState, RemotePanel } from '../../../components/panels.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatMilliseconds, formatTime } from '../../../format/request-words.ts'
import { useConsole, useRemote } from '../../../page/console.ts'
import type { Remote } from '../../../store/remote.ts'
import { RequestActions } from '../actions/request-actions.tsx'
import type { Compare } from '../compare-dialog.tsx'
import type { EntryPlace } from '../entry-route.ts'
import { Why, Words } from '../explanation/why.tsx'
import { EntryStatus } from '../list/request-row.tsx'
import { Headers, RequestPart, ResponsePart } from './messages.tsx'

type RequestDetailsProps = { place: EntryPlace; onClose: () => void; compare: Compare }

/** The details of a request. It is read until it has ended, and then stays, also when the request log is cleared. */
export function RequestDetails(props: RequestDetailsProps) {
  const { place, onClose } = props
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
  useLayoutEffect(() => {
    // Then the list is hidden, and the focus with it.
    if (matchMedia('(max-width: 899px)').matches) close.current?.focus()
  }, [])
  return (
    <section class="column split-details details" aria-label={`Request ${id}`}>
      <div class="row spread details-head">
        <Head id={id} entry={remote.data.value?.entry} />
        <CloseButton what="the request" buttonRef={close} keys="Escape" onClose={onClose} />
      </div>
      <RemotePanel remote={remote} what={`request ${id}`}>
        {({ entry }) => <Opened {...props} entry={entry} />}
      </RemotePanel>
    </section>
  )
}

function Head({ id, entry }: { id: number; entry: DetailedEntry | undefined }) {
  if (entry === undefined) return <h2>#{id}</h2>
  const { method, path, query, milliseconds, received, at } = entry
  return (
    <div>
      <h2>
        <span class="muted">#{id}</span> {method} <Text>{path}</Text>
        {query !== '' && (
          <span class="muted">
            ?<Text most={500}>{decodeQuery(query)}</Text>
          </span>
        )}
      </h2>
      <p class="row muted">
        <EntryStatus entry={entry} />
        <span>{formatMilliseconds(milliseconds)}</span>
        <span>{`${formatTime(received)} real time, ${at.slice(11, 19)} world time`}</span>
      </p>
    </div>
  )
}

function Opened({ entry, compare, onClose }: RequestDetailsProps & { entry: DetailedEntry | undefined }) {
  if (entry === undefined)
    return (
      <EmptyState title="No longer in the request log" choices={<Button onClick={onClose}>Show the requests</Button>}>
        It keeps only recent requests.
      </EmptyState>
    )
  return (
    <div class="stack request-why">
      <RequestActions entry={entry} compare={compare} />
      <Words entry={entry} />
      <Why entry={entry} />
      <ResponsePart entry={entry} />
      <RequestPart entry={entry} />
      <Headers entry={entry} />
    </div>
  )
}
