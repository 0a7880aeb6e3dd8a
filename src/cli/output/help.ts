// The text of `--help`.

import { type Command, Help, type Option } from 'commander'
import type { Io } from '../io.ts'

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

/**
 * Sets up the help of the program and its commands. The program's own help also shows the options
 * of the default command.
 *
 * @param usual the default command
 */
export function setUpHelp(program: Command, usual: Command, io: Io): void {
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
