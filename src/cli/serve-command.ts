import { Command, Option } from 'commander'
import { scenarios } from '../../scenarios/index.ts'
import { createSimulator } from '../core/simulator.ts'
import { type LogEntry, serve } from '../server/index.ts'
import type { Io } from './io.ts'
import { type AssumptionOptions, addAssumptionOptions, parseFilled, parseWholeNumber } from './options.ts'
import { describeStart } from './start-message.ts'

const MOST_DEPLOYMENTS = 1_000_000
const LOG_FORMATS = ['short', 'none'] as const

interface ServeCommandOptions extends AssumptionOptions {
  scenario: string
  seed?: number
  port: number
  host: string
  deployments?: number
  log: (typeof LOG_FORMATS)[number]
  cors: boolean
}

/** `deploymock serve`, which is also what `deploymock` alone does. */
export function defineServeCommand(io: Io): Command {
  const command = new Command('serve')
    .description('serve a world over HTTP until Ctrl-C')
    .addOption(
      new Option('--scenario <name>', 'the world to serve')
        .choices(scenarios.map(({ name }) => name))
        .default('default'),
    )
    .option(
      '--seed <number>',
      'what all data is drawn from (default: the scenario’s)',
      parseWholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    )
    .option('--port <number>', 'where to listen; 0 takes any free port', parseWholeNumber(0, 65535), 4010)
    .option('--host <address>', 'the address to listen on', parseFilled, '127.0.0.1')
    .option(
      '--deployments <number>',
      'how many deployments there are (default: the scenario’s)',
      parseWholeNumber(0, MOST_DEPLOYMENTS),
    )
    .addOption(
      new Option('--log [format]', 'a line for each request, or none')
        .choices(LOG_FORMATS)
        .default('short')
        .preset('short'),
    )
    .option('--no-cors', 'keep pages of other origins out')
  return addAssumptionOptions(command).action((options: ServeCommandOptions) => runServer(options, io))
}

async function runServer(options: ServeCommandOptions, io: Io): Promise<void> {
  const { scenario, preset, assume: assumptions, seed, deployments } = options
  const simulator = createSimulator({
    scenario,
    preset,
    assumptions,
    ...(seed === undefined ? {} : { seed }),
    ...(deployments === undefined ? {} : { deployments }),
  })
  const { port, host, cors } = options
  const log = (entry: LogEntry) => io.out(formatLogEntry(entry))
  const server = await serve(simulator, { port, host, cors, ...(options.log === 'none' ? {} : { log }) })
  io.out(describeStart(simulator, server.url))
  await io.stopped
  await server.close()
  io.out('Stopped.')
}

function formatLogEntry({ method, url, status, milliseconds }: LogEntry): string {
  return `${method} ${toPrintable(url)} ${status ?? 'gone'} ${milliseconds.toFixed(1)} ms`
}

// A target may hold bytes that a terminal would obey.
function toPrintable(url: string): string {
  const plain = url.replace(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character))
  return plain.length > 200 ? `${plain.slice(0, 200)}...` : plain
}
