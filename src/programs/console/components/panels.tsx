import { Component, type ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Remote } from '../store/remote.ts'
import { Button } from './controls/button.tsx'

type PanelProps = { title: string; children: ComponentChildren; actions?: ComponentChildren }

/** A titled part of a view, with buttons beside its title. */
export function Panel({ title, children, actions }: PanelProps) {
  const id = useId()
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="row spread panel-head">
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div class="row">{actions}</div>}
      </div>
      <ErrorBoundary what={title}>{children}</ErrorBoundary>
    </section>
  )
}

type BoundaryProps = { what: string; children?: ComponentChildren }

/** Keeps an error inside. Preact offers this only to classes. */
export class ErrorBoundary extends Component<BoundaryProps, { error?: Error | undefined }> {
  static override getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    console.error(error)
  }

  override render({ what, children }: BoundaryProps) {
    const { error } = this.state
    if (error === undefined) return children
    const retry = () => this.setState({ error: undefined })
    return <Failure title={`Failed to show ${what}`} error={error} onRetry={retry} />
  }
}

interface RemotePanelProps<Data> {
  remote: Remote<Data>
  /** What is loading, for the message of a failure: `the faults`. */
  what: string
  children: (data: Data) => ComponentChildren
}

export function RemotePanel<Data>({ remote, what, children }: RemotePanelProps<Data>) {
  const data = remote.data.value
  const error = remote.error.value
  if (data !== undefined) return <>{children(data)}</>
  if (error === undefined) return <Skeleton label={`Loading ${what}`} />
  return <Failure title={`Failed to load ${what}`} error={error} onRetry={remote.refresh} />
}

interface FailureProps {
  readonly title: string
  readonly error: Error
  readonly onRetry: () => void
}

function Failure({ title, error, onRetry }: FailureProps) {
  return (
    <div class="failure" role="alert">
      <strong>{title}</strong>
      <p>{error.message}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

interface SkeletonProps {
  readonly label: string
}

/** Lines that stand for data that is loading. They are invisible for 150 ms. */
export function Skeleton({ label }: SkeletonProps) {
  return (
    <div role="status" aria-label={label}>
      {[90, 73, 56].map((width) => (
        <div key={width} class="skeleton" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

type EmptyStateProps = { title: string; children?: ComponentChildren; choices?: ComponentChildren }

/** An empty panel that leads on. */
export function EmptyState({ title, children, choices }: EmptyStateProps) {
  return (
    <div class="stack empty">
      <strong>{title}</strong>
      {children !== undefined && <div>{children}</div>}
      {choices !== undefined && <div class="row">{choices}</div>}
    </div>
  )
}
