// Random draws of values, which together contain every pair of values as soon as possible.

import { type Draw, openDraw } from '../../../engine/store/random.ts'
import { type Assumed, type AssumedValues, type Candidate, formatValues, includesValues, listValues } from './values.ts'

export type Draws = ReturnType<typeof createDraws>

export interface DrawOptions {
  seed: number
  isAllowed(values: AssumedValues): boolean
}

const SHARE_UNCHANGED = 0.25

// Few entries have few combinations of values.
const MOST_REPETITIONS = 20

/**
 * Creates draws of values of these entries. As long as there are pairs of values that were not drawn
 * together, each draw contains as many of them as it can. So draws find a failure that takes two values
 * sooner than by chance.
 */
export function createDraws(candidates: readonly Candidate[], { seed, isAllowed }: DrawOptions) {
  const forbidden: AssumedValues[] = []
  const drawn = new Set<string>()
  const takeBacks = new Map<AssumedValues, () => void>()
  const allows = (values: AssumedValues): boolean =>
    isAllowed(values) && !forbidden.some((each) => includesValues(values, each))
  const pairs = listPairs(candidates, allows)
  let count = 0

  const drawNew = (): AssumedValues | undefined => {
    for (let tries = 0; tries < MOST_REPETITIONS; tries += 1) {
      const values = draw(candidates, { pairs, allows, stream: openDraw(seed, 'probe', count, 'draw') })
      count += 1
      const key = formatValues(values)
      if (Object.keys(values).length < 2 || drawn.has(key)) continue
      drawn.add(key)
      takeBacks.set(values, pairs.mark(values))
      return values
    }
    return undefined
  }

  return {
    /**
     * Draws values for two entries or more that were not drawn before. There are fewer draws than the most
     * if there are no other combinations, or if the draws contain all pairs and there are enough of them.
     */
    next(least: number, most: number): AssumedValues[] {
      const list: AssumedValues[] = []
      while (list.length < most && (list.length < least || pairs.countCovered() < pairs.total)) {
        const values = drawNew()
        if (values === undefined) return list
        list.push(values)
      }
      return list
    },
    /** Takes back that a draw tried its values together, because it failed. */
    takeBack: (values: AssumedValues) => takeBacks.get(values)?.(),
    forbid(values: AssumedValues) {
      forbidden.push(values)
      pairs.restrict(allows)
    },
    /** How many pairs of values were drawn together, and how many there are. */
    countPairs: (): { covered: number; total: number } => ({ covered: pairs.countCovered(), total: pairs.total }),
  }
}

interface DrawParts {
  pairs: Pairs
  allows(values: AssumedValues): boolean
  stream: Draw
}

function draw(candidates: readonly Candidate[], parts: DrawParts): AssumedValues {
  const { pairs, stream } = parts
  let values: AssumedValues = pairs.pickMissing((missing) => stream.pick(missing)) ?? {}
  for (const candidate of shuffle(candidates, stream)) {
    if (values[candidate.id] === undefined) values = choose(values, candidate, parts)
  }
  return values
}

/** Adds a value that makes as many new pairs as possible, if one is allowed. */
function choose(values: AssumedValues, { id, others }: Candidate, { pairs, allows, stream }: DrawParts): AssumedValues {
  const options = others.map((value) => ({ id, value })).filter((each) => allows({ ...values, [id]: each.value }))
  if (options.length === 0) return values
  const gains = options.map((each) => pairs.countMissing(each, values))
  const most = Math.max(...gains)
  if (most === 0 && stream.chance(SHARE_UNCHANGED)) return values
  return { ...values, [id]: stream.pick(options.filter((_, index) => gains[index] === most)).value }
}

function shuffle<Item>(items: readonly Item[], draw: Draw): Item[] {
  const keyed = items.map((item) => ({ item, key: draw.next() }))
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item)
}

type Pairs = ReturnType<typeof listPairs>

/** Lists all pairs of values of different entries that are allowed together. */
function listPairs(candidates: readonly Candidate[], isAllowed: (values: AssumedValues) => boolean) {
  const all = new Map(buildPairs(candidates).map((pair) => [toKey(...pair), pair]))
  const covered = new Set<string>()

  const restrict = (allows: (values: AssumedValues) => boolean): void => {
    for (const [key, [one, other]] of all) {
      if (!allows({ [one.id]: one.value, [other.id]: other.value })) all.delete(key)
    }
  }
  const isMissing = (key: string): boolean => all.has(key) && !covered.has(key)
  restrict(isAllowed)

  return {
    get total(): number {
      return all.size
    },
    /** A pair that no draw contains yet. */
    pickMissing(
      pick: (pairs: readonly (readonly [Assumed, Assumed])[]) => readonly [Assumed, Assumed],
    ): AssumedValues | undefined {
      const missing = [...all].filter(([key]) => !covered.has(key)).map(([, pair]) => pair)
      if (missing.length === 0) return undefined
      const [one, other] = pick(missing)
      return { [one.id]: one.value, [other.id]: other.value }
    },
    /** How many pairs of a value and those already chosen no draw contains yet. */
    countMissing: (added: Assumed, chosen: AssumedValues): number =>
      listValues(chosen).filter((other) => isMissing(toKey(added, other))).length,
    /** Marks the pairs of a draw. @returns a function that takes that back, for a draw that fails */
    mark(values: AssumedValues) {
      const keys = buildPairsOf(listValues(values)).map((pair) => toKey(...pair))
      const added = keys.filter(isMissing)
      for (const key of added) covered.add(key)
      return () => {
        for (const key of added) covered.delete(key)
      }
    },
    /** Leaves out the pairs that are not allowed any more. */
    restrict,
    countCovered: (): number => [...all.keys()].filter((key) => covered.has(key)).length,
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
