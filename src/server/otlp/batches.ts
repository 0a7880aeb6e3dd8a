// A bounded queue whose items are sent in batches, and nobody waits for it.

// Not the global functions, because tests replace them.
import { clearTimeout, setTimeout } from 'node:timers'

/** What became of a batch: it has arrived, it never will, or it may later. */
export type Sent = 'sent' | 'refused' | 'later'

export interface BatchOptions<Item> {
  /** Sends a batch. It never throws. */
  send(batch: readonly Item[], signal: AbortSignal): Promise<Sent>
  /** How many items wait at most. */
  readonly most: number
  /** How many are sent together. */
  readonly size: number
  /** After how many milliseconds an item is sent at the latest. */
  readonly interval: number
}

// After a failure, the pauses grow up to this.
const LONGEST_PAUSE = 30_000

export function createBatches<Item>({ send, most, size, interval }: BatchOptions<Item>) {
  const queue: Item[] = []
  const ending = new AbortController()
  let [sent, dropped, pause] = [0, 0, interval]
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined

  const sendBatch = async (): Promise<void> => {
    const batch = queue.slice(0, size)
    const result = await send(batch, ending.signal)
    pause = result === 'later' ? Math.min(2 * pause, LONGEST_PAUSE) : interval
    if (result === 'later') return
    queue.splice(0, batch.length)
    if (result === 'sent') sent += batch.length
    else dropped += batch.length
  }
  const start = (): void => {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendBatch().finally(() => {
      sending = undefined
      plan()
    })
  }
  const plan = (): void => {
    if (queue.length === 0 || sending !== undefined || ending.signal.aborted) return
    // A full batch waits only for a collector that has failed.
    if (queue.length >= size && pause === interval) start()
    else timer ??= setTimeout(start, pause).unref()
  }

  return {
    /** How many items were sent, and how many dropped. */
    counts: (): { readonly sent: number; readonly dropped: number } => ({ sent, dropped }),
    /** Adds an item, or drops it if too many are waiting. */
    add(item: Item) {
      if (queue.length >= most || ending.signal.aborted) {
        dropped += 1
        return
      }
      queue.push(item)
      plan()
    },
    /** Sends what is left, as far as there is time for it. */
    async end(milliseconds: number): Promise<void> {
      const limit = setTimeout(() => ending.abort(), milliseconds)
      clearTimeout(timer)
      while (queue.length > 0 && !ending.signal.aborted) {
        await (sending ?? sendBatch())
        // It would fail again.
        if (pause > interval) break
      }
      clearTimeout(limit)
      ending.abort()
      clearTimeout(timer)
      dropped += queue.splice(0).length
    },
  }
}
