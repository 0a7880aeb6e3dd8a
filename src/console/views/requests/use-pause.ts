// When new requests wait, so that nothing moves under the pointer or the focus.

import { useEffect, useRef, useState } from 'preact/hooks'
import { useConsole, useKeys } from '../../app/console.ts'

/** Whether new requests wait, and how many. */
export interface Pause {
  readonly isPaused: boolean
  /** Whether somebody pressed Pause, rather than reading the list. */
  readonly isChosen: boolean
  /** How many requests arrived since then. */
  readonly waiting: number
  choose(isChosen: boolean): void
  /** Shows the requests that wait. */
  showNew(): void
  follow(reading: Partial<Reading>): void
}

interface Reading {
  readonly isScrolled: boolean
  readonly isFocused: boolean
}

/** Lets new requests wait while somebody reads. `.` shows them, `p` pauses. */
export function usePause(isOpen: boolean): Pause {
  const { stream } = useConsole()
  const [isChosen, choose] = useState(stream.isPaused.peek())
  const [, rerender] = useState({})
  const [reading, setReading] = useState<Reading>({ isScrolled: false, isFocused: false })
  const isPaused = isChosen || isOpen || reading.isScrolled || reading.isFocused
  // How many requests there were when the pause began.
  const mark = useRef<number | undefined>(undefined)
  if (!isPaused) mark.current = undefined
  else mark.current ??= stream.count.peek()

  useEffect(() => {
    stream.setPaused(isPaused)
    return () => stream.setPaused(false)
  }, [isPaused])
  const showNew = () => {
    stream.setPaused(false)
    stream.setPaused(isPaused)
    mark.current = stream.count.peek()
    rerender({})
  }
  useKeys(
    [
      { keys: '.', title: 'Show new requests', run: showNew },
      { keys: 'p', title: 'Pause the list', run: () => choose(!isChosen) },
    ],
    [isPaused, isChosen],
  )
  return {
    isPaused,
    isChosen,
    waiting: stream.count.value - (mark.current ?? stream.count.value),
    choose,
    showNew,
    follow: (change) => setReading((before) => ({ ...before, ...change })),
  }
}
