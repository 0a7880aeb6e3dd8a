// Finds out which values break a command: each alone, and then together.

import { createDraws, type Draws } from './draws.ts'
import { type Effect, effectOf, observeEffect, type RunOutcome, type SearchFindings } from './findings.ts'
import { mapParallel } from './parallel.ts'
import {
  type Assumed,
  type AssumedValues,
  type Candidate,
  formatValues,
  includesValues,
  listValues,
  toValues,
} from './values.ts'

export interface SearchOptions {
  /** The entries whose other values are tried alone. */
  candidates: readonly Candidate[]
  /** Further entries that are only drawn together with others. It is called when all values have been tried alone. */
  findDrawnOnly(): readonly Candidate[]
  runWith(values: AssumedValues): Promise<RunOutcome>
  isAllowed(values: AssumedValues): boolean
  /** How many draws are tried. There are no more than the least if they contain every pair of values. */
  draws: { least: number; most: number }
  seed: number
  parallel: number
  /** Called before runs, with how many more there will be at least. */
  onPlan(runs: number): void
  /** Called when all values have been tried alone, and random draws are next. */
  onTogether?(): void
}

interface ProbeSearch {
  findings: SearchFindings
  options: SearchOptions
  passed: AssumedValues[]
}

// Draws of one round do not know each other's outcome. The number is fixed so that the number of
// parallel runs does not change what is drawn.
const ROUND = 4

/**
 * Tries every value alone. Then it tries random draws of the values that passed, and narrows each
 * failure down to the smallest set of values that still fails.
 *
 * @param findings where to record what is found, as soon as it is
 */
export async function search(findings: SearchFindings, options: SearchOptions): Promise<void> {
  await tryAlone(findings, options)
  if (isFlaky(findings)) await confirmAgain(findings, options)
  await tryTogether(findings, options)
}

function recordAlone({ alone }: SearchFindings, { id, value }: Assumed, effect: Effect): void {
  const effects = alone.get(id) ?? new Map<string, Effect>()
  alone.set(id, effects.set(value, effect))
}

/** Whether anything failed once and then passed. */
function isFlaky({ alone, flaky }: SearchFindings): boolean {
  return flaky.length > 0 || [...alone.values()].some((effects) => [...effects.values()].includes('flaky'))
}

async function tryAlone(findings: SearchFindings, options: SearchOptions): Promise<void> {
  const { candidates, isAllowed, parallel } = options
  const all = candidates.flatMap(({ id, others }) => others.map((value) => ({ id, value })))
  const tried = all.filter((each) => isAllowed(toValues([each])))
  options.onPlan(tried.length)
  await mapParallel(tried, parallel, async (each) => {
    const values = toValues([each])
    recordAlone(findings, each, await observeEffect(() => repeat(values, options), await options.runWith(values)))
  })
}

// In a suite that fails now and then, two failures in a row can be chance.
async function confirmAgain(findings: SearchFindings, options: SearchOptions): Promise<void> {
  const breaking = listAlone(findings, 'breaks')
  options.onPlan(breaking.length)
  await mapParallel(breaking, options.parallel, async (each) => {
    if ((await options.runWith(toValues([each]))) === 'passed') recordAlone(findings, each, 'flaky')
  })
}

async function tryTogether(findings: SearchFindings, options: SearchOptions): Promise<void> {
  const candidates = listSafe(findings, options)
  if (candidates.length < 2) return
  const { least, most } = options.draws
  const draws = createDraws(candidates, options)
  const passed = listAlone(findings, 'passes').map((each) => toValues([each]))
  options.onTogether?.()
  findings.pairs = draws.countPairs()
  while (findings.draws < most) {
    const round = draws.next(least - findings.draws, Math.min(ROUND, most - findings.draws))
    if (round.length === 0) return
    await tryRound(round, draws, { findings, options, passed })
    findings.pairs = draws.countPairs()
  }
}

async function tryRound(round: readonly AssumedValues[], draws: Draws, search: ProbeSearch): Promise<void> {
  const { findings, options } = search
  options.onPlan(round.length)
  const outcomes = await mapParallel(round, options.parallel, options.runWith)
  search.passed.push(...round.filter((_, index) => outcomes[index] === 'passed'))
  for (const [index, values] of round.entries()) {
    findings.draws += 1
    const outcome = outcomes[index] as RunOutcome
    if (outcome !== 'passed') await examine(values, outcome, draws, search)
  }
}

/** The values to draw: those that pass alone, and those of entries that no request of the unchanged command touched. */
function listSafe({ alone }: SearchFindings, { candidates, findDrawnOnly }: SearchOptions): Candidate[] {
  const tried = candidates.map(({ id, others }) => ({
    id,
    others: others.filter((value) => alone.get(id)?.get(value) === 'passes'),
  }))
  return [...tried, ...findDrawnOnly()].filter(({ others }) => others.length > 0)
}

async function examine(values: AssumedValues, outcome: RunOutcome, draws: Draws, search: ProbeSearch): Promise<void> {
  const { findings, options } = search
  draws.takeBack(values)
  // Draws of the same round often fail for the same reason.
  if (findings.jointly.some((known) => includesValues(values, known))) return
  if ((await observeEffect(() => repeat(values, options), outcome)) === 'flaky') {
    findings.flaky.push(values)
    return
  }
  const least = await narrow(values, search)
  draws.forbid(least)
  recordTogether(findings, least, await confirm(least, search))
}

function recordTogether(findings: SearchFindings, values: AssumedValues, effect: Effect): void {
  const [only, ...others] = listValues(values)
  if (only !== undefined && others.length === 0) recordAlone(findings, only, effect)
  else if (effect === 'breaks') findings.jointly.push(values)
  else if (effect === 'flaky') findings.flaky.push(values)
}

// A part of values that passed together passes, too, unless one value hides what another one does. Trying
// such parts would take many runs, and what is found is confirmed in any case.
function narrow(values: AssumedValues, { options, passed }: ProbeSearch): Promise<AssumedValues> {
  const failed = new Set<string>()
  const fails = async (part: readonly Assumed[]): Promise<boolean> => {
    const partial = toValues(part)
    if (failed.has(formatValues(partial))) return true
    if (passed.some((each) => includesValues(each, partial))) return false
    const hasFailed = await failsOnce(partial, options)
    if (hasFailed) failed.add(formatValues(partial))
    else passed.push(partial)
    return hasFailed
  }
  return ddmin(listValues(values), fails).then(toValues)
}

// Only the result is confirmed, not every step on the way to it.
async function failsOnce(values: AssumedValues, options: SearchOptions): Promise<boolean> {
  const outcome = await repeat(values, options)
  if (outcome === 'passed') return false
  if (outcome === 'failed' || outcome === 'refused') return true
  return (await repeat(values, options)) !== 'passed'
}

async function confirm(values: AssumedValues, { findings, options }: ProbeSearch): Promise<Effect> {
  const times = isFlaky(findings) ? 2 : 1
  let effect: Effect = 'flaky'
  for (let count = 0; count < times; count += 1) {
    const outcome = await repeat(values, options)
    if (outcome === 'passed') return 'flaky'
    effect = effectOf(outcome)
  }
  return effect
}

function repeat(values: AssumedValues, { runWith, onPlan }: SearchOptions): Promise<RunOutcome> {
  onPlan(1)
  return runWith(values)
}

function listAlone({ alone }: SearchFindings, effect: 'passes' | 'breaks'): Assumed[] {
  return [...alone].flatMap(([id, effects]) =>
    [...effects].filter(([, each]) => each === effect).map(([value]) => ({ id, value })),
  )
}

/**
 * Narrows a failing list down: without any one of the returned items, it no longer fails. This is the
 * algorithm `ddmin` of Zeller and Hildebrandt.
 *
 * @param fails whether a part of the list fails. The whole list does
 */
async function ddmin<Item>(
  items: readonly Item[],
  fails: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let left = items
  let count = 2
  while (left.length > 1) {
    const parts = split(left, count)
    const part = await findFirst(parts, fails)
    if (part !== undefined) {
      left = part
      count = 2
      continue
    }
    // With two parts, the complements are the parts.
    const complements = count === 2 ? [] : parts.map((each) => left.filter((item) => !each.includes(item)))
    const complement = await findFirst(complements, fails)
    if (complement === undefined && count >= left.length) return left
    count = complement === undefined ? Math.min(count * 2, left.length) : Math.max(count - 1, 2)
    left = complement ?? left
  }
  return left
}

function split<Item>(items: readonly Item[], count: number): Item[][] {
  const ends = Array.from({ length: count + 1 }, (_, index) => Math.round((index * items.length) / count))
  return ends.slice(1).map((end, index) => items.slice(ends[index], end))
}

async function findFirst<Item>(
  parts: readonly (readonly Item[])[],
  fails: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[] | undefined> {
  for (const part of parts) {
    if (await fails(part)) return part
  }
  return undefined
}
