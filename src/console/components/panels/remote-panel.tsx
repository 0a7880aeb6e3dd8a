// Shows data from the server: a skeleton first, the old data while it is read again, and why it failed.

import type { ComponentChildren, JSX } from 'preact'
import type { Remote } from '../../store/remote.ts'
import { Button } from '../controls/button.tsx'

export interface RemotePanelProps<Data> {
  remote: Remote<Data>
  /** What is loading, for the message of a failure: `the faults`. */
  what: string
  children: (data: Data) => ComponentChildren
}

/** Data from the server. */
export function RemotePanel<Data>({ remote, what, children }: RemotePanelProps<Data>): JSX.Element {
  const data = remote.data.value
  const error = remote.error.value
  if (data !== undefined) return <>{children(data)}</>
  if (error === undefined) return <Skeleton label={`Loading ${what}`} />
  return <Failure title={`Failed to load ${what}`} error={error} onRetry={remote.refresh} />
}

/** Why something failed. */
export function Failure({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }): JSX.Element {
  return (
    <div class="failure" role="alert">
      <strong>{title}</strong>
      <p>{error.message}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

/** Lines that stand for data that is loading. They are invisible for 150 ms. */
export function Skeleton({ label }: { label: string }): JSX.Element {
  return (
    <div role="status" aria-label={label}>
      {[90, 73, 56].map((width) => (
        <div key={width} class="skeleton" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
