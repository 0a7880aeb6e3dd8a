import type { z } from 'zod'
import type { Answer, Call, Reply, TransportFault } from '../../contract/call.ts'
import type { Failure } from '../../contract/errors.ts'
import type { OperationName } from '../../contract/operations/operations.ts'
import { decodeBody } from '../../contract/reply-body.ts'
import type { Draw } from '../../data/random.ts'

/** What an effect works with. */
export interface EffectContext {
  call: Call
  /** Answers as if there were no fault. */
  answer(): Answer | Promise<Answer>
  /** Answers as the world was when it began. */
  answerAtStart(): Answer
  /** Answers another call in place of this one. */
  answerInstead(call: Call): Answer
  /** An answer that the service did not think of. */
  replyWith(reply: Reply): Answer
  writeFailure(failure: Failure): Reply
  draw: Draw
  /** The present in microseconds since the Unix epoch. */
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Whether time stands still, so that a wait lasts until somebody moves it. */
  isFrozen(): boolean
}

/** What becomes of an answer; nothing where the call is let be. */
export type Apply = (context: EffectContext) => Answer | Promise<Answer> | undefined

/** A way to go wrong. */
export interface Effect {
  kind: string
  /** What can be set, `kind` included. */
  schema: z.ZodObject
  /** The operations that it can apply to. Default: all, and requests that match no operation. */
  operations?: readonly OperationName[]
  /** Whether it can apply to a request for such an operation. Default: yes. */
  fits?(call: Call): boolean
  /** Whether what follows it in a call, other effects and the service, still comes about. Default: always. */
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
export function canApply(effect: Effect, call: Call, operation: OperationName | undefined): boolean {
  if (effect.operations === undefined) return effect.fits?.(call) !== false
  return operation !== undefined && effect.operations.includes(operation) && effect.fits?.(call) !== false
}

/** Lets the operation respond as usual, and adds a transport fault to the response. */
export function spoilReply(spoil: (reply: Reply) => TransportFault): (context: EffectContext) => Promise<Answer> {
  return async ({ answer }) => {
    const answered = await answer()
    return { ...answered, reply: { ...answered.reply, transportFault: spoil(answered.reply) } }
  }
}

/** What lets an answer come about as always, and then have another body. */
export function replaceBody(
  replace: (body: string, answer: Answer) => string,
): (context: EffectContext) => Promise<Answer> {
  return async ({ answer }) => {
    const answered = await answer()
    const body = replace(decodeBody(answered.reply.body), answered)
    return { ...answered, reply: { ...answered.reply, body } }
  }
}
