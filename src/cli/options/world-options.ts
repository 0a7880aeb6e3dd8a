import { type Command, Option } from 'commander'
import type { SimulatorOptions } from '../../engine/simulator/simulator-options.ts'
import { type AssumptionOptions, addAssumptionOptions, parseWholeNumber } from './options.ts'

/** The options that choose a world. */
export interface WorldOptions extends AssumptionOptions {
  /** Names of scenarios and paths of scenario files. */
  scenario: readonly string[]
  seed?: number
  deployments?: number
}

const MOST_DEPLOYMENTS = 1_000_000

/** Adds the options that choose a world to a command. */
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
export function readOverrides({ seed, deployments }: WorldOptions): Pick<SimulatorOptions, 'seed' | 'deployments'> {
  return { ...(seed === undefined ? {} : { seed }), ...(deployments === undefined ? {} : { deployments }) }
}

/** Returns the simulator options that override every scenario. */
export function readAssumptions({
  preset,
  assume,
}: AssumptionOptions): Pick<SimulatorOptions, 'preset' | 'assumptions'> {
  return { assumptions: assume, ...(preset === undefined ? {} : { preset }) }
}
