// Counts the cases of the contracts that requests were answered under.

import type { Declarations } from '../../contract/operation/declarations.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import type { ExplainedEntry } from '../../journal/entry.ts'
import { type Coverage, createCoverage } from './coverage.ts'
import { mergeTallies, type Tally } from './report.ts'

// The names of some cases are values of assumptions, so there can be any number of them.
const MOST_FOLDED = 5000

interface CountOptions {
  /** For how many contracts there are cases that can still be counted fast. Default: all. */
  readonly most?: number
}

export function createContractCounts(declared: Declarations, { most = Number.POSITIVE_INFINITY }: CountOptions = {}) {
  const coverages = new Map<string, Coverage>()
  let known = new WeakMap<Assumptions, Coverage>()
  let folded: Tally = []

  // The oldest contract becomes a plain tally. If it is needed again, its cases are merged with that.
  const makeRoom = (): void => {
    const [oldest] = coverages
    if (coverages.size < most || oldest === undefined) return
    folded = mergeTallies([folded, oldest[1].tally()]).slice(0, MOST_FOLDED)
    coverages.delete(oldest[0])
    known = new WeakMap()
  }
  const open = (assumptions: Assumptions): Coverage => {
    const key = JSON.stringify(assumptions)
    const found = coverages.get(key)
    if (found !== undefined) return found
    makeRoom()
    const coverage = createCoverage(declared, assumptions)
    coverages.set(key, coverage)
    return coverage
  }
  const find = (assumptions: Assumptions): Coverage => {
    const coverage = known.get(assumptions) ?? open(assumptions)
    known.set(assumptions, coverage)
    return coverage
  }
  return {
    /** Lists the cases of a contract, also if no request has exercised them. */
    include: (assumptions: Assumptions) => void find(assumptions),
    add: (entry: ExplainedEntry, assumptions: Assumptions) => find(assumptions).add([entry]),
    tally: () => mergeTallies([folded, ...Array.from(coverages.values(), (coverage) => coverage.tally())]),
  }
}
