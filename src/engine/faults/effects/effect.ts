// What an effect is.

import * as z from 'zod'
import type { Failure } from '../../contract/operation/failure.ts'
import type {
  Hints,
  Outcome,
  ServiceRequest,
  ServiceResponse,
  TransportFault,
} from '../../contract/operation/messages.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { type Body, buildBody, joinBody } from '../../http/body.ts'
import type { Draw } from '../../store/random.ts'

export interface EffectContext<Memory = unknown> {
  request: ServiceRequest
  /** Responds as if there were no fault. */
  respond(): Outcome | Promise<Outcome>
  /** Responds from the initial state of the world. */
  respondAtStart(): Outcome
  /** Responds to another request instead of this one. */
  respondTo(request: ServiceRequest): Outcome
  /** Turns a response that does not come from the service into an outcome. */
  respondWith(response: ServiceResponse): Outcome
  writeFailure(failure: Failure): ServiceResponse
  hint(hints: Hints): void
  draw: Draw
  /** The time on the world's clock, in microseconds since the Unix epoch. */
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Whether the clock is frozen, so that a wait lasts until the clock is advanced. */
  isFrozen(): boolean
  /** What the fault remembers of the requests before; undefined if it remembers nothing. */
  recall(): Memory | undefined
  /** Lets the fault remember something for the next requests, wherever its session goes on. */
  remember(memory: Memory): void
}

/** What applies an effect: all that is not of the fault itself. */
export type SharedContext = Omit<EffectContext, 'draw' | 'recall' | 'remember'>

/** The outcome of a request; undefined if the effect does not apply to it after all. */
type EffectOutcome = Outcome | Promise<Outcome> | undefined

/** What a fault does to a request. */
export interface Effect {
  readonly kind: string
  readonly title: string
  readonly description: string
  /** How it can be written in a field of the fault that has the name of the kind. Default: it cannot. */
  readonly short?: ShortForm | undefined
  /** The schema of its settings, including `kind`. */
  readonly schema: z.ZodObject
  /** The operations that it can apply to. Default: all of them, and unhandled requests. */
  readonly operations?: readonly string[]
  /** Settings without `kind`, for documentation and for probes. */
  readonly example: object
  /** Whether a probe tries it, with the example: whether one can expect that clients survive it. */
  readonly isProbed: boolean
  /** How often chaos draws it, and with which settings; null if it never does. */
  readonly chaos: ChaosDraw<object> | null
  /** Whether it waits for the clock. Default: no. */
  readonly waits?: true
  /** Whether it spoils the response on its way. The response then may have a status and not arrive as a whole. */
  readonly isTransport?: true
  /** Whether later effects and the operation still run. Default: always. */
  readonly reachesNext?: 'sometimes' | 'never'
  /** Whether it can apply to a request of one of its operations. Default: yes. */
  fits?(request: { query: string }, operation: string): boolean
  /** What its faults remember of requests, as JSON. Default: nothing, because nothing else is there at the next one. */
  readonly memory?: z.ZodType | undefined
  /** What it does with these settings, as the rest of a sentence: `responds with 503`. */
  describe(settings: unknown): string
  /** Applies it to a request. */
  apply(settings: unknown, context: EffectContext): EffectOutcome
}

/** A short form: the value of one setting, or all settings if none is named. */
interface ShortForm<Setting extends string = string> {
  readonly setting?: Setting
  /** The optional settings that can stand beside that one. */
  readonly beside?: readonly Setting[]
  readonly description: string
}

interface ChaosDraw<Settings> {
  /** How likely it is, in comparison to the other effects. Those that let a client wait are less likely. */
  readonly weight: number
  drawSettings(draw: Draw): Settings
}

type EffectSchema<Kind extends string, Settings extends z.ZodRawShape> = z.ZodObject<
  { kind: z.ZodLiteral<Kind> } & Settings,
  z.core.$strict
>

/** An effect as it is declared, before the operations of the service are known. */
export interface DeclaredEffect extends Omit<Effect, 'operations' | 'fits'> {
  readonly operations?: Effect['operations'] | ((all: readonly Operation[]) => readonly string[])
  fits?(request: { query: string }, operation: Operation): boolean
}

/** What is declared of an effect. Everything else that knows the effect follows from this. */
type EffectDefinition<
  Kind extends string,
  Settings extends z.ZodRawShape,
  Short extends ShortForm<keyof Settings & string> | undefined,
> = Omit<
  DeclaredEffect,
  'kind' | 'schema' | 'short' | 'example' | 'chaos' | 'isTransport' | 'memory' | 'describe' | 'apply'
> & {
  readonly kind: Kind
  readonly settings: Settings
  readonly short?: Short
  readonly example: z.input<z.ZodObject<Settings>>
  readonly chaos: ChaosDraw<z.input<z.ZodObject<Settings>>> | null
  describe(settings: z.output<EffectSchema<Kind, Settings>>): string
}

type DefinedEffect<Kind extends string, Settings extends z.ZodRawShape, Short> = Omit<
  DeclaredEffect,
  'kind' | 'schema' | 'short'
> & {
  readonly kind: Kind
  readonly schema: EffectSchema<Kind, Settings>
  readonly short: Short
  /** Its short form by the name of the field, so that the types of faults have the description there. */
  readonly field: { readonly [Name in Kind]: Short }
}

interface AppliedEffect<
  Kind extends string,
  Settings extends z.ZodRawShape,
  Short extends ShortForm<keyof Settings & string> | undefined,
  Memory extends z.ZodType,
> extends EffectDefinition<Kind, Settings, Short> {
  readonly memory?: Memory
  apply(settings: z.output<EffectSchema<Kind, Settings>>, context: EffectContext<z.output<Memory>>): EffectOutcome
}

/**
 * Defines an effect. Its settings determine what `describe`, `apply` and chaos get, and how the fault is written. From
 * one request to the next, only its memory stays.
 */
export function defineEffect<
  const Kind extends string,
  Settings extends z.ZodRawShape,
  const Short extends ShortForm<keyof Settings & string> | undefined = undefined,
  Memory extends z.ZodType = z.ZodNever,
>({ settings, ...definition }: AppliedEffect<Kind, Settings, Short, Memory>): DefinedEffect<Kind, Settings, Short> {
  const schema = z.strictObject({ kind: z.literal(definition.kind), ...settings })
  // The effect's own schema has parsed the settings.
  return { ...definition, schema, field: { [definition.kind]: definition.short } } as unknown as DefinedEffect<
    Kind,
    Settings,
    Short
  >
}

interface SpoilingEffect<
  Kind extends string,
  Settings extends z.ZodRawShape,
  Short extends ShortForm<keyof Settings & string> | undefined,
> extends EffectDefinition<Kind, Settings, Short> {
  spoil(response: ServiceResponse, settings: z.output<EffectSchema<Kind, Settings>>): TransportFault
}

/** Defines an effect that lets the operation respond and adds a transport fault to the response. */
export function defineTransportEffect<
  const Kind extends string,
  Settings extends z.ZodRawShape,
  const Short extends ShortForm<keyof Settings & string> | undefined = undefined,
>({
  spoil,
  ...definition
}: SpoilingEffect<Kind, Settings, Short>): DefinedEffect<Kind, Settings, Short> & { readonly isTransport: true } {
  const effect = defineEffect<Kind, Settings, Short>({
    ...definition,
    apply: (settings, context) =>
      changeResponse(context, ({ response }) => ({ transportFault: spoil(response, settings) })),
  })
  return { ...effect, isTransport: true }
}

export function canApply(effect: Effect, request: { query: string }, operation: string | undefined): boolean {
  const { operations, fits } = effect
  if (operations === undefined) return true
  return operation !== undefined && operations.includes(operation) && fits?.(request, operation) !== false
}

async function changeResponse(
  { respond }: Pick<EffectContext, 'respond'>,
  change: (outcome: Outcome) => Partial<ServiceResponse>,
): Promise<Outcome> {
  const outcome = await respond()
  return { ...outcome, response: { ...outcome.response, ...change(outcome) } }
}

/** Lets the operation respond, and replaces the body of the response. */
export function replaceBody(
  context: Pick<EffectContext, 'respond'>,
  replace: (body: Body, outcome: Outcome) => Body,
): Promise<Outcome> {
  return changeResponse(context, (outcome) => ({
    body: buildBody([replace(joinBody(outcome.response.body), outcome)]),
  }))
}
