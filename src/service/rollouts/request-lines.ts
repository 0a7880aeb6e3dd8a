// What a running revision logs: the runs that its clients start.

import type { Draw } from '../../engine/store/random.ts'
import type { LogLevel, LogLine, LogSection, OpenDraw } from './log-line.ts'

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

/** Creates the lines of a running revision: four for each run, for at most a hundred years. Times are milliseconds. */
export function createRequestLines(
  open: OpenDraw,
  { start, end, nameLine }: { start: number; end: number; nameLine: (number: number) => string },
): LogSection {
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
