// The request as the service read it.

import type { JSX } from 'preact'
import type { DetailedEntry } from '../../../../client/index.ts'
import { JsonTree } from '../../../components/json/json-tree.tsx'
import { RecordTable } from '../../../components/lists/record-table.tsx'
import { Text } from '../../../components/text/text.tsx'
import { buildRequest } from '../../../copy/copied-request.ts'
import { decodeQuery } from '../../../store/decode.ts'

/** The URL, the parameters as they were read, and the body. */
export function RequestTab({ entry }: { entry: DetailedEntry }): JSX.Element {
  const { method, path, query, parameters, body } = entry
  const { lacksBody } = buildRequest(entry, '')
  return (
    <div class="stack">
      <p class="mono hostile">
        {method}{' '}
        <Text most={2000} canExpand>
          {query === '' ? path : `${path}?${query}`}
        </Text>
      </p>
      <Parameters query={query} parameters={parameters} />
      <section>
        <h3>Body</h3>
        {body !== null && <JsonTree label="Request body" text={body} />}
        {body === null && (
          <p class="muted">{lacksBody ? 'The body is larger than 64 KiB.' : 'The request has no body.'}</p>
        )}
      </section>
    </div>
  )
}

function Parameters({ query, parameters }: Pick<DetailedEntry, 'query' | 'parameters'>): JSX.Element {
  const sent = new URLSearchParams(query)
  // Defaults are worth a look, parameters without a value are not.
  const read = Object.entries(parameters ?? {}).filter(([, value]) => value !== null)
  const names = [...new Set([...sent, ...read].map(([name]) => name))]
  return (
    <section>
      <h3>Parameters</h3>
      {names.length === 0 && <p class="muted">The request has no parameters.</p>}
      {parameters === null && names.length > 0 && (
        <p class="muted">They were rejected, so the operation read none of them.</p>
      )}
      {names.length > 0 && (
        <RecordTable
          label="Parameters"
          rows={names}
          keyOf={(name) => name}
          columns={[
            { title: 'Name', render: (name) => <Text most={60}>{name}</Text> },
            { title: 'As sent', render: (name) => <Text most={200}>{showSent(sent.getAll(name))}</Text> },
            { title: 'As read', render: (name) => <Text most={200}>{showRead(parameters, name)}</Text> },
          ]}
        />
      )}
    </section>
  )
}

function showSent(values: readonly string[]): string {
  return values.length === 0 ? '–' : values.map(decodeQuery).join(', ')
}

function showRead(parameters: DetailedEntry['parameters'], name: string): string {
  if (parameters === null) return '–'
  return name in parameters ? JSON.stringify(parameters[name]) : 'ignored'
}
