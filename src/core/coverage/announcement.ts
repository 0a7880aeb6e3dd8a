import type { Watched, Watcher } from './collector.ts'

// A run of tests may load the package several times over, from sources, built or bundled. What
// all of them share is the global object.
const KEY = Symbol.for('deploymock.coverage')

/** Tells whoever collects coverage of a simulator. Mostly nobody does. */
export function announceSimulator(simulator: Watched): void {
  const watcher: Watcher | undefined = Reflect.get(globalThis, KEY)
  watcher?.watch(simulator)
}

/** The one that watches all simulators from now on; it is created where there is none yet. */
export function shareWatcher<Shared extends Watcher>(create: () => Shared): Shared {
  const known: Shared | undefined = Reflect.get(globalThis, KEY)
  if (known !== undefined) return known
  const created = create()
  Reflect.set(globalThis, KEY, created)
  return created
}
