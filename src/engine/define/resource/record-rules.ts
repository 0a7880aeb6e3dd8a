import type { Issue } from '../../input/options/option-error.ts'
import { compareTimestamps } from '../../input/schemas/timestamp.ts'

/** The rules for the records of a world, in addition to their schemas. */
export type RecordRules = object

export function findTimeIssues(record: { readonly created_at: string; readonly updated_at: string }): Issue[] {
  if (compareTimestamps(record.created_at, record.updated_at) <= 0) return []
  const must = `It must not be before "created_at", ${record.created_at}`
  return [buildIssue('updated_at', `"${record.updated_at}". ${must}`)]
}

/** Builds the issue of a field: `"field" is ` and the rest of the sentence. */
export function buildIssue(path: string, rest: string): Issue {
  return { path, message: `"${path}" is ${rest}` }
}
