// The client as the console uses it. What its types lack so far, or say less precisely, is declared here.

import type {
  AssumptionEntry,
  ControlSettings,
  ExplainedEntry,
  FaultInput,
  FaultUse,
  RemoteSimulator,
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
  readonly examples?: readonly unknown[]
  readonly additionalProperties?: boolean | JsonSchema
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

/** A fault as it is written. */
export type GivenFault = FaultInput

/** An entry of the register. */
export type Assumption = AssumptionEntry

export type Settings = ControlSettings

/** A fault that can still apply, and what it has done so far. */
export type ListedFault = FaultUse

/** Faults for a common situation. */
export type Recipe = Schemas['recipes'][number]

/** The client for this session. */
export type Simulator = Omit<RemoteSimulator, keyof Additions> & Additions

// What the client has beyond its types, or in narrower ones.
interface Additions {
  readonly requests: Omit<RemoteSimulator['requests'], 'get'> & {
    get(id: number): Promise<FullEntry | undefined>
  }
  schemas(): Promise<Schemas>
  totals(resource: string, options?: { per?: string }): Promise<Totals>
  session(name: string): Simulator
}
