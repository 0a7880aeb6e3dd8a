// The records of a resource that is only known by its name.

import type { RemoteCollection } from './remote-simulator.ts'

/** A record whose resource is only known from its description. */
export type AnyRecord = Readonly<Record<string, unknown>>

interface RemoteWorld {
  readonly db: object
}

export function recordsOf({ db }: RemoteWorld, resource: string): RemoteCollection<AnyRecord, AnyRecord> {
  // The client has a collection for every resource that the server describes.
  return Reflect.get(db, resource) as RemoteCollection<AnyRecord, AnyRecord>
}
