// The request as the service read it.

import type { JSX } from 'preact'
import type { DetailedEntry } from '../../../../client/index.ts'
import { JsonTree } from '../../../components/json/json-tree.tsx'
import { RecordTable } from '../../../components/lists/record-table.tsx'
import { Text } from '../../../components/text/text.tsx'
import { buildRequest } from '../../../copy/copied-request.ts'
import { decodeQuery } from '../../../store/decode.ts'

/** The URL, the parameters as they were read, and the body. */
export function SentRequest({ entry }: { entry: DetailedEntry }): JSX.Element {
  const { method, path, query, parameters, body } = entry
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
      <Parameters path={path} query={query} parameters={parameters} />
      {body !== null && <JsonTree label="Request body" text={body} />}
      {lacksBody && <p class="muted">The body is larger than 64 KiB.</p>}
    </section>
  )
}

type ParametersProps = Pick<DetailedEntry, 'path' | 'query' | 'parameters'>

function Parameters({ path, query, parameters }: ParametersProps): JSX.Element | null {
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
          { title: 'As sent', render: (name) => <Text>{showSent(listSent(name))}</Text> },
          { title: 'As read', render: (name) => <Text>{showRead(parameters, name)}</Text> },
        ]}
      />
    </>
  )
}

function showSent(values: readonly string[]): string {
  return values.length === 0 ? '–' : values.map(decodeQuery).join(', ')
}

function showRead(parameters: DetailedEntry['parameters'], name: string): string {
  if (parameters === null) return '–'
  return name in parameters ? JSON.stringify(parameters[name]) : 'ignored'
}
