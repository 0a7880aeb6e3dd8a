import { assertValue } from '../../input/options/known-options.ts'
import type { CoverageReport, OperationCoverage, Share, SubjectCoverage } from './report.ts'

const MOST_COLUMNS = 100
const COMPLETE = 'all'

/**
 * Formats a table for a terminal: how much of each operation was exercised, and what never was.
 *
 * @param columns the width of the terminal; at most 100 columns are used
 */
export function formatCoverage(report: CoverageReport, columns = MOST_COLUMNS): string {
  assertValue('format the coverage', 'report', report, 'fields')
  assertValue('format the coverage', 'columns', columns, 'count')
  const all = report.operations.flatMap(({ subjects }) => subjects)
  const width = Math.max(0, ...all.map(({ subject }) => subject.length))
  const lines = report.operations.flatMap((each) => formatOperation(each, width, Math.min(columns, MOST_COLUMNS)))
  return [`Contract coverage: ${describeShare(report)} (${report.percent} %)`, '', ...lines].join('\n')
}

function formatOperation(
  { operation, overridden, subjects, ...share }: OperationCoverage,
  width: number,
  columns: number,
): string[] {
  const head = `${operation}: ${describeShare(share)}${overridden === 0 ? '' : `, overridden ${describeTimes(overridden)}`}`
  if (share.covered === 0) return [overridden === 0 ? `${head}, never asked for` : head]
  if (share.covered === share.total) return [head]
  return [head, ...subjects.map((subject) => formatSubject(subject, width, columns))]
}

function formatSubject({ subject, cases, ...share }: SubjectCoverage, width: number, columns: number): string {
  const never = cases.filter(({ times }) => times === 0).map(({ name }) => name)
  const start = `  ${subject.padEnd(width)}  ${describeShare(share).padEnd(8)}  `
  if (never.length === 0) return `${start}${COMPLETE}`
  const parts = never.map((name, index) => (index < never.length - 1 ? `${name}, ` : name))
  return wrap(['never: ', ...parts], start, columns)
}

function describeTimes(times: number): string {
  return times === 1 ? 'once' : `${times} times`
}

function describeShare({ covered, total }: Share): string {
  return `${covered} of ${total}`
}

// Continuation lines are indented to the start of the first line's text.
function wrap(parts: readonly string[], start: string, columns: number): string {
  const lines: string[] = []
  let line = start
  for (const part of parts) {
    const fits = line.length + part.trimEnd().length <= columns
    if (!fits) lines.push(line.trimEnd())
    line = fits ? line + part : ' '.repeat(start.length) + part
  }
  return [...lines, line].join('\n')
}
