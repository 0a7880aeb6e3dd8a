// Work of many requests, one after another, so that nobody waits for all of it.

// Not the global function, because tests replace it.
import { setImmediate } from 'node:timers'

/** Calls a function when it is its turn. */
export type TakeTurn = (act: () => void) => void

/**
 * Creates a queue. Each turn of the event loop calls one function, so requests that arrive meanwhile are read. With
 * several queues, each turn of the event loop calls one function of each.
 *
 * @param mustWait asked in each turn of the event loop whether something else comes first
 */
export function createTurns(mustWait: () => boolean = () => false): TakeTurn {
  const acts: (() => void)[] = []
  let isScheduled = false
  const run = (): void => {
    if (mustWait()) return void setImmediate(run)
    const act = acts.shift()
    isScheduled = acts.length > 0
    if (isScheduled) setImmediate(run)
    act?.()
  }
  return (act) => {
    acts.push(act)
    if (!isScheduled) setImmediate(run)
    isScheduled = true
  }
}
