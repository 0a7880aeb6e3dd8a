import { Command } from 'commander'
import { scenarios } from '../../scenarios/index.ts'
import { countDeployments } from '../core/scenario.ts'
import type { Io } from './io.ts'
import { formatTable } from './table.ts'

/** `deploymock scenarios`: the worlds that come with the package. */
export function defineScenariosCommand(io: Io): Command {
  return new Command('scenarios').description('list the worlds that can be served').action(() => {
    const rows = scenarios.map((scenario) => [scenario.name, `${countDeployments(scenario)}`, scenario.description])
    io.out(formatTable([['scenario', 'deployments', 'description'], ...rows]))
  })
}
