// A part of a view that fails alone.

import { Component, type ComponentChildren, type JSX } from 'preact'
import { useId } from 'preact/hooks'
import { Failure } from './remote-panel.tsx'

export interface PanelProps {
  title: string
  children: ComponentChildren
  /** Buttons beside the title. */
  actions?: ComponentChildren
}

/** A titled part of a view. */
export function Panel({ title, children, actions }: PanelProps): JSX.Element {
  const id = useId()
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="row spread panel-head">
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div class="row">{actions}</div>}
      </div>
      <Boundary what={title}>{children}</Boundary>
    </section>
  )
}

type BoundaryProps = { what: string; children?: ComponentChildren }

/** Keeps an error inside. Preact offers this only to classes. */
export class Boundary extends Component<BoundaryProps, { error?: Error | undefined }> {
  static override getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    console.error(error)
  }

  override render({ what, children }: BoundaryProps): ComponentChildren {
    const { error } = this.state
    if (error === undefined) return children
    // The button renders the part again.
    return (
      <Failure title={`Failed to show ${what}`} error={error} onRetry={() => this.setState({ error: undefined })} />
    )
  }
}
