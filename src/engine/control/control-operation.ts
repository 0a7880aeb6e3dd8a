// What an operation of the control API is.

import type { z } from 'zod'
import type { ServiceRequest } from '../contract/operation/messages.ts'
import type { Assumptions } from '../define/assumptions/assumptions.ts'
import type { Method, OperationDeclaration, ResultOf } from '../http/operation-declaration.ts'
import type { JournalRecord } from '../journal/journal-store.ts'
import { readStatus } from '../journal/sent-response.ts'
import type { ByteBudget } from '../limits/byte-budget.ts'
import type { CoverageWatches } from '../reports/coverage/coverage-watches.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { ServiceDeclarations } from '../scenario/service.ts'
import type { EventSource, StreamedEvent } from '../sessions/events/event-source.ts'
import type { ServingSession } from '../sessions/session.ts'
import type { ServingSessions } from '../sessions/sessions.ts'
import type { OnGone } from '../store/time/clock.ts'
import type { Steps, Working } from '../work/steps.ts'
import type { ControlShape } from './requests/control-responses.ts'
import type { Declared } from './shared/fields.ts'
import type { SnapshotStore } from './shared/snapshot-store.ts'

/** How the host of a control API is. */
export interface Health {
  /** Whether it is about to end, so that others should take over its sessions. */
  readonly isStopping: boolean
  /** What does not work at the moment. */
  readonly problem?: string | undefined
}

/** How many spans a host has sent, and how many it has dropped. */
export interface SpanCounts {
  readonly sent: number
  readonly dropped: number
}

export interface Host {
  /** Returns the version of the package. Default: it is unknown. */
  readVersion?: (() => string) | undefined
  /** Whether pages of another origin may use the control API. Default: none may. */
  allowsOrigin?: ((origin: string) => boolean) | undefined
  /** Signs the query of a link, if links need a signature to open. Default: they need none. */
  signLink?: ((query: string) => string) | undefined
  /** Returns how the host is. Default: it works. */
  readHealth?: (() => Health) | undefined
  /** Counts the spans that it has sent. Default: it sends none. */
  readSpans?: (() => SpanCounts) | undefined
  /** Whether the addresses of requests are those of a URL that the server was started with. Default: false. */
  hasPublicUrl?: boolean
  /** Whether only sessions that were created before can be used, as behind a proxy with several servers. Default: false. */
  knownSessionsOnly?: boolean
}

/** The parts of a simulator that its control API uses. */
export interface ControlTarget {
  /** What was learned about each question from a real service, in words. */
  readonly learned?: Readonly<Record<string, string>> | undefined
  readonly declared: ServiceDeclarations
  /** The session of requests that do not name a session. */
  readonly main: ServingSession
  readonly sessions: ServingSessions
  readonly scenarios: readonly Scenario[]
  /** Returns the assumptions that a session has after it has loaded a scenario. */
  assumptionsOf(scenario: Scenario): Assumptions
  readonly events: EventSource
  readonly budget: ByteBudget
  /** How many long-running requests wait for their next turn. */
  countWaiting(): number
  /** Does long work in turn with other work. @param onGone calls back when nobody needs the result */
  inTurns<Result>(work: Steps<Result>, onGone?: OnGone): Result | Promise<Awaited<Result>>
  /** Builds the worlds that an action needs, in turn with other work, and then runs it. */
  whenBuilt<Result>(act: () => Result, onGone?: OnGone): Result | Promise<Awaited<Result>>
}

/** What an operation can use. */
export interface ControlContext extends ControlTarget {
  readonly session: ServingSession
  readonly request: ServiceRequest
  readonly host: Host
  readonly snapshots: SnapshotStore
  readonly coverage: CoverageWatches
  /** The id of the simulator. Another one at the same URL has another id. */
  readonly instance: string
  /** Formats an event for a stream, once for all listeners. */
  readonly formatEvent: (event: StreamedEvent) => string
  readonly countRequests: () => readonly RequestTotal[]
  /** The archives that are being written. */
  readonly exporting: Working
  /** The paths of the control API, by name. */
  listPaths(): Readonly<Record<string, string>>
  /** The OpenAPI document of the control API, as JSON. */
  describe(publicUrl?: string): string
}

export interface ControlInput<Query = unknown, Body = unknown> {
  /** The values of the template's placeholders in the path. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
}

/** The shapes of an operation's successful responses, by status. */
type ControlResponses = Readonly<Record<number, ControlShape>>

type OutputOf<Given> = z.output<Given extends (declared: never) => infer Schema ? Schema : Given>

/** An operation of the control API. The routes and the OpenAPI document are built from these. */
export interface ControlOperation extends OperationDeclaration<string, ControlResponses> {
  /** The path below `/_simulator`, with placeholders in braces. */
  readonly template: string
  /** The values of its placeholder, to list a path for each. Default: it is below a path that lists them. */
  readonly pathValues?: readonly string[]
  readonly query?: Declared<z.ZodObject>
  /** The schema of its body: JSON, where no body means `{}`, or plain text if it is a `z.string()`. */
  readonly body?: Declared<z.ZodType>
  /** Whether its response can be sent back, so that it must not be larger than a body may be. */
  readonly isTakenBack?: true
  /** How many values its body may contain. Default: the general limit. */
  readonly mostValues?: number
  /** If the body may have several forms: returns the schema of the form that was probably meant. */
  chooseForm?(body: unknown): Declared<z.ZodType>
  /** Whether clients may keep the response and ask whether it has changed. Default: they may not keep it. */
  readonly isCacheable?: true
  /** The statuses of its errors, besides those of every operation. */
  readonly refusals?: readonly (307 | 404 | 409)[]
  /** Runs it. @throws ControlFailure, OptionError */
  run(context: ControlContext, input: ControlInput): unknown
}

/** What an operation declares. Its schemas and responses determine the types of its input and its result. */
interface ControlDefinition<Given extends ControlResponses, Query, Body>
  extends Omit<ControlOperation, 'method' | 'template' | 'query' | 'body' | 'responses' | 'run'> {
  /** Its method and its path below `/_simulator`: `GET /clock`. */
  request: `${Method} ${string}`
  query?: Query
  body?: Body
  responses: Given
  run(
    context: ControlContext,
    input: ControlInput<OutputOf<Query>, OutputOf<Body>>,
  ): ResultOf<Given> | Promise<ResultOf<Given>>
}

export function defineControl<
  const Given extends ControlResponses,
  Query extends Declared<z.ZodObject> = z.ZodObject,
  Body extends Declared<z.ZodType> = z.ZodType,
>({ request, ...definition }: ControlDefinition<Given, Query, Body>): ControlOperation {
  const [method, template] = request.split(' ')
  // The operation's own schemas have parsed both.
  return { ...definition, method, template } as ControlOperation
}

/** How many requests with the same operation and status there were. */
interface RequestTotal {
  /** `none` for unhandled requests. */
  readonly operation: string
  /** `none` if there was no response. */
  readonly status: string
  count: number
}

interface CountedSimulator {
  readonly main: ServingSession
  readonly sessions: ServingSessions
  readonly events: EventSource
}

/** Creates what counts. Until somebody asks, it costs nothing. The first answer begins with the request logs. */
export function createRequestTotals({ main, sessions, events }: CountedSimulator): () => readonly RequestTotal[] {
  const totals = new Map<string, RequestTotal>()
  let hasBegun = false
  const count = ({ outcome }: JournalRecord): void => {
    const [operation, status] = [outcome.operation ?? 'none', String(readStatus(outcome) ?? 'none')]
    const total = totals.get(`${operation} ${status}`)
    if (total === undefined) totals.set(`${operation} ${status}`, { operation, status, count: 1 })
    else total.count += 1
  }
  const begin = (): void => {
    hasBegun = true
    events.observe({ onRequest: ({ record }) => count(record), onEvent: () => undefined })
    for (const { record } of [main, ...sessions.list()].flatMap((session) => session.readState().journal.select())) {
      // An open one is counted when its outcome is known.
      if (record.state !== 'pending' || record.outcome.hasLeft !== true) count(record)
    }
  }
  return () => {
    if (!hasBegun) begin()
    return [...totals.values()]
  }
}
