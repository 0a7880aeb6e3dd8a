// The lines of logs in responses.

import * as z from 'zod'
import type { Assumptions } from '../../../engine/assumptions/assumptions.ts'
import type { Example } from '../../../engine/define/operation/operation.ts'
import { object } from '../../../engine/define/operation/responses.ts'
import { formatMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import type { Collections } from '../../../engine/world/collections.ts'
import { writeTimestamp } from '../../../fastapi/wire-fields.ts'
import { LOG_LEVELS, type LogLine } from '../../rollouts/log-line.ts'
import type { FoundLines } from './read-logs.ts'

const lineWire = z.strictObject({
  id: z.string(),
  timestamp: z.union([z.int(), z.string()]),
  level: z.enum(LOG_LEVELS),
  message: z.string(),
})

const logsWire = z.strictObject({ logs: z.array(lineWire), next_offset: z.string().nullable() })
const logEntriesWire = z.strictObject({ items: z.array(lineWire), next_cursor: z.string().nullable() })

/** A page of a log, with the offset of the next one. */
export const logs = object('Logs', logsWire)

/** A page of a log, with the cursor of the next one. */
export const logEntries = object('LogEntries', logEntriesWire)

/** Writes a page with the offset of the next one. */
export function toLogs({ lines, next }: FoundLines, assumptions: Assumptions): z.output<typeof logsWire> {
  return { logs: toLogWire(lines, assumptions), next_offset: next }
}

/** Writes a page with the cursor of the next one. */
export function toLogEntries({ lines, next }: FoundLines, assumptions: Assumptions): z.output<typeof logEntriesWire> {
  return { items: toLogWire(lines, assumptions), next_cursor: next }
}

/** Finds a deployment with a revision, for a request to try. */
export function findRevisionExample(
  db: Collections,
  parameter: string,
  query: Readonly<Record<string, string>> = {},
): Example {
  const [revision] = db.revisions.list({ offset: 0, limit: 1 })
  if (revision === undefined) return { missing: 'No logs to list: this world has no revision.' }
  return { path: { [parameter]: revision.deployment_id, revision_id: revision.id }, query }
}

function toLogWire(lines: readonly LogLine[], assumptions: Assumptions): z.output<typeof lineWire>[] {
  return lines.map(({ id, time, level, message }) => ({
    id,
    timestamp: writeTime(time, assumptions),
    level,
    message,
  }))
}

function writeTime(time: number, assumptions: Assumptions): number | string {
  if (assumptions.logTimestamps === 'milliseconds') return time
  return writeTimestamp(formatMicroseconds(BigInt(time) * 1000n), assumptions)
}
