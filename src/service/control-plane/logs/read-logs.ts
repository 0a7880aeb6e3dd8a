// Reads the logs of a deployment or of one of its revisions.

import { type Refusal, refuse } from '../../../engine/contract/operation/failure.ts'
import { compareTimestamps } from '../../../engine/input/schemas/timestamp.ts'
import { findFirst } from '../../../engine/store/find-first.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { OperationContext, World } from '../../operation.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import type { RevisionRecord } from '../../resources/deployments/revision.ts'
import { LOG_LEVELS, type LogLine } from '../../rollouts/log-line.ts'
import { deriveLog, type LogKind, toMilliseconds } from '../../rollouts/log-lines.ts'
import { findRevisions } from '../../rollouts/rollout.ts'
import { unknownDeployment } from '../deployments/deployments.ts'
import { unknownRevision } from '../revisions.ts'
import { formatPlace, type LogPage, type LogSource, parsePlace, selectLines } from './log-page.ts'

export interface LogChoice {
  readonly deploymentId: string
  /** Null for those of all revisions. */
  readonly revisionId: string | null
  readonly kind: LogKind
}

/** Which lines of them it asks for. What is null does not matter. */
export interface LogQuery extends LogChoice {
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

function findNext(
  { last, hasMore }: LogPage,
  { isDescending, assumptions }: { isDescending: boolean; assumptions: Assumptions },
): string | null {
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
