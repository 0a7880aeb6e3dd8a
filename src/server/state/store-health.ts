// Whether a store works.

import { OptionError } from '../../engine/input/options/option-error.ts'
import type { SessionStore } from './session-store.ts'

/** What is done with a store. A full disk can still be read. */
type Work = 'read' | 'write'

/** Follows whether a store works. */
export interface StoreHealth {
  /** What does not work; undefined if everything does. */
  findProblem(): string | undefined
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
    findProblem: () => problems.get('write') ?? problems.get('read'),
    work(what) {
      const isRecovered = problems.delete(what) && problems.size === 0
      if (isRecovered) report(`The sessions are kept in ${place} again.`)
    },
    fail(what, error) {
      const received = error instanceof Error ? error.message : String(error)
      const { message } = new OptionError({ attempt: `keep the sessions in ${place}`, received })
      if (problems.size === 0) report(`${message} They stay in memory until that works again.`)
      problems.set(what, message)
    },
  }
}
