// The log of a revision, derived from the states that it went through.

import { parseMicroseconds } from '../../engine/input/schemas/timestamp.ts'
import { findFirst } from '../../engine/store/find-first.ts'
import type { Draw } from '../../engine/store/random.ts'
import type { DeploymentRecord } from '../resources/deployments/deployment.ts'
import { nameBuiltImage, type RevisionRecord } from '../resources/deployments/revision.ts'
import type { LogLine, LogSection, OpenDraw } from './log-line.ts'
import { type ScriptSubject, writeBuildScript, writeDeployScript } from './log-scripts.ts'
import { createRequestLines } from './request-lines.ts'

export const LOG_KINDS = ['build', 'deploy'] as const
export type LogKind = (typeof LOG_KINDS)[number]

/** The lines of a log that exist at a time, oldest first. Any of them is computed without the others. */
export interface Log {
  readonly length: number
  at(index: number): LogLine
  /** Returns the index of the first line at a time, or after it, in milliseconds since the Unix epoch. */
  indexOf(time: number): number
}

export interface LogContext {
  readonly deployment: DeploymentRecord
  open(kind: string, index: number, field: string): Draw
  /** The time of the world, in microseconds since the Unix epoch. */
  readonly now: bigint
  /** How many times faster than usual the revision goes through its states. */
  readonly speed: number
  /** Returns when another revision replaced it after it was deployed; Infinity if none has. In milliseconds. */
  replacedAfter(deployed: number): number
}

/** Derives a log from the states of a revision and the seed. As time passes, lines are only appended. */
export function deriveLog(revision: RevisionRecord, kind: LogKind, context: LogContext): Log {
  const now = Number(context.now / 1000n)
  const sections = revision.history.flatMap((_, index) => listSections(revision, index, kind, context))
  const counts = sections.map((section) => section.countUntil(now))
  const starts = counts.map((_, index) => counts.slice(0, index).reduce((sum, count) => sum + count, 0))
  const length = counts.reduce((sum, count) => sum + count, 0)
  const find = (index: number): { section: LogSection; number: number } => {
    const place = starts.findLastIndex((start) => start <= index)
    return { section: sections[place] as LogSection, number: index - (starts[place] as number) }
  }
  return {
    length,
    at(index) {
      const { section, number } = find(index)
      return section.lineAt(number)
    },
    indexOf: (time) =>
      findFirst(length, (index) => {
        const { section, number } = find(index)
        return section.timeOf(number) >= time
      }),
  }
}

function listSections(revision: RevisionRecord, index: number, kind: LogKind, context: LogContext): LogSection[] {
  const { history, id } = revision
  const { status, at } = history[index] as RevisionRecord['history'][number]
  const following = history[index + 1]
  const open: OpenDraw = (field, number = 0) => context.open(`log/${id}/${kind}/${index}`, number, field)
  const start = toMilliseconds(at)
  const end = following === undefined ? Number.POSITIVE_INFINITY : toMilliseconds(following.at)
  const nameLine = createNames(open)
  if (kind === 'deploy' && status === 'DEPLOYED') {
    return [createRequestLines(open, { start, end: Math.min(end, context.replacedAfter(start)), nameLine })]
  }
  const subject: ScriptSubject = {
    revision,
    deployment: context.deployment,
    open,
    image: revision.source_revision_config.image_uri ?? nameBuiltImage(revision.id),
    earlier: history.slice(0, index).map((entry) => entry.status),
    next: following?.status,
  }
  return [createScriptedLines(subject, { kind, status, start, end, speed: context.speed, nameLine })]
}

interface ScriptedSection {
  kind: LogKind
  status: string
  start: number
  end: number
  speed: number
  nameLine(number: number): string
}

function createScriptedLines(subject: ScriptSubject, section: ScriptedSection): LogSection {
  const { kind, status, start, end, speed, nameLine } = section
  const { lines, last } = kind === 'build' ? writeBuildScript(status, subject) : writeDeployScript(status, subject)
  const delays = subject.open('delays')
  const placed = lines.map((line) => {
    // Lines are at least a second apart, so this does not change their order.
    const delay = delays.integer(0, 900)
    return { ...line, time: start + Math.round((line.after === 0 ? 0 : line.after * 1000 + delay) / speed) }
  })
  // A state that ends early says the rest at its end, unless it was interrupted.
  const said = subject.next === 'INTERRUPTED' ? placed.filter(({ time }) => time < end) : placed
  const timed = [
    ...said.map((line) => ({ ...line, time: Math.min(line.time, end) })),
    ...last.map((line) => ({ ...line, time: end })),
  ]
  return {
    countUntil: (time) => timed.filter((line) => line.time <= time).length,
    timeOf: (number) => timed[number]?.time ?? end,
    lineAt(number) {
      const { time, level, message } = timed[number] as (typeof timed)[number]
      return { id: nameLine(number), time, level, message }
    },
  }
}

// The ids of a section have the same start, so that a line has an id without drawing one.
function createNames(open: OpenDraw): (number: number) => string {
  const start = open('id').uuid().slice(0, 24)
  return (number) => `${start}${number.toString(16).padStart(12, '0')}`
}

/**
 * Returns the milliseconds of a timestamp. Lines have whole ones, so that a client that sends a time back does not
 * miss the line.
 */
export function toMilliseconds(timestamp: string): number {
  return Number(parseMicroseconds(timestamp) / 1000n)
}
