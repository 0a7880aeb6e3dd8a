// Shows how far the reading of a real service is: a line that is rewritten on a terminal, lines elsewhere.

import { showText } from '../../engine/input/text/quote.ts'
import { countOf, formatDuration } from '../../probe/report/report-words.ts'
import { formatRequest, type ReadRequest } from '../../real-service/reader/messages.ts'
import type { ReaderOptions } from '../../real-service/reader/reader.ts'
import type { Io } from '../io.ts'

/** Shows how far the reading of a service is. Its output never contains credentials, and goes to the error output. */
export interface ReadProgress extends Required<Pick<ReaderOptions, 'onReply' | 'onPause'>> {
  /** Says what is read now, such as `Reading the deployments`. */
  onPhase(text: string): void
  /** Says how many requests there will be in all, as far as that is known. */
  onPlan(requests: number): void
  /** Removes the line. */
  end(): void
}

const ERASE_LINE = '\r\x1b[K'
const COLUMNS = 80
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
