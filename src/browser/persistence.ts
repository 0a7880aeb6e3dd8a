import { isRecord } from '../core/records/schema-walk.ts'
import type { Simulator } from '../core/simulator.ts'

/** What keeps the world of a simulator while its page is loaded again. */
export interface Persistence {
  /** Goes to the world that was kept, if there is one that can be used. */
  restore(): void
  /** Keeps the world from now on. @returns what ends that */
  follow(): () => void
}

// The storage of a session is each tab's own; a tab that is duplicated takes a copy along.
const KEY = 'deploymock:world'

/** Creates what keeps the world of a simulator, which has to be as it began. */
export function createPersistence(simulator: Simulator): Persistence {
  const beginning = describeBeginning(simulator)
  let isWarned = false

  const write = (): void => {
    const kept = { beginning, isFrozen: simulator.clock.isFrozen(), snapshot: simulator.snapshot() }
    try {
      sessionStorage.setItem(KEY, JSON.stringify(kept))
    } catch (error) {
      // An older world that came back would be worse than none.
      forget()
      if (isWarned) return
      isWarned = true
      console.warn(`Failed to keep the world over a reload: ${toReason(error)} The next load begins anew.`)
    }
  }

  const restore = (): void => {
    try {
      const text = sessionStorage.getItem(KEY)
      if (text !== null) restoreWorld(simulator, JSON.parse(text), beginning)
    } catch (error) {
      forget()
      console.warn(`Failed to restore the world from before the reload: ${toReason(error)} It begins anew.`)
    }
  }
  // A page that comes back as it was may have had others of its tab after it.
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) restore()
  }

  return {
    restore,
    follow() {
      // Many changes at once are written once.
      let timer: ReturnType<typeof setTimeout> | undefined
      const writeSoon = (): void => {
        clearTimeout(timer)
        timer = setTimeout(write)
      }
      const stopListening = simulator.events.listen(({ type, session }) => {
        if (session === simulator.name && (type === 'change' || type === 'start')) writeSoon()
      })
      // What is no event, such as a fault or the time, is kept when the page goes.
      addEventListener('pagehide', write)
      addEventListener('pageshow', comeBack)
      return () => {
        stopListening()
        removeEventListener('pagehide', write)
        removeEventListener('pageshow', comeBack)
        clearTimeout(timer)
        write()
      }
    },
  }
}

// Whoever starts with other options wants another world. The present is left out, since it may
// be another one at every load.
function describeBeginning(simulator: Simulator): string {
  const { scenario, preset, assumptions } = simulator.snapshot()
  return JSON.stringify({ scenario: { ...scenario, now: undefined }, preset, assumptions })
}

function restoreWorld(simulator: Simulator, kept: unknown, beginning: string): void {
  if (!isRecord(kept)) throw new Error('What was kept is no world.')
  if (kept.beginning !== beginning) throw new Error('It was started with other options.')
  simulator.restore(kept.snapshot)
  if (kept.isFrozen === true) simulator.clock.freeze()
  else simulator.clock.run()
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Where nothing may be kept, nothing has to be forgotten.
  }
}

function toReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}
