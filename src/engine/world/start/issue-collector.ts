// The issues of the initial records of a world.

import {
  describeReason,
  findField,
  type Issue,
  joinIssues,
  MOST_ISSUES,
  OptionError,
} from '../../input/options/option-error.ts'

/** Collects the issues of the records of a world. */
export interface IssueCollector {
  /**
   * Seeds a record. If it is invalid, collects one issue with the path of its group, once for each group.
   *
   * @throws OptionError if there are too many issues or invalid records
   */
  attempt(findPath: () => readonly (string | number)[], seed: () => unknown): void
  /** @throws OptionError if there are issues */
  finish(): void
}

// After this many invalid records, no more are tried.
const MOST_FAILURES = 1000

/** Creates a collector without issues. */
export function createIssueCollector(): IssueCollector {
  const issues = new Map<string, Issue>()
  let failures = 0
  const fail = (omitted: 'some' | 0): never => {
    const all = [...issues.values()]
    throw new OptionError({ attempt: 'build the world', received: joinIssues(all, omitted) }, all, omitted)
  }
  return {
    attempt(findPath, seed) {
      try {
        seed()
      } catch (error) {
        if (!(error instanceof OptionError)) throw error
        failures += 1
        if (issues.size === MOST_ISSUES || failures > MOST_FAILURES) fail('some')
        const path = findPath().join('.')
        if (issues.has(path)) return
        issues.set(path, { path, message: `${path}: ${describeReason(error)}`, ...findField(error) })
      }
    },
    finish() {
      if (issues.size > 0) fail(0)
    },
  }
}
