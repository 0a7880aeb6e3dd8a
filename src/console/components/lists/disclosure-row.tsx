// A row of a list that opens to its details.

import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

export interface DisclosureRowProps {
  /** What the closed row shows. */
  head: ComponentChildren
  isOpen: boolean
  onToggle: () => void
  /** The details. */
  children: ComponentChildren
}

/** A list item with a button that shows and hides the rest. A link that leads to it scrolls to it. */
export function DisclosureRow({ head, isOpen, onToggle, children }: DisclosureRowProps): JSX.Element {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // Nothing moves under the pointer of somebody who opens it by hand.
  const isByHand = useRef(false)
  useEffect(() => {
    if (isOpen && !isByHand.current) button.current?.scrollIntoView()
    isByHand.current = false
  }, [isOpen])
  const toggle = () => {
    isByHand.current = true
    onToggle()
  }
  return (
    <li class="disclosure">
      <button
        ref={button}
        type="button"
        class="disclosure-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        {head}
      </button>
      {isOpen && <div id={id}>{children}</div>}
    </li>
  )
}
