// The client as the console uses it: JSON Schemas have types here, so that forms and tables can read them.

import type { ControlSchemas, RemoteSimulator, Totals } from '../../../entries/client/index.ts'

/** A JSON Schema, as far as the console reads it. */
export interface FieldSchema {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
  readonly items?: FieldSchema
  readonly enum?: readonly unknown[]
  /** What each value of `enum` is grouped by, in a form. */
  readonly groups?: readonly string[] | undefined
  readonly const?: unknown
  readonly anyOf?: readonly FieldSchema[]
  readonly oneOf?: readonly FieldSchema[]
  readonly format?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly additionalProperties?: boolean | FieldSchema
}

type ServerResource = ControlSchemas['resources'][number]
type ServerList = NonNullable<ServerResource['list']>

export type ListParameter = Omit<ServerList['parameters'][number], 'schema'> & { readonly schema: FieldSchema }

/** What a resource is called, where its records are, and what they look like. */
export type ResourceDescription = Omit<ServerResource, 'schema' | 'given' | 'list'> & {
  readonly schema: FieldSchema
  readonly given: FieldSchema
  readonly list: (Omit<ServerList, 'parameters'> & { readonly parameters: readonly ListParameter[] }) | null
}

/** What records, faults and operations look like. */
export type Schemas = Omit<ControlSchemas, 'resources' | 'effects' | 'fault'> & {
  readonly resources: readonly ResourceDescription[]
  readonly effects: readonly (Omit<ControlSchemas['effects'][number], 'schema'> & { readonly schema: FieldSchema })[]
  readonly fault: { readonly match: FieldSchema } & Readonly<Record<string, FieldSchema>>
}

export type Recipe = Schemas['recipes'][number]

export type Simulator = Omit<RemoteSimulator, 'schemas' | 'session' | 'totals'> & {
  schemas(): Promise<Schemas>
  /** The name of the resource comes from the schemas. */
  totals(resource: string, options?: Parameters<RemoteSimulator['totals']>[1]): Promise<Totals>
  session(name: string): Simulator
}
