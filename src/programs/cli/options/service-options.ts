// The options of the commands that read a real service: which one, with which credentials, and how fast.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { OptionError, type Problem } from '../../../engine/input/options/option-error.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import { readText } from '../../../entries/files/read/read-text.ts'
import { readTraffic, type Traffic } from '../../real-service/har/traffic.ts'
import { parseServiceUrl } from '../../real-service/reader/base-url.ts'
import { type Header, isHeaderName, joinHeaders, parseHeader } from '../../real-service/reader/credentials.ts'
import { READER_DEFAULTS, type Reader, type ReaderOptions } from '../../real-service/reader/reader.ts'
import { createRepeatable, parseFilled, parseSpan, parseWholeNumber } from './options.ts'

export interface ServiceCommandOptions {
  header: readonly Header[]
  headerFile: readonly string[]
  headerEnv: readonly HeaderVariable[]
  rate: number
  requests: number
  /** In seconds. */
  timeout: number
  dryRun?: true
  json?: true
  har?: readonly string[]
}

export interface ServiceSettings {
  /** What `createReader` takes. */
  readonly reader: Required<Pick<ReaderOptions, 'headers' | 'rate' | 'requests' | 'timeout'>>
  /** Whether to print what would be sent, and send nothing. */
  readonly isDryRun: boolean
  /** Whether the result is printed as JSON. */
  readonly isJson: boolean
}

/** A header whose value is in an environment variable. */
interface HeaderVariable {
  readonly name: string
  readonly variable: string
}

const LEAST_RATE = 0.01
const MOST_RATE = 100
const MOST_REQUESTS = 1_000_000
const MOST_SECONDS = 3600
const MOST_MEGABYTES = 1

/** Adds the argument and the options that read a real service to a command. */
export function addServiceOptions(command: Command): Command {
  command.argument('[url]', 'the URL of the service, without the path of an operation', parseServiceUrl)
  command
    .optionsGroup('Credentials:')
    .addOption(createRepeatable('--header <name: value>', 'a header to send', (text) => parseHeader(text, '--header')))
    .addOption(createRepeatable('--header-file <file>', 'a file with such headers, each on a line', parseFilled))
    .addOption(
      createRepeatable(
        '--header-env <name=variable>',
        'a header, and the variable with its value',
        parseHeaderVariable,
      ),
    )
  command
    .optionsGroup('Requests:')
    .option('--rate <number>', 'how many requests are sent in a second at most', parseRate, READER_DEFAULTS.rate)
    .option(
      '--requests <number>',
      'how many requests are sent in all at most',
      parseWholeNumber(1, MOST_REQUESTS),
      READER_DEFAULTS.requests,
    )
    .option(
      '--timeout <seconds>',
      'how long a response may take, or text such as 1m',
      parseSpan(1, MOST_SECONDS, 'seconds'),
      READER_DEFAULTS.timeout / 1000,
    )
    .option('--dry-run', 'print what would be sent, and send nothing')
  return command.optionsGroup('Output:').option('--json', 'print the result as JSON')
}

export function createHarOption(): Option {
  return createRepeatable('--har <file>', 'a HAR file to read instead of the service; nothing is sent', parseFilled)
}

/** Finds the service with the URL, or that of HAR files. @throws OptionError if none is named, or several are */
export async function findService(
  attempt: string,
  url: string | undefined,
  { har = [], dryRun }: Pick<ServiceCommandOptions, 'har' | 'dryRun'>,
): Promise<{ readonly url: string; readonly traffic?: Traffic }> {
  const buildError = (received: string, advice: string) => new OptionError({ attempt, received, advice })
  if (har.length > 0) {
    if (dryRun) throw buildError('--dry-run and --har exclude each other', '--har sends nothing.')
    const traffic = await readTraffic(har, url)
    return { url: traffic.url, traffic }
  }
  if (url !== undefined) return { url }
  throw buildError('there is neither a URL nor --har', 'Name the URL of the service, or a HAR file with its requests.')
}

/** Says how many requests of HAR files were used, and how many were not, and why; nothing if there are no files. */
export function describeTraffic(
  { url, sent }: Pick<Reader, 'url' | 'sent'>,
  traffic: Pick<Traffic, 'ignored'> | undefined,
): readonly string[] {
  if (traffic === undefined) return []
  const rest = Array.from(traffic.ignored, ([why, count]) => `Left out: ${countOf(count, 'request')} ${why}`)
  return [`Read ${countOf(sent, 'request')} to ${url}. Nothing was sent.`, ...rest]
}

/** Creates an option that is known only to say why there is none. */
export function createRefusedOption(flags: string, name: string, problem: Omit<Problem, 'attempt'>): Option {
  // Without a preset, the parser is not called if there is no value.
  return new Option(flags)
    .hideHelp()
    .preset('')
    .argParser(() => {
      throw new OptionError({ attempt: `use ${name}`, ...problem })
    })
}

/** Reads the options, and the headers in files and variables. @throws OptionError or FileError without their values */
export async function readServiceOptions(
  options: ServiceCommandOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ServiceSettings> {
  const { header, headerFile, headerEnv, rate, requests, timeout, dryRun = false, json = false } = options
  const fromFiles = await Promise.all(headerFile.map(readHeaderFile))
  const fromVariables = headerEnv.map((each) => readHeaderVariable(each, environment))
  const headers = joinHeaders([...fromFiles.flat(), ...fromVariables, ...header])
  return { reader: { headers, rate, requests, timeout: timeout * 1000 }, isDryRun: dryRun, isJson: json }
}

function parseRate(text: string): number {
  const rate = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text) && rate >= LEAST_RATE && rate <= MOST_RATE) return rate
  throw new InvalidArgumentError(`Allowed: a number from ${LEAST_RATE} to ${MOST_RATE}.`)
}

// Not an InvalidArgumentError, because its message would repeat the text, which may be the credential itself.
function parseHeaderVariable(text: string): HeaderVariable {
  const [name = '', variable = '', ...rest] = text.split('=').map((part) => part.trim())
  if (isHeaderName(name) && /^[A-Za-z_]\w*$/.test(variable) && rest.length === 0) return { name, variable }
  throw new OptionError({
    attempt: 'read --header-env',
    received: 'it does not consist of a header and the name of a variable',
    advice: 'Allowed: NAME=VARIABLE, such as X-Api-Key=LANGSMITH_API_KEY.',
  })
}

function readHeaderVariable({ name, variable }: HeaderVariable, environment: NodeJS.ProcessEnv): Header {
  const value = environment[variable] ?? ''
  if (value.trim() !== '') return parseHeader(`${name}: ${value}`, `the variable of --header-env ${name}`)
  throw new OptionError({
    attempt: `read the variable of --header-env ${name}`,
    received: 'it is not set, or empty',
    advice: `Set it. Allowed: the name of a variable, such as ${name}=LANGSMITH_API_KEY, not the value.`,
  })
}

async function readHeaderFile(file: string): Promise<readonly Header[]> {
  const lines = (await readText(file, MOST_MEGABYTES)).split('\n').map((line) => line.trim())
  return lines.flatMap((line, index) =>
    line === '' || line.startsWith('#') ? [] : [parseHeader(line, `line ${index + 1} of ${file}`)],
  )
}
