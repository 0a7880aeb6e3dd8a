// Which values of which entries to try.

import { listEntries, namedValues } from '../engine/assumptions/assumptions.ts'
import type { RegisterEntry } from '../engine/define/register-entry.ts'
import type { AssumptionId } from '../engine/define/service-types.ts'
import { questions } from '../service/assumptions/register.ts'
import type { Trace } from './run/trace.ts'
import type { Values } from './search/values.ts'
import type { ProbeSettings } from './settings.ts'

/** An entry that was asked for, with its values other than the current one. */
export interface TriedEntry {
  readonly id: AssumptionId
  readonly entry: RegisterEntry
  readonly others: readonly string[]
  /** Whether a request of the unchanged command depended on it. */
  readonly isCovered: boolean
}

/** Lists the entries that were asked for, with the values to try. */
export function listTried({ ids, base }: Pick<ProbeSettings, 'ids' | 'base'>, trace: Trace): TriedEntry[] {
  return listEntries(questions)
    .filter(([id]) => ids.includes(id))
    .map(([id, entry]) => {
      const current = findCurrent(id, entry, base, trace)
      const others = namedValues(entry).filter((value) => value !== current)
      return { id, entry, others, isCovered: trace.touched.has(id) }
    })
}

// Tests may set different values. All of them are tried then.
function findCurrent(id: string, entry: RegisterEntry, base: Values, { values }: Trace): string | undefined {
  if (base[id] !== undefined) return base[id]
  const [first, ...others] = values.get(id) ?? [entry.spec]
  return others.length === 0 ? first : undefined
}
