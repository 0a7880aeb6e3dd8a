import type { z } from 'zod'
import type { Answer, Reply } from '../../contract/call.ts'
import type { Failure } from '../../contract/errors.ts'
import type { Draw } from '../../data/random.ts'

/** What an effect works with. */
export interface EffectContext {
  /** Answers as if there were no fault. */
  answer(): Answer | Promise<Answer>
  /** An answer that the service did not think of. */
  replyWith(reply: Reply): Answer
  writeFailure(failure: Failure): Reply
  draw: Draw
  wait(milliseconds: number): Promise<void>
}

/** A way to go wrong. */
export interface Effect {
  kind: string
  /** What can be set, `kind` included. */
  schema: z.ZodObject
  apply(settings: unknown, context: EffectContext): Answer | Promise<Answer>
}

/** Defines an effect; its schema types what `apply` is given. */
export function defineEffect<Schema extends z.ZodObject>(definition: {
  kind: string
  schema: Schema
  apply(settings: z.output<Schema>, context: EffectContext): Answer | Promise<Answer>
}): Effect {
  // Settings were parsed by the effect's own schema.
  return definition as unknown as Effect
}
