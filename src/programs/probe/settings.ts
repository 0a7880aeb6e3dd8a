import { defaultPreset, listEntries, namedValues, presetValue } from '../../engine/define/assumptions/assumptions.ts'
import type { RegisterEntry } from '../../engine/define/assumptions/register-entry.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'
import type { CommandLine } from './run/command.ts'
import type { Trace } from './run/trace.ts'
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

/** An entry that was asked for, with its values other than the current one. */
export interface TriedEntry {
  readonly id: string
  readonly entry: RegisterEntry
  readonly others: readonly string[]
  /** Whether a request of the unchanged command depended on it. */
  readonly isCovered: boolean
}

/** Lists the entries that were asked for, with the values to try. */
export function listTried({ declared: { questions }, ids, base }: ProbeSettings, trace: Trace): TriedEntry[] {
  return listEntries(questions)
    .filter(([id]) => ids.includes(id))
    .map(([id, entry]) => {
      const usual = presetValue(questions, entry, defaultPreset(questions))
      const current = findCurrent(id, usual, base, trace)
      const others = namedValues(entry).filter((value) => value !== current)
      return { id, entry, others, isCovered: trace.touched.has(id) }
    })
}

// Tests may set different values. All of them are tried then.
function findCurrent(id: string, usual: string, base: AssumedValues, { values }: Trace): string | undefined {
  if (base[id] !== undefined) return base[id]
  const [first, ...others] = values.get(id) ?? [usual]
  return others.length === 0 ? first : undefined
}
