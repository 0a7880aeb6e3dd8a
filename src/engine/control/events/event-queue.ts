// Events as texts, and those that wait for a slow listener.

import type { ByteBudget } from '../../limits/byte-budget.ts'
import { textBytes } from '../../limits/byte-size.ts'
import { keepBytes } from '../../limits/kept-bytes.ts'
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
  budget: ByteBudget
  /** Sends a text. If it returns false, nothing may be sent until `resume` is called. */
  write(text: string): boolean
  formatMissed(count: number): string
}

const MOST_BYTES = 1024 * 1024
const TEXT_BYTES = 64

/**
 * Creates the queue of a listener. It drops the waiting texts when they exceed 1 MiB, or when their
 * memory is needed; then the listener that has not read for the longest time is the first. A listener
 * gets one text that says how many it missed.
 */
export function createEventQueue({ budget, write, formatMissed }: EventQueueOptions) {
  const memory = keepBytes(budget, 'events', () => dropAll())
  let waiting: string[] = []
  let waitingBytes = 0
  // Sent, but perhaps not read yet.
  let sentBytes = 0
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
    sentBytes = isOpen ? 0 : measure(text)
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
  const countMemory = (): void => memory.count(waitingBytes + sentBytes)

  return {
    /** Whether a text would be sent at once. */
    isReady: () => isOpen && waiting.length === 0,
    push(text: string) {
      if (hasEnded) return
      if (isOpen) send(text)
      else {
        if (waitingBytes + measure(text) > MOST_BYTES) dropAll()
        waiting.push(text)
        waitingBytes += measure(text)
      }
      countMemory()
    },
    resume() {
      // Some sinks call this while `write` is running. The value that `write` returns is enough then.
      if (hasEnded || isSending) return
      isOpen = true
      sentBytes = 0
      flush()
      countMemory()
      memory.touch()
    },
    stop() {
      hasEnded = true
      memory.release()
      dropAll()
    },
  }
}

function measure(text: string): number {
  return TEXT_BYTES + textBytes(text)
}
