// Records and bodies without what makes them long.

import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { parseJson } from '../../../engine/input/text/decode.ts'
import { joinLines } from './cut.ts'

/** Leaves out nulls, objects and lists, which are most of a record. */
export function shortenRecord(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && typeof value !== 'object'))
}

const SHORT = 800
const MOST_RECORDS = 5

/** Shows the first records of the lists in a long JSON body in short. @returns undefined if it has no such list */
export function shortenBody(body: string): string | undefined {
  if (body.length <= SHORT) return undefined
  const value = parseJson(body)
  if (isRecordList(value)) return joinLines(listRecords('records', value))
  if (!isRecord(value)) return undefined
  const fields = Object.entries(value)
  const lists = fields.filter(([, field]) => isRecordList(field))
  if (lists.length === 0) return undefined
  const others = fields.filter(([name]) => lists.every(([list]) => list !== name))
  return joinLines(
    others.length === 0 ? undefined : JSON.stringify(Object.fromEntries(others)),
    lists.flatMap(([name, list]) => listRecords(name, list as readonly object[])),
  )
}

function isRecordList(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}

function listRecords(name: string, records: readonly object[]): readonly string[] {
  const shown = records.slice(0, MOST_RECORDS)
  const first = shown.length < records.length ? `, the first ${shown.length}` : ''
  return [`${name} (${records.length}${first}):`, ...shown.map((record) => JSON.stringify(shortenRecord(record)))]
}
