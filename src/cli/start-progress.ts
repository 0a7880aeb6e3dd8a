import type { ReportProgress } from '../core/simulator.ts'
import type { Io } from './io.ts'

/** What a terminal shows while a server starts. */
export interface StartProgress {
  /** Takes note of how many of all records are built, and shows it if the start takes long. */
  report: ReportProgress
  /** Erases the line, and shows nothing more. */
  end(): void
}

const PATIENCE_MILLISECONDS = 1000
const PAUSE_MILLISECONDS = 100
const ERASE_LINE = '\r\x1b[K'

/**
 * Creates what shows the progress of a start that takes longer than a second. Where there is no
 * terminal, it shows nothing.
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
