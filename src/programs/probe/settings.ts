import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'
import type { CommandLine } from './run/command.ts'
import type { AssumedValues } from './search/values.ts'

/** What a probe tries, and with which command. */
export interface ProbeSettings {
  /** The service whose questions are tried. Simulators of others stay as they are. */
  declared: ServiceDeclarations
  /** The file that declares it, if it is not the service of the package. */
  service?: string | undefined
  command: CommandLine
  ids: readonly string[]
  /** Values that every run has. */
  base: AssumedValues
  /** The variable that tells the command the URL of a server. Without it, no server is started. */
  urlEnv?: string | undefined
  /** The scenario that the server serves. */
  scenario: Scenario
  /** The name or the file of that scenario, if one was given. */
  world?: string | undefined
  /** Whether to try faults instead of assumptions. */
  faults: boolean
  /** How many random draws to try. Default: as many as are necessary to try every pair of values. */
  draws?: number | undefined
  seed: number
  parallel: number
  /** After how many seconds a run is ended. Default: three times as long as the unchanged command, and a few seconds. */
  timeout?: number | undefined
}

/** The settings that decide what is run. A probe can only be resumed with the same ones. */
export function describeSettings(settings: ProbeSettings): Record<string, unknown> {
  const { service, command, ids, base, urlEnv = null, world = null, faults, draws = null, seed } = settings
  const about = service === undefined ? {} : { service }
  return { ...about, command, ids, base, urlEnv, world, faults, draws, seed }
}
