import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import type { AnySimulator } from '../../engine/simulator/simulator.ts'

/** Creates the persistence of a simulator that has not changed since its start. @param place its key in the storage of the tab */
export function createPersistence(simulator: AnySimulator, place: string) {
  const beginning = describeBeginning(simulator)
  let isWarned = false

  const write = (): void => {
    const kept = { beginning, isFrozen: simulator.clock.isFrozen(), snapshot: simulator.snapshot() }
    try {
      sessionStorage.setItem(place, JSON.stringify(kept))
    } catch (error) {
      // Restoring an outdated world would be worse than restoring none.
      forget(place)
      if (isWarned) return
      isWarned = true
      console.warn(`Failed to keep the world across a reload: ${toReason(error)} The next load starts fresh.`)
    }
  }
  const restore = (): void => {
    try {
      const text = sessionStorage.getItem(place)
      if (text !== null) restoreWorld(simulator, JSON.parse(text), beginning)
    } catch (error) {
      forget(place)
      console.warn(`Failed to restore the world from before the reload: ${toReason(error)} It starts fresh.`)
    }
  }

  return {
    restore,
    /** Starts storing the world. @returns a function that stops it */
    follow(): () => void {
      const stopWriting = writeAtChanges(simulator, write)
      const stopRestoring = restoreAtReturns(restore)
      return () => {
        stopRestoring()
        stopWriting()
      }
    },
  }
}

// Changes that happen together are written once.
function writeAtChanges(simulator: AnySimulator, write: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopListening = simulator.events.listen(({ type, session }) => {
    if (session !== simulator.name || (type !== 'change' && type !== 'start')) return
    clearTimeout(timer)
    timer = setTimeout(write)
  })
  // Changes without an event, such as those of faults and the clock, are stored when the page is hidden.
  addEventListener('pagehide', write)
  return () => {
    stopListening()
    removeEventListener('pagehide', write)
    clearTimeout(timer)
    write()
  }
}

// When a page returns from the back/forward cache, later pages of its tab may have changed the world.
function restoreAtReturns(restore: () => void): () => void {
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) restore()
  }
  addEventListener('pageshow', comeBack)
  return () => removeEventListener('pageshow', comeBack)
}

// With other options, the page wants another world. The present is left out, because it may differ
// at every load.
function describeBeginning(simulator: AnySimulator): string {
  const { scenario, preset, assumptions } = simulator.snapshot()
  return JSON.stringify({ scenario: { ...scenario, now: undefined }, preset, assumptions })
}

function restoreWorld(simulator: AnySimulator, kept: unknown, beginning: string): void {
  if (!isRecord(kept)) throw new Error('The stored value is not a world.')
  if (kept.beginning !== beginning) throw new Error('It was started with other options.')
  simulator.restore(kept.snapshot)
  if (kept.isFrozen === true) simulator.clock.freeze()
  else simulator.clock.run()
}

function forget(place: string): void {
  try {
    sessionStorage.removeItem(place)
  } catch {
    // Without access to the storage, there is nothing to remove.
  }
}

function toReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}
