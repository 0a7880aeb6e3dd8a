import { Command } from 'commander'
import { countRecords } from '../../../engine/scenario/scenario.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { openScenarioFiles } from '../../../entries/files/scenario-file.ts'
import { addServiceOption } from '../declared-service.ts'
import type { Io } from '../io.ts'
import { formatTable } from '../output/table.ts'

/** Defines `deploymock scenarios`, which lists the built-in scenarios and those of the given files. */
export function defineScenariosCommand(io: Io, declared: ServiceDeclarations): Command {
  const { mainResource, resources, scenarios } = declared
  const main = resources.filter(({ name }) => name === mainResource)
  return addServiceOption(new Command('scenarios'))
    .summary('list the scenarios')
    .description('Lists the scenarios that can be served.')
    .argument('[file...]', 'scenario files to include')
    .action(async (paths: readonly string[]) => {
      const files = await openScenarioFiles(declared, paths)
      const own = files.map(({ scenario }) => scenario)
      const shipped = scenarios.filter(({ name }) => !own.some((each) => each.name === name))
      const rows = [...shipped, ...own].map((scenario) => [
        scenario.name,
        ...main.map((each) => countRecords(each, scenario).toLocaleString('en-US')),
        scenario.description,
      ])
      io.out(formatTable([['scenario', ...main.map(({ name }) => name), 'description'], ...rows], io.columns))
    })
}
