// A declared API as the service that all entries take, with the types that its users see.

import type { AssumptionOverrides, Assumptions } from '../engine/define/assumptions/assumptions.ts'
import type { ChaosInput } from '../engine/faults/chaos/chaos-input.ts'
import type { FaultEffectOf, FaultInputOf, FaultTypes } from '../engine/faults/fault.ts'
import type { FaultForms, Faults } from '../engine/faults/faults.ts'
import type { Journal, JournalTypes } from '../engine/journal/followed-journal.ts'
import type { ScenarioInput } from '../engine/scenario/scenario.ts'
import type { Service as EngineService } from '../engine/scenario/service.ts'
import type { Session } from '../engine/sessions/session.ts'
import type { SessionOptions, Sessions } from '../engine/sessions/sessions.ts'
import type { SimulatorTypes } from '../engine/simulator/simulator.ts'
import type { SimulatorOptions } from '../engine/simulator/simulator-options.ts'
import type { Duration } from '../engine/store/time/duration.ts'
import type { Collection, Collections } from '../engine/world/collections.ts'
import type { USUAL, Values } from './questions.ts'
import type { Given, RecordOf, Resource } from './records.ts'
import type { ScenarioOf } from './scenario.ts'

/** A declared service: what every entry takes as its option `service`. */
export interface Service<
  // biome-ignore lint/suspicious/noExplicitAny: any service is one whose types do not matter.
  Q = any,
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  R extends readonly Resource[] = any,
  OperationName extends string = string,
  ScenarioName extends string = string,
> extends EngineService<ApiTypes<Q, R, OperationName, ScenarioName>> {
  /** Only for the compiler: no service has it. */
  readonly types?: {
    readonly questions: Q
    readonly resources: R
    readonly operation: OperationName
    readonly scenario: ScenarioName
  }
}

type CollectionsOf<R extends readonly Resource[]> = {
  readonly [Each in R[number] as Each['name']]: Collection<RecordOf<Each>, Given<Each>>
}

interface KnownFaults<O extends string> extends FaultTypes {
  readonly OperationName: O
  readonly FaultMatch: { operation?: O; method?: string; path?: string; query?: Readonly<Record<string, string>> }
  readonly FaultEffect: FaultEffectOf<never>
}

type ScenarioInputOf<R extends readonly Resource[], Q, O extends string> = ScenarioOf<R, Q> & {
  readonly name: string
  readonly latency?: Duration
  readonly faults?: readonly FaultInputOf<KnownFaults<O>, never>[]
  readonly chaos?: ChaosInput
}

// The compiler cannot see that what is generic fits.
type Fit<Given, Bound> = Given extends Bound ? Given : never

/** What is known about an API. Everything else is as loose as in the engine. */
interface KnownTypes<Q, R extends readonly Resource[], O extends string, S extends string> {
  readonly Assumptions: Fit<Values<Q>, Assumptions>
  readonly AssumptionOverrides: Fit<Partial<Values<Q>>, AssumptionOverrides>
  readonly Collections: Fit<CollectionsOf<R>, Collections>
  readonly FaultInput: FaultInputOf<KnownFaults<O>, never>
  readonly Faults: Faults<ApiTypes<Q, R, O, S>>
  readonly Journal: Journal<ApiTypes<Q, R, O, S>>
  readonly OperationName: O
  readonly Preset: typeof USUAL
  readonly ScenarioInput: Fit<ScenarioInputOf<R, Q, O>, ScenarioInput>
  readonly ScenarioName: S | 'default'
  readonly Session: Session<ApiTypes<Q, R, O, S>>
  readonly SessionOptions: SessionOptions<ApiTypes<Q, R, O, S>>
  readonly Sessions: Sessions<ApiTypes<Q, R, O, S>>
  readonly SimulatorOptions: SimulatorOptions<ApiTypes<Q, R, O, S>> & MainOption<R>
}

/** The option that says how many records of the first resource there are. */
type MainOption<R> = R extends readonly [infer First extends Resource, ...unknown[]]
  ? { readonly [Name in First['name']]?: number }
  : object

/** The table of types of a declared API. */
interface ApiTypes<Q, R extends readonly Resource[], O extends string, S extends string>
  extends Omit<SimulatorTypes & FaultForms & JournalTypes, keyof KnownTypes<Q, R, O, S>>,
    KnownTypes<Q, R, O, S> {}
