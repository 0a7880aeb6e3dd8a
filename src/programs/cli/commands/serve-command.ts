import { readFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { readChaos } from '../../../engine/faults/chaos/chaos-input.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { readSpeed, type SpeedInput } from '../../../engine/input/options/speed.ts'
import { omitUndefined } from '../../../engine/input/schemas/schema-walk.ts'
import { findTokenIssue, TOKEN_ADVICE } from '../../../engine/input/text/token.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { parseHost, parseOrigin } from '../../../server/access/control-guard.ts'
import { parsePublicUrl } from '../../../server/access/public-address.ts'
import { addServiceOption } from '../declared-service.ts'
import type { Io } from '../io.ts'
import {
  createChoice,
  createRepeatable,
  parseFilled,
  parseSpan,
  parseToken,
  parseWholeNumber,
  readAssumptionsOption,
} from '../options/options.ts'
import { addVaryOptions } from '../options/vary-options.ts'
import { addWorldOptions } from '../options/world-options.ts'
import { LOG_FORMATS } from '../output/serve-text.ts'
import { runServer } from '../run-server.ts'
import type { ServeCommandOptions } from '../serve-options.ts'

const MOST_REQUESTS = 1_000_000
const MOST_MEGABYTES = 1_000_000
const MOST_MINUTES = 1_000_000
const MOST_SECONDS = 3600

/** Defines `deploymock serve`, the default command. */
export function defineServeCommand(io: Io, declared: ServiceDeclarations): Command {
  const command = new Command('serve')
    .summary('serve a world over HTTP (the default command)')
    .description('Serves a world over HTTP until you press Ctrl-C.')
  addWorldOptions(
    addServiceOption(command.optionsGroup('World:')),
    declared,
    'the world to serve; repeat it to add worlds that can be loaded by name',
  )
  addVaryOptions(command, declared)
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
  addStateOptions(command, declared)
  addControlOptions(command)
  return addAnswerOptions(command).action(async (options: ServeCommandOptions) => {
    const hidesToken = options.tokenFile !== undefined || command.getOptionValueSource('token') === 'env'
    const token = options.tokenFile === undefined ? options.token : await readTokenFile(options.tokenFile)
    await runServer(omitUndefined({ ...(await readAssumptionsOption(options, declared)), hidesToken, token }), io)
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

function addStateOptions(command: Command, { mainResource }: ServiceDeclarations): Command {
  return command
    .optionsGroup('State:')
    .addOption(
      new Option('--import <file>', 'a snapshot to start from')
        .argParser(parseFilled)
        .conflicts(['seed', mainResource, 'preset', 'assume', 'vary']),
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
      parseWholeNumber(1, MOST_MEGABYTES, 'a whole number of megabytes'),
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

/** Creates a parser that only checks a text. @param check throws if it is invalid */
function parseChecked(check: (text: string) => unknown): (text: string) => string {
  return (text) => {
    check(text)
    return text
  }
}

/** Parses the text of `--trust-proxy`: a number, or addresses that the server checks. */
function parseTrustedProxies(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}
