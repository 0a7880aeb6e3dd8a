// What an effect is.

import type { z } from 'zod'
import type { Failure } from '../../define/failure.ts'
import type { Outcome, ServiceRequest, ServiceResponse, TransportFault } from '../../define/messages.ts'
import type { Hints, OperationName } from '../../define/service-types.ts'
import type { Body } from '../../http/body.ts'
import type { Draw } from '../../store/random.ts'

/** What an effect can use. */
export interface EffectContext {
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
  /** Tells the operation something. */
  hint(hints: Hints): void
  draw: Draw
  /** The time on the world's clock, in microseconds since the Unix epoch. */
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Whether the clock is frozen, so that a wait lasts until the clock is advanced. */
  isFrozen(): boolean
}

/** Returns the outcome of a request; undefined if the effect does not apply to it after all. */
export type Apply = (context: EffectContext) => Outcome | Promise<Outcome> | undefined

/** What a fault does to a request. */
export interface Effect {
  kind: string
  /** A short name for people. */
  title: string
  /** A sentence that says what it does. */
  description: string
  /**
   * The setting whose value can be written alone, in a field of the fault that has the name of the kind.
   * Default: it cannot.
   */
  short?: { setting: string; description: string }
  /** The schema of its settings, including `kind`. */
  schema: z.ZodObject
  /** The operations that it can apply to. Default: all of them, and unhandled requests. */
  operations?: readonly OperationName[]
  /** Whether it can apply to a request of one of its operations. Default: yes. */
  fits?(request: Pick<ServiceRequest, 'query'>): boolean
  /** Whether later effects and the operation still run. Default: always. */
  continues?: 'sometimes' | 'never'
  /** What it does with these settings, as the rest of a sentence: `responds with 503`. */
  describe(settings: unknown): string
  /** Creates the function that one fault applies to requests. */
  create(settings: unknown): Apply
}

/** Defines an effect. Its schema determines the type of the settings that `create` gets. */
export function defineEffect<Schema extends z.ZodObject>(
  definition: Omit<Effect, 'schema' | 'describe' | 'create'> & {
    schema: Schema
    describe(settings: z.output<Schema>): string
    create(settings: z.output<Schema>): Apply
  },
): Effect {
  // The effect's own schema has parsed the settings.
  return definition as unknown as Effect
}

/** Whether an effect can apply to a request. */
export function canApply(
  effect: Effect,
  request: Pick<ServiceRequest, 'query'>,
  operation: OperationName | undefined,
): boolean {
  const { operations, fits } = effect
  if (operations === undefined) return true
  return operation !== undefined && operations.includes(operation) && fits?.(request) !== false
}

/** Returns an effect that lets the operation respond and adds a transport fault to the response. */
export function spoilResponse(
  spoil: (response: ServiceResponse) => TransportFault,
): (context: EffectContext) => Promise<Outcome> {
  return async ({ respond }) => {
    const outcome = await respond()
    return { ...outcome, response: { ...outcome.response, transportFault: spoil(outcome.response) } }
  }
}

/** Returns an effect that lets the operation respond and replaces the body of the response. */
export function replaceBody(
  replace: (body: Body, outcome: Outcome) => Body,
): (context: EffectContext) => Promise<Outcome> {
  return async ({ respond }) => {
    const outcome = await respond()
    const body = replace(outcome.response.body, outcome)
    return { ...outcome, response: { ...outcome.response, body } }
  }
}
