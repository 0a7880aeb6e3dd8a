import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { defaultPreset } from '../../../engine/define/assumptions/assumptions.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import type { Scenario } from '../../../engine/scenario/scenario.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { isFileName } from '../../../entries/files/read/source-file.ts'
import { openScenarioFiles, type ScenarioFile } from '../../../entries/files/scenario-file.ts'
import { type AssumptionOptions, addAssumptionOptions, type OfService, parseWholeNumber } from './options.ts'

/** The options that choose a world. */
export interface WorldOptions extends AssumptionOptions {
  /** Names of scenarios and paths of scenario files. */
  scenario: readonly string[]
  seed?: number
}

const MOST_RECORDS = 1_000_000

export function addWorldOptions(command: Command, declared: ServiceDeclarations, scenarioMeaning: string): Command {
  const { mainResource, questions } = declared
  command
    .optionsGroup('World:')
    .addOption(
      new Option('--scenario <name|file>', scenarioMeaning)
        .argParser((text: string, before: readonly string[]) => [...before, text])
        .default([], 'default'),
    )
    .option(
      '--seed <number>',
      'the seed that all data is drawn from (default: the scenario’s)',
      parseWholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    )
    .option(
      `--${mainResource} <number>`,
      `how many ${mainResource} there are (default: the scenario’s)`,
      parseWholeNumber(0, MOST_RECORDS),
    )
  return addAssumptionOptions(command, declared, `the scenario’s, or ${defaultPreset(questions)}`)
}

/** Returns the simulator options that override the served scenario. */
export function readOverrides(options: WorldOptions & OfService): { readonly seed?: number } {
  const { seed } = options
  const count = readCount(options)
  return {
    ...(seed !== undefined && { seed }),
    ...(count !== undefined && { [options.declared.mainResource]: count }),
  }
}

/** Returns how many records of the main resource the user wants. */
export function readCount(options: OfService): unknown {
  return Reflect.get(options, options.declared.mainResource)
}

/** Returns the simulator options that override every scenario. */
export function readAssumptions({ preset, assume }: AssumptionOptions) {
  return { assumptions: assume, ...(preset !== undefined && { preset }) }
}

/** The scenarios that the user named. */
export interface OpenedScenarios {
  /** The first one. */
  readonly chosen: Scenario
  /** The scenarios that come from files. */
  readonly files: readonly ScenarioFile[]
}

/** Opens scenarios by name and from files. @throws OptionError for an unknown name; FileError with every issue */
export async function openScenarios(
  namesOrFiles: readonly string[],
  { declared }: OfService,
): Promise<OpenedScenarios> {
  const files = await openScenarioFiles(declared, namesOrFiles.filter(isFileName))
  const all = [...files.map(({ scenario }) => scenario), ...declared.scenarios]
  const find = (name: string): Scenario => findScenario(name, all)
  const chosen = namesOrFiles.map(
    (text) => files.find(({ path }) => resolve(path) === resolve(text))?.scenario ?? find(text),
  )
  return { chosen: chosen[0] ?? find(String(declared.scenarios[0]?.name)), files }
}

/** Opens the scenarios, and returns the simulator options of the world that the user chose. @throws like `openScenarios` */
export async function openWorld(options: WorldOptions & OfService) {
  const { chosen: scenario, files } = await openScenarios(options.scenario, options)
  const scenarios = files.map((file) => file.scenario)
  return { scenario, scenarios, ...readOverrides(options), ...readAssumptions(options) }
}

// A scenario from a file replaces the built-in one of the same name.
function findScenario(name: string, all: readonly Scenario[]): Scenario {
  const found = all.find((each) => each.name === name)
  if (found !== undefined) return found
  const known = [...new Set(all.map((each) => each.name))]
  throw new OptionError({
    attempt: `find the scenario ${quote(name)}`,
    received: 'unknown name',
    advice: `${suggestWord(name, known)} Known: ${known.join(', ')}. A file name must end in .yaml, .yml or .json; a scenario in code is for \`createSimulator\`.`,
  })
}
