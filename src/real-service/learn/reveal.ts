// Replaces what a service hides, or what would hide how it writes.

import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import type { JsonObject, ServiceRecords } from '../records/records.ts'

// Fewer values look alike by chance.
const LEAST_ALIKE = 8
const LEAST_SECRETS = 3

const TIMES = ['created_at', 'updated_at'] as const
const WHOLE_SECONDS = /^(.*\d\d:\d\d:\d\d)(?:\.0+)?(Z|[+-]\d\d:\d\d)?$/

/**
 * Returns records as the service may store them. If all its times are whole seconds, it probably leaves the rest out,
 * and if all its secrets look alike, it masks them. Repositories are in another order than that of their list, which
 * may be that of their names.
 */
export function reveal(read: ServiceRecords): ServiceRecords {
  const all = [...read.records.values()].flat()
  const times = all.flatMap((record) => TIMES.map((name) => record[name])).filter((each) => typeof each === 'string')
  const isWhole = times.length >= LEAST_ALIKE && times.every((time) => WHOLE_SECONDS.test(time))
  const secrets = all.flatMap(({ secrets: listed }) => (Array.isArray(listed) ? listed.filter(isRecord) : []))
  const isHidden = secrets.length >= LEAST_SECRETS && secrets.every(({ value }) => /^\**$/.test(String(value)))
  const change = (record: JsonObject): JsonObject => ({
    ...record,
    ...(isWhole ? addFractions(record) : {}),
    ...(isHidden && Array.isArray(record.secrets) ? { secrets: record.secrets.map(showSecret) } : {}),
  })
  const records = new Map([...read.records].map(([name, listed]) => [name, listed.map(change)]))
  const repositories = records.get('repositories')
  if (repositories !== undefined) records.set('repositories', repositories.toReversed())
  return { ...read, records }
}

function addFractions(record: JsonObject): JsonObject {
  const told = TIMES.flatMap((name) => {
    const { [name]: time } = record
    return typeof time === 'string' ? [[name, time.replace(WHOLE_SECONDS, '$1.123457$2')]] : []
  })
  return Object.fromEntries(told)
}

function showSecret(secret: unknown): unknown {
  return isRecord(secret) ? { ...secret, value: 'secret' } : secret
}
