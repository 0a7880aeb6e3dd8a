// The progress line while a server starts.

import type { ReportProgress } from '../../engine/simulator/simulator.ts'
import type { Io } from '../io.ts'

/** The progress line that a terminal shows while a server starts. */
export interface StartProgress {
  /** Takes the number of records built so far, and shows it if the start takes long. */
  report: ReportProgress
  /** Erases the line. Later reports show nothing. */
  end(): void
}

const PATIENCE_MILLISECONDS = 1000
const PAUSE_MILLISECONDS = 100
const ERASE_LINE = '\r\x1b[K'

/**
 * Creates the progress line of a start. It appears after one second, and only in a terminal.
 */
export function createStartProgress({ paint }: Pick<Io, 'paint'>, now = () => performance.now()): StartProgress {
  let isOver = paint === undefined
  let isShown = false
  let paintsNext = now() + PATIENCE_MILLISECONDS
  return {
    report(built, all) {
      if (isOver || now() < paintsNext) return
      paintsNext = now() + PAUSE_MILLISECONDS
      isShown = true
      paint?.(`${ERASE_LINE}Building the world: ${formatCount(built)} of ${formatCount(all)} records`)
    },
    end() {
      if (isShown && !isOver) paint?.(ERASE_LINE)
      isOver = true
    },
  }
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
