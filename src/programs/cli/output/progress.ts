// What the terminal shows while a command works.

import { showLine, showText } from '../../../engine/input/text/quote.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import { formatDuration } from '../../probe/report/report-words.ts'
import type { Observer } from '../../probe/runner.ts'
import { formatRequest, type ReadRequest } from '../../real-service/reader/messages.ts'
import type { Io } from '../io.ts'

const ERASE_LINE = '\r\x1b[K'
const COLUMNS = 80

/** Returns what shows a text in the line of a terminal, in place of the one before. */
function createLine({ paint, columns = COLUMNS }: Pick<Io, 'paint' | 'columns'>): (text?: string) => void {
  return (text = '') => {
    const shown = showLine(text).slice(0, columns - 1)
    paint?.(ERASE_LINE + shown.trimEnd())
  }
}

// Elsewhere, a line for each request would fill the log of a job.
const LINE_MILLISECONDS = 10_000

interface ReadProgressOptions {
  /** How many requests may be sent in all. Default: any number */
  readonly requests?: number
  /** The time in milliseconds. Default: that of the process */
  readonly now?: () => number
}

/** Creates what shows how far the reading of a service is. It shows no credentials, and uses the error output. */
export function createReadProgress(
  io: Pick<Io, 'paint' | 'err' | 'columns'>,
  { requests: most = Number.POSITIVE_INFINITY, now = () => performance.now() }: ReadProgressOptions = {},
) {
  const { paint, err } = io
  const draw = createLine(io)
  const show = paint === undefined ? err : draw
  const start = now()
  let [phase, planned, sent, shownAt] = ['Reading', 0, 0, start]
  const describeCount = (): string => {
    const left = planned - sent
    if (sent === 0 || left <= 0) return `${phase}: ${countOf(sent, 'request')}`
    const time = formatDuration(((now() - start) / sent) * left)
    return `${phase}: ${sent} of ${countOf(planned, 'request')}, about ${time} left`
  }
  return {
    /** Says what is read now, such as `Reading the deployments`. */
    onPhase(text: string): void {
      phase = text
      shownAt = now()
      show(paint === undefined ? text : describeCount())
    },
    /** Says how many requests there will be in all, as far as that is known. */
    onPlan(requests: number): void {
      planned = Math.min(requests, most)
      if (requests <= most) return
      draw()
      const needed = `Reading everything takes ${countOf(requests, 'request')} or more`
      err(`${needed}, and ${formatCount(most)} are allowed (--requests).`)
    },
    onReply(request: ReadRequest, _reply: unknown, all: number) {
      sent = all
      const shown = showText(formatRequest(request), Number.POSITIVE_INFINITY)
      if (paint !== undefined) return draw(`${describeCount()}  ${shown}`)
      if (now() - shownAt < LINE_MILLISECONDS) return
      shownAt = now()
      err(describeCount())
    },
    onPause: (milliseconds: number, reason: string): void => show(`Waiting ${formatDuration(milliseconds)}: ${reason}`),
    /** Removes the line. */
    end: () => draw(),
  }
}

const BAR_WIDTH = 20

/** Creates the progress of a probe with a number of runs at once. */
export function createProbeProgress(io: Io, parallel: number): Observer & { end(): void } {
  const { paint, err } = io
  const drawLine = createLine(io)
  let running: readonly string[] = []
  let [planned, done, timed, milliseconds] = [0, 0, 0, 0]
  const draw = (): void => {
    const left = ((milliseconds / timed) * (planned - done)) / parallel
    const rest = timed === 0 ? '' : `, about ${formatDuration(left)} left`
    drawLine(`${drawBar(done, planned)} ${done}/${planned}${rest}  ${running.at(-1) ?? ''}`)
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
      // Runs that are taken from a resumed probe take no time.
      if (took > 0) timed += 1
      milliseconds += took
      if (paint === undefined) err(`${done}/${planned} ${label}: ${outcome}`)
      else draw()
    },
    end: () => drawLine(),
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
