// When new requests wait, so that nothing moves under the pointer or the focus.

import { useEffect, useState } from 'preact/hooks'
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
  const [reading, setReading] = useState<Reading>({ isScrolled: false, isFocused: false })
  const [mark, setMark] = useState(stream.count.peek())
  const isPaused = isChosen || isOpen || reading.isScrolled || reading.isFocused

  const setMarkHere = () => setMark(stream.count.peek())
  useEffect(() => {
    setMarkHere()
    stream.setPaused(isPaused)
    return () => stream.setPaused(false)
  }, [isPaused])
  const showNew = () => {
    stream.setPaused(false)
    stream.setPaused(isPaused)
    setMarkHere()
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
    waiting: isPaused ? stream.count.value - mark : 0,
    choose,
    showNew,
    follow: (change) => setReading((before) => ({ ...before, ...change })),
  }
}
