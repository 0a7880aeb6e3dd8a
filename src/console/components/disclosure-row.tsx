// A row of a list that opens to its details.

import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

export interface DisclosureRowProps {
  /** What the closed row shows. */
  head: ComponentChildren
  isOpen: boolean
  onToggle: () => void
  /** The details. */
  children: ComponentChildren
}

/** A list item with a button that shows and hides the rest. */
export function DisclosureRow({ head, isOpen, onToggle, children }: DisclosureRowProps): JSX.Element {
  const id = useId()
  return (
    <li class="disclosure">
      <button
        type="button"
        class="disclosure-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        {head}
      </button>
      {isOpen && <div id={id}>{children}</div>}
    </li>
  )
}
