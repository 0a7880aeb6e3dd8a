// Events as texts, and those that wait for a slow listener.

import { textBytes } from '../../limits/byte-size.ts'
import type { MemoryNet } from '../../limits/memory-net.ts'
import type { StreamedEvent } from '../../sessions/events/event-source.ts'

/** Creates a function that formats events for a stream. It caches the last text, because all listeners get the same. */
export function createEventFormat(): (event: StreamedEvent) => string {
  let last: StreamedEvent | undefined
  let text = ''
  return (event) => {
    if (event === last) return text
    last = event
    text = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
    return text
  }
}

interface EventQueueOptions {
  net: Pick<MemoryNet, 'isFull'>
  /** Sends a text. If it returns false, nothing may be sent until `resume` is called. */
  write(text: string): boolean
  formatMissed(count: number): string
}

const MOST_BYTES = 1024 * 1024
const TEXT_BYTES = 64

/**
 * Creates the queue of a listener. It drops the waiting texts when they exceed 1 MiB, or when the process has hardly
 * memory left. A listener gets one text that says how many it missed.
 */
export function createEventQueue({ net, write, formatMissed }: EventQueueOptions) {
  let waiting: string[] = []
  let waitingBytes = 0
  let isOpen = true
  let isSending = false
  let missed = 0
  let hasEnded = false

  const wait = (texts: string[]): void => {
    waiting = texts
    waitingBytes = texts.reduce((sum, text) => sum + measure(text), 0)
  }
  const dropAll = (): void => {
    missed += waiting.length
    wait([])
  }
  const send = (text: string): void => {
    isSending = true
    isOpen = write(text)
    isSending = false
  }
  const flush = (): void => {
    if (missed > 0) {
      const text = formatMissed(missed)
      missed = 0
      send(text)
    }
    const due = waiting
    let sent = 0
    for (; isOpen && sent < due.length; sent += 1) send(due[sent] ?? '')
    wait(due.slice(sent))
  }

  return {
    /** Whether a text would be sent at once. */
    isReady: () => isOpen && waiting.length === 0,
    push(text: string) {
      if (hasEnded) return
      if (isOpen) send(text)
      else {
        if (waitingBytes + measure(text) > MOST_BYTES || net.isFull()) dropAll()
        waiting.push(text)
        waitingBytes += measure(text)
      }
    },
    resume() {
      // Some sinks call this while `write` is running. The value that `write` returns is enough then.
      if (hasEnded || isSending) return
      isOpen = true
      flush()
    },
    stop() {
      hasEnded = true
      dropAll()
    },
  }
}

function measure(text: string): number {
  return TEXT_BYTES + textBytes(text)
}
