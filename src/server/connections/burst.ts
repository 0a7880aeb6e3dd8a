// A burst of connections, and the requests of other connections that wait meanwhile.

import type { Server } from 'node:http'
// Not the global function, because tests replace it.
import { setImmediate } from 'node:timers'
import type { TakeTurn } from './turns.ts'

/** New connections of a server. */
export interface Burst {
  /** Whether connections have arrived in this turn of the event loop or in the one before. */
  isArriving(): boolean
  /** For how many milliseconds they have been arriving. */
  duration(): number
  /** Calls a function when no more connections arrive. As long as they do, each turn of the event loop calls one. */
  waitForEnd: TakeTurn
}

/**
 * Follows the connections of a server. Node accepts one in each turn of the event loop. If each turn also answered the
 * next requests of all connections before it, the last of fifty connections would wait for a thousand requests.
 */
export function followBursts(server: Server): Burst {
  const waiting: (() => void)[] = []
  let begun: number | undefined
  let hasArrived = false
  const endTurn = (): void => {
    if (hasArrived) {
      setImmediate(endTurn)
      hasArrived = false
      waiting.shift()?.()
      return
    }
    begun = undefined
    for (const act of waiting.splice(0)) act()
  }
  server.on('connection', () => {
    hasArrived = true
    if (begun !== undefined) return
    begun = performance.now()
    setImmediate(endTurn)
  })
  return {
    isArriving: () => begun !== undefined,
    duration: () => (begun === undefined ? 0 : performance.now() - begun),
    waitForEnd: (act) => void waiting.push(act),
  }
}
