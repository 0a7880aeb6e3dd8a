// What is wrong with the command line, in our words instead of commander's.

import type { Command, CommanderError } from 'commander'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { showText } from '../../engine/input/text/quote.ts'
import { formatCommand } from '../../engine/input/text/shell.ts'
import { suggestWord } from '../../engine/input/text/suggestion.ts'

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

function describeUsage({ code }: CommanderError, issue: string, command: Command): string {
  const takes = `Arguments of ${command.name()}: ${command.usage().replace('[options]', '').trim() || 'none'}.`
  if (code === 'commander.missingArgument') return ` ${takes}`
  if (code === 'commander.excessArguments') return ` ${describeGiven(command)} ${takes}`
  if (code !== 'commander.unknownOption') return ''
  if (command.name() === 'probe' && command.args[0]?.startsWith('-') === false) {
    return ` Options of the command come after --: deploymock probe -- ${formatCommand(command.args)}.`
  }
  const options = [...command.options.map(({ long }) => long ?? ''), '--help']
  const [, option = ''] = /'([^'=]*)/.exec(issue) ?? []
  return `${suggestWord(option, options)} See ${writeHelpCommand(command)}.`
}

// A header that is not quoted becomes an option and an argument, which is the credential.
function describeGiven(command: Command): string {
  if (takesCredentials(command)) return "Quote headers, such as --header 'X-Api-Key: my-key'."
  return `Given: ${command.args.map((each) => showText(each)).join(' ')}.`
}

function writeHelpCommand(command: Command): string {
  const names = [command.parent?.name(), command.name(), '--help']
  return names.filter((name) => name !== undefined).join(' ')
}

function takesCredentials({ options }: Command): boolean {
  return options.some(({ long }) => long === '--header')
}
