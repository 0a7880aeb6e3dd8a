import { CommanderError } from 'commander'
import { OptionError, ProblemError } from '../../engine/input/options/option-error.ts'
import { FileError } from '../../entries/files/read/file-error.ts'
import { RefusedError, UncheckedError, UnreachableError } from '../real-service/reader/errors.ts'
import { StartError } from './start-error.ts'

/** What the program exits with. */
export const EXIT = {
  done: 0,
  /** Something failed: there is a difference, or nothing could be decided. */
  failed: 1,
  wrongUsage: 2,
  /** The real service could not be reached or compared, or refused the credentials. */
  unreachable: 3,
  /** What shells say of a program that Ctrl-C has ended. */
  interrupted: 130,
} as const

/** Returns the exit code for what a command threw. Commander also throws after it has printed help. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return EXIT.done
  if (error instanceof InterruptedError) return EXIT.interrupted
  const isUnreachable = error instanceof UnreachableError || error instanceof RefusedError
  if (isUnreachable || error instanceof UncheckedError) return EXIT.unreachable
  if (error instanceof CheckError) return EXIT.failed
  return USAGE_ERRORS.some((each) => error instanceof each) || isControlError(error) ? EXIT.wrongUsage : EXIT.failed
}

// A result, such as a difference, is never told by a file or a server that could not be asked.
const USAGE_ERRORS = [OptionError, StartError, FileError]

/** Whether the control API of a simulator could not be asked. Each entry has a client with an error of its own. */
export function isControlError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ControlError'
}

/** What is wrong in files that were checked: a result, and no wrong usage. */
export class CheckError extends FileError {}

/** Ctrl-C has ended a command. */
export class InterruptedError extends ProblemError {
  override readonly name = 'InterruptedError'
}
