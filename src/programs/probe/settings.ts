import { listEntries, namedValues } from '../../engine/define/assumptions/assumptions.ts'
import { questions } from '../../service/assumptions/questions.ts'
import type { AssumptionId, RegisterEntry, Scenario } from '../../service/types.ts'
import type { CommandLine } from './run/command.ts'
import type { Trace } from './run/trace.ts'
import type { AssumedValues } from './search/values.ts'

/** What a probe tries, and with which command. */
export interface ProbeSettings {
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
  const { command, ids, base, urlEnv = null, world = null, faults, draws = null, seed } = settings
  return { command, ids, base, urlEnv, world, faults, draws, seed }
}

/** An entry that was asked for, with its values other than the current one. */
export interface TriedEntry {
  readonly id: AssumptionId
  readonly entry: RegisterEntry
  readonly others: readonly string[]
  /** Whether a request of the unchanged command depended on it. */
  readonly isCovered: boolean
}

/** Lists the entries that were asked for, with the values to try. */
export function listTried({ ids, base }: ProbeSettings, trace: Trace): TriedEntry[] {
  return listEntries(questions)
    .filter(([id]) => ids.includes(id))
    .map(([id, entry]) => {
      const current = findCurrent(id, entry, base, trace)
      const others = namedValues(entry).filter((value) => value !== current)
      return { id, entry, others, isCovered: trace.touched.has(id) }
    })
}

// Tests may set different values. All of them are tried then.
function findCurrent(id: string, entry: RegisterEntry, base: AssumedValues, { values }: Trace): string | undefined {
  if (base[id] !== undefined) return base[id]
  const [first, ...others] = values.get(id) ?? [entry.spec]
  return others.length === 0 ? first : undefined
}
