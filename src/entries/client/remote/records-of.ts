// The records of a resource that is only known by its name.

import type { RemoteCollection } from './remote-simulator.ts'

/** A record whose resource is only known from its description. */
export type AnyRecord = Readonly<Record<string, unknown>>

/** The name of the method with which every client returns the records of a resource, also of one that is not in `db`. */
// Shared, because agents load a bundle of their own.
export const RECORDS = Symbol.for('deploymock.records')

export function recordsOf(client: object, resource: string): RemoteCollection<AnyRecord, AnyRecord> {
  return Reflect.get(client, RECORDS)(resource)
}
