// The log of a revision, derived from the states that it went through.

import { parseMicroseconds } from '../../engine/input/schemas/timestamp.ts'
import { findFirst } from '../../engine/store/find-first.ts'
import type { Draw } from '../../engine/store/random.ts'
import type { DeploymentRecord } from '../resources/deployments/deployment.ts'
import { nameBuiltImage, type RevisionRecord } from '../resources/deployments/revision.ts'
import {
  type LogLevel,
  type LogLine,
  type LogSection,
  type OpenDraw,
  type ScriptSubject,
  writeBuildScript,
  writeDeployScript,
} from './log-scripts.ts'

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

const GRAPHS = ['agent', 'agent', 'agent', 'supervisor', 'summarizer'] as const
const MODELS = ['the chat model', 'the chat model', 'the embedding model', 'the reranker'] as const
const PROBLEMS = [
  'the model did not respond within 30 seconds',
  'a tool returned a result that does not match its schema',
  'the recursion limit of 25 steps was reached without a result',
] as const

// A run takes less than half of the shortest pause, so lines are in the order of their times.
const LEAST_PAUSE = 8000
const MOST_PAUSE = 45_000
// A hundred years have fewer than 2 billion lines, so any of them is found quickly and exactly.
const MOST_TIME = 36_525 * 86_400_000

type RunLine = Omit<LogLine, 'id'>

interface RequestPeriod {
  readonly start: number
  readonly end: number
  readonly nameLine: (number: number) => string
}

/** Creates the lines of a running revision: four for each run, for at most a hundred years. Times are milliseconds. */
function createRequestLines(open: OpenDraw, { start, end, nameLine }: RequestPeriod): LogSection {
  const pause = open('pause').integer(LEAST_PAUSE, MOST_PAUSE)
  const linesOf = createLastRun((run) => {
    const draw = open('run', run)
    return writeRun(draw, start + run * pause + draw.integer(0, pause / 2))
  })
  const read = (number: number): RunLine => linesOf(Math.floor(number / 4))[number % 4] as RunLine
  return {
    timeOf: (number) => read(number).time,
    countUntil(time) {
      const last = Math.min(time, end - 1, start + MOST_TIME)
      if (last < start) return 0
      // All earlier runs are over, because a run ends before the next one can start.
      const run = Math.floor((last - start) / pause)
      return run * 4 + linesOf(run).filter((line) => line.time <= last).length
    },
    lineAt: (number) => ({ id: nameLine(number), ...read(number) }),
  }
}

/** The lines of the last run that was read, because its other lines are usually read next. */
function createLastRun(write: (run: number) => readonly RunLine[]): (run: number) => readonly RunLine[] {
  let last: { run: number; lines: readonly RunLine[] } | undefined
  return (run) => {
    if (last?.run !== run) last = { run, lines: write(run) }
    return last.lines
  }
}

function writeRun(draw: Draw, start: number): readonly RunLine[] {
  const runId = draw.uuid()
  const called = draw.integer(40, 400)
  const ended = called + draw.integer(300, 3200)
  const write = (after: number, level: LogLevel, message: string): RunLine => ({
    time: start + after,
    level,
    message: `${message} run_id=${runId}`,
    runId,
  })
  return [
    write(0, 'INFO', `Run started: graph=${draw.pick(GRAPHS)}`),
    write(called, 'DEBUG', `Called ${draw.pick(MODELS)} after ${called} ms`),
    write(ended, ...writeEnd(draw, ended)),
    write(ended + draw.integer(1, 9), 'INFO', `POST /threads/${draw.uuid()}/runs/wait 200 ${ended} ms`),
  ]
}

function writeEnd(draw: Draw, milliseconds: number): [LogLevel, string] {
  if (draw.chance(0.03)) return ['ERROR', `Run failed: ${draw.pick(PROBLEMS)}`]
  if (draw.chance(0.08)) return ['WARNING', `Run succeeded, but waited for a worker: ${milliseconds} ms`]
  return ['INFO', `Run succeeded: ${milliseconds} ms`]
}
