// The headers of a request and of its response.

import type { JSX } from 'preact'
import type { DetailedEntry } from '../../../../client/index.ts'
import { Text } from '../../../components/text/text.tsx'

/** Both lists of headers. */
export function Headers({ entry: { request, response } }: { entry: DetailedEntry }): JSX.Element {
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

type ListProps = { title: string; headers: readonly (readonly [string, string])[] }

function HeaderList({ title, headers }: ListProps): JSX.Element {
  return (
    <section>
      <h3>{title}</h3>
      {headers.length === 0 && <p class="muted">No headers are known.</p>}
      <dl class="request-headers">
        {headers.map(([name, value], index) => (
          <div key={index}>
            <dt>
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
