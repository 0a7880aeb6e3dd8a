// The response that the client got.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DetailedEntry } from '../../../../client/index.ts'
import { Button } from '../../../components/controls/button.tsx'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { JsonTree, PlainText } from '../../../components/json/json-tree.tsx'
import { formatBytes } from '../request-words.ts'

/** The body of the response, and what is special about it. */
export function ResponseTab({ entry }: { entry: DetailedEntry }): JSX.Element {
  const { response, state, status, explanation } = entry
  const [isRaw, setRaw] = useState(false)
  if (status === null) return <p>{state === 'pending' ? 'The client waits.' : 'The client got no response.'}</p>
  const { body, bytes, isWhole, isBinary } = response
  if (bytes === 0) return <p class="muted">The response has no body.</p>
  if (body === null) return <p class="muted">The request log no longer has this body.</p>
  // Somebody who looks for what was filtered by may not know that responses leave it out.
  const explain = (search: string) => {
    const { parameter } = explanation.filters.find(({ value }) => String(value).includes(search)) ?? {}
    return parameter && `not in the body, which leaves out what ${parameter} filtered by`
  }
  return (
    <div class="stack">
      <div class="row">
        <Button isPressed={isRaw} onClick={() => setRaw(!isRaw)}>
          Raw
        </Button>
        <CopyButton text={body} what="the body" />
        <span class="muted">
          {formatBytes(bytes)}
          {!isWhole && ', cut after the first megabyte'}
          {isBinary && ', not text'}
        </span>
      </div>
      {isRaw ? (
        <PlainText label="Response body" text={body} />
      ) : (
        <JsonTree label="Response body" text={body} explain={explain} />
      )}
    </div>
  )
}
