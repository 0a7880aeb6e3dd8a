// Returns the focus to where something was opened when the place that had it disappears.

import { useEffect, useRef } from 'preact/hooks'

/** Calls a function when nothing is open any more and the focus was lost with what was open. */
export function useReturnedFocus(open: string | undefined, focus: (closed: string) => void): void {
  const before = useRef(open)
  useEffect(() => {
    const closed = before.current
    before.current = open
    if (open === undefined && closed !== undefined && document.activeElement === document.body) focus(closed)
  }, [open])
}
