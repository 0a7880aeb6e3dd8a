// Which values have been tried together, two at a time.

import { type Assumed, type Candidate, listValues, type Values } from './values.ts'

/** The pairs of values of different entries. */
export interface Pairs {
  /** How many pairs there are. */
  readonly total: number
  /** A pair that no draw contains yet. */
  pickMissing(
    pick: (pairs: readonly (readonly [Assumed, Assumed])[]) => readonly [Assumed, Assumed],
  ): Values | undefined
  /** How many pairs of a value and those already chosen no draw contains yet. */
  countMissing(added: Assumed, chosen: Values): number
  /** Marks the pairs of a draw. @returns a function that takes that back, for a draw that fails */
  mark(values: Values): () => void
  /** Leaves out the pairs that are not allowed any more. */
  restrict(isAllowed: (values: Values) => boolean): void
  countCovered(): number
}

/** Lists all pairs of values of different entries that are allowed together. */
export function listPairs(candidates: readonly Candidate[], isAllowed: (values: Values) => boolean): Pairs {
  const all = new Map(buildPairs(candidates).map((pair) => [toKey(...pair), pair]))
  const covered = new Set<string>()

  const restrict = (allows: (values: Values) => boolean): void => {
    for (const [key, [one, other]] of all) {
      if (!allows({ [one.id]: one.value, [other.id]: other.value })) all.delete(key)
    }
  }
  const isMissing = (key: string): boolean => all.has(key) && !covered.has(key)
  restrict(isAllowed)

  return {
    get total() {
      return all.size
    },
    pickMissing(pick) {
      const missing = [...all].filter(([key]) => !covered.has(key)).map(([, pair]) => pair)
      if (missing.length === 0) return undefined
      const [one, other] = pick(missing)
      return { [one.id]: one.value, [other.id]: other.value }
    },
    countMissing: (added, chosen) => listValues(chosen).filter((other) => isMissing(toKey(added, other))).length,
    mark(values) {
      const keys = buildPairsOf(listValues(values)).map((pair) => toKey(...pair))
      const added = keys.filter(isMissing)
      for (const key of added) covered.add(key)
      return () => {
        for (const key of added) covered.delete(key)
      }
    },
    restrict,
    countCovered: () => [...all.keys()].filter((key) => covered.has(key)).length,
  }
}

function buildPairs(candidates: readonly Candidate[]): [Assumed, Assumed][] {
  return buildPairsOf(candidates.flatMap(({ id, others }) => others.map((value) => ({ id, value }))))
}

function buildPairsOf(list: readonly Assumed[]): [Assumed, Assumed][] {
  return list.flatMap((one, index) =>
    list
      .slice(index + 1)
      .filter(({ id }) => id !== one.id)
      .map((other): [Assumed, Assumed] => [one, other]),
  )
}

function toKey(one: Assumed, other: Assumed): string {
  const [first, second] = one.id < other.id ? [one, other] : [other, one]
  return `${first.id}=${first.value};${second.id}=${second.value}`
}
