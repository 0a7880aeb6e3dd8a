import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { decodeBody } from '../../engine/http/body.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { omitUndefined } from '../../engine/input/schemas/schema-walk.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { countOf } from '../../engine/input/text/words.ts'
import { MAIN_SESSION } from '../../engine/sessions/session-names.ts'
import type { AnySimulator } from '../../engine/simulator/simulator.ts'
import { assertWritable, writeWholeFile } from '../../entries/files/write/write-file.ts'
import { endAll } from '../../server/end-all.ts'
import { type LogEntry, type RunningServer, type ServeOptions, serve } from '../../server/index.ts'
import { readVersion } from '../../server/pages/package-version.ts'
import { SERVE_OPTIONS } from '../../server/serve.ts'
import type { Io } from './io.ts'
import { readOtlpHeaders } from './options/otlp-headers.ts'
import { type OpenedScenarios, openScenarios } from './options/world-options.ts'
import { buildConsoleUrl, openConsole } from './output/console-url.ts'
import { describeStart, LOG_FORMATS } from './output/serve-text.ts'
import { watchScenarios } from './scenario-watch.ts'
import { NOT_GIVEN_TO_SERVER, pickGiven, type ServeCommandOptions } from './serve-options.ts'
import { prepareWorld } from './served-world.ts'
import { StartError } from './start-error.ts'

const GROWTH_PERCENT = 50

/** Serves a world until a signal stops the server. */
export async function runServer(options: ServeCommandOptions, io: Io): Promise<void> {
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
  const opened = await openScenarios(options.scenario, options)
  assertWatchable(options, opened)
  await assertOutputs(options)
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

/** Checks that what is written at the end can be written, and replaces nothing else. @throws OptionError */
async function assertOutputs(options: ServeCommandOptions): Promise<void> {
  const { exportOnExit, har, scenario, assumptions, tokenFile, tlsCert, tlsKey } = options
  const read = [...scenario, assumptions, tokenFile, tlsCert, tlsKey]
  // The next start can begin with what this one ends with.
  const outputs = [
    [exportOnExit, read],
    [har, [...read, options.import, exportOnExit]],
  ] as const
  for (const [file, others] of outputs) {
    if (file === undefined) continue
    await assertWritable(file)
    const isTaken = others.some((other) => other !== undefined && resolve(other) === resolve(file))
    const advice = 'Name another file.'
    if (isTaken) throw new OptionError({ attempt: `write ${file}`, received: 'another option names it, too', advice })
  }
}

interface AnnouncedOptions extends ServeCommandOptions {
  readonly publicUrl: string
}

/** Prints where a server is, and opens its page if that is wanted. */
function announce(
  simulator: AnySimulator,
  server: RunningServer,
  { publicUrl, hidesToken, speed, ...options }: AnnouncedOptions,
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
  const { tlsCert: cert, tlsKey: key, allowOrigin: allowOrigins, allowHost: allowHosts, otlp: collector } = options
  const format = LOG_FORMATS[options.log]
  // The compiler misses one that nobody gives to the server.
  const others: Readonly<Record<Exclude<(typeof NOT_GIVEN_TO_SERVER)[number], 'handlers'>, unknown>> = {
    allowOrigins,
    allowHosts,
    // The server says if one of them is missing.
    tls: cert === undefined && key === undefined ? undefined : { cert, key },
    otlp: collector === undefined ? undefined : { url: collector, headers: readOtlpHeaders() },
    log: format && ((entry: LogEntry) => io.log(format(entry))),
  }
  return omitUndefined({ ...pickGiven(options, SERVE_OPTIONS, NOT_GIVEN_TO_SERVER), ...others }) as ServeOptions
}

function assertWatchable({ watch }: ServeCommandOptions, { files }: OpenedScenarios): void {
  if (watch !== true || files.length > 0) return
  throw new OptionError({
    attempt: 'watch',
    received: 'no scenario comes from a file',
    advice: 'Add one, such as --scenario demo.yaml.',
  })
}

async function exportSnapshot(simulator: AnySimulator, file: string, io: Io): Promise<void> {
  await writeWholeFile(file, `${JSON.stringify(simulator.snapshot(), undefined, 2)}\n`, { replace: true })
  io.out(`Wrote a snapshot of ${quote(simulator.scenario.name)} to ${file}.`)
}

interface HarFile {
  readonly file: string
  readonly url: string
}

/** Writes the requests of all sessions to a HAR file, with secrets hidden. @param target.url the URL of the server */
async function writeHarFile(simulator: AnySimulator, { file, url }: HarFile, io: Io): Promise<void> {
  const { HAR_SHARE, writeHar } = await import('../../engine/reports/har.ts')
  const urlOf = (session: string) => (session === MAIN_SESSION ? url : `${url}/_s/${session}`)
  const most = simulator.memory().limit / HAR_SHARE
  const { access } = simulator.service.declared
  const building = { access, urlOf, secrets: 'hide', version: readVersion(), most } as const
  const { body, count } = writeHar(simulator.service.selectRequests(), building)
  await writeWholeFile(file, `${decodeBody(body)}\n`, { replace: true })
  io.out(`Wrote ${countOf(count, 'request')} to ${file}.`)
}

/** Lets Node collect garbage early, if the user limits the memory. By default, its heap grows to twice its use. */
function collectEarly(megabytes: number | undefined): void {
  if (megabytes !== undefined) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
