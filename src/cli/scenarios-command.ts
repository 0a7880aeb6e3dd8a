import { Command } from 'commander'
import { scenarios } from '../../scenarios/index.ts'
import { countRecords } from '../core/scenario.ts'
import { openScenarioFiles } from '../files/scenario-file.ts'
import type { Io } from './io.ts'
import { formatTable } from './table.ts'

/** `deploymock scenarios`: the worlds that come with the package, and those of files. */
export function defineScenariosCommand(io: Io): Command {
  return new Command('scenarios')
    .description('list the worlds that can be served')
    .argument('[file...]', 'files of scenarios to list, too')
    .action(async (paths: readonly string[]) => {
      const files = await openScenarioFiles(paths)
      const own = files.map(({ scenario }) => scenario)
      const shipped = scenarios.filter(({ name }) => !own.some((each) => each.name === name))
      const rows = [...shipped, ...own].map((scenario) => [
        scenario.name,
        `${countRecords(scenario).deployments}`,
        scenario.description,
      ])
      io.out(formatTable([['scenario', 'deployments', 'description'], ...rows]))
    })
}
