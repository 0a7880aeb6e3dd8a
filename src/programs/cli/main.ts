import { type Command, CommanderError } from 'commander'
import { OptionError, ProblemError } from '../../engine/input/options/option-error.ts'
import { quote, showLines } from '../../engine/input/text/quote.ts'
import { suggestWord } from '../../engine/input/text/suggestion.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'
import { FileError } from '../../entries/files/read/file-error.ts'
import { isFileName } from '../../entries/files/read/source-file.ts'
import { service } from '../../service/service.ts'
import { findServiceFile, loadService } from './declared-service.ts'
import { EXIT, exitCodeOf, isControlError } from './exit-codes.ts'
import type { Io } from './io.ts'
import { defineProgram } from './program.ts'
import { StartError } from './start-error.ts'

/** Runs the command line with the arguments after the name of the program. @returns the exit code */
export async function main(args: readonly string[], terminal: Io): Promise<number> {
  const io = chooseLines(args, {
    ...terminal,
    out: (text: string) => terminal.out(showLines(text)),
    err: (text: string) => terminal.err(showLines(text)),
    log: (text: string) => terminal.log(showLines(text)),
  })
  try {
    const file = findServiceFile(args)
    const declared = file === undefined ? service : await loadService(file)
    const program = defineProgram(io, declared)
    assertCommands(program, args, declared.scenarios)
    await program.parseAsync([...args], { from: 'user' })
    return EXIT.done
  } catch (error) {
    return reportError(error, io)
  }
}

// Without this check, commander reports an unknown command as an excess argument of the default one.
function assertCommands(
  program: Command,
  [first, second]: readonly string[],
  scenarios: ServiceDeclarations['scenarios'],
): void {
  const names = [...program.commands.map((command) => command.name()), 'help']
  const named = [first, first === 'help' ? second : undefined].filter((name) => name !== undefined)
  const unknown = named.find((name) => !name.startsWith('-') && !names.includes(name))
  if (unknown === undefined) return
  const isScenario = isFileName(unknown) || scenarios.some(({ name }) => name === unknown)
  const hint = isScenario ? ` Did you mean ${quote(`--scenario ${unknown}`)}?` : suggestWord(unknown, names)
  throw new OptionError({
    attempt: `run ${quote(unknown)}`,
    received: 'unknown command',
    advice: `${hint} Commands: ${names.join(', ')}.`,
  })
}

function reportError(error: unknown, io: Io): number {
  const cause = error instanceof StartError ? error.cause : error
  for (const each of cause instanceof AggregateError ? cause.errors : [cause]) {
    // Commander has printed help.
    if (!(each instanceof CommanderError)) io.err(describeError(each))
  }
  return exitCodeOf(error)
}

// Errors for users are printed on one line, or on one line for each issue in a file. Any other error is a
// bug and is printed with its stack.
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof FileError) return error.message
  if (error instanceof ProblemError || isControlError(error)) return error.message.replace(/[\r\n]+/g, ' ')
  // What the system refuses, such as a file when too many are open.
  return 'syscall' in error ? `Failed to run deploymock: ${error.message}.` : (error.stack ?? error.message)
}

/** Returns how to print: as it is given, or as JSON if the arguments say so. Requests are JSON already. */
function chooseLines(args: readonly string[], io: Io): Io {
  const isJson = args.some((arg, index) => arg === '--log=json' || (arg === 'json' && args[index - 1] === '--log'))
  const err = (text: string): void => io.err(isJson ? writeMessage('error', text) : text)
  io.takeErrors?.(err)
  if (!isJson) return io
  return {
    ...io,
    out(text) {
      for (const line of text.split('\n')) if (line.trim() !== '') io.out(writeMessage('info', line.trim()))
    },
    err,
    columns: undefined,
    paint: undefined,
  }
}

function writeMessage(level: 'info' | 'error', message: string): string {
  return JSON.stringify({ time: new Date().toISOString(), level, message })
}
