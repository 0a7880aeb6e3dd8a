import { Command, CommanderError } from 'commander'
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
import { setUpHelp, throwUsageError } from './output/usage.ts'

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
