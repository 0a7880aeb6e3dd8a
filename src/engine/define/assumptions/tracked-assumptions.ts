import type { Assumptions } from './assumptions.ts'

/** Assumptions that record which of them are read. */
export type TrackedAssumptions = ReturnType<typeof trackAssumptions>

/** Creates a view of assumptions that records which are read. The functions that it tracks must be synchronous. */
export function trackAssumptions(assumptions: Assumptions) {
  let read = new Set<string>()
  const tracked = new Proxy(assumptions, {
    get(target, id: string) {
      const value = target[id]
      // A service need not ask every question that its framework can answer.
      if (value !== undefined) read.add(id)
      return value
    },
  })
  return {
    assumptions: tracked,
    track<Result>(run: () => Result): { result: Result; read: ReadonlySet<string> } {
      const before = read
      const own = new Set<string>()
      read = own
      try {
        return { result: run(), read: own }
      } finally {
        read = before
        for (const id of own) before.add(id)
      }
    },
    /** Records assumptions as read, for a cached result that depends on them. */
    note(ids: Iterable<string>) {
      for (const id of ids) read.add(id)
    },
  }
}
