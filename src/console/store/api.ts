// The client as the console uses it. Types of parts that the client lacks so far are declared here.

import type {
  AssumptionEntry,
  ClockState,
  ControlState,
  ExplainedEntry,
  Fault,
  FaultInput,
  JournalEntry,
  ListedSession,
  RemoteSimulator,
  ScenarioInput,
  SessionEvent,
} from '../../client/index.ts'

/** A JSON Schema, as far as the console reads it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly format?: string
  readonly default?: unknown
  readonly additionalProperties?: boolean | JsonSchema
}

/** What happened in an interval. */
export interface Frame {
  readonly type: 'frame'
  readonly session: string
  readonly sequence: number
  readonly instance: string
  readonly received: string
  readonly missed: number | null
  readonly requests: {
    readonly count: number
    readonly byStatus: Readonly<Record<string, number>>
    readonly byOperation: Readonly<Record<string, number>>
    readonly milliseconds: { readonly p50: number; readonly p95: number; readonly max: number } | null
    readonly last: number | null
    readonly bySession?: Readonly<Record<string, { readonly count: number; readonly last: number }>>
    readonly entries: readonly JournalEntry[]
  }
  readonly changes: Readonly<Record<string, number>>
  readonly events: readonly ConsoleEvent[]
}

/** An event other than a request. */
export type ConsoleEvent =
  | SessionEvent
  | {
      readonly type: 'fault'
      readonly session: string
      readonly what: 'added' | 'removed' | 'cleared' | 'used-up'
      readonly id?: string
    }
  | {
      readonly type: 'clock'
      readonly session: string
      readonly what: 'moved' | 'frozen' | 'running'
      readonly now: string
    }
  | { readonly type: 'chaos'; readonly session: string; readonly level: number; readonly seed: number }
  | {
      readonly type: 'snapshot'
      readonly session: string
      readonly what: 'taken' | 'stored' | 'deleted'
      readonly name: string
    }
  | { readonly type: 'journal'; readonly session: string; readonly what: 'cleared' }

export interface ChaosState {
  readonly level: number
  readonly seed: number
  readonly requests: number
  readonly applied: number
}

export interface TimelineEntry {
  readonly due: string
  readonly resource: string
  readonly id: string
  readonly name: string | null
  readonly set: Readonly<Record<string, unknown>> | null
  readonly removes: boolean
}

export interface Timeline {
  readonly now: string
  readonly frozen: boolean
  readonly total: number
  readonly next: string | null
  readonly entries: readonly TimelineEntry[]
}

export type ClockResult = ClockState & {
  readonly happened?: {
    readonly count: number
    readonly entries: readonly (Omit<TimelineEntry, 'due'> & { readonly at: string })[]
  }
}

export type FullState = ControlState & {
  readonly instance?: string
  readonly version?: string
  readonly edited?: boolean
  readonly chaos?: { readonly level: number; readonly seed: number }
  readonly strict?: boolean
  readonly vary?: number | null
  readonly clock?: { readonly frozen: boolean }
}

export interface RequestFilter {
  operation?: string
  status?: number | '2xx' | '3xx' | '4xx' | '5xx' | 'none'
  text?: string
  after?: number
  limit?: number
}

export interface RequestCounts {
  readonly total: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly byOperation: Readonly<Record<string, number>>
  readonly byAssumption: Readonly<Record<string, number>>
}

type Headers = readonly (readonly [string, string])[]

export type FullEntry = ExplainedEntry & {
  readonly received?: string
  readonly request?: { readonly headers: Headers }
  readonly response?: {
    readonly status: number | null
    readonly headers: Headers
    readonly body: string | null
    readonly bytes: number
    readonly isWhole: boolean
    readonly isBinary: boolean
  } | null
}

export interface ResourceDescription {
  readonly name: string
  readonly singular: string
  readonly title: string
  readonly description: string
  readonly isMinor: boolean
  readonly recordsPath: string
  readonly belongsTo: Readonly<Record<string, string>>
  readonly states: readonly string[] | null
  readonly list: {
    readonly operation: string
    readonly path: string
    readonly method: string
    readonly parameters: readonly {
      readonly name: string
      readonly in: string
      readonly schema: JsonSchema
      readonly description: string
      readonly filters: string | null
      readonly isRequired: boolean
    }[]
  } | null
  readonly get: { readonly operation: string; readonly path: string } | null
  readonly schema: JsonSchema
  readonly given: JsonSchema
}

export interface Schemas {
  readonly resources: readonly ResourceDescription[]
  readonly effects: readonly {
    readonly kind: string
    readonly title: string
    readonly description: string
    readonly schema: JsonSchema
    readonly operations: readonly string[] | null
  }[]
  readonly fault: { readonly match: JsonSchema } & Readonly<Record<string, JsonSchema>>
  readonly recipes: readonly {
    readonly id: string
    readonly title: string
    readonly description: string
    readonly faults: readonly FaultInput[]
    readonly chaos?: { readonly level: number }
  }[]
  readonly operations: readonly {
    readonly name: string
    readonly method: string
    readonly path: string
    readonly summary: string
  }[]
}

export interface Totals {
  readonly total: number
  readonly by: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly created: {
    readonly per: string
    readonly from: string | null
    readonly counts: readonly { readonly at: string; readonly count: number }[]
  }
}

export interface Question {
  method?: 'GET' | 'HEAD'
  path: string
  query?: string
  headers?: Readonly<Record<string, string>>
}

export interface ServiceAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly isWhole?: boolean
  readonly milliseconds: number
  readonly operation: string | null
  readonly parameters: Readonly<Record<string, unknown>> | null
  readonly explanation: ExplainedEntry['explanation']
}

export interface Settings {
  readonly preset: string
  readonly presets: readonly string[]
  readonly strict: boolean
  readonly vary: number | null
}

export interface CoverageReport {
  readonly since: string
  readonly covered: number
  readonly total: number
  readonly operations: readonly {
    readonly name: string
    readonly covered: number
    readonly total: number
    readonly cases: readonly {
      readonly id: string
      readonly title: string
      readonly covered: boolean
      readonly requests: number
    }[]
  }[]
}

interface KeepRequests {
  keepRequests?: boolean
}

/** The client for this session. */
export type Simulator = Omit<RemoteSimulator, keyof Additions> & Additions

// What the client has beyond its types, or in narrower ones.
interface Additions {
  state(): Promise<FullState>
  reset(options?: KeepRequests): Promise<FullState>
  load(scenario: string | ScenarioInput, options?: KeepRequests): Promise<FullState>
  events(
    listener: (event: Frame | ConsoleEvent | { readonly type: 'missed' }) => void,
    options?: { frame?: number; entries?: number; after?: Pick<Frame, 'instance' | 'sequence'>; onEnd?: () => void },
  ): Promise<() => Promise<void>>
  readonly clock: {
    readonly [Name in keyof RemoteSimulator['clock']]: (
      ...given: Parameters<RemoteSimulator['clock'][Name]>
    ) => Promise<ClockResult>
  } & {
    timeline(options?: { limit?: number }): Promise<Timeline>
    next(): Promise<ClockResult>
  }
  readonly requests: Pick<RemoteSimulator['requests'], 'clear'> & {
    list(filter?: RequestFilter): Promise<readonly JournalEntry[]>
    counts(filter?: RequestFilter): Promise<RequestCounts>
    get(id: number): Promise<FullEntry | undefined>
  }
  readonly faults: Omit<RemoteSimulator['faults'], 'list'> & {
    list(): Promise<readonly (Fault & { readonly applied?: number; readonly lastRequest?: number | null })[]>
    matches(fault: FaultInput): Promise<{ readonly matching: number; readonly requests: readonly number[] }>
  }
  readonly snapshots: Omit<RemoteSimulator['snapshots'], 'restore'> & {
    restore(name: string, options?: KeepRequests): Promise<FullState>
  }
  readonly chaos: { read(): Promise<ChaosState>; set(change: { level?: number; seed?: number }): Promise<ChaosState> }
  readonly settings: {
    read(): Promise<Settings>
    change(change: Partial<Omit<Settings, 'presets'>>): Promise<Settings>
  }
  readonly coverage: { read(): Promise<CoverageReport>; clear(): Promise<void> }
  readonly sessions: Omit<RemoteSimulator['sessions'], 'create' | 'list'> & {
    create(options?: Parameters<RemoteSimulator['sessions']['create']>[0] & { from?: string }): Promise<RemoteSimulator>
    list(): Promise<
      readonly (ListedSession & {
        readonly began?: string
        readonly lastUsed?: string
        readonly requests?: number
        readonly changes?: number
        readonly edited?: boolean
      })[]
    >
  }
  assumptions(): Promise<
    readonly (AssumptionEntry & {
      readonly requests?: number
      readonly excludes?: readonly { readonly value: string; readonly id: string; readonly other: string }[]
    })[]
  >
  schemas(): Promise<Schemas>
  totals(resource: string, options?: { per?: string }): Promise<Totals>
  ask(question: Question): Promise<ServiceAnswer>
  session(name: string): Simulator
}
