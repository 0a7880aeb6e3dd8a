import { Command } from 'commander'
import { countRecords } from '../../../engine/scenario/scenario.ts'
import { openScenarioFiles } from '../../../entries/files/scenario-file.ts'
import { deployments } from '../../../service/resources/deployments/deployments.ts'
import { scenarios } from '../../../service/scenarios.ts'
import type { Io } from '../io.ts'
import { formatTable } from '../output/table.ts'

/** Defines `deploymock scenarios`, which lists the built-in scenarios and those of the given files. */
export function defineScenariosCommand(io: Io): Command {
  return new Command('scenarios')
    .summary('list the scenarios')
    .description('Lists the scenarios that can be served.')
    .argument('[file...]', 'scenario files to include')
    .action(async (paths: readonly string[]) => {
      const files = await openScenarioFiles(paths)
      const own = files.map(({ scenario }) => scenario)
      const shipped = scenarios.filter(({ name }) => !own.some((each) => each.name === name))
      const rows = [...shipped, ...own].map((scenario) => [
        scenario.name,
        countRecords(deployments, scenario).toLocaleString('en-US'),
        scenario.description,
      ])
      io.out(formatTable([['scenario', 'deployments', 'description'], ...rows], io.columns))
    })
}
