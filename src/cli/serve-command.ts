import { getHeapStatistics } from 'node:v8'
import { Command, Option } from 'commander'
import { scenarios } from '../../scenarios/index.ts'
import { OptionError } from '../core/option-error.ts'
import { createSimulator } from '../core/simulator.ts'
import { type LogEntry, serve } from '../server/index.ts'
import type { Io } from './io.ts'
import { type AssumptionOptions, addAssumptionOptions, parseFilled, parseWholeNumber } from './options.ts'
import { describeStart } from './start-message.ts'

const MOST_DEPLOYMENTS = 1_000_000
// Measured with a hundred thousand and a million, and rounded up.
const BYTES_PER_DEPLOYMENT = 3000
const MEGABYTE = 1024 * 1024
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
  assertFits(deployments ?? 0)
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

// Better said beforehand than found out by the process: without room it dies, and says only that.
function assertFits(deployments: number): void {
  const room = getHeapStatistics().heap_size_limit
  const most = Math.floor(room / BYTES_PER_DEPLOYMENT)
  if (deployments <= most) return
  const needed = Math.ceil((deployments * BYTES_PER_DEPLOYMENT) / MEGABYTE)
  throw new OptionError(
    `Failed to serve ${deployments} deployments: they take about ${needed} MB, and Node may use ${Math.floor(room / MEGABYTE)} MB. ` +
      `Ask for ${most} at most, or start with NODE_OPTIONS=--max-old-space-size=${needed + 512}.`,
  )
}

function formatLogEntry({ method, url, status, milliseconds }: LogEntry): string {
  return `${method} ${toPrintable(url)} ${status ?? 'gone'} ${milliseconds.toFixed(1)} ms`
}

// A target may hold bytes that a terminal would obey.
function toPrintable(url: string): string {
  const plain = url.replace(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character))
  return plain.length > 200 ? `${plain.slice(0, 200)}...` : plain
}
