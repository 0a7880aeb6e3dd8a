// Whether a store works.

import { OptionError } from '../../engine/input/options/option-error.ts'
import { createLateError } from './limit-time.ts'
import type { SessionStore } from './session-store.ts'

/** What is done with a store. A full disk can still be read. */
type Work = 'read' | 'write'

/** Follows whether a store works. */
export interface StoreHealth {
  /** What does not work; undefined if everything does. */
  findProblem(): string | undefined
  /** Whether nothing can be read, so that only the check in the background may ask the store. */
  isUnreadable(): boolean
  /** Notes that something has worked. */
  work(what: Work): void
  /** Notes that something has failed. */
  fail(what: Work, error: unknown): void
}

/**
 * Follows whether a store works.
 *
 * @param report gets a line when that changes
 */
export function followHealth({ place }: Pick<SessionStore, 'place'>, report: (line: string) => void): StoreHealth {
  const problems = new Map<Work, string>()
  return {
    isUnreadable: () => problems.has('read'),
    findProblem: () => problems.get('write') ?? problems.get('read'),
    work(what) {
      const isRecovered = problems.delete(what) && problems.size === 0
      if (isRecovered) report(`The sessions are kept in ${place} again.`)
    },
    fail(what, error) {
      const received = error instanceof Error ? error.message : String(error)
      const { message } = new OptionError({ attempt: `keep the sessions in ${place}`, received })
      if (problems.size === 0) report(`${message} They stay in memory until that works again.`)
      if (!problems.has(what)) problems.set(what, message)
    },
  }
}

/** Returns a store that fails at once while the given one cannot be read, so that nobody waits for it again and again. */
export function guardStore(store: SessionStore, { isUnreadable }: Pick<StoreHealth, 'isUnreadable'>): SessionStore {
  const guard =
    <Given extends readonly unknown[], Result>(act: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (isUnreadable()) throw createLateError(store.place)
      return act(...given)
    }
  return {
    ...store,
    read: guard(store.read),
    take: guard(store.take),
    claim: guard(store.claim),
    write: guard(store.write),
    remove: guard(store.remove),
    list: guard(store.list),
    listUnused: guard(store.listUnused),
    putAside: guard(store.putAside),
  }
}
