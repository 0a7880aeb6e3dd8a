// The name by which people know a record.

import type { AnyResource, Fields } from '../define/resource/resource.ts'
import type { Database } from './database.ts'

/** Finds the name of a record, or of the record that it belongs to; null if neither has one. */
export function findRecordName(database: Database, resource: AnyResource, id: string): string | null {
  const record = database.of(resource).get(id) as Fields | undefined
  if (record === undefined) return null
  if (typeof record.name === 'string') return record.name
  for (const [field, parent] of Object.entries(resource.belongsTo ?? {})) {
    const name = typeof record[field] === 'string' ? findRecordName(database, parent, record[field]) : null
    if (name !== null) return name
  }
  return null
}
