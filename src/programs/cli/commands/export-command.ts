import { Command } from 'commander'
import { quote } from '../../../engine/input/text/quote.ts'
import { changeScenario } from '../../../engine/scenario/scenario.ts'
import { createSimulator } from '../../../engine/simulator/simulator.ts'
import type { Format } from '../../../entries/files/read/source.ts'
import { formatOf } from '../../../entries/files/read/source-file.ts'
import { writeWholeFile } from '../../../entries/files/write/write-file.ts'
import { findSchema, writeScenario } from '../../../entries/files/write/write-scenario.ts'
import { withMemoryLimit } from '../../../memory-limit.ts'
import { defineScenario } from '../../../service/define-scenario.ts'
import { service } from '../../../service/service.ts'
import type { Scenario } from '../../../service/types.ts'
import type { Io } from '../io.ts'
import { createChoice, parseFilled, readAssumptionsOption } from '../options/options.ts'
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
export function defineExportCommand(io: Io): Command {
  const command = new Command('export')
    .summary('write a world as a scenario file')
    .description('Writes a world as a scenario file. Loading the file recreates the same world.')
  return addWorldOptions(command, 'the world to write')
    .optionsGroup('Output:')
    .addOption(
      createChoice('--format <format>', 'the format', FORMATS).default(
        undefined,
        'from the extension of the output file, or yaml',
      ),
    )
    .option('--output <file>', 'the file to write (default: standard output)', parseFilled)
    .option('--force', 'replace the file if it exists')
    .action(async (options: ExportCommandOptions) => exportScenario(await readAssumptionsOption(options), io))
}

async function exportScenario(options: ExportCommandOptions, io: Io): Promise<void> {
  const { output, force = false } = options
  const { chosen } = await openScenarios(options.scenario)
  const scenario = applyOptions(chosen, options)
  // Throws if the scenario cannot be loaded, so that nothing is written.
  createSimulator(service, withMemoryLimit({ scenario }))
  const format = options.format ?? formatOf(output ?? '')
  const text = await writeScenario(scenario, format, findSchema(output))
  if (output === undefined) return io.out(text.trimEnd())
  await writeWholeFile(output, text, { replace: force })
  io.out(`Wrote the scenario ${quote(scenario.name)} to ${output}.`)
}

function applyOptions(scenario: Scenario, options: ExportCommandOptions): Scenario {
  const { preset, assumptions } = readAssumptions(options)
  const all = { ...scenario.assumptions, ...assumptions }
  return defineScenario({
    ...changeScenario(service, scenario, readOverrides(options)),
    ...(preset === undefined ? {} : { preset }),
    ...(Object.keys(all).length === 0 ? {} : { assumptions: all }),
  })
}
