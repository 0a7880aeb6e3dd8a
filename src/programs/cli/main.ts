import { Command, CommanderError } from 'commander'
import { OptionError, ProblemError } from '../../engine/input/options/option-error.ts'
import { quote, showLines } from '../../engine/input/text/quote.ts'
import { suggestWord } from '../../engine/input/text/suggestion.ts'
import { ControlError } from '../../entries/client/transport/control-error.ts'
import { FileError } from '../../entries/files/read/file-error.ts'
import { isFileName } from '../../entries/files/read/source-file.ts'
import { readVersion } from '../../server/pages/package-version.ts'
import { scenarios } from '../../service/scenarios.ts'
import { RefusedError, UncheckedError, UnreachableError } from '../real-service/reader/errors.ts'
import { defineAskCommand } from './commands/ask-command.ts'
import { defineAssumptionsCommand } from './commands/assumptions-command.ts'
import { defineCheckCommand } from './commands/check-command.ts'
import { defineCoverageCommand } from './commands/coverage-command.ts'
import { defineDocsCommand } from './commands/docs-command.ts'
import { defineDriftCommand } from './commands/drift-command.ts'
import { defineExportCommand } from './commands/export-command.ts'
import { defineHealthCommand } from './commands/health-command.ts'
import { defineLearnCommand } from './commands/learn-command.ts'
import { defineMcpCommand } from './commands/mcp-command.ts'
import { defineOpenApiCommand } from './commands/openapi-command.ts'
import { defineProbeCommand } from './commands/probe-command.ts'
import { defineRecordCommand } from './commands/record-command.ts'
import { defineScenariosCommand } from './commands/scenarios-command.ts'
import { defineServeCommand } from './commands/serve-command.ts'
import { InterruptedError } from './interruption.ts'
import type { Io } from './io.ts'
import { chooseLines } from './output/json-lines.ts'
import { setUpHelp, throwUsageError } from './output/usage.ts'
import { StartError } from './start-error.ts'

/** Runs the command line with the arguments after the name of the program. @returns the exit code */
export async function main(args: readonly string[], terminal: Io): Promise<number> {
  const io = chooseLines(args, {
    ...terminal,
    out: (text: string) => terminal.out(showLines(text)),
    err: (text: string) => terminal.err(showLines(text)),
    log: (text: string) => terminal.log(showLines(text)),
  })
  const program = defineProgram(io)
  try {
    assertCommands(program, args)
    await program.parseAsync([...args], { from: 'user' })
    return EXIT.done
  } catch (error) {
    return reportError(error, io)
  }
}

function defineProgram(io: Io): Command {
  const serve = defineServeCommand(io)
  const program = new Command('deploymock')
    .description(
      'Simulates the Deployment Management Service. Without a command, it serves a world with these options.',
    )
    .option('--version', 'show the version')
    // Commander's own `version()` would need the version at every start, and reading it takes time.
    .on('option:version', () => {
      io.out(readVersion())
      throw new CommanderError(EXIT.done, 'commander.version', '')
    })
  program.addCommand(serve, { isDefault: true })
  program.addCommand(defineAssumptionsCommand(io))
  program.addCommand(defineScenariosCommand(io))
  program.addCommand(defineCheckCommand(io))
  program.addCommand(defineExportCommand(io))
  program.addCommand(defineCoverageCommand(io))
  program.addCommand(defineOpenApiCommand(io))
  program.addCommand(defineMcpCommand(io))
  program.addCommand(defineAskCommand(io))
  program.addCommand(defineProbeCommand(io))
  program.addCommand(defineRecordCommand(io))
  program.addCommand(defineLearnCommand(io))
  program.addCommand(defineDriftCommand(io))
  program.addCommand(defineDocsCommand(io))
  // For containers, not for people.
  program.addCommand(defineHealthCommand(io, defineServeCommand), { hidden: true })
  setUpHelp(program, serve, io)
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride((error) => throwUsageError(error, command))
      .configureOutput({ writeOut: (text) => io.out(text.trimEnd()), writeErr: () => undefined })
  }
  return program
}

// Without this check, commander reports an unknown command as an excess argument of the default one.
function assertCommands(program: Command, [first, second]: readonly string[]): void {
  const names = [...program.commands.map((command) => command.name()), 'help']
  const named = [first, first === 'help' ? second : undefined].filter((name) => name !== undefined)
  const unknown = named.find((name) => !name.startsWith('-') && !names.includes(name))
  if (unknown === undefined) return
  const isScenario = isFileName(unknown) || scenarios.some(({ name }) => name === unknown)
  const hint = isScenario ? ` Did you mean ${quote(`--scenario ${unknown}`)}?` : suggestWord(unknown, names)
  throw new OptionError({
    attempt: `run ${quote(unknown)}`,
    received: 'unknown command',
    advice: `${hint} Commands: ${names.filter((name) => name !== 'health').join(', ')}.`,
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
  const isForPeople = error instanceof ProblemError || error instanceof ControlError
  if (isForPeople) return error.message.replace(/[\r\n]+/g, ' ')
  // What the system refuses, such as a file when too many are open.
  return 'syscall' in error ? `Failed to run deploymock: ${error.message}.` : (error.stack ?? error.message)
}

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
  return error instanceof OptionError || error instanceof StartError ? EXIT.wrongUsage : EXIT.failed
}
