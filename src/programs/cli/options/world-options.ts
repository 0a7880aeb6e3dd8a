import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { isFileName } from '../../../entries/files/read/source-file.ts'
import { openScenarioFiles, type ScenarioFile } from '../../../entries/files/scenario-file.ts'
import { scenarios as shipped } from '../../../service/scenarios.ts'
import type { Scenario } from '../../../service/types.ts'
import { type AssumptionOptions, addAssumptionOptions, parseWholeNumber } from './options.ts'

/** The options that choose a world. */
export interface WorldOptions extends AssumptionOptions {
  /** Names of scenarios and paths of scenario files. */
  scenario: readonly string[]
  seed?: number
  deployments?: number
}

const MOST_DEPLOYMENTS = 1_000_000

export function addWorldOptions(command: Command, scenarioMeaning: string): Command {
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
      '--deployments <number>',
      'how many deployments there are (default: the scenario’s)',
      parseWholeNumber(0, MOST_DEPLOYMENTS),
    )
  return addAssumptionOptions(command, 'the scenario’s, or spec')
}

/** Returns the simulator options that override the served scenario. */
export function readOverrides({ seed, deployments }: WorldOptions) {
  return { ...(seed === undefined ? {} : { seed }), ...(deployments === undefined ? {} : { deployments }) }
}

/** Returns the simulator options that override every scenario. */
export function readAssumptions({ preset, assume }: AssumptionOptions) {
  return { assumptions: assume, ...(preset === undefined ? {} : { preset }) }
}

/** The scenarios that the user named. */
export interface OpenedScenarios {
  /** The first one. */
  readonly chosen: Scenario
  /** The scenarios that come from files. */
  readonly files: readonly ScenarioFile[]
}

/** Opens scenarios by name and from files. @throws OptionError for an unknown name; FileError with every issue */
export async function openScenarios(namesOrFiles: readonly string[]): Promise<OpenedScenarios> {
  const files = await openScenarioFiles(namesOrFiles.filter(isFileName))
  const own = files.map(({ scenario }) => scenario)
  const find = (name: string): Scenario => findScenario(name, own)
  const chosen = namesOrFiles.map(
    (text) => files.find(({ path }) => resolve(path) === resolve(text))?.scenario ?? find(text),
  )
  return { chosen: chosen[0] ?? find('default'), files }
}

/** Opens the scenarios, and returns the simulator options of the world that the user chose. @throws like `openScenarios` */
export async function openWorld(options: WorldOptions) {
  const { chosen: scenario, files } = await openScenarios(options.scenario)
  const scenarios = files.map((file) => file.scenario)
  return { scenario, scenarios, ...readOverrides(options), ...readAssumptions(options) }
}

// A scenario from a file replaces the built-in one of the same name.
function findScenario(name: string, own: readonly Scenario[]): Scenario {
  const all = [...own, ...shipped]
  const found = all.find((each) => each.name === name)
  if (found !== undefined) return found
  const known = [...new Set(all.map((each) => each.name))]
  throw new OptionError({
    attempt: `find the scenario ${quote(name)}`,
    received: 'unknown name',
    advice: `${suggestWord(name, known)} Known: ${known.join(', ')}. A file name must end in .yaml, .yml or .json.`,
  })
}
