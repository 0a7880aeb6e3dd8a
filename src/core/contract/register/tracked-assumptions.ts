import type { Assumptions } from './assumptions.ts'
import type { AssumptionId } from './register.ts'

/** Assumptions that remember which of them somebody looked at. */
export interface TrackedAssumptions {
  readonly assumptions: Assumptions
  /** Runs something and tells which assumptions it looked at. */
  track<Result>(run: () => Result): { result: Result; read: ReadonlySet<AssumptionId> }
  /** Counts assumptions as looked at, where a result of theirs was kept. */
  note(read: Iterable<AssumptionId>): void
}

/** Creates a view of assumptions that remembers what is read. What it runs must not wait for anything. */
export function trackAssumptions(assumptions: Assumptions): TrackedAssumptions {
  let read = new Set<AssumptionId>()
  const tracked = new Proxy(assumptions, {
    get(target, id: AssumptionId) {
      read.add(id)
      return target[id]
    },
  })
  return {
    assumptions: tracked,
    track(run) {
      const before = read
      const own = new Set<AssumptionId>()
      read = own
      try {
        return { result: run(), read: own }
      } finally {
        read = before
        for (const id of own) before.add(id)
      }
    },
    note(ids) {
      for (const id of ids) read.add(id)
    },
  }
}
