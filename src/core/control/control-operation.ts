import type { z } from 'zod'
import type { ByteBudget } from '../byte-budget.ts'
import type { ResponseStream } from '../contract/messages.ts'
import type { Scenario } from '../scenario.ts'
import type { Frozen } from '../schemas/freeze.ts'
import type { Events, StreamedEvent } from '../sessions/events.ts'
import type { Session } from '../sessions/session.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Steps } from '../steps.ts'
import type { MakeUpName } from './made-up-names.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** The parts of a simulator that its control API uses. */
export interface ControlTarget {
  /** The session of requests that do not name a session. */
  readonly main: Session
  readonly sessions: Sessions
  readonly scenarios: readonly Scenario[]
  readonly events: Events
  readonly budget: ByteBudget
  /** Builds the worlds that an action needs, in steps, and then runs it. */
  whenBuilt<Result>(act: () => Result): Steps<Result>
}

/** What an operation can use. */
export interface ControlContext extends ControlTarget {
  /** The session that the request is for. */
  readonly session: Session
  readonly snapshots: SnapshotStore
  /** Generates names for sessions that are created without one. */
  readonly makeUpSessionName: MakeUpName
  /** Formats an event for a stream, once for all listeners. */
  readonly formatEvent: (event: StreamedEvent) => string
  /** The paths that can be read, by name. */
  listPaths(): Readonly<Record<string, string>>
  /** The OpenAPI document of the control API. */
  describe(): Readonly<Record<string, unknown>>
}

/** The parsed input of an operation. */
export interface ControlInput<Query = unknown, Body = unknown> {
  /** The values of the template's placeholders in the path. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
}

/** The successful result of an operation. */
export interface ControlSuccess<Result extends z.ZodType = z.ZodType> {
  readonly status: 200 | 201
  readonly schema: Result
}

/** An operation of the control API. The routes and the OpenAPI document are built from these. */
export interface ControlOperation {
  /** The name of the operation in the OpenAPI document. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `/_simulator`, with placeholders in braces. */
  readonly template: string
  readonly summary: string
  readonly query?: z.ZodObject
  /** The schema of its body. No body means `{}`. */
  readonly body?: z.ZodType
  /** How many values its body may contain. Default: the general limit. */
  readonly mostValues?: number
  /** If the body may have several forms: returns the schema of the form that was probably meant. */
  chooseForm?(body: unknown): z.ZodType
  /** What it returns: JSON, a stream of events, or nothing. */
  readonly success: ControlSuccess | 'events' | 'nothing'
  /** Whether everyone may call it, even if the other operations are protected. It does not belong to a session. */
  readonly isOpen?: true
  /** The statuses of its errors, besides those of every operation. */
  readonly refusals?: readonly (404 | 409)[]
  /**
   * Runs it, in steps if it may take long.
   *
   * @throws ControlFailure, OptionError
   */
  run(context: ControlContext, input: ControlInput): unknown
}

type Shared = Omit<ControlOperation, 'query' | 'body' | 'success' | 'run'>

/** Defines an operation. Its schemas determine the types of its input and its result. */
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
  // The operation's own schemas have parsed both.
  return definition as unknown as ControlOperation
}

/** Defines an operation that returns nothing. */
export function defineAction(
  definition: Shared & { run(context: ControlContext, input: ControlInput): void },
): ControlOperation {
  return { ...definition, success: 'nothing' }
}

/** Defines an operation that streams events. */
export function defineStream<Query extends z.ZodObject>(
  definition: Shared & {
    query: Query
    run(context: ControlContext, input: ControlInput<z.output<Query>>): ResponseStream
  },
): ControlOperation {
  return { ...definition, success: 'events' } as unknown as ControlOperation
}
