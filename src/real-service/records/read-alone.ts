// Reads each record alone, if a list leaves fields out.

import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import type { Asker, JsonObject } from './ask.ts'
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
  const read = async (record: JsonObject): Promise<JsonObject | string> => {
    const path = Object.entries(source.path).map(([placeholder, field]) => [placeholder, String(record[field])])
    const answer = await asker.ask({ operation: source.operation, path: Object.fromEntries(path) })
    if ('problem' in answer) return answer.problem
    return isRecord(answer.body) ? { ...record, ...answer.body } : `${source.operation}: the response is no record`
  }
  const alone = await read(first)
  if (typeof alone === 'string') return { records, problem: alone }
  if (!missing.some((field) => Object.hasOwn(alone, field))) return { records }
  return readRest(records.slice(1), { alone, read })
}

function listMissing({ assumptions }: Asker, name: RecordedName, record: JsonObject): readonly string[] {
  const fields = Object.keys(recorded[name].wire?.schemaOf(assumptions).shape ?? {})
  return fields.filter((field) => !Object.hasOwn(record, field))
}

/** A record may have been deleted since it was listed. Then it stays as it was listed. */
async function readRest(
  rest: readonly JsonObject[],
  { alone, read }: { alone: JsonObject; read: (record: JsonObject) => Promise<JsonObject | string> },
): Promise<ReadList> {
  const completed: JsonObject[] = [alone]
  let problem: string | undefined
  for (const record of rest) {
    const found = await read(record)
    if (typeof found === 'string') problem ??= found
    completed.push(typeof found === 'string' ? record : found)
  }
  return problem === undefined ? { records: completed } : { records: completed, problem }
}
