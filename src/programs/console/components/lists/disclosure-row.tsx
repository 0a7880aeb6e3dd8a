// A row of a list that opens to its details.

import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

interface DisclosureRowProps {
  head: ComponentChildren
  isOpen: boolean
  /** Whether it is open until somebody closes it, so that nothing moves when another one is opened. */
  startsOpen: boolean
  onToggle: () => void
  children: ComponentChildren
}

/** A list item with a button that shows and hides the rest. A link that leads to it scrolls to it. */
export function DisclosureRow({ head, isOpen, startsOpen, onToggle, children }: DisclosureRowProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isKept, setKept] = useState(startsOpen)
  const shows = isOpen || isKept
  // Nothing moves under the pointer of somebody who opens it by hand.
  const isByHand = useRef(false)
  useEffect(() => {
    if (isOpen && !isByHand.current) button.current?.scrollIntoView()
    isByHand.current = false
  }, [isOpen])
  const toggle = () => {
    setKept(false)
    if (isKept && !isOpen) return
    isByHand.current = true
    onToggle()
  }
  return (
    <li class="disclosure">
      <button
        ref={button}
        type="button"
        class="column disclosure-head"
        aria-expanded={shows}
        aria-controls={shows ? id : undefined}
        onClick={toggle}
      >
        {head}
      </button>
      {shows && <div id={id}>{children}</div>}
    </li>
  )
}
