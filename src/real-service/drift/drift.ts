// Whether a real service still behaves as it was learned.

import type { AssumptionOverrides } from '../../engine/assumptions/assumptions.ts'
import type { AssumptionId, Preset } from '../../service/assumptions/register.ts'
import { type Learned, learn } from '../learn/learn.ts'
import { prepare } from '../learn/prepare.ts'
import { formatRequest, type ReadRequest } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import { readRecords } from '../records/records.ts'
import { describeDifferences } from './differences.ts'

/** What a service is held against. */
export interface DriftOptions {
  readonly preset: Preset
  /** What was learned. */
  readonly assumptions: AssumptionOverrides
  /** Differences that are known, in the words of `describeDifferences`. */
  readonly accepted?: readonly string[]
  /** The requests of tests, each of which is sent. */
  readonly requests?: readonly ReadRequest[]
  /** Called before each part, with what is done. */
  onPhase?(what: string): void
}

/** A question whose value is another one than was learned. */
export interface ChangedAssumption {
  readonly id: AssumptionId
  readonly learned: string
  /** The values that explain the responses now. */
  readonly now: readonly string[]
  /** A request whose response shows it. */
  readonly request?: string
}

/** A difference that no value of a question explains. */
export interface Difference {
  /** What differs. */
  readonly what: string
  /** Requests whose responses differ in it. */
  readonly requests: readonly string[]
}

/** How a service differs from what was learned. */
export interface Drift {
  readonly changed: readonly ChangedAssumption[]
  readonly differences: readonly Difference[]
  /** The requests of tests whose responses depend on a question that changed, by its id. */
  readonly relying: Readonly<Partial<Record<AssumptionId, readonly string[]>>>
}

/**
 * Finds out whether a service still behaves as it was learned. What seems to have changed is looked at a second time,
 * with data that is read again, because records may change while they are read.
 *
 * @returns what both times differed
 */
export async function findDrift(reader: Reader, options: DriftOptions): Promise<Drift> {
  const first = await look(reader, options, '')
  if (isNone(first)) return first
  return keepCommon(first, await look(reader, options, ' again, because something differs'))
}

/** Whether nothing differs. */
export function isNone({ changed, differences }: Drift): boolean {
  return changed.length === 0 && differences.length === 0
}

async function look(reader: Reader, options: DriftOptions, why: string): Promise<Drift> {
  const { preset, assumptions, requests = [], onPhase } = options
  onPhase?.(`Reading the records${why}`)
  const records = await readRecords(reader, { preset })
  onPhase?.(`Comparing responses${why}`)
  const prepared = prepare(reader, records)
  const learned = await learn(reader, {
    ...prepared,
    assumptions: { ...prepared.assumptions, ...assumptions },
    requests,
  })
  return conclude(learned, options)
}

function conclude(learned: Learned, { assumptions, accepted = [], requests = [] }: DriftOptions): Drift {
  const changed = Object.entries(assumptions).flatMap(([key, value]): ChangedAssumption[] => {
    const id = key as AssumptionId
    // A number is written without quotes.
    const before = String(value)
    const decided = learned.assumptions[id]
    const now = decided === undefined ? (learned.undecided[id]?.possible ?? []) : [decided]
    if (now.length === 0 || now.includes(before)) return []
    const evidence = learned.evidence[id]
    return [{ id, learned: before, now, ...(evidence && { request: formatRequest(evidence.request) }) }]
  })
  const asked = new Set(requests)
  const relying = changed.map(({ id }) => {
    const depending = learned.observations.filter(({ request, reads }) => asked.has(request) && reads.includes(id))
    return [id, depending.map(({ request }) => formatRequest(request))] as const
  })
  return { changed, differences: groupDifferences(learned, accepted), relying: Object.fromEntries(relying) }
}

function groupDifferences({ unexplained }: Learned, accepted: readonly string[]): readonly Difference[] {
  const byWhat = new Map<string, string[]>()
  for (const { request, expected, received } of unexplained) {
    for (const what of describeDifferences(expected, received)) {
      if (accepted.includes(what)) continue
      byWhat.set(what, [...(byWhat.get(what) ?? []), formatRequest(request)])
    }
  }
  return [...byWhat].map(([what, requests]) => ({ what, requests }))
}

function keepCommon(first: Drift, second: Drift): Drift {
  const isSeen = ({ id }: ChangedAssumption) => first.changed.some((each) => each.id === id)
  return {
    ...second,
    changed: second.changed.filter(isSeen),
    differences: second.differences.filter(({ what }) => first.differences.some((each) => each.what === what)),
  }
}
