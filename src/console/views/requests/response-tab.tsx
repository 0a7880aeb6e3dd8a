// The response that the client got.

import type { JSX } from 'preact'
import type { DetailedEntry } from '../../../client/index.ts'
import { JsonTree } from '../../components/json-tree.tsx'
import { formatBytes } from './request-words.ts'

/** The body of the response, and what is special about it. */
export function ResponseTab({ entry: { response, status } }: { entry: DetailedEntry }): JSX.Element {
  if (status === null) return <p>The client got no response.</p>
  if (response == null) return <p class="muted">The journal no longer has the body of this response.</p>
  const { body, bytes, isWhole, isBinary } = response
  if (bytes === 0) return <p class="muted">The response has no body.</p>
  return (
    <div class="stack">
      <p class="muted">
        {formatBytes(bytes)}
        {!isWhole && ', cut: the journal keeps the first megabyte'}
        {isBinary && ', not text'}
      </p>
      {body === null ? (
        <p class="muted">The journal no longer has this body.</p>
      ) : (
        <JsonTree label="Response body" text={body} />
      )}
    </div>
  )
}
