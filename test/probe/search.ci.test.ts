import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFindings, type RunOutcome, type SearchFindings } from '../../src/programs/probe/search/findings.ts'
import { type SearchOptions, search } from '../../src/programs/probe/search/search.ts'
import {
  type AssumedValues,
  type Candidate,
  formatValues,
  includesValues,
} from '../../src/programs/probe/search/values.ts'
import { runs } from '../support/scope.ts'

interface Planted {
  candidates: Candidate[]
  /** The sets of values that break the command. */
  causes: AssumedValues[]
}

const names = Array.from({ length: 30 }, (_, index) => `entry${String(index).padStart(2, '0')}`)

const candidateLists = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 30 })
  .map((counts) =>
    counts.map(
      (count, index): Candidate => ({ id: names[index] as string, others: ['a', 'b', 'c', 'd'].slice(0, count) }),
    ),
  )

/** Candidates, and up to three causes of one or two values, none of which contains another one. */
const planted: fc.Arbitrary<Planted> = candidateLists.chain((candidates) => {
  const value = fc.constantFrom(...candidates.flatMap(({ id, others }) => others.map((other) => ({ [id]: other }))))
  const pair = fc
    .tuple(value, value)
    .filter(([one, other]) => Object.keys(one)[0] !== Object.keys(other)[0])
    .map(([one, other]): AssumedValues => ({ ...one, ...other }))
  const causes = fc.array(fc.oneof(value as fc.Arbitrary<AssumedValues>, pair), { maxLength: 3 })
  return causes.map((list) => ({ candidates, causes: list.filter((each, index) => isLeast(each, index, list)) }))
})

function isLeast(cause: AssumedValues, index: number, causes: readonly AssumedValues[]): boolean {
  return !causes.some((each, other) => {
    const isSame = formatValues(each) === formatValues(cause)
    return other !== index && includesValues(cause, each) && (!isSame || other < index)
  })
}

function breaks(values: AssumedValues, causes: readonly AssumedValues[]): boolean {
  return causes.some((cause) => includesValues(values, cause))
}

interface Tried {
  findings: SearchFindings
  runs: AssumedValues[]
}

async function trySearch(
  { candidates, causes }: Planted,
  options: Partial<SearchOptions> & { outcomeOf?: (values: AssumedValues, count: number) => RunOutcome } = {},
): Promise<Tried> {
  const findings = createFindings()
  const runs: AssumedValues[] = []
  const { outcomeOf = (values) => (breaks(values, causes) ? 'failed' : 'passed'), ...others } = options
  await search(findings, {
    candidates,
    findDrawnOnly: () => [],
    runWith: async (values) => {
      runs.push(values)
      return outcomeOf(values, runs.filter((each) => formatValues(each) === formatValues(values)).length)
    },
    isAllowed: () => true,
    draws: { least: 0, most: 80 },
    seed: 1,
    parallel: 2,
    onPlan: () => undefined,
    ...others,
  })
  return { findings, runs }
}

function listFound({ alone, jointly }: SearchFindings): string[] {
  const single = [...alone].flatMap(([id, effects]) =>
    [...effects].filter(([, effect]) => effect === 'breaks').map(([value]) => `${id}=${value}`),
  )
  return [...single, ...jointly.map(formatValues)].toSorted()
}

test('a search finds exactly the planted single values and pairs, whatever the seed', async () => {
  await fc.assert(
    fc.asyncProperty(planted, fc.integer(), async (each, seed) => {
      const { findings } = await trySearch(each, { seed })
      expect(listFound(findings)).toEqual(each.causes.map(formatValues).toSorted())
    }),
    { numRuns: runs(60) },
  )
})

test('a search finds the same with any number of parallel runs', async () => {
  await fc.assert(
    fc.asyncProperty(planted, fc.integer({ min: 1, max: 8 }), async (each, parallel) => {
      const [one, other] = [await trySearch(each, { parallel: 1 }), await trySearch(each, { parallel })]
      expect(listFound(other.findings)).toEqual(listFound(one.findings))
      expect(other.runs.map(formatValues).toSorted()).toEqual(one.runs.map(formatValues).toSorted())
    }),
    { numRuns: runs(30) },
  )
})

test('a search never tries together what is not allowed together', async () => {
  const forbidden = fc.tuple(planted, planted)
  await fc.assert(
    fc.asyncProperty(forbidden, async ([each, { causes }]) => {
      const isAllowed = (values: AssumedValues) => !breaks(values, causes)
      const { runs } = await trySearch(each, { isAllowed })
      expect(runs.filter((values) => !isAllowed(values))).toEqual([])
    }),
    { numRuns: runs(50) },
  )
})

test('a search calls a failure that does not repeat flaky', async () => {
  await fc.assert(
    fc.asyncProperty(planted, fc.constantFrom<RunOutcome>('failed', 'timed out', 'killed'), async (each, failure) => {
      const outcomeOf = (_: AssumedValues, count: number) => (count === 1 ? failure : 'passed')
      const { findings } = await trySearch(each, { outcomeOf })
      expect(listFound(findings)).toEqual([])
      expect([...(findings.alone.get('entry00')?.values() ?? [])]).toContain('flaky')
    }),
    { numRuns: runs(30) },
  )
})

test('a search tells values that cannot be tried from those that break the command', async () => {
  const candidates = ['one', 'two', 'three', 'four'].map((id) => ({ id, others: ['a'] }))
  const outcomeOf = ({ one, two, three, four }: AssumedValues): RunOutcome => {
    if (one !== undefined || (two !== undefined && three !== undefined)) return 'refused'
    return three !== undefined && four !== undefined ? 'failed' : 'passed'
  }
  const { findings } = await trySearch({ candidates, causes: [] }, { outcomeOf })
  expect(findings.alone.get('one')?.get('a')).toBe('refused')
  expect([listFound(findings), findings.flaky]).toEqual([['four=a;three=a'], []])
  expect(findings.pairs.covered).toBe(findings.pairs.total)
})

test('a search tries every pair of values within its draws', async () => {
  await fc.assert(
    fc.asyncProperty(candidateLists, fc.integer(), async (candidates, seed) => {
      const { findings } = await trySearch({ candidates, causes: [] }, { seed })
      expect(findings.pairs.covered).toBe(findings.pairs.total)
    }),
    { numRuns: runs(50) },
  )
})

test('a search finds a pair that every draw with another pair has hidden', async () => {
  const candidates = ['one', 'two', 'three', 'four'].map((id) => ({ id, others: ['a'] }))
  const causes = [
    { one: 'a', two: 'a' },
    { three: 'a', four: 'a' },
  ]
  const { findings } = await trySearch({ candidates, causes })
  expect(listFound(findings)).toEqual(causes.map(formatValues).toSorted())
})

test('a search does not draw values again that break the command together', async () => {
  const candidates = ['one', 'two', 'three'].map((id) => ({ id, others: ['a'] }))
  const { findings } = await trySearch({ candidates, causes: [{ one: 'a', two: 'a' }] })
  expect(findings.pairs).toEqual({ covered: 2, total: 2 })
})

test('a search confirms failures once more if others were flaky', async () => {
  const candidates = [
    { id: 'one', others: ['a'] },
    { id: 'two', others: ['a', 'b'] },
  ]
  const outcomeOf = ({ one, two }: AssumedValues, count: number): RunOutcome => {
    if (one !== undefined) return count === 1 ? 'failed' : 'passed'
    return two === 'a' && count > 2 ? 'passed' : 'failed'
  }
  const { findings } = await trySearch({ candidates, causes: [] }, { outcomeOf })
  expect(listFound(findings)).toEqual(['two=b'])
})

test('a search ends without a draw if there are not two entries to combine', async () => {
  const { findings, runs } = await trySearch({ candidates: [{ id: 'one', others: ['a', 'b'] }], causes: [] })
  expect([runs.length, findings.draws]).toEqual([2, 0])
})

test('a search combines entries that only matter beside others', async () => {
  const cause = { one: 'a', two: 'b' }
  const candidates = [{ id: 'one', others: ['a'] }]
  const findDrawnOnly = () => [{ id: 'two', others: ['b'] }]
  const { findings } = await trySearch({ candidates, causes: [cause] }, { findDrawnOnly, draws: { least: 5, most: 5 } })
  expect(listFound(findings)).toEqual([formatValues(cause)])
  expect(findings.alone.has('two')).toBe(false)
})

test('a search counts a run that ends for another reason the second time as a failure if it never passes', async () => {
  const outcomeOf = (_: AssumedValues, count: number) => (count === 1 ? 'timed out' : 'failed')
  const candidates = [{ id: 'one', others: ['a'] }]
  const { findings, runs } = await trySearch({ candidates, causes: [] }, { outcomeOf })
  expect(listFound(findings)).toEqual(['one=a'])
  expect(runs).toHaveLength(3)
})

test('a search stops when a run cannot be made, and keeps what it has found', async () => {
  const findings = createFindings()
  const stopped = search(findings, {
    candidates: [{ id: 'one', others: ['a', 'b', 'c'] }],
    findDrawnOnly: () => [],
    runWith: async (values) => {
      if (values.one === 'b') throw new Error('interrupted')
      return 'passed'
    },
    isAllowed: () => true,
    draws: { least: 1, most: 1 },
    seed: 1,
    parallel: 1,
    onPlan: () => undefined,
  })
  await expect(stopped).rejects.toThrow('interrupted')
  expect([...(findings.alone.get('one') ?? [])]).toEqual([['a', 'passes']])
})
