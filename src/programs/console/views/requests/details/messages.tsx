import { decodeQuery } from '../../../../../engine/input/text/decode.ts'
import type { DetailedEntry } from '../../../../../entries/client/index.ts'
import { buildRequest } from '../../../../../entries/request-code/copied-request.ts'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { JsonTree } from '../../../components/json/json-tree.tsx'
import { RecordTable } from '../../../components/lists/record-table.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatBytes } from '../../../format/request-words.ts'

/** The body of the response, and what is special about it. */
export function ResponsePart({ entry: { response, state, status } }: { entry: DetailedEntry }) {
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
export function RequestPart({ entry }: { entry: DetailedEntry }) {
  const { method, path, query, body } = entry
  const { lacksBody } = buildRequest(entry, '')
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

function Parameters({ entry: { path, query, parameters } }: { entry: DetailedEntry }) {
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

export function Headers({ entry: { request, response } }: { entry: DetailedEntry }) {
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

function HeaderList({ title, headers }: { title: string; headers: DetailedEntry['request']['headers'] }) {
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
