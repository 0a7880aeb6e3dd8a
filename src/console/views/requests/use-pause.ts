// When new requests wait, so that nothing moves under the pointer or the focus.

import { useLayoutEffect, useState } from 'preact/hooks'
import { useConsole, useKeys } from '../../app/console.ts'

/** Whether new requests wait, and how many. */
export interface Pause {
  /** Why they wait, to follow “5 requests, ”; undefined if they do not. */
  readonly reason: string | undefined
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
  const reason = findReason(isChosen, isOpen, reading)
  const isPaused = reason !== undefined

  // Comes first: when the view is left, the end of the pause must not count as a look at the list.
  useLayoutEffect(() => {
    stream.setOpen(true)
    return () => stream.setOpen(false)
  }, [])
  // A request can arrive before other effects run.
  useLayoutEffect(() => {
    stream.setPaused(isPaused)
    return () => stream.setPaused(false)
  }, [isPaused])
  const showNew = () => {
    stream.setPaused(false)
    stream.setPaused(isPaused)
  }
  useKeys(
    [
      { keys: '.', title: 'Show new requests', run: showNew },
      { keys: 'p', title: 'Pause the list', run: () => choose(!isChosen) },
    ],
    [isPaused, isChosen],
  )
  return {
    reason,
    isChosen,
    waiting: isPaused ? stream.unseen.value : 0,
    choose,
    showNew,
    follow: (change) => setReading((before) => ({ ...before, ...change })),
  }
}

function findReason(isChosen: boolean, isOpen: boolean, { isScrolled, isFocused }: Reading): string | undefined {
  if (isChosen) return 'paused'
  if (isOpen) return 'waits while a request is open'
  if (isScrolled) return 'waits while scrolled'
  return isFocused ? 'waits while focused' : undefined
}
