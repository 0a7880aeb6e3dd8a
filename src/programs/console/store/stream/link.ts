// Keeps a stream open: tries again when it ends, and pauses while nobody looks.

import { ControlError } from '../../../../entries/client/transport/control-error.ts'
import { signal } from '../signal.ts'

/** Whether the server can be reached. `refused`: it wants a token, or the session does not exist. */
export type LinkState = 'connecting' | 'live' | 'gone' | 'refused'

/** Opens a stream and calls `onEnd` when it breaks. @returns a function that closes it */
export type OpenStream = (onEnd: () => void) => Promise<() => Promise<void>>

const FIRST_WAIT = 500
const LONGEST_WAIT = 5000

export function createLink(open: OpenStream) {
  const state = signal<LinkState>('connecting')
  const refusal = signal<ControlError | undefined>(undefined)
  let close: (() => Promise<void>) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT
  // Counts the attempts, so that a late answer of an earlier one is ignored.
  let attempt = 0

  const retry = () => {
    state.value = 'gone'
    timer = setTimeout(connect, wait)
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
  const connect = async () => {
    attempt += 1
    const own = attempt
    const isCurrent = () => own === attempt
    try {
      const opened = await open(() => isCurrent() && retry())
      if (!isCurrent()) return void opened()
      close = opened
      wait = FIRST_WAIT
      state.value = 'live'
    } catch (error) {
      if (!isCurrent()) return
      if (!(error instanceof ControlError) || (error.status ?? 500) >= 500) return retry()
      refusal.value = error
      state.value = 'refused'
    }
  }
  const stop = () => {
    attempt += 1
    clearTimeout(timer)
    // That of a stream that has ended does nothing.
    void close?.()
  }
  return {
    state,
    refusal,
    /** Keeps the stream open while the page is visible. @returns a function that closes it */
    start(page: Document) {
      const restart = () => {
        stop()
        if (!page.hidden) void connect()
      }
      page.addEventListener('visibilitychange', restart)
      restart()
      return () => {
        page.removeEventListener('visibilitychange', restart)
        stop()
      }
    },
  }
}
