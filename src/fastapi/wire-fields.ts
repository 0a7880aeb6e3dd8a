// What the responses of several resources have in common.

import type { z } from 'zod'
import { dropNulls, type Fields } from '../engine/input/schemas/schema-walk.ts'
import { splitTimestamp } from '../engine/input/schemas/timestamp.ts'
import type { Assumptions } from './assumptions.ts'

/** Returns the fields of a schema, in the schema's order. */
export function pickFields({ shape }: z.ZodObject, values: Fields): Fields {
  const picked: Record<string, unknown> = {}
  for (const name of Object.keys(shape)) picked[name] = values[name]
  return picked
}

/** Returns what a response contains of a record: the fields of a schema, written as the service does. */
export function writeFields(wire: z.ZodObject, record: Fields, assumptions: Assumptions): Fields {
  const fields = pickFields(wire, writeTimestamps(record, assumptions))
  return assumptions.optionalFields === 'absent' ? (dropNulls(wire, fields) as Fields) : fields
}

function writeTimestamps(record: Fields, assumptions: Assumptions): Fields {
  if (assumptions.timestampFormat === 'microsecondsZ') return record
  const written = TIMESTAMPS.filter((name) => typeof record[name] === 'string').map((name) => [
    name,
    writeTimestamp(record[name] as string, assumptions),
  ])
  return { ...record, ...Object.fromEntries(written) }
}

const TIMESTAMPS = ['created_at', 'updated_at', 'expires_at']

/** Writes a timestamp as the service does (assumption `timestampFormat`). */
export function writeTimestamp(timestamp: string, { timestampFormat }: Assumptions): string {
  return timestampFormat === 'microsecondsZ' ? timestamp : timestampFormats[timestampFormat](timestamp)
}

const SECONDS = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}`

export const timestampPatterns: Readonly<Record<Assumptions['timestampFormat'], string>> = {
  microsecondsZ: String.raw`${SECONDS}(\.\d{6})?Z$`,
  millisecondsZ: String.raw`${SECONDS}\.\d{3}Z$`,
  secondsZ: `${SECONDS}Z$`,
  offset: String.raw`${SECONDS}(\.\d{6})?\+00:00$`,
}

const timestampFormats = {
  millisecondsZ: (timestamp: string) => {
    const { seconds, fraction } = splitTimestamp(timestamp)
    return `${seconds}.${fraction.slice(0, 3)}Z`
  },
  secondsZ: (timestamp: string) => `${splitTimestamp(timestamp).seconds}Z`,
  offset: (timestamp: string) => timestamp.replace('Z', '+00:00'),
} as const
