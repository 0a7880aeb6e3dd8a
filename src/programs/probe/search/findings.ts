import type { AssumedValues } from './values.ts'

/** What a search has found so far. It is complete when the search has ended. */
export interface SearchFindings {
  /** What each value of each entry did alone, by id and value. */
  readonly alone: Map<string, Map<string, Effect>>
  /** The smallest sets of values that break the command together, though none of them does alone. */
  readonly jointly: AssumedValues[]
  /** Draws that failed once and passed when they were repeated. */
  readonly flaky: AssumedValues[]
  draws: number
  /** How many pairs of values were tried together, of how many. */
  pairs: { covered: number; total: number }
}

export function createFindings(): SearchFindings {
  return { alone: new Map(), jointly: [], flaky: [], draws: 0, pairs: { covered: 0, total: 0 } }
}

/**
 * How a run of the command ended. One that did not end by itself in time says little about its values, and one whose
 * set-up was refused nothing about the client.
 */
export type RunOutcome = 'passed' | 'failed' | 'refused' | 'timed out' | 'killed'

/** What values do to the command. A failure that does not repeat is flaky. */
export type Effect = 'passes' | 'breaks' | 'refused' | 'flaky'

/** Runs the command until it has passed, or ended twice in another way. @param first the outcome of an earlier run */
export async function observeEffect(run: () => Promise<RunOutcome>, first?: RunOutcome): Promise<Effect> {
  const one = first ?? (await run())
  if (one === 'passed') return 'passes'
  const other = await run()
  if (other === 'passed') return 'flaky'
  const last = other === one ? one : await run()
  return last === 'passed' ? 'flaky' : effectOf(last)
}

/** What a run that did not pass says about its values, if it is the last of several. */
export function effectOf(outcome: RunOutcome): 'breaks' | 'refused' {
  return outcome === 'refused' ? 'refused' : 'breaks'
}
