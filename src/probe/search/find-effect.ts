// Repeats a run until its outcome can be trusted.

/**
 * How a run of the command ended. One that did not end in time, or that a signal ended, says little
 * about the values that it ran with.
 */
export type Outcome = 'passed' | 'failed' | 'timed out' | 'killed'

/** What values do to the command. A failure that does not repeat is flaky. */
export type Effect = 'passes' | 'breaks' | 'flaky'

/**
 * Runs the command until it has passed, or has ended twice in the same other way.
 *
 * @param first the outcome of a run that there has been already
 */
export async function findEffect(run: () => Promise<Outcome>, first?: Outcome): Promise<Effect> {
  const one = first ?? (await run())
  if (one === 'passed') return 'passes'
  const other = await run()
  if (other === 'passed') return 'flaky'
  if (other === one) return 'breaks'
  return (await run()) === 'passed' ? 'flaky' : 'breaks'
}
