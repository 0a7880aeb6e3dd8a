// A clock that can be told to stop following fake timers.

import { extend } from '../engine/input/options/extend.ts'
import type { Session } from '../engine/sessions/session.ts'

type Clock = Session['clock']

/** Creates the same clock, with a function that ends all following of fake timers. */
export function trackFollowing(clock: Clock): { clock: Clock; stopFollowing(): void } {
  const stops: (() => void)[] = []
  const follow: Clock['follow'] = (timers) => {
    const stop = clock.follow(timers)
    stops.push(stop)
    return stop
  }
  return {
    clock: extend(clock, { follow }),
    stopFollowing() {
      for (const stop of stops.splice(0).reverse()) stop()
    },
  }
}
