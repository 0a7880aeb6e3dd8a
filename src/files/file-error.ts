import { describeOmitted, MOST_MISTAKES, type Omitted } from '../core/option-error.ts'

/** A place in a text, counted from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A mistake at a place. */
export interface Mistake extends Position {
  readonly text: string
}

/** A mistake in a file; one of the file as a whole has no place. */
export interface FileMistake extends Partial<Position> {
  readonly file: string
  readonly text: string
  /** Whether it stands for further mistakes, which are not named. */
  readonly isRest?: true
}

/** Files that cannot be used: the message names every mistake, one in a line. */
export class FileError extends Error {
  readonly mistakes: readonly FileMistake[]

  constructor(mistakes: readonly FileMistake[], options?: ErrorOptions) {
    super(describeMistakes(mistakes), options)
    this.mistakes = mistakes
  }
}

/** Puts the mistakes of a file in the order in which they stand in it; of many, it names the first ones. */
export function placeMistakes(file: string, mistakes: readonly Mistake[], omitted: Omitted = 0): FileMistake[] {
  const sorted = mistakes.map((each) => ({ file, ...each })).toSorted((a, b) => a.line - b.line || a.column - b.column)
  const told = sorted.slice(0, MOST_MISTAKES)
  const left = omitted === 'some' ? omitted : omitted + sorted.length - told.length
  return left === 0 ? told : [...told, { file, text: `${describeOmitted(left)}.`, isRest: true }]
}

/** A mistake as a line that editors and terminals know how to follow. */
export function formatMistake({ file, line, column, text }: FileMistake): string {
  return line === undefined ? `${file}: ${text}` : `${file}:${line}:${column}: ${text}`
}

function describeMistakes(mistakes: readonly FileMistake[]): string {
  const [first] = mistakes
  if (first !== undefined && mistakes.length === 1 && first.line === undefined) {
    return `Failed to read ${first.file}: ${first.text}`
  }
  const files = [...new Set(mistakes.map(({ file }) => file))].join(', ')
  const named = mistakes.filter(({ isRest }) => isRest === undefined)
  const start = named.length < mistakes.length ? 'the first ' : ''
  const count = named.length === 1 ? '1 mistake' : `${start}${named.length} mistakes`
  return [`Failed to read ${files}: ${count}.`, ...mistakes.map(formatMistake)].join('\n')
}
