import { readFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { withChaosSeed } from '../../../chaos-seed.ts'
import { readChaos } from '../../../engine/faults/chaos/chaos-input.ts'
import { decodeBody } from '../../../engine/http/body.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { readSpeed, type SpeedInput } from '../../../engine/input/options/speed.ts'
import { omitUndefined } from '../../../engine/input/schemas/schema-walk.ts'
import { countOf } from '../../../engine/input/text/count-of.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { findTokenIssue, TOKEN_ADVICE } from '../../../engine/input/text/token.ts'
import { MAIN_SESSION } from '../../../engine/sessions/session-names.ts'
import { type BuildHooks, createSimulator, type Simulator } from '../../../engine/simulator/simulator.ts'
import type { SimulatorOptions } from '../../../engine/simulator/simulator-options.ts'
import { buildWorld } from '../../../entries/files/scenario-file.ts'
import { buildSnapshotWorld, openSnapshotFile, type SnapshotFile } from '../../../entries/files/snapshot-file.ts'
import { assertWritable, writeWholeFile } from '../../../entries/files/write/write-file.ts'
import { createInRun } from '../../../entries/run/create-in-run.ts'
import { withMemoryLimit } from '../../../memory-limit.ts'
import { parseHost, parseOrigin } from '../../../server/access/control-guard.ts'
import { parsePublicUrl } from '../../../server/access/public-address.ts'
import { endAll } from '../../../server/end-all.ts'
import { type LogEntry, type RunningServer, type ServeOptions, serve } from '../../../server/index.ts'
import { readVersion } from '../../../server/pages/package-version.ts'
import { service } from '../../../service/service.ts'
import type { Io } from '../io.ts'
import {
  createChoice,
  createRepeatable,
  type FileOfAssumptions,
  parseFilled,
  parseSpan,
  parseToken,
  parseWholeNumber,
  readAssumptionsOption,
} from '../options/options.ts'
import {
  assertMemory,
  collectEarly,
  parseChecked,
  parseTrustedProxies,
  readOtlpHeaders,
} from '../options/serve-values.ts'
import { addVaryOptions, readVaryOptions, type VaryCommandOptions } from '../options/vary-options.ts'
import {
  addWorldOptions,
  type OpenedScenarios,
  openScenarios,
  readAssumptions,
  readOverrides,
  type WorldOptions,
} from '../options/world-options.ts'
import { buildConsoleUrl, openConsole } from '../output/console-url.ts'
import { createStartProgress } from '../output/progress.ts'
import { describeStart, LOG_FORMATS } from '../output/serve-text.ts'
import { watchScenarios } from '../scenario-watch.ts'
import { StartError } from '../start-error.ts'

const MOST_REQUESTS = 1_000_000
const MOST_MEGABYTES = 1_000_000
const MOST_MINUTES = 1_000_000
const MOST_SECONDS = 3600

/** The options that the server takes as they are. */
type GivenToServer = Omit<ServeOptions, 'allowHosts' | 'allowOrigins' | 'handlers' | 'log' | 'otlp' | 'tls'>
/** The options that the simulator takes as they are. */
type GivenToSimulator = Pick<SimulatorOptions, 'explain' | 'journalSize' | 'memory' | 'speed' | 'strict'>

interface ServeCommandOptions
  extends WorldOptions,
    VaryCommandOptions,
    FileOfAssumptions,
    GivenToServer,
    GivenToSimulator {
  tlsCert?: string
  tlsKey?: string
  watch?: boolean
  import?: string
  exportOnExit?: string
  har?: string
  otlp?: string
  sessionMinutes?: number
  log: keyof typeof LOG_FORMATS
  open?: boolean
  tokenFile?: string
  /** Whether the token must not be printed, because whoever set it has kept it out of the arguments. */
  hidesToken?: boolean
  allowOrigin: readonly string[]
  allowHost: readonly string[]
  freezeClock?: boolean
  chaos?: string
}

/** Defines `deploymock serve`, the default command. */
export function defineServeCommand(io: Io): Command {
  const command = new Command('serve')
    .summary('serve a world over HTTP (the default command)')
    .description('Serves a world over HTTP until you press Ctrl-C.')
  addWorldOptions(command, 'the world to serve; repeat it to add worlds that can be loaded by name')
  addVaryOptions(command)
    .option('--strict', 'reject what the contract does not have, and label every response with its assumptions')
    .optionsGroup('Server:')
    .option('--port <number>', 'the port to listen on; 0 takes any free port', parseWholeNumber(0, 65535), 4010)
    .option('--host <address>', 'the address to listen on', parseFilled, '127.0.0.1')
    .option('--tls-cert <file>', 'a certificate as PEM, to serve over HTTPS; it may be replaced meanwhile', parseFilled)
    .option('--tls-key <file>', 'the private key of the certificate', parseFilled)
    .option(
      '--public-url <url>',
      'the URL of the server for its clients, if they reach it through a proxy',
      parseChecked(parsePublicUrl),
    )
    .option(
      '--trust-proxy <proxies>',
      'how many proxies may say how clients reach the server, or their addresses (default: none)',
      parseTrustedProxies,
    )
    .option(
      '--grace <seconds>',
      'how long requests in flight may take to finish when the server stops, or text such as 1m',
      parseSpan(0, MOST_SECONDS, 'seconds'),
      5,
    )
    .option('--watch', 'reload a scenario when its file changes')
    .addOption(new Option('--open', 'open the console in the browser').conflicts('console'))
    .option('--no-console', 'leave out the console, the page that shows and controls the world')
  addStateOptions(command)
  addControlOptions(command)
  return addAnswerOptions(command).action(async (options: ServeCommandOptions) => {
    const hidesToken = options.tokenFile !== undefined || command.getOptionValueSource('token') === 'env'
    const token = options.tokenFile === undefined ? options.token : await readTokenFile(options.tokenFile)
    await runServer(omitUndefined({ ...(await readAssumptionsOption(options)), hidesToken, token }), io)
  })
}

async function readTokenFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => error)
  const token = typeof text === 'string' ? text.replace(/\r?\n$/, '') : ''
  const received = typeof text === 'string' ? findTokenIssue(token) : text.message
  if (received === undefined) return token
  const advice = `Set --token-file to a file that contains only the token. ${TOKEN_ADVICE}`
  throw new OptionError({ attempt: `read the token from ${file}`, received, advice })
}

function addStateOptions(command: Command): Command {
  return command
    .optionsGroup('State:')
    .addOption(
      new Option('--import <file>', 'a snapshot to start from')
        .argParser(parseFilled)
        .conflicts(['seed', 'deployments', 'preset', 'assume', 'vary']),
    )
    .option(
      '--state <place>',
      'where to keep the sessions: a folder, or redis://HOST:6379/0 for several servers (default: in memory only)',
      parseFilled,
    )
    .option('--export-on-exit <file>', 'where to write a snapshot when the server stops', parseFilled)
    .option(
      '--session-minutes <number>',
      'how long a session lasts without a request, or text such as 8h (default: 60)',
      parseSpan(1, MOST_MINUTES, 'minutes'),
    )
    .option('--known-sessions-only', 'respond with 404 for sessions that nobody has created')
}

function addControlOptions(command: Command): Command {
  return command
    .optionsGroup('Faults, time and control API:')
    .option(
      '--chaos <level[:seed]>',
      'inject faults into this share of the requests: 0 to 1, or low, medium, high',
      parseChecked(readChaos),
    )
    .option('--freeze-clock', 'freeze the clock of the world; only the control API moves it')
    .option(
      '--speed <factor>',
      'how fast deployments and revisions go through their states: 60x, 0.5x, instant (default: 1x)',
      // What the parser accepts is a speed.
      parseChecked((text) => readSpeed(text as SpeedInput)),
    )
    .addOption(
      new Option(
        '--token <token>',
        'the token that the control API requires; DEPLOYMOCK_TOKEN can set it, too (default: none on this machine)',
      )
        .argParser(parseToken)
        .env('DEPLOYMOCK_TOKEN'),
    )
    .addOption(
      new Option('--token-file <file>', 'a file with this token, which then stands in no list of processes')
        .argParser(parseFilled)
        .conflicts('token'),
    )
    .addOption(
      createRepeatable('--allow-origin <origin>', 'an origin whose pages may use the control API, or *', parseOrigin),
    )
    .addOption(
      createRepeatable(
        '--allow-host <name>',
        'a host name that may reach the control API, besides localhost',
        parseHost,
      ),
    )
}

function addAnswerOptions(command: Command): Command {
  return command
    .optionsGroup('Requests:')
    .option('--explain', 'explain every response in a header')
    .option(
      '--memory <megabytes>',
      'the memory limit for worlds and requests (default: what Node may use)',
      parseWholeNumber(1, MOST_MEGABYTES),
    )
    .option(
      '--journal-size <number>',
      'how many requests each session keeps (default: 1000)',
      parseWholeNumber(0, MOST_REQUESTS),
    )
    .option(
      '--otlp <url>',
      'where to send traces: a collector such as http://127.0.0.1:4318; OTEL_EXPORTER_OTLP_HEADERS sets its headers',
      parseFilled,
    )
    .option('--har <file>', 'where to write the requests as a HAR file when the server stops', parseFilled)
    .addOption(
      createChoice('--log [format]', 'how to log requests', Object.keys(LOG_FORMATS)).default('short').preset('short'),
    )
    .option('--no-cors', 'block requests from pages of other origins')
}

async function runServer(options: ServeCommandOptions, io: Io): Promise<void> {
  const running = await startServer(options, io).catch((error: unknown) => {
    // Whatever it has opened.
    io.endSoon()
    throw new StartError(error)
  })
  try {
    await running?.stopped
    await running?.end()
    io.out('Stopped.')
  } finally {
    io.endSoon()
  }
}

/** Starts a server. Returns undefined if it is stopped before it listens. */
async function startServer(options: ServeCommandOptions, io: Io) {
  const { exportOnExit, har } = options
  const opened = await openScenarios(options.scenario)
  assertWatchable(options, opened)
  if (exportOnExit !== undefined) await assertWritable(exportOnExit)
  if (har !== undefined) await assertWritable(har)
  collectEarly(options.memory)
  const simulator = await prepareWorld(opened, options, io)

  // Only from here on, a signal has to stop the server and export the world.
  const stopped = io.waitForStop()
  const starting = serve(simulator, readServeOptions(options, io))
  const server = await Promise.race([starting, stopped])
  if (server === undefined) {
    io.endSoon()
    await starting.then(({ close }) => close()).catch(() => undefined)
    return undefined
  }
  const watch = options.watch === true ? watchScenarios(simulator, opened.files, options, io) : undefined
  const { publicUrl = server.url } = options
  announce(simulator, server, { ...options, publicUrl }, io)
  const steps = [
    () => watch?.close(),
    server.close,
    () => exportOnExit && exportSnapshot(simulator, exportOnExit, io),
    () => har && writeHarFile(simulator, { file: har, url: publicUrl }, io),
  ]
  return { stopped, end: () => endAll(steps) }
}

/** Prints where a server is, and opens its page if that is wanted. */
function announce(
  simulator: Simulator,
  server: RunningServer,
  { publicUrl, hidesToken, speed, ...options }: ServeCommandOptions & { readonly publicUrl: string },
  io: Io,
): void {
  const urlOf = (token: string | undefined) =>
    options.console ? buildConsoleUrl({ url: publicUrl, token }) : undefined
  const consoleUrl = urlOf(hidesToken === true ? undefined : server.token)
  const token = hidesToken === true ? '...' : server.token
  const text = describeStart(simulator, { ...server, token, publicUrl, consoleUrl, speed }, io.columns)
  // Requests to try are for a person at a terminal.
  io.out(options.log === 'json' ? text.split('\n\n', 1).join() : text)
  const page = options.open === true ? urlOf(server.token) : undefined
  if (page !== undefined) void openConsole(page, io)
}

function readServeOptions(options: ServeCommandOptions, io: Io): ServeOptions {
  const { port, host, grace, publicUrl, trustProxy, cors, console, token, log, state, knownSessionsOnly } = options
  const { tlsCert: cert, tlsKey: key, allowOrigin: allowOrigins, allowHost: allowHosts, otlp: collector } = options
  const format = LOG_FORMATS[log]
  const network = { port, host, grace, publicUrl, trustProxy, state }
  const access = { cors, console, token, allowOrigins, allowHosts, knownSessionsOnly }
  return omitUndefined({
    ...network,
    ...access,
    // The server says if one of them is missing.
    tls: cert === undefined && key === undefined ? undefined : { cert, key },
    otlp: collector === undefined ? undefined : { url: collector, headers: readOtlpHeaders() },
    log: format && ((entry: LogEntry) => io.log(format(entry))),
  }) as ServeOptions
}

function assertWatchable({ watch }: ServeCommandOptions, { files }: OpenedScenarios): void {
  if (watch !== true || files.length > 0) return
  throw new OptionError({
    attempt: 'watch',
    received: 'no scenario comes from a file',
    advice: 'Add one, such as --scenario demo.yaml.',
  })
}

async function prepareWorld(opened: OpenedScenarios, options: ServeCommandOptions, io: Io): Promise<Simulator> {
  const progress = createStartProgress(io)
  const hooks = { onProgress: progress.report, learned: options.learned }
  try {
    const imported = options.import === undefined ? undefined : await openSnapshotFile(options.import)
    return await createWorld(opened, options, { hooks, imported })
  } finally {
    progress.end()
  }
}

/** @param beginning.imported what to begin with instead of the chosen scenario */
async function createWorld(
  opened: OpenedScenarios,
  options: ServeCommandOptions,
  { hooks, imported }: { readonly hooks: BuildHooks; readonly imported: SnapshotFile | undefined },
): Promise<Simulator> {
  const served = imported === undefined ? opened.files.find(({ scenario }) => scenario === opened.chosen) : undefined
  assertMemory(options.memory)
  for (const other of opened.files) {
    if (other !== served) buildWorld(other, withMemoryLimit(readAssumptions(options)), hooks)
  }
  const settings = withMemoryLimit(withChaosSeed(readSimulatorOptions(opened, options)))
  const create = (beginning: BuildHooks = {}) =>
    createInRun(({ run }) => createSimulator(service, settings, { ...hooks, ...beginning, run }))
  if (imported !== undefined) return buildSnapshotWorld(imported, (snapshot) => create({ snapshot }))
  // With another number of deployments, the world is not the one in the file.
  if (served === undefined || options.deployments !== undefined) return create()
  return createInRun(({ run }) => buildWorld(served, settings, { ...hooks, run }))
}

function readSimulatorOptions({ chosen, files }: OpenedScenarios, options: ServeCommandOptions): SimulatorOptions {
  const { speed, chaos, explain, strict, memory, journalSize, sessionMinutes } = options
  return omitUndefined({
    scenario: chosen.name,
    scenarios: files.map(({ scenario }) => scenario),
    ...readOverrides(options),
    ...readAssumptions(options),
    clock: options.freezeClock === true ? 'frozen' : 'running',
    speed,
    vary: readVaryOptions(options),
    strict,
    explain,
    memory,
    journalSize,
    sessionMinutes,
    chaos,
  }) as SimulatorOptions
}

async function exportSnapshot(simulator: Simulator, file: string, io: Io): Promise<void> {
  await writeWholeFile(file, `${JSON.stringify(simulator.snapshot(), undefined, 2)}\n`, { replace: true })
  io.out(`Wrote a snapshot of ${quote(simulator.scenario.name)} to ${file}.`)
}

/** Writes the requests of all sessions to a HAR file, with secrets hidden. @param target.url the URL of the server */
async function writeHarFile(
  simulator: Simulator,
  { file, url }: { readonly file: string; readonly url: string },
  io: Io,
): Promise<void> {
  const { HAR_SHARE, writeHar } = await import('../../../engine/reports/har.ts')
  const urlOf = (session: string) => (session === MAIN_SESSION ? url : `${url}/_s/${session}`)
  const most = simulator.memory().limit / HAR_SHARE
  const building = { urlOf, secrets: 'hide', version: readVersion(), most } as const
  const { body, count } = writeHar(simulator.service.selectRequests(), building)
  await writeWholeFile(file, `${decodeBody(body)}\n`, { replace: true })
  io.out(`Wrote ${countOf(count, 'request')} to ${file}.`)
}
