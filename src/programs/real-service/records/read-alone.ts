// Reads each record alone, if a list leaves fields out.

import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { type Asker, type JsonObject, NOT_FOUND } from './ask.ts'
import type { ReadList } from './read-pages.ts'
import { type RecordedName, recorded, singles } from './sources.ts'

/**
 * Completes the records of a list with what their own responses contain. They are only requested if the list leaves
 * out fields of the preset, and if the response of the first record contains some of these.
 */
export async function completeRecords(
  asker: Asker,
  name: RecordedName,
  records: readonly JsonObject[],
): Promise<ReadList> {
  const source = singles[name]
  const [first] = records
  if (source === undefined || first === undefined || !asker.has(source.operation)) return { records }
  const missing = listMissing(asker, name, first)
  if (missing.length === 0) return { records }
  const read = async (record: JsonObject): Promise<Alone> => {
    const path = Object.entries(source.path).map(([placeholder, field]) => [placeholder, String(record[field])])
    const answer = await asker.ask({ operation: source.operation, path: Object.fromEntries(path) })
    if ('problem' in answer) return answer
    if (isRecord(answer.body)) return { record: { ...record, ...answer.body } }
    return { problem: `${source.operation}: the response is no record` }
  }
  const alone = await read(first)
  // Without such an operation, the list has all that there is.
  if ('problem' in alone) return alone.status === NOT_FOUND ? { records } : { records, problem: alone.problem }
  if (!missing.some((field) => Object.hasOwn(alone.record, field))) return { records }
  return readRest(records.slice(1), { first: alone.record, read })
}

/** A record as it was read alone, or why it was not. */
type Alone = { readonly record: JsonObject } | { readonly problem: string; readonly status?: number }

function listMissing({ assumptions }: Asker, name: RecordedName, record: JsonObject): readonly string[] {
  const fields = Object.keys(recorded[name].wire?.schemaOf(assumptions).shape ?? {})
  return fields.filter((field) => !Object.hasOwn(record, field))
}

interface FirstAlone {
  readonly first: JsonObject
  readonly read: (record: JsonObject) => Promise<Alone>
}

/** A record may have been deleted since it was listed. Then it stays as it was listed. */
async function readRest(rest: readonly JsonObject[], { first, read }: FirstAlone): Promise<ReadList> {
  const completed: JsonObject[] = [first]
  let problem: string | undefined
  for (const record of rest) {
    const found = await read(record)
    if ('problem' in found) problem ??= found.problem
    completed.push('problem' in found ? record : found.record)
  }
  return problem === undefined ? { records: completed } : { records: completed, problem }
}
