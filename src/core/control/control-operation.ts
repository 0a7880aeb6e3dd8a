import type { z } from 'zod'
import type { ByteBudget } from '../byte-budget.ts'
import type { ResponseStream } from '../contract/messages.ts'
import type { Frozen } from '../records/freeze.ts'
import type { Scenario } from '../scenario.ts'
import type { Events, StreamedEvent } from '../sessions/events.ts'
import type { Session } from '../sessions/session.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Steps } from '../steps.ts'
import type { MakeUpName } from './made-up-names.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** What the control API of a simulator work on. */
export interface ControlTarget {
  /** The session of requests that name none. */
  readonly main: Session
  readonly sessions: Sessions
  readonly scenarios: readonly Scenario[]
  readonly events: Events
  readonly budget: ByteBudget
  /** Does something that may need worlds that there are not yet: they are built in steps before. */
  whenBuilt<Result>(act: () => Result): Steps<Result>
}

/** What an operation works with. */
export interface ControlContext extends ControlTarget {
  /** The session that the request is for. */
  readonly session: Session
  readonly snapshots: SnapshotStore
  /** Names for sessions that are begun without one. */
  readonly makeUpSessionName: MakeUpName
  /** Writes an event as a stream has it, once for all that listen. */
  readonly formatEvent: (event: StreamedEvent) => string
  /** Where a client can go next, by what is there: the paths of what can be read. */
  listPaths(): Readonly<Record<string, string>>
  /** The OpenAPI document of the control API. */
  describe(): Readonly<Record<string, unknown>>
}

/** What an operation was asked for. */
export interface ControlInput<Query = unknown, Body = unknown> {
  /** What stands in the path for each name of the template. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
}

/** What an operation answers when all goes well. */
export interface ControlSuccess<Result extends z.ZodType = z.ZodType> {
  readonly status: 200 | 201
  readonly schema: Result
}

/** Something that can be done over HTTP to a session or a simulator. The document and the routes are made of these. */
export interface ControlOperation {
  /** The name of the operation in the OpenAPI document. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `/_simulator`, with names in braces. */
  readonly template: string
  readonly summary: string
  readonly query?: z.ZodObject
  /** What its body has to be; a request without one stands for `{}`. */
  readonly body?: z.ZodType
  /** How many values its body may hold. Default: as many as any request. */
  readonly mostValues?: number
  /** Where a body may have several forms: the one that this body is meant to have. */
  chooseForm?(body: unknown): z.ZodType
  /** What it answers: JSON, a stream of events, or nothing. */
  readonly success: ControlSuccess | 'events' | 'nothing'
  /** Whether everyone may call it, whatever guards the other operations. It has nothing to do with a session. */
  readonly isOpen?: true
  /** The statuses that it refuses a request with, beside those that every operation has. */
  readonly refusals?: readonly (404 | 409)[]
  /**
   * Does it, in steps where it may take long.
   *
   * @throws ControlFailure, OptionError
   */
  run(context: ControlContext, input: ControlInput): unknown
}

type Shared = Omit<ControlOperation, 'query' | 'body' | 'success' | 'run'>

/** Defines an operation; its schemas type what it is given and what it has to answer. */
export function defineControl<
  Result extends z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
>(
  definition: Shared & {
    query?: Query
    body?: Body
    success: ControlSuccess<Result>
    run(
      context: ControlContext,
      input: ControlInput<z.output<Query>, z.output<Body>>,
    ): Frozen<z.output<Result>> | Steps<Frozen<z.output<Result>>>
  },
): ControlOperation {
  // Both were parsed by the operation's own schemas.
  return definition as unknown as ControlOperation
}

/** Defines an operation that answers with nothing. */
export function defineAction(
  definition: Shared & { run(context: ControlContext, input: ControlInput): void },
): ControlOperation {
  return { ...definition, success: 'nothing' }
}

/** Defines an operation that answers with events as they happen. */
export function defineStream<Query extends z.ZodObject>(
  definition: Shared & {
    query: Query
    run(context: ControlContext, input: ControlInput<z.output<Query>>): ResponseStream
  },
): ControlOperation {
  return { ...definition, success: 'events' } as unknown as ControlOperation
}
