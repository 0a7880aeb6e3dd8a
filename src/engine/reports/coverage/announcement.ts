import type { Watched, Watcher } from './collector.ts'

// A test run may load several copies of the package: from sources, built or bundled. They all share
// the global object.
const KEY = Symbol.for('deploymock.coverage')

/** Announces a simulator to the collector of coverage, if there is one. */
export function announceSimulator(simulator: Watched): void {
  const watcher: Watcher | undefined = Reflect.get(globalThis, KEY)
  watcher?.watch(simulator)
}

/** Returns the watcher of all new simulators, and creates it if needed. */
export function shareWatcher<Shared extends Watcher>(create: () => Shared): Shared {
  const known: Shared | undefined = Reflect.get(globalThis, KEY)
  if (known !== undefined) return known
  const created = create()
  Reflect.set(globalThis, KEY, created)
  return created
}
