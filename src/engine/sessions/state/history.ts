// What led to the current state of a session, as far back as it is remembered.

import type { AssumptionOverrides } from '../../assumptions/assumptions.ts'
import type { Chaos, ChaosEngine } from '../../faults/chaos/chaos.ts'
import type { Fault } from '../../faults/fault.ts'
import type { FaultEngine } from '../../faults/faults.ts'
import type { ByteBudget } from '../../limits/byte-budget.ts'
import { estimateBytes } from '../../limits/byte-size.ts'
import { createChangeLog } from '../../store/tables/change-log.ts'
import type { WorldUndo } from '../../world/past-world.ts'
import type { Baseline } from '../../world/start/baseline.ts'
import type { World } from '../../world/world.ts'
import type { Start } from './start.ts'

/** The faults and the chaos at one moment. Both are replaced when they change. */
interface Behaviour {
  readonly faults: readonly Fault[]
  readonly chaos: Chaos
}

/** The settings of a state. */
interface Settings {
  readonly start: Start
  readonly assumptions: AssumptionOverrides
  /** What the world begins with under these assumptions. */
  readonly baseline: Baseline
}

/** What differs between an earlier moment and now. */
export interface Past extends Behaviour {
  /** What undoes the changes of the world since then, the last one first. */
  readonly undone: readonly WorldUndo[]
  /** The settings at that time, if others have replaced them. */
  readonly settings: Settings | undefined
}

/**
 * The changes of a session, from which the world of each recent request can be found. It ends when another
 * world replaces that of the session.
 */
export interface History {
  /** Notes a change of the world. @param bytes what it keeps in memory */
  note(undo: WorldUndo, bytes?: number): void
  /** Notes that another state continues this history with the same changes. */
  noteNext(before: Omit<Settings, 'baseline'> & { readonly world: World }): void
  /**
   * Marks the current moment, and notes how the faults and the chaos have changed.
   *
   * @returns its position
   */
  mark(behaviour: { readonly engine: FaultEngine; readonly chaos: ChaosEngine }): number
  /** Notes how the faults have changed, so that the memory of those that are gone is counted. */
  follow(behaviour: Parameters<History['mark']>[0]): void
  /** Returns what differs between a marked moment and now; undefined if it is no longer remembered. */
  since(position: number): Past | undefined
  /** Forgets everything so far. */
  drop(): void
  end(): void
}

type Undo =
  | WorldUndo
  | { readonly kind: 'behaviour'; readonly before: Behaviour }
  | { readonly kind: 'settings'; readonly before: Settings }

/** Creates an empty history. */
export function createHistory(budget: ByteBudget): History {
  const log = createChangeLog<Undo>(budget)
  let last: Behaviour | undefined
  const mark: History['mark'] = ({ engine, chaos }) => {
    const faults = engine.list()
    const settings = chaos.settings()
    if (last?.faults === faults && last.chaos === settings) return log.position()
    if (last !== undefined) log.add({ kind: 'behaviour', before: last }, measureFaults(last.faults, faults))
    last = { faults, chaos: settings }
    return log.position()
  }
  return {
    mark,
    follow(behaviour) {
      if (last !== undefined) mark(behaviour)
    },
    note(undo, bytes) {
      // Nobody asks for a moment before the first request.
      if (last !== undefined) log.add(undo, bytes)
    },
    noteNext({ world, start, assumptions }) {
      for (const undo of world.listTakeover()) log.add(undo, measure(undo))
      log.add({ kind: 'settings', before: { start, assumptions, baseline: world.baseline } })
    },
    since(position) {
      const undone = log.since(position)
      if (undone === undefined || last === undefined) return undefined
      // The last one that is undone was the first change after the moment.
      const behaviour = undone.findLast((each) => each.kind === 'behaviour')?.before ?? last
      const settings = undone.findLast((each) => each.kind === 'settings')?.before
      return { ...behaviour, settings, undone: undone.filter(isOfWorld) }
    },
    drop: log.drop,
    end: log.end,
  }
}

/** Opens a history for a world that is being built. */
export function openHistory({ note, drop }: History): Pick<History, 'note'> & { start(): void } {
  let isBuilt = false
  return {
    note(undo, bytes) {
      // A world that differs from the previous one from the start does not continue its history.
      if (isBuilt) note(undo, bytes)
      else drop()
    },
    start() {
      isBuilt = true
    },
  }
}

const PLACE_BYTES = 8

function measure(undo: WorldUndo): number {
  return undo.kind === 'places' ? Object.values(undo.places).flat().length * PLACE_BYTES : 0
}

// An entry of a list, and the copy of a fault that counts its uses.
const LISTED_BYTES = 8
const COUNTED_BYTES = 128

/** Estimates the bytes of a list of faults without what the next list shares with it. */
function measureFaults(before: readonly Fault[], next: readonly Fault[]): number {
  const shared = new Set(next.map(({ effect }) => effect))
  const measureFault = (fault: Fault): number => {
    const own = shared.has(fault.effect) ? 0 : estimateBytes(fault)
    return LISTED_BYTES + (fault.times === undefined ? 0 : COUNTED_BYTES) + own
  }
  return before.reduce((sum, fault) => sum + measureFault(fault), 0)
}

function isOfWorld(undo: Undo): undo is WorldUndo {
  return undo.kind !== 'behaviour' && undo.kind !== 'settings'
}
