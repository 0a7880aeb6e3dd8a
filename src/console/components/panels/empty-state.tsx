// What an empty panel says, and what to do next.

import type { ComponentChildren, JSX } from 'preact'

export interface EmptyStateProps {
  /** What is empty: `No requests yet`. */
  title: string
  /** Why, or what to do. */
  children?: ComponentChildren
  /** Buttons that lead on. */
  choices?: ComponentChildren
}

/** An empty panel that leads on. */
export function EmptyState({ title, children, choices }: EmptyStateProps): JSX.Element {
  return (
    <div class="stack empty">
      <strong>{title}</strong>
      {children !== undefined && <div>{children}</div>}
      {choices !== undefined && <div class="row">{choices}</div>}
    </div>
  )
}
