import { Command, CommanderError, Help, type Option } from 'commander'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { showText } from '../../engine/input/text/quote.ts'
import { formatCommand } from '../../engine/input/text/shell.ts'
import { suggestWord } from '../../engine/input/text/suggestion.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'
import { readVersion } from '../../server/pages/package-version.ts'
import { defineAskCommand } from './commands/ask-command.ts'
import { defineAssumptionsCommand } from './commands/assumptions-command.ts'
import { defineCheckCommand } from './commands/check-command.ts'
import { defineCoverageCommand } from './commands/coverage-command.ts'
import { defineDocsCommand } from './commands/docs-command.ts'
import { defineDriftCommand } from './commands/drift-command.ts'
import { defineExportCommand } from './commands/export-command.ts'
import { defineHealthCommand } from './commands/health-command.ts'
import { defineInitCommand } from './commands/init-command.ts'
import { defineLearnCommand } from './commands/learn-command.ts'
import { defineMcpCommand } from './commands/mcp-command.ts'
import { defineOpenApiCommand } from './commands/openapi-command.ts'
import { defineProbeCommand } from './commands/probe-command.ts'
import { defineRecordCommand } from './commands/record-command.ts'
import { defineScenariosCommand } from './commands/scenarios-command.ts'
import { defineServeCommand } from './commands/serve-command.ts'
import { EXIT } from './exit-codes.ts'
import type { Io } from './io.ts'

/** Defines the program with all of its commands. */
export function defineProgram(io: Io, declared: ServiceDeclarations): Command {
  const serve = defineServeCommand(io, declared)
  const program = new Command('deploymock')
    .description(`Simulates the ${declared.title}. Without a command, it serves a world with these options.`)
    .option('--version', 'show the version')
    // Commander's own `version()` would need the version at every start, and reading it takes time.
    .on('option:version', () => {
      io.out(readVersion())
      throw new CommanderError(EXIT.done, 'commander.version', '')
    })
  program.addCommand(serve, { isDefault: true })
  program.addCommand(defineAssumptionsCommand(io, declared))
  program.addCommand(defineScenariosCommand(io, declared))
  program.addCommand(defineCheckCommand(io, declared))
  program.addCommand(defineExportCommand(io, declared))
  program.addCommand(defineCoverageCommand(io, declared))
  program.addCommand(defineOpenApiCommand(io, declared))
  program.addCommand(defineInitCommand(io))
  program.addCommand(defineMcpCommand(io, declared))
  program.addCommand(defineAskCommand(io))
  program.addCommand(defineProbeCommand(io, declared))
  program.addCommand(defineRecordCommand(io))
  program.addCommand(defineLearnCommand(io))
  program.addCommand(defineDriftCommand(io))
  program.addCommand(defineDocsCommand(io, declared))
  // For containers, not for people.
  program.addCommand(
    defineHealthCommand(io, (each) => defineServeCommand(each, declared)),
    { hidden: true },
  )
  setUpHelp(program, serve, io)
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride((error) => throwUsageError(error, command))
      .configureOutput({ writeOut: (text) => io.out(text.trimEnd()), writeErr: () => undefined })
  }
  return program
}

const COLUMNS = 80
const CHOICES = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const EXAMPLES = `
Examples:
  deploymock                                 the default world on port 4010
  deploymock --scenario busy --port 4999     another world on another port
  deploymock --scenario demo.yaml --watch    your own world, reloaded on changes
  deploymock --chaos 0.3:4711                faults in 30% of the requests
  deploymock export --output demo.yaml       write a scenario file to start from
  deploymock check demo.yaml                 validate that file
  deploymock probe -- npm test               find out what your tests depend on

Help for a command: deploymock COMMAND --help`

/** Sets up the help of all commands. That of the program also shows the options of the `usual` one. */
function setUpHelp(program: Command, usual: Command, io: Io): void {
  for (const command of [program, ...program.commands]) {
    command
      .optionsGroup('Options:')
      .helpOption('-h, --help', 'show this help')
      .configureHelp({ optionDescription: describeOption })
      .configureOutput({ getOutHelpWidth: () => io.columns ?? COLUMNS })
  }
  program
    .usage(`[${usual.name()}] [options]\n       deploymock COMMAND [options]`)
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', EXAMPLES)
    .configureHelp({
      optionDescription: describeOption,
      visibleOptions: (command) => [...usual.options, ...new Help().visibleOptions(command)],
    })
}

function describeOption({ description, argChoices, defaultValue, defaultValueDescription, negate }: Option): string {
  const standard = defaultValueDescription ?? (negate || defaultValue === undefined ? undefined : String(defaultValue))
  const notes = [
    ...(argChoices === undefined ? [] : [CHOICES.format(argChoices)]),
    ...(standard === undefined || standard === 'none' ? [] : [`default: ${standard}`]),
  ]
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`
}

// What was given, in a message of commander.
const GIVEN = /(?<=^unknown option '|^option '.*' argument ').*(?='$|' is invalid\. )/s

/** Throws an error of commander as one of ours. Commander also throws after it has printed help, with exit code 0. */
export function throwUsageError(error: CommanderError, command: Command): never {
  if (error.exitCode === 0) throw error
  const issue = error.message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean .*\)$/s, '')
    .replace(/\.$/, '')
    .replace(GIVEN, (text) => showText(hideValue(text, error, command)))
  throw new OptionError({
    attempt: 'read the command line',
    received: issue,
    advice: describeUsage(error, issue, command),
  })
}

// What belongs to a misspelled --header may be a credential.
function hideValue(text: string, { code }: CommanderError, command: Command): string {
  if (code !== 'commander.unknownOption' || !takesCredentials(command)) return text
  return /^--[\w-]*|^-./.exec(text)?.[0] ?? ''
}

const MISSING_OPTION = new Set(['commander.optionMissingArgument', 'commander.missingMandatoryOptionValue'])

function describeUsage({ code }: CommanderError, issue: string, command: Command): string {
  const takes = `Arguments of ${command.name()}: ${command.usage().replace('[options]', '').trim() || 'none'}.`
  const help = `See ${writeHelpCommand(command)}.`
  if (code === 'commander.missingArgument') return ` ${takes}`
  if (code === 'commander.excessArguments') return ` ${describeGiven(command)} ${takes} ${help}`
  if (MISSING_OPTION.has(code)) return help
  if (code !== 'commander.unknownOption') return ''
  if (command.name() === 'probe' && command.args[0]?.startsWith('-') === false) {
    return ` Options of the command come after --: deploymock probe -- ${formatCommand(command.args)}.`
  }
  const options = [...command.options.map(({ long }) => long ?? ''), '--help']
  const [, option = ''] = /'([^'=]*)/.exec(issue) ?? []
  return `${suggestWord(option, options)} ${help}`
}

// A header that is not quoted becomes an option and an argument, which is the credential.
function describeGiven(command: Command): string {
  if (takesCredentials(command)) return "Quote headers, such as --header 'X-Api-Key: my-key'."
  const takesWorld = command.options.some(({ long }) => long === '--scenario')
  const advice = takesWorld ? ' A world is named with --scenario.' : ''
  return `Given: ${command.args.map((each) => showText(each)).join(' ')}.${advice}`
}

function writeHelpCommand(command: Command): string {
  const names = [command.parent?.name(), command.name(), '--help']
  return names.filter((name) => name !== undefined).join(' ')
}

function takesCredentials({ options }: Command): boolean {
  return options.some(({ long }) => long === '--header')
}
