import { Command } from 'commander'
import { quote } from '../../../engine/input/text/quote.ts'
import { changeScenario, defineScenario, type Scenario } from '../../../engine/scenario/scenario.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { createSimulator } from '../../../engine/simulator/simulator.ts'
import type { Format } from '../../../entries/files/read/source.ts'
import { formatOf } from '../../../entries/files/read/source-file.ts'
import { assertWritable, writeWholeFile } from '../../../entries/files/write/write-file.ts'
import { findSchema, writeScenarioOf } from '../../../entries/files/write/write-scenario.ts'
import { withMemoryLimit } from '../../../memory-limit.ts'
import { service } from '../../../service/service.ts'
import { addServiceOption } from '../declared-service.ts'
import type { Io } from '../io.ts'
import { createChoice, type OfService, parseFilled, readAssumptionsOption } from '../options/options.ts'
import {
  addWorldOptions,
  openScenarios,
  readAssumptions,
  readOverrides,
  type WorldOptions,
} from '../options/world-options.ts'

interface ExportCommandOptions extends WorldOptions {
  format?: Format
  output?: string
  force?: boolean
}

const FORMATS: readonly Format[] = ['yaml', 'json']

/** Defines `deploymock export`, which writes a world as a scenario file. */
export function defineExportCommand(io: Io, declared: ServiceDeclarations): Command {
  const command = new Command('export')
    .summary('write a world as a scenario file')
    .description('Writes a world as a scenario file. Loading the file recreates the same world.')
  return addWorldOptions(addServiceOption(command.optionsGroup('World:')), declared, 'the world to write')
    .optionsGroup('Output:')
    .addOption(
      createChoice('--format <format>', 'the format', FORMATS).default(
        undefined,
        'from the extension of the output file, or yaml',
      ),
    )
    .option('--output <file>', 'the file to write (default: standard output)', parseFilled)
    .option('--force', 'replace the file if it exists')
    .action(async (options: ExportCommandOptions) => exportScenario(await readAssumptionsOption(options, declared), io))
}

async function exportScenario(options: ExportCommandOptions & OfService, io: Io): Promise<void> {
  const { output, declared, force = false } = options
  if (output !== undefined) await assertWritable(output, { replace: force })
  const { chosen } = await openScenarios(options.scenario, options)
  const scenario = applyOptions(chosen, options)
  // Throws if the scenario cannot be loaded, so that nothing is written.
  createSimulator(declared, withMemoryLimit({ scenario }))
  const format = options.format ?? formatOf(output ?? '')
  // The package has the schema of its own service.
  const schema = declared === service ? findSchema(output) : undefined
  const text = await writeScenarioOf(declared, scenario, format, schema)
  if (output === undefined) return io.out(text.trimEnd())
  await writeWholeFile(output, text, { replace: force })
  io.out(`Wrote the scenario ${quote(scenario.name)} to ${output}.`)
}

function applyOptions(scenario: Scenario, options: ExportCommandOptions & OfService): Scenario {
  const { declared } = options
  const { preset, assumptions } = readAssumptions(options)
  const all = { ...scenario.assumptions, ...assumptions }
  return defineScenario(declared, {
    ...changeScenario(declared, scenario, readOverrides(options)),
    ...(preset !== undefined && { preset }),
    ...(Object.keys(all).length > 0 && { assumptions: all }),
  })
}
