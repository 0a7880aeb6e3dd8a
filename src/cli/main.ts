import { Command, CommanderError } from 'commander'
import { OptionError } from '../core/option-error.ts'
import { suggestWord } from '../core/suggestion.ts'
import { FileError } from '../files/file-error.ts'
import { isFileName } from '../files/source-file.ts'
import { defineAssumptionsCommand } from './assumptions-command.ts'
import { defineCheckCommand } from './check-command.ts'
import { defineCoverageCommand } from './coverage-command.ts'
import { defineExportCommand } from './export-command.ts'
import { setUpHelp } from './help.ts'
import type { Io } from './io.ts'
import { defineScenariosCommand } from './scenarios-command.ts'
import { defineServeCommand } from './serve-command.ts'
import { readVersion } from './version.ts'

const DONE = 0
const FAILED = 1
const WRONG_USAGE = 2

/**
 * Runs the command line.
 *
 * @param args what follows the name of the program
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const program = defineProgram(io)
  try {
    assertCommands(program, args)
    await program.parseAsync([...args], { from: 'user' })
    return DONE
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
    // Not by commander's own way, which has to be told the version at every start: finding it takes time.
    .on('option:version', () => {
      io.out(readVersion())
      throw new CommanderError(DONE, 'commander.version', '')
    })
  program.addCommand(serve, { isDefault: true })
  program.addCommand(defineAssumptionsCommand(io))
  program.addCommand(defineScenariosCommand(io))
  program.addCommand(defineCheckCommand(io))
  program.addCommand(defineExportCommand(io))
  program.addCommand(defineCoverageCommand(io))
  setUpHelp(program, serve, io)
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride((error) => throwUsageError(error, command))
      .configureOutput({ writeOut: (text) => io.out(text.trimEnd()), writeErr: () => undefined })
  }
  return program
}

// Without this, an unknown command would be an argument too many of the default one.
function assertCommands(program: Command, [first, second]: readonly string[]): void {
  const names = [...program.commands.map((command) => command.name()), 'help']
  const asked = [first, first === 'help' ? second : undefined].filter((name) => name !== undefined)
  const unknown = asked.find((name) => !name.startsWith('-') && !names.includes(name))
  if (unknown === undefined) return
  const hint = isFileName(unknown) ? ` Did you mean "--scenario ${unknown}"?` : suggestWord(unknown, names)
  throw new OptionError(`Failed to run "${unknown}": there is no such command.${hint} Commands: ${names.join(', ')}.`)
}

// Help is an exit too, of code 0.
function throwUsageError(error: CommanderError, command: Command): never {
  if (error.exitCode === 0) throw error
  const issue = error.message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean .*\)$/s, '')
    .replace(/\.$/, '')
  throw new OptionError(`Failed to read the command line: ${issue}.${describeUsage(error, issue, command)}`)
}

function describeUsage({ code }: CommanderError, issue: string, command: Command): string {
  const takes = `Arguments of ${command.name()}: ${command.usage().replace('[options]', '').trim() || 'none'}.`
  if (code === 'commander.missingArgument') return ` ${takes}`
  if (code === 'commander.excessArguments') return ` Given: ${command.args.join(' ')}. ${takes}`
  if (code !== 'commander.unknownOption') return ''
  const options = [...command.options.map(({ long }) => long ?? ''), '--help']
  const [, given = ''] = /'(.*)'/s.exec(issue) ?? []
  return `${suggestWord(given, options)} Options of ${command.name()}: ${options.join(', ')}.`
}

function reportError(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return DONE
  io.err(describeError(error))
  return error instanceof OptionError ? WRONG_USAGE : FAILED
}

// Errors for people begin alike and are one line, or one for each issue in a file; what does not is a bug, and its stack tells where.
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof FileError) return error.message
  const isForPeople = error.message.startsWith('Failed to ')
  return isForPeople ? error.message.replace(/[\r\n]+/g, ' ') : (error.stack ?? error.message)
}
