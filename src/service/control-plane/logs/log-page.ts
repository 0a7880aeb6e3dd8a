// Pages of logs: the lines of several revisions in one order, with filters, and where the next page continues.

import { defineRefusal, type Refusal, refuse } from '../../../engine/contract/operation/failure.ts'
import { compareTimestamps } from '../../../engine/input/schemas/timestamp.ts'
import { findFirst } from '../../../engine/store/find-first.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { OperationContext, World } from '../../operation.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import type { RevisionRecord } from '../../resources/deployments/revision.ts'
import { deriveLog, type Log, type LogKind, toMilliseconds } from '../../rollouts/log-lines.ts'
import { LOG_LEVELS, type LogLine } from '../../rollouts/log-scripts.ts'
import { findRevisions } from '../../rollouts/rollout.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { unknownDeployment } from '../deployments/deployments.ts'
import { unknownRevision } from '../revisions.ts'

export interface LogSource {
  readonly revisionId: string
  readonly log: Log
}

/** Which lines a page contains. */
export interface LogSelection {
  readonly isDescending: boolean
  readonly limit: number
  /** The range of times in milliseconds since the Unix epoch. Both ends are included. */
  readonly from: number
  readonly to: number
  readonly after: LogPlace | undefined
  accepts(line: LogLine): boolean
}

export interface LogPage {
  readonly lines: readonly LogLine[]
  /** The last line that was looked at, from which the next page continues; undefined if there was none. */
  readonly last: LogPlace | undefined
  /** Whether lines may follow that exist already. */
  readonly hasMore: boolean
}

// A log of years has millions of lines. A page whose filters exclude nearly all of them ends earlier.
const MOST_LOOKED_AT = 5000

/** Selects a page of logs, that of the oldest revision first. */
export function selectLines(sources: readonly LogSource[], selection: LogSelection): LogPage {
  const { limit, isDescending, accepts } = selection
  const readers = sources.map((source, index) =>
    createReader(source, index, { ...selection, start: startOf(sources, index, selection) }),
  )
  // Of several lines with the same time, that of the oldest revision comes first.
  const sign = isDescending ? -1 : 1
  const comesBefore = (one: LogReader, other: LogReader): boolean =>
    sign * (timeOf(one) - timeOf(other) || one.number - other.number) < 0
  // The next one is at the end.
  const queue = readers.filter((each) => each.head() !== undefined).sort((a, b) => (comesBefore(a, b) ? 1 : -1))
  const lines: LogLine[] = []
  let last: LogPlace | undefined
  for (let seen = 0; seen < MOST_LOOKED_AT; seen += 1) {
    const reader = queue.at(-1)
    const head = reader?.head()
    if (reader === undefined || head === undefined) return { lines, last, hasMore: false }
    if (lines.length === limit) return { lines, last, hasMore: true }
    last = reader.place(head)
    if (accepts(head)) lines.push(head)
    queue.pop()
    reader.advance()
    if (reader.head() === undefined) continue
    const place = findFirst(queue.length, (index) => comesBefore(queue[index] as LogReader, reader))
    queue.splice(place, 0, reader)
  }
  return { lines, last, hasMore: true }
}

function timeOf(reader: LogReader): number {
  return reader.head()?.time ?? 0
}

interface LogReader {
  /** Its place among the sources. */
  readonly number: number
  /** The next line; undefined at the end. */
  head(): LogLine | undefined
  place(line: LogLine): LogPlace
  advance(): void
}

interface LogStart extends LogSelection {
  readonly start: number
}

function createReader(
  { log, revisionId }: LogSource,
  number: number,
  { isDescending, from, to, start }: LogStart,
): LogReader {
  const step = isDescending ? -1 : 1
  let index = start
  const read = (): LogLine | undefined => {
    if (index < 0 || index >= log.length) return undefined
    const line = log.at(index)
    return line.time < from || line.time > to ? undefined : line
  }
  let head = read()
  return {
    number,
    head: () => head,
    place: ({ time }) => ({ time, revisionId, index }),
    advance() {
      index += step
      head = read()
    },
  }
}

/** Finds the first line of a source that the page may contain. */
function startOf(sources: readonly LogSource[], place: number, selection: LogSelection): number {
  const { after, isDescending, from, to } = selection
  const { revisionId, log } = sources[place] as LogSource
  const limit = isDescending ? log.indexOf(to + 1) - 1 : log.indexOf(from)
  if (after === undefined) return limit
  const start = findAfter()
  return isDescending ? Math.min(limit, start) : Math.max(limit, start)

  function findAfter(): number {
    if (after?.revisionId === revisionId) return isDescending ? after.index - 1 : after.index + 1
    const isOlder = place < sources.findIndex((source) => source.revisionId === after?.revisionId)
    const time = after?.time ?? 0
    // Lines of older revisions with the same time come before it, those of newer ones after it.
    if (isDescending) return log.indexOf(isOlder ? time + 1 : time) - 1
    return log.indexOf(isOlder ? time + 1 : time)
  }
}

/** The line after which a page begins. */
export interface LogPlace {
  readonly time: number
  readonly revisionId: string
  readonly index: number
}

/** The refusals of a place that is not in the log, for the names that its parameter has. */
export const cursorOfAnotherLog = defineRefusal({ name: 'cursor of another log', status: 400, text: 'Invalid cursor.' })
export const offsetOfAnotherLog = defineRefusal({ name: 'offset of another log', status: 400, text: 'Invalid offset.' })

// The time is negative before 1970.
const WRITTEN = /^(-?\d{1,16})\.([0-9a-f-]{36})\.(\d{1,16})$/

export function formatPlace({ time, revisionId, index }: LogPlace): string {
  return encodeCursor(`${time}.${revisionId}.${index}`)
}

/** Reads a place. @throws ServiceError with the refusal if the text was not written by `formatPlace` */
export function parsePlace(text: string, refusal: Refusal<[]>): LogPlace {
  const [, time, revisionId, index] = WRITTEN.exec(decodeCursor(text)) ?? []
  if (revisionId === undefined) refuse(refusal)
  return { time: Number(time), revisionId, index: Number(index) }
}

export interface LogChoice {
  readonly deploymentId: string
  /** Null for those of all revisions. */
  readonly revisionId: string | null
  readonly kind: LogKind
}

/** Which lines of them it asks for. What is null does not matter. */
interface LogQuery extends LogChoice {
  readonly order: string
  readonly limit: bigint | number
  /** The place from which it continues, and the refusal of another one. */
  readonly place: string | null
  readonly refusal: Refusal<[]>
  readonly start_time: string | null
  readonly end_time: string | null
  readonly query: string | null
  readonly level: string | null
  readonly run_id: string | null
}

/** Reads a page of logs, and where the next one continues. @throws ServiceError for an unknown deployment or revision, and a place that is not in them */
export function readLogs({ world, assumptions }: OperationContext, query: LogQuery) {
  const { limit, place, refusal, start_time, end_time } = query
  const sources = findSources(world, query)
  const after = place === null || place === '' ? undefined : parsePlace(place, refusal)
  if (after !== undefined && !sources.some(({ revisionId }) => revisionId === after.revisionId)) refuse(refusal)
  const isDescending = query.order === 'desc'
  const page = selectLines(sources, {
    isDescending,
    limit: Number(limit),
    from: readTime(start_time) ?? Number.NEGATIVE_INFINITY,
    to: readTime(end_time) ?? Number.POSITIVE_INFINITY,
    after,
    accepts: createFilter(query, assumptions),
  })
  return { lines: page.lines, next: findNext(page, { isDescending, assumptions }) }
}

// The parser of date-times accepts them without an offset, too. The real service works in UTC.
function readTime(text: string | null): number | undefined {
  if (text === null) return undefined
  const time = Date.parse(/[T ].*(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(time) ? undefined : time
}

interface LogOrder {
  readonly isDescending: boolean
  readonly assumptions: Assumptions
}

function findNext({ last, hasMore }: LogPage, { isDescending, assumptions }: LogOrder): string | null {
  if (last === undefined) return null
  // A log only grows at its end.
  const canGrow = !isDescending && assumptions.logEnd === 'afterLastLine'
  return hasMore || canGrow ? formatPlace(last) : null
}

function createFilter({ query, level, run_id }: LogQuery, assumptions: Assumptions): (line: LogLine) => boolean {
  const text = query?.toLowerCase() ?? ''
  const levels: readonly string[] = level === null ? LOG_LEVELS : listLevels(level, assumptions)
  return (line) =>
    levels.includes(line.level) &&
    (run_id === null || line.runId === run_id) &&
    (text === '' || line.message.toLowerCase().includes(text))
}

function listLevels(level: string, { logLevel }: Assumptions): readonly string[] {
  const levels: readonly string[] = LOG_LEVELS
  return logLevel === 'exact' ? [level] : levels.slice(levels.indexOf(level))
}

function findSources(world: World, { deploymentId, revisionId, kind }: LogQuery): LogSource[] {
  const { database, baseline, clock } = world
  const deployment = database.of(deployments).get(deploymentId)
  if (deployment === undefined) refuse(unknownDeployment, deploymentId)
  const all = findRevisions(world, deployment.id)
  const selected = revisionId === null ? all : all.filter(({ id }) => id === revisionId)
  if (revisionId !== null && selected.length === 0) refuse(unknownRevision, revisionId)

  const deployed = all.flatMap(({ history }) => history.filter(({ status }) => status === 'DEPLOYED'))
  const times = deployed.map(({ at }) => toMilliseconds(at)).sort((one, other) => one - other)
  // An unused deployment has not run anything since it became one.
  const stopped = deployment.status === 'UNUSED' ? toMilliseconds(deployment.updated_at) : Number.POSITIVE_INFINITY
  const replacedAfter = (start: number) => {
    const next = times[findFirst(times.length, (index) => (times[index] as number) > start)]
    return Math.min(stopped, next ?? Number.POSITIVE_INFINITY)
  }
  return selected.toSorted(compareRevisions).map((revision) => ({
    revisionId: revision.id,
    log: deriveLog(revision, kind, {
      deployment,
      open: baseline.context.open,
      now: clock.microseconds(),
      speed: toMilliseconds(revision.created_at) < Number(baseline.context.now / 1000n) ? 1 : world.speed,
      replacedAfter,
    }),
  }))
}

function compareRevisions(a: RevisionRecord, b: RevisionRecord): number {
  return compareTimestamps(a.created_at, b.created_at) || (a.id < b.id ? -1 : 1)
}
