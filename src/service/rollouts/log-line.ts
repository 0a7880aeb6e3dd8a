// A line of a revision's log, and the sections that logs consist of.

import type { Draw } from '../../engine/store/random.ts'

/** The levels of lines, the least important one first. */
export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface LogLine {
  readonly id: string
  /** Milliseconds since the Unix epoch. */
  readonly time: number
  readonly level: LogLevel
  readonly message: string
  /** The run that wrote it, if it was one. */
  readonly runId?: string
}

/** Consecutive lines, by their numbers. None is stored, and each can be computed without the others. */
export interface LogSection {
  countUntil(time: number): number
  /** The time of a line, in milliseconds since the Unix epoch. */
  timeOf(number: number): number
  lineAt(number: number): LogLine
}

/** Opens a random stream of a section. */
export type OpenDraw = (field: string, number?: number) => Draw
