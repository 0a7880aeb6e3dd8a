import { Command, CommanderError } from 'commander'
import { defineAssumptionsCommand } from './assumptions-command.ts'
import { type Io, UsageError } from './io.ts'
import { defineScenariosCommand } from './scenarios-command.ts'
import { defineServeCommand } from './serve-command.ts'

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
    assertCommand(program, args)
    await program.parseAsync([...args], { from: 'user' })
    return DONE
  } catch (error) {
    return reportError(error, io)
  }
}

function defineProgram(io: Io): Command {
  const program = new Command('deploymock')
    .description('Simulates the Deployment Management Service.')
    .addHelpText('after', '\nThe options of a command: deploymock COMMAND --help')
  program.addCommand(defineServeCommand(io), { isDefault: true })
  program.addCommand(defineAssumptionsCommand(io))
  program.addCommand(defineScenariosCommand(io))
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride((error) => throwUsageError(error, command))
      .configureOutput({ writeOut: (text) => io.out(text.trimEnd()), writeErr: () => undefined })
  }
  return program
}

// Without this, an unknown command would be an argument too many of the default one.
function assertCommand(program: Command, [first]: readonly string[]): void {
  const names = [...program.commands.map((command) => command.name()), 'help']
  if (first === undefined || first.startsWith('-') || names.includes(first)) return
  throw new UsageError(`Failed to run "${first}": there is no such command. Commands: ${names.join(', ')}.`)
}

// Help is an exit too, of code 0.
function throwUsageError(error: CommanderError, command: Command): never {
  if (error.exitCode === 0) throw error
  const [first = ''] = error.message.replace(/^error: /, '').split('\n')
  const known = command.options.map(({ long, short }) => long ?? short).join(', ')
  const allowed = error.code === 'commander.unknownOption' ? ` Options: ${known || 'none'}.` : ''
  throw new UsageError(`Failed to read the command line: ${first.replace(/\.$/, '')}.${allowed}`)
}

function reportError(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return DONE
  io.err(error instanceof Error ? error.message : String(error))
  return error instanceof UsageError ? WRONG_USAGE : FAILED
}
