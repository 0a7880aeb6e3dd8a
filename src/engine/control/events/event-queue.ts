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
  /** Formats the text that replaces dropped texts. */
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
  const waiting = createWaitingTexts()
  const outlet = createOutlet(write)
  let missed = 0
  let hasEnded = false

  const dropAll = (): void => {
    missed += waiting.clear()
  }
  const flush = (): void => {
    if (missed > 0) {
      const count = missed
      missed = 0
      outlet.send(formatMissed(count))
    }
    waiting.takeWhile(outlet.isOpen, outlet.send)
  }
  const countMemory = (): void => memory.count(waiting.bytes() + outlet.sentBytes())

  return {
    /** Whether a text would be sent at once. */
    isReady: () => outlet.isOpen() && waiting.bytes() === 0,
    push(text: string) {
      if (hasEnded) return
      if (outlet.isOpen()) outlet.send(text)
      else {
        if (waiting.bytes() + measure(text) > MOST_BYTES) dropAll()
        waiting.push(text)
      }
      countMemory()
    },
    resume() {
      if (hasEnded || !outlet.reopen()) return
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

/** Sends texts until the listener has to read first. */
function createOutlet(write: EventQueueOptions['write']) {
  // Sent, but perhaps not read yet.
  let sentBytes = 0
  let isOpen = true
  let isSending = false
  return {
    isOpen: () => isOpen,
    sentBytes: () => sentBytes,
    send(text: string): void {
      isSending = true
      isOpen = write(text)
      isSending = false
      sentBytes = isOpen ? 0 : measure(text)
    },
    /** Notes that the listener has read everything. Returns whether this changes anything. */
    reopen(): boolean {
      // Some sinks call `resume` while `write` is running. The value that `write` returns is enough then.
      if (isSending) return false
      isOpen = true
      sentBytes = 0
      return true
    },
  }
}

function createWaitingTexts() {
  let texts: string[] = []
  let bytes = 0
  return {
    bytes: () => bytes,
    push(text: string) {
      texts.push(text)
      bytes += measure(text)
    },
    /** Removes all of them. @returns how many there were */
    clear(): number {
      const { length } = texts
      texts = []
      bytes = 0
      return length
    },
    /** Removes the first ones, as long as the next one may be taken. */
    takeWhile(mayTake: () => boolean, take: (text: string) => void) {
      const due = texts
      let taken = 0
      for (; mayTake() && taken < due.length; taken += 1) take(due[taken] ?? '')
      texts = due.slice(taken)
      bytes = texts.reduce((sum, text) => sum + measure(text), 0)
    },
  }
}

function measure(text: string): number {
  return TEXT_BYTES + textBytes(text)
}
