// Shows how far a probe is: a bar on a terminal, a line for each run elsewhere.

import { formatDuration } from '../../probe/report/report-words.ts'
import type { Observer } from '../../probe/runner.ts'
import type { Io } from '../io.ts'

/** Shows how far a probe is. */
export interface ProbeProgress extends Observer {
  /** Removes the bar. */
  end(): void
}

const ERASE_LINE = '\r\x1b[K'
const BAR_WIDTH = 20
const COLUMNS = 80

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
