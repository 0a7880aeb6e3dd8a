// What the terminal shows while a command works.

import { showText } from '../../engine/input/text/quote.ts'
import { countOf, formatDuration } from '../../probe/report/report-words.ts'
import type { Observer } from '../../probe/runner.ts'
import { formatRequest, type ReadRequest } from '../../real-service/reader/messages.ts'
import type { ReaderOptions } from '../../real-service/reader/reader.ts'
import type { Io } from '../io.ts'

const ERASE_LINE = '\r\x1b[K'
const COLUMNS = 80

/** Shows how far the reading of a service is. Its output never contains credentials, and goes to the error output. */
export interface ReadProgress extends Required<Pick<ReaderOptions, 'onReply' | 'onPause'>> {
  /** Says what is read now, such as `Reading the deployments`. */
  onPhase(text: string): void
  /** Says how many requests there will be in all, as far as that is known. */
  onPlan(requests: number): void
  /** Removes the line. */
  end(): void
}

// Elsewhere, a line for each request would fill the log of a job.
const LINE_MILLISECONDS = 10_000

interface ReadProgressOptions {
  /** How many requests may be sent in all. Default: any number */
  readonly requests?: number
  /** The time in milliseconds. Default: that of the process */
  readonly now?: () => number
}

/** Creates the progress of reading a service. */
export function createReadProgress(
  { paint, err, columns = COLUMNS }: Pick<Io, 'paint' | 'err' | 'columns'>,
  { requests: most = Number.POSITIVE_INFINITY, now = () => performance.now() }: ReadProgressOptions = {},
): ReadProgress {
  const start = now()
  let [phase, planned, sent, shownAt] = ['Reading', 0, 0, start]

  const describeCount = (): string => {
    const left = planned - sent
    if (sent === 0 || left <= 0) return `${phase}: ${countOf(sent, 'request')}`
    const time = formatDuration(((now() - start) / sent) * left)
    return `${phase}: ${sent} of ${countOf(planned, 'request')}, about ${time} left`
  }

  const draw = (text: string): void => {
    paint?.(`${ERASE_LINE}${text.slice(0, columns - 1).trimEnd()}`)
  }

  return {
    onPhase(text) {
      phase = text
      shownAt = now()
      if (paint === undefined) err(text)
      else draw(describeCount())
    },
    onPlan(requests) {
      planned = Math.min(requests, most)
      if (requests <= most) return
      paint?.(ERASE_LINE)
      err(describeMore(requests, most))
    },
    onReply(request, _reply, all) {
      sent = all
      if (paint !== undefined) return draw(`${describeCount()}  ${showRequest(request)}`)
      if (now() - shownAt < LINE_MILLISECONDS) return
      shownAt = now()
      err(describeCount())
    },
    onPause(milliseconds, reason) {
      const text = `Waiting ${formatDuration(milliseconds)}: ${reason}`
      if (paint === undefined) err(text)
      else draw(text)
    },
    end() {
      paint?.(ERASE_LINE)
    },
  }
}

function describeMore(requests: number, most: number): string {
  const needed = `Reading everything takes ${countOf(requests, 'request')} or more`
  return `${needed}, and ${most.toLocaleString('en-US')} are allowed (--requests).`
}

function showRequest(request: ReadRequest): string {
  return showText(formatRequest(request), Number.POSITIVE_INFINITY)
}

interface ProbeProgress extends Observer {
  /** Removes the bar. */
  end(): void
}

const BAR_WIDTH = 20

/** Creates the progress of a probe with a number of runs at once. */
export function createProbeProgress({ paint, err, columns = COLUMNS }: Io, parallel: number): ProbeProgress {
  let planned = 0
  let done = 0
  const pace = createPace(parallel)
  let running: readonly string[] = []

  const draw = (): void => {
    const line = `${drawBar(done, planned)} ${done}/${planned}${pace.describeRest(planned - done)}  ${running.at(-1) ?? ''}`
    paint?.(`${ERASE_LINE}${line.slice(0, columns - 1).trimEnd()}`)
  }

  return {
    onPhase(text) {
      if (paint === undefined) err(text)
      else paint(`${ERASE_LINE}${text}\n`)
    },
    onPlan(runs) {
      planned += runs
    },
    onStart(label) {
      running = [...running, label]
      draw()
    },
    onEnd(label, outcome, took) {
      done += 1
      const index = running.indexOf(label)
      running = running.filter((_, other) => other !== index)
      pace.add(took)
      if (paint === undefined) err(`${done}/${planned} ${label}: ${outcome}`)
      else draw()
    },
    end() {
      paint?.(ERASE_LINE)
    },
  }
}

/** The average time of a run. */
function createPace(parallel: number) {
  let timed = 0
  let milliseconds = 0
  return {
    add(took: number): void {
      // Runs that are taken from a resumed probe take no time.
      if (took <= 0) return
      timed += 1
      milliseconds += took
    },
    describeRest(runs: number): string {
      if (timed === 0) return ''
      return `, about ${formatDuration(((milliseconds / timed) * runs) / parallel)} left`
    },
  }
}

function drawBar(done: number, planned: number): string {
  const filled = planned === 0 ? 0 : Math.floor((BAR_WIDTH * done) / planned)
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`
}

const PATIENCE_MILLISECONDS = 1000
const PAUSE_MILLISECONDS = 100

/** Creates the progress line of a start. It appears after one second, and only in a terminal. */
export function createStartProgress({ paint }: Pick<Io, 'paint'>, now = () => performance.now()) {
  let isOver = paint === undefined
  let isShown = false
  let paintsNext = now() + PATIENCE_MILLISECONDS
  return {
    /** Takes the number of records built so far, and shows it if the start takes long. */
    report(built: number, all: number): void {
      if (isOver || now() < paintsNext) return
      paintsNext = now() + PAUSE_MILLISECONDS
      isShown = true
      paint?.(`${ERASE_LINE}Building the world: ${formatCount(built)} of ${formatCount(all)} records`)
    },
    /** Erases the line. Later reports show nothing. */
    end(): void {
      if (isShown && !isOver) paint?.(ERASE_LINE)
      isOver = true
    },
  }
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
