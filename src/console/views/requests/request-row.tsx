// A request in the list.

import type { JSX } from 'preact'
import type { JournalEntry } from '../../../client/index.ts'
import { StatusMark } from '../../components/status-mark.tsx'
import { Text } from '../../components/text.tsx'
import { decodeQuery, formatMilliseconds, formatTime } from './request-words.ts'

/** What a row says about a request. */
export function RequestRow({ entry, ownSession }: { entry: JournalEntry; ownSession: string }): JSX.Element {
  const { id, session, received, state, method, path, query, operation, status, milliseconds, faults } = entry
  return (
    <span class="request-row">
      <span class="request-id muted">{id}</span>
      <span>{state === 'pending' ? state : <StatusMark status={status} isFaulted={faults.length > 0} />}</span>
      <span class="request-what">
        {method} <Text most={80}>{operation ?? path}</Text>
        {query !== '' && (
          <span class="request-query muted">
            <Text most={120}>{decodeQuery(query)}</Text>
          </span>
        )}
      </span>
      {session !== ownSession && (
        <span class="request-session muted" title={`Session ${session}`}>
          <Text most={20}>{session}</Text>
        </span>
      )}
      <span class="request-time muted">{formatTime(received)}</span>
      <span class="request-milliseconds number">{formatMilliseconds(milliseconds)}</span>
    </span>
  )
}
