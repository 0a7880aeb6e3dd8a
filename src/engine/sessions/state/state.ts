// The complete state of a session at one moment.

import type { Contract } from '../../contract/contract.ts'
import { type AssumptionOverrides, type Assumptions, resolveAssumptions } from '../../define/assumptions/assumptions.ts'
import type { AnyResource } from '../../define/resource/resource.ts'
import type { FaultInput, FaultRule } from '../../faults/fault.ts'
import { createStateFaults, type FaultChange, type StateFaults } from '../../faults/faults.ts'
import { OptionError } from '../../input/options/option-error.ts'
import { createJournal, type JournalWriter } from '../../journal/journal.ts'
import type { SharedBodies } from '../../journal/sent-response.ts'
import type { ByteBudget } from '../../limits/byte-budget.ts'
import { estimateBytes } from '../../limits/byte-size.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { Lease } from '../../limits/pool.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import type { WorldClock } from '../../store/time/clock.ts'
import type { FaultEntry } from '../../store/time/timeline.ts'
import { type RealTime, realTime } from '../../store/time/world-time.ts'
import { measureWorldChanges } from '../../world/apply-changes.ts'
import { measureChanges } from '../../world/database.ts'
import type { Baseline, Orderings } from '../../world/start/baseline.ts'
import type { FindBaseline } from '../../world/start/baselines.ts'
import type { PlanDeclarations } from '../../world/start/world-plan.ts'
import { createWorld, type RecordChange, type World, type WorldSetup } from '../../world/world.ts'
import type { ChangeEvent, EventSource, StartReason } from '../events/event-source.ts'
import { type Counting, createCounting, createMoments, type Moments } from './moment.ts'
import type { Override } from './overrides.ts'
import { type Snapshot, startOf } from './snapshot.ts'
import { beginChaos, type Start, type StartParts } from './start.ts'

// Measured: a session that has answered one request takes less, and one of which everything was read takes more.
const SESSION_BYTES = 24 * 1024

// Rows, lists and an agenda of its own, which a world sets up for its first change.
const FIRST_CHANGE_BYTES = 20 * 1024

// Sessions with equal initial data share it.
const sharedFieldsOf = derivedFrom(
  (resources: readonly AnyResource[]): ReadonlySet<string> =>
    new Set(['changes', ...resources.map(({ plan }) => plan.field)]),
)

/** What a session is made with, and what `reset` returns to. */
export type Beginning = Start | Snapshot

export interface CurrentState {
  read(): State
  readonly build: BuildState
  replace(next: State, why: StartReason): void
  /** Builds what the session was made with again. @throws OptionError if that is not possible */
  begin(difference?: StateDifference): State
  beginning(): Beginning
  /** Ends the state and frees what the session was made with. */
  end(): void
}

/** What states are built with. */
export interface StateParts extends StartParts {
  findContract(assumptions: Assumptions): Lease<Contract>
  findBaseline: FindBaseline
  journalSize: number
  isStrict: boolean
  clocksRun: boolean
  /** How many times faster than usual records go through their states. */
  speed: number
  events: EventSource
  budget: ByteBudget
  bodies: SharedBodies
}

export interface State {
  start: Start
  /** The assumptions that differ from the preset. */
  assumptions: AssumptionOverrides
  contract: Contract
  world: World
  /** Whether everything outside of the contract is rejected or labelled. */
  isStrict: boolean
  faults: StateFaults
  /** What answers instead of the service. */
  overrides: Override[]
  journal: JournalWriter
  moments: Moments
  counting: Counting
  /** An estimate of its bytes, without its baseline. */
  bytes(): number
  /** Ends its world, and frees the memory that only this state uses. @param next the state that follows, if any */
  leave(next?: State): void
}

/** How a state differs from the beginning of its world. */
export interface StateDifference extends Partial<Snapshot['current']> {
  /** The world whose changes continue, instead of `changes`. */
  continues?: World
  /** The clock of the previous state. The same moves the new one. */
  clock?: { movedBy: WorldClock['movedBy'] }
  /** Parts of the previous state that continue. */
  kept?: Partial<State>
}

/** Builds the state of a session: its beginning, or one that differs from it. @throws OptionError */
export type BuildState = (from: Beginning, difference?: StateDifference) => State

export function createStateBuilder(name: string, parts: StateParts): BuildState {
  return (from, difference) =>
    'format' in from
      ? buildState(name, startOf(from), parts, { ...from.current, ...difference })
      : buildState(name, from, parts, difference)
}

function buildState(name: string, start: Start, parts: StateParts, difference: StateDifference = {}): State {
  const { scenario, preset } = start
  const assumptions = difference.assumptions ?? start.assumptions
  const resolved = resolveAssumptions(parts.declared.questions, preset, { ...assumptions, ...parts.run.assumptions })
  const { continues, changes = scenario.changes } = difference
  const acquired: { release(): void }[] = []
  const acquire = <Releasable extends { release(): void }>(each: Releasable): Releasable => {
    acquired.push(each)
    return each
  }
  let begun: ReturnType<typeof startBehaviour> | undefined
  try {
    const bytesOfChanges =
      continues === undefined
        ? measureWorldChanges(parts.declared.resources, changes)
        : measureChanges(continues.changes())
    const ledger = acquire(createLedger(name, scenario, bytesOfChanges, parts))
    const baseline = acquire(
      parts.findBaseline(
        scenario,
        parts.declared.world.readSettings(resolved),
        readOrderings(parts.declared.resources, resolved),
      ),
    )
    const contract = acquire(parts.findContract(resolved)).item
    const behaviour = startBehaviour(name, { contract, scenario, difference, parts })
    begun = behaviour
    const moments = difference.kept?.moments ?? createMoments()
    const world = createWorld(baseline.item, {
      ...(continues === undefined ? { changes } : continueWorld(continues, baseline.item)),
      movedBy: findMover(parts, difference),
      realTime,
      speed: parts.speed,
      admit: ledger.add,
      onChange: (change) => parts.events.emit(name, () => toChangeEvent(name, change)),
      create: (target, resource, fields) =>
        parts.declared.createRecord?.({ world: target, assumptions: resolved }, resource.name, fields),
      onFault: (entry) => applyPlanned(name, entry, behaviour.faults, parts),
    })
    const { journal } = behaviour
    const leave = (next?: State): void => {
      // If the journal continues, its requests still refer to the data of their time.
      const isLookedInto = next?.journal === journal && next.world.baseline !== baseline.item
      if (isLookedInto) journal.pin(baseline)
      if (next?.journal !== journal) journal.end()
      world.end()
      for (const each of acquired) if (each !== baseline || !isLookedInto) each.release()
    }
    return { start, assumptions, contract, world, moments, ...behaviour, bytes: ledger.bytes, leave }
  } catch (error) {
    if (begun?.journal !== difference.kept?.journal) begun?.journal.end()
    for (const each of acquired) each.release()
    throw error
  }
}

// Nobody waits for it who could be told that there are too many faults, or no memory. The fault does not begin then.
function applyPlanned(name: string, entry: FaultEntry, faults: StateFaults, parts: StateParts): boolean {
  const id = 'addFault' in entry ? entry.addFault.id : entry.removeFault
  const isRemoved = id !== undefined && faults.remove(id)
  if (isRemoved) emitFaultChange(name, { what: 'removed', id }, parts)
  if ('removeFault' in entry) return isRemoved
  try {
    // The schema of a timeline allows only faults.
    const added = faults.place(entry.addFault as FaultRule)
    emitFaultChange(name, { what: 'added', id: added.id }, parts)
    return true
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    return false
  }
}

// Other initial data can need other changes.
function continueWorld(world: World, baseline: Baseline): Partial<WorldSetup> {
  const advice = 'Choose other assumptions, or let it happen first'
  if (world.baseline !== baseline) return { changes: world.readChanges(), advice }
  return { from: { changes: world.changes(), elapsed: world.clock.elapsed() } }
}

function findMover({ clocksRun }: Pick<StateParts, 'clocksRun'>, { clock }: StateDifference): RealTime | undefined {
  if (clock !== undefined) return clock.movedBy()
  return clocksRun ? realTime : undefined
}

/** Creates the parts of a state besides its data: faults, chaos, journal and counters. */
function startBehaviour(
  name: string,
  options: { contract: Contract; scenario: Scenario; difference: StateDifference; parts: StateParts },
) {
  const { contract, scenario, difference, parts } = options
  const { kept = {}, faults: start = scenario.faults, continues, changes = scenario.changes } = difference
  const planned = (continues === undefined && changes?.timeline) || []
  const startFaults = (): StateFaults => {
    const faults = createStateFaults(contract, {
      declared: parts.declared,
      seed: scenario.seed,
      start,
      planned: planned.flatMap((entry, index) =>
        'addFault' in entry ? [[`changes.timeline.${index}.addFault`, entry.addFault as FaultRule] as const] : [],
      ),
      chaos: difference.chaos ?? beginChaos(scenario, parts),
      onUsedUp: (id) => emitFaultChange(name, { what: 'used-up', id }, parts),
    })
    for (const fault of parts.run.faults ?? []) addOnce(faults, fault, contract)
    return faults
  }
  const faults = kept.faults ?? startFaults()
  return {
    isStrict: difference.strict ?? kept.isStrict ?? parts.isStrict,
    faults,
    counting: kept.counting ?? createCounting(faults, difference.counts),
    overrides: kept.overrides ?? [],
    journal: kept.journal ?? createJournal(name, parts.journalSize, parts),
  }
}

export function emitFaultChange(name: string, change: FaultChange, { events }: Pick<StateParts, 'events'>): void {
  events.emit(name, () => ({ type: 'fault', session: name, ...change }))
}

// A snapshot already contains the faults that its session started with.
function addOnce(faults: StateFaults, fault: FaultInput, contract: Contract): void {
  if (faults.read().faults.some(({ id }) => id === fault.id)) return
  faults.add(fault, contract)
}

function toChangeEvent(session: string, { resource, removed, added }: RecordChange): ChangeEvent {
  return {
    type: 'change',
    session,
    kind: resource,
    ...(removed !== undefined && { removed: removed.id }),
    ...(added !== undefined && { added: added.id }),
  }
}

/** Returns how the lists are sorted whose order an assumption decides. */
export function readOrderings(resources: readonly AnyResource[], assumptions: Assumptions): Orderings {
  const listed = resources.flatMap(({ name, list }) => {
    const ordering = list?.orderingOf?.(assumptions)
    return ordering === undefined ? [] : [[name, ordering] as const]
  })
  return Object.fromEntries(listed)
}

interface LedgerParts {
  readonly declared: PlanDeclarations
  readonly budget: ByteBudget
}

/** Reserves the memory of a session, without the data that it starts with. @throws NoRoomError */
function createLedger(
  name: string,
  scenario: Scenario,
  ofChanges: number,
  { declared: { resources }, budget }: LedgerParts,
) {
  const shared = sharedFieldsOf(resources)
  let hasChanged = ofChanges > 0
  const own = Object.fromEntries(Object.entries(scenario).filter(([field]) => !shared.has(field)))
  const bytes = SESSION_BYTES + (hasChanged ? FIRST_CHANGE_BYTES : 0) + ofChanges + estimateBytes(own)
  const purpose = { attempt: `create session "${name}"`, what: 'its changes take' }
  const later = { attempt: 'write the record', what: 'it takes' }
  const memory = budget.reserve('sessions', bytes, purpose)
  return {
    ...memory,
    add(difference: number) {
      memory.add(hasChanged ? difference : difference + FIRST_CHANGE_BYTES, later)
      hasChanged = true
    },
  }
}
