import { Command, InvalidArgumentError } from 'commander'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { createSimulator } from '../../../engine/simulator/simulator.ts'
import { assertWritable, writeWholeFile } from '../../../entries/files/write/write-file.ts'
import { withMemoryLimit } from '../../../memory-limit.ts'
import { addServiceOption } from '../declared-service.ts'
import type { Io } from '../io.ts'
import { DEFAULT_SERVER, type OfService, parseFilled, readAssumptionsOption } from '../options/options.ts'
import { addWorldOptions, openWorld, type WorldOptions } from '../options/world-options.ts'

interface OpenApiCommandOptions extends WorldOptions {
  server: string
  output?: string
  force?: boolean
}

/** Defines `deploymock openapi`, which writes the OpenAPI document of the service. */
export function defineOpenApiCommand(io: Io, declared: ServiceDeclarations): Command {
  const command = new Command('openapi')
    .summary('write the OpenAPI document of the service')
    .description(
      'Writes the OpenAPI document of the service under a set of assumptions. What the contract leaves open is marked with the assumption that decides it.',
    )
  return addWorldOptions(
    addServiceOption(command.optionsGroup('World:')),
    declared,
    'the world that the examples come from',
  )
    .optionsGroup('Output:')
    .option('--server <url>', 'the URL of the service in the document', parseServer, DEFAULT_SERVER)
    .option('--output <file>', 'the file to write (default: standard output)', parseFilled)
    .option('--force', 'replace the file if it exists')
    .action(async (options: OpenApiCommandOptions) => writeDocument(await readAssumptionsOption(options, declared), io))
}

async function writeDocument(options: OpenApiCommandOptions & OfService, io: Io): Promise<void> {
  const { server, output, force = false } = options
  if (output !== undefined) await assertWritable(output, { replace: force })
  const simulator = createSimulator(options.declared, withMemoryLimit(await openWorld(options)))
  const document = await simulator.openapi({ server: server.replace(/\/+$/, '') })
  const text = JSON.stringify(document, null, 2)
  if (output === undefined) return io.out(text)
  await writeWholeFile(output, `${text}\n`, { replace: force })
  io.out(`Wrote the OpenAPI document to ${output}.`)
}

// A document may name its server by a path.
function parseServer(text: string): string {
  if (text.trim() !== '' && URL.canParse(text, DEFAULT_SERVER)) return text
  throw new InvalidArgumentError(`Allowed: a URL such as ${DEFAULT_SERVER}, or a path.`)
}
