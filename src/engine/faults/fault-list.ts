// The faults that are left, in their order.

import * as z from 'zod'
import type { Outcome } from '../contract/operation/messages.ts'
import { decodePath } from '../http/route-table.ts'
import { OptionError, TakenError } from '../input/options/option-error.ts'
import { fieldsSchema } from '../input/schemas/free-form.ts'
import { quote } from '../input/text/quote.ts'
import { createBoundedMap } from '../limits/bounded-map.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import { hashText } from '../store/random.ts'
import type { Effect, SharedContext } from './effects/effect.ts'
import { type EffectDeclarations, effectsOf, findEffect } from './effects/effects.ts'
import type { Fault, FaultMatch, FaultRule } from './fault.ts'

/** What is counted of a fault: an immutable value. */
export interface FaultCounts {
  readonly applied: number
  /** For how many requests its probability was drawn. */
  readonly asked: number
  /** What its effect remembers. */
  readonly memory?: unknown
}

export interface FaultEntry {
  readonly fault: Fault
  readonly effect: Effect
  counts: FaultCounts
  /** The last request that it applied to, by its id in the request log; null if there is none. */
  lastRequest: number | null
  /** How many more times it can apply. */
  left: number
  /** How often it applies in all; null if that is not limited. */
  times: number | null
}

/** What stays of a fault that is removed. */
type Used = Pick<FaultEntry, 'counts' | 'lastRequest'>

export interface FaultCandidate {
  fault: Fault
  effect: Effect
  /** Applies it and counts that; undefined if it leaves the request alone, or was used up in the meantime. */
  apply(context: SharedContext): Outcome | Promise<Outcome> | undefined
  /** How often it has applied, with this request, and how often it applies in all, as entries of the journal have it. */
  countWithNext(): { readonly applied: number | null; readonly times: number | null }
  /** Notes that it applied to a request, by the id of the request in the journal. */
  note(request: number): void
}

/** A fault, what it does, and how often it applied. */
export interface UsedFault extends Fault, FaultUsage {}

/** What a fault does, and how often it applied. */
export interface FaultUsage {
  /** What it does to a request: `responds with 503`. */
  readonly description: string
  /** How often it applied. */
  readonly applied: number
  /** The last request that it applied to, by its id in the request log; null if there is none. */
  readonly lastRequest: number | null
  /** The id of an earlier fault that responds to every request that this one matches; null if there is none. */
  readonly coveredBy: string | null
}

const countSchema = z.int().min(0)

export const faultCountsSchemaOf = derivedFrom((declared: EffectDeclarations) => {
  const memories = effectsOf(declared).flatMap(({ memory = [] }) => memory)
  return z.strictObject({ applied: countSchema, asked: countSchema, memory: z.union(memories).exactOptional() })
})

/** What is counted of faults. */
export const faultTallySchemaOf = derivedFrom((declared: EffectDeclarations) =>
  z.strictObject({
    numbered: countSchema.describe('The last number that was given to a fault as its id.'),
    uses: fieldsSchema(faultCountsSchemaOf(declared)).describe(
      'By the ids of the faults. One that is absent was never asked.',
    ),
    removed: fieldsSchema(faultCountsSchemaOf(declared))
      .exactOptional()
      .describe('Of faults that can be put back, by their hashes.'),
  }),
)

/** What is counted of faults: an immutable value. */
export interface FaultTally {
  readonly numbered: number
  readonly uses: Readonly<Record<string, FaultCounts>>
  readonly removed?: Readonly<Record<string, FaultCounts>>
}

export type FaultList = ReturnType<typeof createFaultList>

/** How many faults a session may have: every request asks all of them. */
export const MOST_FAULTS = 1000
// Of how many removed faults the counts are kept.
const REMOVED_KEPT = 100

interface FaultListEvents {
  /** Called after a fault has applied for the last time. */
  onUsedUp(id: string): void
  /** Called when the faults change, or what is counted of them. */
  onChange(): void
}

/** Creates an empty list. */
export function createFaultList(declared: EffectDeclarations, { onUsedUp, onChange }: FaultListEvents) {
  const entries = new Map<string, FaultEntry>()
  // By the hash of each fault, because nothing counts the bytes of their ids.
  const removed = createBoundedMap<string, Used>({ most: REMOVED_KEPT })
  let numbered = 0
  let listed: readonly Fault[] | undefined

  const findFreeId = (): string => {
    do numbered += 1
    while (entries.has(String(numbered)))
    return String(numbered)
  }

  const drop = (id: string): boolean => {
    listed = undefined
    onChange()
    return entries.delete(id)
  }

  const remove = (id: string): boolean => {
    const entry = entries.get(id)
    if (entry === undefined) return false
    const { counts, lastRequest } = entry
    removed.set(hashFault(entry.fault), { counts, lastRequest })
    return drop(id)
  }

  return {
    /** Adds a fault. One that was removed and is put back with its id continues to count. @throws TakenError */
    place(rule: FaultRule): Fault {
      if (entries.size >= MOST_FAULTS) throw buildTooManyError(`there are already ${entries.size}`)
      if (rule.id !== undefined && entries.has(rule.id)) throw buildTakenIdError(rule.id)
      listed = undefined
      onChange()
      const fault: Fault = Object.freeze({ ...rule, id: rule.id ?? findFreeId() })
      const before = removed.take(hashFault(fault)) ?? { counts: NOTHING_COUNTED, lastRequest: null }
      entries.set(fault.id, createEntry(fault, findEffect(declared, fault.effect), before))
      return fault
    },
    /** Counts something of a fault. */
    count(entry: FaultEntry, counted: Partial<FaultCounts>) {
      entry.counts = { ...entry.counts, ...counted }
      onChange()
    },
    use(entry: FaultEntry) {
      const { id, times } = entry.fault
      entry.left -= 1
      if (times) {
        listed = undefined
        onChange()
      }
      if (entry.left > 0) return
      drop(id)
      onUsedUp(id)
    },
    has: (entry: FaultEntry) => entries.get(entry.fault.id) === entry,
    entries: () => entries.values(),
    /** Lists the faults. The list is the same one until it changes. */
    list: (): readonly Fault[] => (listed ??= Object.freeze(Array.from(entries.values(), toFault))),
    uses: () => listUses([...entries.values()]),
    remove,
    clear() {
      for (const id of [...entries.keys()]) remove(id)
    },
    /** Returns what is counted. */
    tally: (): FaultTally => buildTally(numbered, entries, removed.entries()),
    continueFrom({ numbered: last, uses, removed: gone = {} }: FaultTally) {
      numbered = last
      onChange()
      // The journal with their last requests is another one.
      for (const [id, entry] of entries) {
        const counts = Object.hasOwn(uses, id) ? (uses[id] as FaultCounts) : NOTHING_COUNTED
        Object.assign(entry, { counts, times: countTimes(entry, counts) })
      }
      removed.clear()
      for (const [hash, counts] of Object.entries(gone)) removed.set(hash, { counts, lastRequest: null })
    },
  }
}

const NOTHING_COUNTED: FaultCounts = { applied: 0, asked: 0 }

// What is left of its times does not make it another fault.
function hashFault({ times, ...fault }: Fault): string {
  return String(hashText(JSON.stringify(fault)))
}

function createEntry(fault: Fault, effect: Effect, before: Used): FaultEntry {
  const left = fault.times ?? Number.POSITIVE_INFINITY
  return { left, times: countTimes({ fault, left }, before.counts), fault, effect, ...before }
}

export function buildTooManyError(received: string): OptionError {
  return new OptionError({ attempt: 'add the fault', received, advice: `At most ${MOST_FAULTS} are allowed.` })
}

function buildTakenIdError(id: string): TakenError {
  const received = `the id ${quote(id)} already exists`
  return new TakenError({ attempt: 'add the fault', received, advice: 'Choose another id.' })
}

function buildTally(
  numbered: number,
  entries: Iterable<readonly [string, Used]>,
  removed: Iterable<readonly [string, Used]>,
): FaultTally {
  const uses = collectCounts(entries)
  const gone = collectCounts(removed)
  return { numbered, uses, ...(Object.keys(gone).length > 0 && { removed: gone }) }
}

// Every request that a fault matches makes a tally, and most of many faults match none.
function collectCounts(of: Iterable<readonly [string, Used]>): FaultTally['uses'] {
  const counted: [string, FaultCounts][] = []
  for (const [key, { counts }] of of) if (counts !== NOTHING_COUNTED) counted.push([key, counts])
  return Object.fromEntries(counted)
}

function countTimes({ fault, left }: Pick<FaultEntry, 'fault' | 'left'>, { applied }: FaultCounts): number | null {
  return fault.times === undefined ? null : applied + left
}

function listUses(entries: readonly FaultEntry[]): readonly UsedFault[] {
  const covers = findCovers(entries)
  return entries.map((entry) => toUse(entry, covers.get(entry)))
}

function toUse(entry: FaultEntry, cover: FaultEntry | undefined): UsedFault {
  const { counts, lastRequest, fault, effect } = entry
  const description = effect.describe(fault.effect)
  return { ...toFault(entry), description, coveredBy: cover?.fault.id ?? null, applied: counts.applied, lastRequest }
}

function toFault({ fault, left }: FaultEntry): Fault {
  return fault.times ? { ...fault, times: left } : fault
}

// So many faults are compared with each later one.
const MOST_COMPARED = 100

/** Finds the faults that an earlier one surely responds in place of, each with the first one that does. */
function findCovers(inOrder: Iterable<FaultEntry>): ReadonlyMap<FaultEntry, FaultEntry> {
  const covers = new Map<FaultEntry, FaultEntry>()
  const responding: FaultEntry[] = []
  for (const entry of inOrder) {
    const cover = responding.find(
      (earlier) => matchesAllOf(earlier.fault.match, entry.fault.match) && appliesToAllOf(earlier, entry),
    )
    if (cover !== undefined) covers.set(entry, cover)
    else if (responding.length < MOST_COMPARED && alwaysResponds(entry)) responding.push(entry)
  }
  return covers
}

function alwaysResponds({ fault: { probability, times }, effect }: FaultEntry): boolean {
  return effect.reachesNext === 'never' && probability === 1 && times === undefined
}

function matchesAllOf(wide: FaultMatch, narrow: FaultMatch): boolean {
  if (wide.operation !== undefined && wide.operation !== narrow.operation) return false
  if (wide.method !== undefined && wide.method !== narrow.method) return false
  if (wide.path !== undefined && !decodePath(narrow.path ?? '').startsWith(decodePath(wide.path))) return false
  return Object.entries(wide.query ?? {}).every(([name, value]) => narrow.query?.[name] === value)
}

function appliesToAllOf({ effect: wide }: FaultEntry, { fault: { match }, effect: narrow }: FaultEntry): boolean {
  if (wide.fits !== undefined && wide.fits !== narrow.fits) return false
  if (wide.operations === undefined) return true
  const reached = match.operation === undefined ? narrow.operations : [match.operation]
  return reached?.every((operation) => wide.operations?.includes(operation)) === true
}
