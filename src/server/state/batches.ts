// Writes what has changed in batches.

// Not the global functions, because tests replace them.
import { clearTimeout, setTimeout } from 'node:timers'
import { setTimeout as wait } from 'node:timers/promises'
import type { KeepingParts } from './read-sessions.ts'
import type { SessionWriter } from './write-sessions.ts'

/** Writes in batches. */
export interface Batches {
  /** Lets a batch write a session soon, if it has changed. */
  touch(name: string): void
  /** The sessions that the next batch writes. */
  readonly touched: ReadonlySet<string>
  /** Writes a batch now. */
  flush(): Promise<void>
  /** Writes everything, and gives up after some seconds. */
  end(): Promise<void>
}

// Together with the time that a batch takes, less than a second.
const BATCH_MILLISECONDS = 500
const RETRY_MILLISECONDS = 1000
const AT_ONCE = 8
const LONGEST_END = 10_000
const MOST_NAMED = 50

/** Creates the batches of a store. */
export function createBatches(
  { host, store, ended, health, report }: Omit<KeepingParts, 'kept' | 'touch'>,
  findWriter: () => SessionWriter,
): Batches {
  const touched = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  const isDone = () => touched.size + ended.size === 0

  const checkStore = async (): Promise<void> => {
    if (health.findProblem() === undefined) return
    try {
      await store.list('session', { after: '', limit: 1 })
      health.work('read')
    } catch (error) {
      health.fail('read', error)
    }
  }
  const writeAll = async (): Promise<void> => {
    await checkStore()
    const { save, remove } = findWriter()
    for (const name of ended) void remove(name)
    const names = [...touched]
    touched.clear()
    const work = async (): Promise<void> => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        if ((await save(name)) === 'failed') break
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    // After a failure, the rest waits for the next time.
    for (const name of names) touched.add(name)
  }
  const schedule = (): void => {
    if (timer !== undefined || flushing !== undefined) return
    const pause = health.findProblem() === undefined ? BATCH_MILLISECONDS : RETRY_MILLISECONDS
    timer = setTimeout(() => void flush(), pause).unref()
  }
  const touch = (name: string): void => {
    touched.add(name)
    schedule()
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    flushing ??= writeAll().finally(() => {
      flushing = undefined
      // A full disk still takes some sessions, so it works again only when all are written.
      if (isDone()) health.work('write')
      if (!isDone() || health.findProblem() !== undefined) schedule()
    })
    return flushing
  }

  return {
    touch,
    touched,
    flush,
    async end() {
      const deadline = performance.now() + LONGEST_END
      for (;;) {
        for (const { name } of [host.main, ...host.sessions.list()]) touched.add(name)
        await flush()
        if (isDone()) break
        if (performance.now() > deadline) {
          report(describeLoss([...touched], health.findProblem()))
          break
        }
        await wait(BATCH_MILLISECONDS)
      }
      clearTimeout(timer)
    },
  }
}

function describeLoss(names: readonly string[], problem = 'There was not enough time to store all sessions.'): string {
  return `${problem} The last changes of ${names.length} sessions are lost: ${names.slice(0, MOST_NAMED).join(', ')}`
}
