import { access, readFile } from 'node:fs/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { OptionError, ProblemError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { suggestWord } from '../../engine/input/text/suggestion.ts'
import { formatOf } from '../../files/read/source-file.ts'
import { assertWritable, writeWholeFile } from '../../files/write/write-file.ts'
import type { Reader } from '../../real-service/reader/reader.ts'
import { type Keepable, keepable } from '../../real-service/record/kinds.ts'
import { writeRecording } from '../../real-service/record/recording.ts'
import { readRecords, type ServiceRecords } from '../../real-service/records/records.ts'
import { PRESETS, type Preset } from '../../service/assumptions/register.ts'
import type { Io } from '../io.ts'
import { createChoice, parseFilled, parseWholeNumber } from '../options/options.ts'

interface RecordCommandOptions {
  preset: Preset
  only?: readonly string[]
  limit?: number
  keep: readonly Keepable[]
  key?: string
  out?: string
  force?: boolean
}

/** Opens the reader of a service with the options of a command. */
export type OpenReader = (url: string, options: object) => Reader

const MOST_RECORDS = 1_000_000
const LEAST_KEY_BYTES = 16

const HELP = `
The command only reads. It replaces names, ids, hosts, texts and secrets, so that
equal ones stay equal and different ones different, and moves all times by the
same amount. Statuses, types, flags and numbers stay. Before it writes, it looks
for every text that it has read in what it is about to write, and writes nothing
if one is there.

Examples:
  deploymock record https://api.example.com --out world.yaml
  deploymock record https://api.example.com --only deployments --limit 200
  deploymock serve --scenario world.yaml`

/** Defines `deploymock record`, which writes a world like that of a real service, without anything private. */
export function defineRecordCommand(io: Io, openReader: OpenReader): Command {
  const command = new Command('record')
    .summary('write a world like that of a real service, without anything private')
    .description('Writes the records of a real service as a scenario file, with other names, ids, texts and times.')
    .argument('<url>', 'the base URL of the service', parseFilled)
    .addHelpText('after', HELP)
  // Here: addServiceOptions(command), with the options that all commands for real services share.
  command
    .optionsGroup('Records:')
    .addOption(
      createChoice('--preset <name>', 'which operations the service has', PRESETS).default('langsmith', 'langsmith'),
    )
    .option('--only <resources>', 'the only records to read, separated by commas (default: all)', parseList)
    .option(
      '--limit <number>',
      'how many records of each list to read (default: all)',
      parseWholeNumber(1, MOST_RECORDS),
    )
    .optionsGroup('Output:')
    .addOption(
      new Option('--keep <what>', `what to write as it is, separated by commas: ${Object.keys(keepable).join(', ')}`)
        .argParser(parseKeep)
        .default([], 'nothing'),
    )
    .option(
      '--key <file>',
      'a file with a secret; with the same one, names stay the same (default: a new one)',
      parseFilled,
    )
    .option('--out <file>', 'the file to write, ending in .yaml or .json (default: standard output)', parseFilled)
    .option('--force', 'replace the file if it exists')
  return command.action((url: string, options: RecordCommandOptions) => record(url, options, { io, openReader }))
}

function parseList(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((each) => each.trim())]
}

function parseKeep(text: string, before: readonly Keepable[]): readonly Keepable[] {
  return [...before, ...parseList(text).map(toKeepable)]
}

function toKeepable(text: string): Keepable {
  const known = Object.keys(keepable) as Keepable[]
  const found = known.find((each) => each === text)
  if (found !== undefined) return found
  throw new InvalidArgumentError(
    `${suggestWord(text, known)} Allowed: ${known.join(', ')}. Secrets and environments are always replaced.`.trim(),
  )
}

async function record(
  url: string,
  options: RecordCommandOptions,
  { io, openReader }: { readonly io: Io; readonly openReader: OpenReader },
): Promise<void> {
  const { preset, only, limit, keep, out, force = false } = options
  const key = options.key === undefined ? undefined : await readKey(options.key)
  if (out !== undefined) await assertFree(out, force)
  if (keep.length > 0) io.err(describeKept(keep))
  const reader = openReader(url, options)
  const records = await readRecords(reader, {
    preset,
    ...(only === undefined ? {} : { only }),
    ...(limit === undefined ? {} : { limit }),
  })
  const { text, misfits } = await writeRecording(records, {
    url: reader.url,
    keep,
    ...(key === undefined ? {} : { key }),
    format: formatOf(out ?? ''),
  })
  for (const problem of records.missing) io.err(`Not read: ${problem}`)
  if (misfits.length > 0) io.err(`Not written, because a world cannot contain it: ${misfits.join(', ')}`)
  if (out === undefined) return io.out(text.trimEnd())
  await writeWholeFile(out, text, { replace: force })
  io.out(`Wrote ${describeCounts(records)} to ${out}.`)
}

// Before the service is read, because that can take long.
async function assertFree(file: string, force: boolean): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere && !force) {
    throw new ProblemError({
      attempt: `write ${file}`,
      received: 'it already exists',
      advice: 'Name another file, or add --force to replace it.',
    })
  }
  await assertWritable(file)
}

async function readKey(file: string): Promise<Uint8Array> {
  const attempt = `read the key ${quote(file)}`
  const advice = `Write at least ${LEAST_KEY_BYTES} random bytes into it, and keep it secret.`
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new OptionError({ attempt, received: error.code === 'ENOENT' ? 'it does not exist' : error.message, advice })
  })
  if (bytes.length >= LEAST_KEY_BYTES) return bytes
  throw new OptionError({ attempt, received: `it has ${bytes.length} bytes`, advice })
}

function describeKept(keep: readonly Keepable[]): string {
  return `Warning: --keep ${keep.join(',')} writes the ${keep.join(', ')} of the service as they are. Everyone who gets the file can read them. Secrets are replaced nevertheless.`
}

function describeCounts({ records }: ServiceRecords): string {
  const counts = [...records].filter(([, { length }]) => length > 0).map(([name, { length }]) => `${length} ${name}`)
  return counts.length === 0 ? 'no records' : counts.join(', ')
}
