// The records of a session by the name of their resource.

import type { RecordPage, RecordPageOptions, RemoteSimulator } from '../client/index.ts'
import type { ResourceName } from '../engine/define/service-types.ts'

type Fields = Readonly<Record<string, unknown>>

/** A collection whose type does not matter. */
interface AnyCollection {
  page(
    options: { readonly [Name in keyof RecordPageOptions]: RecordPageOptions[Name] | undefined },
  ): Promise<RecordPage<Fields>>
  create(fields: Fields): Promise<Fields>
  update(id: string, changes: Fields): Promise<Fields>
  delete(id: string): Promise<boolean>
}

/** Returns the records of a resource. */
export function collectionOf({ db }: RemoteSimulator, resource: ResourceName): AnyCollection {
  // The server checks the fields.
  return db[resource] as unknown as AnyCollection
}
