import type { z } from 'zod'
import type { Failure } from '../../contract/errors.ts'
import type { Outcome, ServiceRequest, ServiceResponse, TransportFault } from '../../contract/messages.ts'
import type { OperationName } from '../../contract/operations/operations.ts'
import { decodeBody } from '../../contract/response-body.ts'
import type { Draw } from '../../data/random.ts'

/** What an effect works with. */
export interface EffectContext {
  request: ServiceRequest
  /** Answers as if there were no fault. */
  respond(): Outcome | Promise<Outcome>
  /** Answers as the world was when it began. */
  respondAtStart(): Outcome
  /** Answers another request in place of this one. */
  respondTo(request: ServiceRequest): Outcome
  /** An answer that the service did not think of. */
  respondWith(response: ServiceResponse): Outcome
  writeFailure(failure: Failure): ServiceResponse
  draw: Draw
  /** The present in microseconds since the Unix epoch. */
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Whether time stands still, so that a wait lasts until somebody moves it. */
  isFrozen(): boolean
}

/** What becomes of an answer; nothing where the request is let be. */
export type Apply = (context: EffectContext) => Outcome | Promise<Outcome> | undefined

/** A way to go wrong. */
export interface Effect {
  kind: string
  /** What can be set, `kind` included. */
  schema: z.ZodObject
  /** The operations that it can apply to. Default: all, and requests that match no operation. */
  operations?: readonly OperationName[]
  /** Whether it can apply to a request for such an operation. Default: yes. */
  fits?(request: ServiceRequest): boolean
  /** Whether what follows it in a request, other effects and the service, still comes about. Default: always. */
  continues?: 'sometimes' | 'never'
  /** Creates what one fault does to the requests that it applies to. */
  create(settings: unknown): Apply
}

/** Defines an effect; its schema types what `create` is given. */
export function defineEffect<Schema extends z.ZodObject>(
  definition: Omit<Effect, 'schema' | 'create'> & {
    schema: Schema
    create(settings: z.output<Schema>): Apply
  },
): Effect {
  // Settings were parsed by the effect's own schema.
  return definition as unknown as Effect
}

/** Whether an effect can apply to a request. */
export function canApply(effect: Effect, request: ServiceRequest, operation: OperationName | undefined): boolean {
  if (effect.operations === undefined) return effect.fits?.(request) !== false
  return operation !== undefined && effect.operations.includes(operation) && effect.fits?.(request) !== false
}

/** Lets the operation respond as usual, and adds a transport fault to the response. */
export function spoilResponse(
  spoil: (response: ServiceResponse) => TransportFault,
): (context: EffectContext) => Promise<Outcome> {
  return async ({ respond }) => {
    const outcome = await respond()
    return { ...outcome, response: { ...outcome.response, transportFault: spoil(outcome.response) } }
  }
}

/** What lets an answer come about as always, and then have another body. */
export function replaceBody(
  replace: (body: string, outcome: Outcome) => string,
): (context: EffectContext) => Promise<Outcome> {
  return async ({ respond }) => {
    const outcome = await respond()
    const body = replace(decodeBody(outcome.response.body), outcome)
    return { ...outcome, response: { ...outcome.response, body } }
  }
}
