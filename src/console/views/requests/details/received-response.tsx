// The response that the client got.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DetailedEntry } from '../../../../client/index.ts'
import { Button } from '../../../components/controls/button.tsx'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { JsonTree, PlainText } from '../../../components/json/json-tree.tsx'
import { formatBytes } from '../request-words.ts'

/** The body of the response, and what is special about it. */
export function ReceivedResponse({ entry }: { entry: DetailedEntry }): JSX.Element {
  const { response, state, status } = entry
  const why =
    status === null
      ? `The client ${state === 'pending' ? 'waits' : 'got no response'}.`
      : `The ${response.bytes === 0 ? 'response has no' : 'request log no longer has this'} body.`
  return (
    <section>
      <h3>Response</h3>
      {status === null || response.body === null ? (
        <p class="muted">{why}</p>
      ) : (
        <ResponseBody entry={entry} body={response.body} />
      )}
    </section>
  )
}

function ResponseBody({ entry: { response, explanation }, body }: { entry: DetailedEntry; body: string }): JSX.Element {
  const [isRaw, setRaw] = useState(false)
  const { bytes, isWhole, isBinary } = response
  // Somebody who looks for what was filtered by may not know that responses leave it out.
  const explain = (search: string) => {
    const { parameter } = explanation.filters.find(({ value }) => String(value).includes(search)) ?? {}
    return parameter && `not in the body, which leaves out what ${parameter} filtered by`
  }
  return (
    <>
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
    </>
  )
}
