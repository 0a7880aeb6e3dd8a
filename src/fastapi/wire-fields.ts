// What the responses of several resources have in common.

import type { z } from 'zod'
import type { Assumptions } from '../engine/define/assumptions/assumptions.ts'
import type { Fields } from '../engine/define/resource/resource.ts'
import { dropNulls } from '../engine/input/schemas/schema-walk.ts'
import { splitTimestamp } from '../engine/input/schemas/timestamp.ts'

/** Returns the fields of a schema, in the schema's order. */
export function pickFields({ shape }: z.ZodObject, values: Fields): Fields {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, values[name]]))
}

/** Leaves out fields without a value if the service does (assumption `optionalFields`). */
export function completeFields(wire: z.ZodObject, fields: Fields, { optionalFields }: Assumptions): Fields {
  return optionalFields === 'absent' ? (dropNulls(wire, fields) as Fields) : fields
}

/** Writes the timestamps of a record as the service does (assumption `timestampFormat`). */
export function withTimestamps<Item extends { readonly created_at: string; readonly updated_at: string }>(
  record: Item,
  assumptions: Assumptions,
): Item {
  if (assumptions.timestampFormat === 'microsecondsZ') return record
  const { created_at, updated_at } = record
  return {
    ...record,
    created_at: writeTimestamp(created_at, assumptions),
    updated_at: writeTimestamp(updated_at, assumptions),
  }
}

/** Writes a timestamp as the service does (assumption `timestampFormat`). */
export function writeTimestamp(timestamp: string, { timestampFormat }: Assumptions): string {
  return timestampFormat === 'microsecondsZ' ? timestamp : timestampFormats[timestampFormat](timestamp)
}

const SECONDS = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}`

/** The spelling of timestamps, as patterns. */
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
