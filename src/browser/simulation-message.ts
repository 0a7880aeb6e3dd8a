// The message in the console of a page whose API is simulated.

import type { Simulator } from '../index.ts'

/** Says which API is simulated, with which world, and how to change it. */
export function describeSimulation({ base, scenario }: Pick<Simulator, 'base' | 'scenario'>): string {
  const api = `${base.origin ?? ''}${base.path}`
  const subject = api === '' ? 'the API' : `the API at ${api}`
  return [
    `deploymock simulates ${subject} in this page. World "${scenario.name}" with seed ${scenario.seed}.`,
    'The object that startSimulator returned controls it: simulator.db, simulator.faults, simulator.clock, simulator.requests.',
    'To turn this message off, pass quiet: true.',
  ].join('\n')
}
