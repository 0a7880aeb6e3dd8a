// The error of invalid files.

import { describeOmitted, MOST_ISSUES, type Omitted } from '../../../engine/input/options/option-error.ts'
import { showLine } from '../../../engine/input/text/quote.ts'

/** A position in a text, counted from 1. */
export interface Position {
  /** The line, from 1. */
  readonly line: number
  /** The column, from 1. */
  readonly column: number
}

export interface PlacedIssue extends Position {
  readonly text: string
}

/** An issue in a file. An issue with the file as a whole has no position. */
export interface FileIssue extends Partial<Position> {
  /** The path of the file. */
  readonly file: string
  /** What is wrong and what is allowed. */
  readonly text: string
  /** Whether it stands for the issues that are not listed. */
  readonly isRest?: true
}

/** The error of invalid files. Its message lists every issue on a separate line. */
export class FileError extends Error {
  override readonly name = 'FileError'
  /** The issues, each with its position. */
  readonly issues: readonly FileIssue[]

  constructor(issues: readonly FileIssue[], options?: ErrorOptions) {
    super(describeIssues(issues), options)
    this.issues = issues
  }
}

/** Sorts the issues of a file by position. If there are many, it returns only the first ones. */
export function placeIssues(file: string, issues: readonly PlacedIssue[], omitted: Omitted = 0): FileIssue[] {
  const sorted = issues.map((each) => ({ file, ...each })).toSorted((a, b) => a.line - b.line || a.column - b.column)
  const shown = sorted.slice(0, MOST_ISSUES)
  const left = omitted === 'some' ? omitted : omitted + sorted.length - shown.length
  return left === 0 ? shown : [...shown, { file, text: `${describeOmitted(left)}.`, isRest: true }]
}

/** Formats an issue as a line with a position that editors and terminals can link to. */
export function formatIssue({ file, line, column, text }: FileIssue): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`
  return showLine(`${place}: ${text}`)
}

function describeIssues(issues: readonly FileIssue[]): string {
  const [first] = issues
  if (first !== undefined && issues.length === 1 && first.line === undefined) {
    return showLine(`Failed to read ${first.file}: ${first.text}`)
  }
  const files = showLine([...new Set(issues.map(({ file }) => file))].join(', '))
  const named = issues.filter(({ isRest }) => isRest === undefined)
  const start = named.length < issues.length ? 'the first ' : ''
  const count = named.length === 1 ? '1 issue' : `${start}${named.length} issues`
  return [`Failed to read ${files}: ${count}.`, ...issues.map(formatIssue)].join('\n')
}
