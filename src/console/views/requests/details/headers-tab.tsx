// The headers of a request and of its response.

import type { JSX } from 'preact'
import type { DetailedEntry } from '../../../../client/index.ts'
import { Text } from '../../../components/text/text.tsx'

/** Both lists of headers. */
export function HeadersTab({ entry: { request, response } }: { entry: DetailedEntry }): JSX.Element {
  return (
    <div class="stack">
      <Headers title="Response" headers={response.headers} />
      <Headers title="Request" headers={request.headers} />
    </div>
  )
}

function Headers({ title, headers }: { title: string; headers: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <section>
      <h3>{title}</h3>
      {headers.length === 0 && <p class="muted">No headers are known.</p>}
      <dl class="request-headers">
        {headers.map(([name, value], index) => (
          <div key={index}>
            <dt>
              <Text most={100}>{name}</Text>
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
