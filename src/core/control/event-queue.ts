// The events that wait for a slow listener.

import type { ByteBudget, Kept } from '../byte-budget.ts'
import type { OpenResponseStream } from '../contract/messages.ts'
import { textBytes } from '../schemas/byte-size.ts'

/** The texts that wait until a listener reads on. */
export interface EventQueue extends OpenResponseStream {
  push(text: string): void
  /** Whether a text would be sent at once. */
  isReady(): boolean
}

export interface EventQueueOptions {
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
export function createEventQueue({ budget, write, formatMissed }: EventQueueOptions): EventQueue {
  const memory = createQueueMemory(budget, () => dropAll())
  let waiting: string[] = []
  let waitingBytes = 0
  // Sent, but perhaps not read yet.
  let sentBytes = 0
  let missed = 0
  let isOpen = true
  let isSending = false
  let hasEnded = false

  const dropAll = (): void => {
    missed += waiting.length
    waiting = []
    waitingBytes = 0
  }
  const send = (text: string): void => {
    isSending = true
    isOpen = write(text)
    isSending = false
    sentBytes = isOpen ? 0 : measure(text)
  }
  const flush = (): void => {
    const due = waiting
    let sent = 0
    if (missed > 0) {
      const count = missed
      missed = 0
      send(formatMissed(count))
    }
    for (; isOpen && sent < due.length; sent += 1) send(due[sent] ?? '')
    waiting = due.slice(sent)
    waitingBytes = waiting.reduce((sum, text) => sum + measure(text), 0)
  }

  return {
    isReady: () => isOpen && waiting.length === 0,
    push(text) {
      if (hasEnded) return
      if (isOpen) send(text)
      else {
        if (waitingBytes + measure(text) > MOST_BYTES) dropAll()
        waiting.push(text)
        waitingBytes += measure(text)
      }
      memory.count(waitingBytes + sentBytes)
    },
    resume() {
      // Some sinks call `resume` while `write` is running. The value that `write` returns is enough then.
      if (hasEnded || isSending) return
      isOpen = true
      sentBytes = 0
      flush()
      memory.count(waitingBytes + sentBytes)
      memory.touch()
    },
    stop() {
      hasEnded = true
      memory.release()
      dropAll()
    },
  }
}

/** Counts the bytes of a queue, and drops its texts if they don't fit or if their memory is needed. */
function createQueueMemory(budget: ByteBudget, dropAll: () => void) {
  let kept: Kept | undefined
  const keep = budget.openCache<'queue'>('events', () => {
    kept = undefined
    dropAll()
  })
  const release = (): void => {
    if (kept !== undefined) budget.release(kept)
    kept = undefined
  }
  return {
    count(bytes: number) {
      if (bytes === 0) return release()
      if (kept === undefined) kept = keep('queue', bytes)
      else budget.resize(kept, bytes)
      if (kept === undefined) dropAll()
    },
    touch() {
      if (kept !== undefined) budget.touch(kept)
    },
    release,
  }
}

function measure(text: string): number {
  return TEXT_BYTES + textBytes(text)
}
