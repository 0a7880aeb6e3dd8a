import { useLayoutEffect, useRef } from 'preact/hooks'
import { decodeQuery } from '../../../../../engine/input/text/decode.ts'
import type { DetailedEntry } from '../../../../../entries/client/index.ts'
import { copyRequest } from '../../../../../entries/request-code/copied-request.ts'
import { Button, CloseButton } from '../../../components/controls/button.tsx'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { JsonTree } from '../../../components/json/json-tree.tsx'
import { RecordTable } from '../../../components/lists/record-table.tsx'
import { EmptyState, RemotePanel } from '../../../components/panels.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatBytes, formatMilliseconds, formatTime } from '../../../format/request-words.ts'
import { useConsole, useRemote } from '../../../page/console.ts'
import type { Remote } from '../../../store/remote.ts'
import { RequestActions } from '../actions/request-actions.tsx'
import type { Compare } from '../compare-dialog.tsx'
import type { EntryPlace } from '../entry-route.ts'
import { Why, Words } from '../explanation/why.tsx'
import { EntryStatus } from '../list/request-list.tsx'

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

interface HeadProps {
  readonly id: number
  readonly entry: DetailedEntry | undefined
}

function Head({ id, entry }: HeadProps) {
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

interface OpenedProps extends RequestDetailsProps {
  readonly entry: DetailedEntry | undefined
}

function Opened({ entry, compare, onClose }: OpenedProps) {
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

interface EntryProps {
  readonly entry: DetailedEntry
}

/** The body of the response, and what is special about it. */
function ResponsePart({ entry: { response, state, status } }: EntryProps) {
  const { body, bytes, isWhole, isBinary } = response
  const why =
    status === null
      ? `The client ${state === 'pending' ? 'waits' : 'got no response'}.`
      : `The ${bytes === 0 ? 'response has no' : 'request log no longer has this'} body.`
  return (
    <section>
      <h3>Response</h3>
      {status === null || body === null ? (
        <p class="muted">{why}</p>
      ) : (
        <>
          <div class="row">
            <CopyButton text={body} what="the body" />
            <span class="muted">
              {formatBytes(bytes)}
              {!isWhole && ', cut after the first megabyte'}
              {isBinary && ', not text'}
            </span>
          </div>
          <JsonTree label="Response body" text={body} />
        </>
      )}
    </section>
  )
}

/** The URL, the parameters as they were read, and the body. */
function RequestPart({ entry }: EntryProps) {
  const { method, path, query, body } = entry
  const { lacksBody } = copyRequest(entry, '')
  return (
    <section>
      <h3>Request</h3>
      <code>
        {method}{' '}
        <Text most={2000} canExpand>
          {query === '' ? path : `${path}?${query}`}
        </Text>
      </code>
      <Parameters entry={entry} />
      {body !== null && <JsonTree label="Request body" text={body} />}
      {lacksBody && <p class="muted">The body is larger than 64 KiB.</p>}
    </section>
  )
}

function Parameters({ entry: { path, query, parameters } }: EntryProps) {
  const sent = new URLSearchParams(query)
  const listSent = (name: string) =>
    sent.has(name) ? sent.getAll(name) : path.split('/').filter((part) => part === parameters?.[name])
  // Defaults are worth a look, parameters without a value are not.
  const read = Object.entries(parameters ?? {}).filter(([, value]) => value !== null)
  const names = [...new Set([...sent, ...read].map(([name]) => name))]
  if (names.length === 0) return null
  return (
    <>
      {parameters === null && <p class="muted">They were rejected, so the operation read none of them.</p>}
      <RecordTable
        label="Parameters"
        rows={names}
        keyOf={(name) => name}
        columns={[
          { title: 'Parameter', render: (name) => <Text>{name}</Text> },
          { title: 'As sent', render: (name) => <Text>{listSent(name).map(decodeQuery).join(', ') || '–'}</Text> },
          { title: 'As read', render: (name) => <Text>{showRead(parameters, name)}</Text> },
        ]}
      />
    </>
  )
}

function showRead(parameters: DetailedEntry['parameters'], name: string): string {
  if (parameters === null) return '–'
  return name in parameters ? JSON.stringify(parameters[name]) : 'ignored'
}

function Headers({ entry: { request, response } }: EntryProps) {
  return (
    <>
      <HeaderList title="Response headers" headers={response.headers} />
      {response.headers.length > 0 && (
        <p class="muted">The connection adds its own: content-length, date, connection and keep-alive.</p>
      )}
      <HeaderList title="Request headers" headers={request.headers} />
    </>
  )
}

interface HeaderListProps {
  readonly title: string
  readonly headers: DetailedEntry['request']['headers']
}

function HeaderList({ title, headers }: HeaderListProps) {
  return (
    <section>
      <h3>{title}</h3>
      {headers.length === 0 && <p class="muted">No headers are known.</p>}
      <dl class="lined">
        {headers.map(([name, value], index) => (
          <div key={index} class="column pair">
            <dt class="muted">
              <Text>{name}</Text>
            </dt>
            <dd>
              <Text most={500} canExpand>
                {value}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
