import { readFile } from 'node:fs/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { OptionError, ProblemError } from '../../../engine/input/options/option-error.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import { formatOf } from '../../../entries/files/read/source-file.ts'
import { assertWritable, writeWholeFile } from '../../../entries/files/write/write-file.ts'
import { findSchema } from '../../../entries/files/write/write-scenario.ts'
import { PRESETS } from '../../../service/assumptions/presets.ts'
import type { Preset } from '../../../service/types.ts'
import { readTrafficRecords } from '../../real-service/har/traffic-records.ts'
import { createReader, type Reader } from '../../real-service/reader/reader.ts'
import { type Keepable, keepable } from '../../real-service/record/kinds.ts'
import { writeRecording } from '../../real-service/record/recording.ts'
import { listRequests } from '../../real-service/records/dry-run.ts'
import { type ReadOptions, readRecords, type ServiceRecords } from '../../real-service/records/records.ts'
import { RECORDED } from '../../real-service/records/sources.ts'
import type { Io } from '../io.ts'
import { type CommandSurroundings, openService } from '../open-service.ts'
import { createChoice, parseFilled, parseWholeNumber } from '../options/options.ts'
import {
  addServiceOptions,
  createHarOption,
  createRefusedOption,
  describeTraffic,
  findService,
  readServiceOptions,
  type ServiceCommandOptions,
} from '../options/service-options.ts'
import { printDryRun } from '../output/dry-run.ts'

interface RecordCommandOptions extends ServiceCommandOptions {
  preset: Preset
  only?: readonly string[]
  limit?: number
  keep: readonly Keepable[]
  key?: string
  out?: string
  force?: boolean
}

const MOST_RECORDS = 1_000_000
const LEAST_KEY_BYTES = 16

const HELP = `
The command only reads. It replaces names, ids, hosts, texts and secrets, so
that equal ones stay equal and different ones different, and moves all times by
the same amount. Statuses, types, flags and the contract's numbers stay. At the
end, it checks the new file for texts of the service. If it finds one, it writes
nothing. Ctrl-C ends it at once, and then nothing is written.

With --har, nothing is sent: the world has the records that the responses in HAR
files contain, each as it was last. What they do not show is printed.

Exit code: 0 if a world was written, 1 if there are no records, if a list could
not be read that the service does not refuse (the world has the others), or if a
text of the service would be written, 2 for wrong usage, 3 if the service cannot
be reached or refuses the credentials, 130 after Ctrl-C.

Examples:
  export KEY=my-key
  deploymock record https://api.example.com --header-env X-Api-Key=KEY --dry-run
  deploymock record https://api.example.com --out world.yaml
  deploymock record https://api.example.com --only deployments --limit 200
  deploymock record --har browser.har --out world.yaml
  deploymock --scenario world.yaml`

/** Defines `deploymock record`, which writes a world like that of a real service, without anything private. */
export function defineRecordCommand(io: Io, openReader = createReader): Command {
  const command = new Command('record')
    .summary('write a world like a real service, without its secrets')
    .description(
      'Reads the records of a real service, and writes them as a scenario file, with other names, ids, texts and times.',
    )
    .addHelpText('after', HELP)
  addServiceOptions(command)
  command
    .option('--out <file>', 'the file to write, ending in .yaml or .json (default: standard output)', parseFilled)
    .option('--force', 'replace the file if it exists')
    .addOption(
      new Option('--keep <what>', `what to write as it is, separated by commas: ${Object.keys(keepable).join(', ')}`)
        .argParser(parseKeep)
        .default([], 'nothing'),
    )
    .option('--key <file>', 'a file with a secret, for the same names every time (default: a new one)', parseFilled)
    .addOption(
      createRefusedOption('--resume [file]', '--resume', {
        received: 'the records as they were read would have to be on disk, and they never are',
        advice: 'Record again. --only and --limit read fewer records.',
      }),
    )
    .optionsGroup('Records:')
    .addOption(createHarOption())
    .addOption(
      createChoice('--preset <name>', 'which operations the service has', PRESETS).default('langsmith', 'langsmith'),
    )
    .option('--only <resources>', `the only records to read, separated by commas: ${RECORDED.join(', ')}`, parseList)
    .option(
      '--limit <number>',
      'how many records of each list to read (default: all)',
      parseWholeNumber(1, MOST_RECORDS),
    )
  return command.action((url: string | undefined, options: RecordCommandOptions) =>
    record(url, options, { io, openReader }),
  )
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
  given: string | undefined,
  options: RecordCommandOptions,
  { io, openReader }: CommandSurroundings,
): Promise<void> {
  const { keep, out, force = false } = options
  const settings = await readServiceOptions(options)
  const { url, traffic } = await findService('record', given, options)
  if (settings.isDryRun) {
    return printDryRun(await listRequests(url, pickRecords(options)), settings, { io, others: OTHERS })
  }
  const key = options.key === undefined ? undefined : await readKey(options.key)
  if (out !== undefined) await assertWritable(out, { replace: force })
  if (keep.length > 0) io.err(describeKept(keep))
  const describe = ({ sent }: Reader) => ({
    attempt: `record ${url}`,
    received: `it was interrupted after ${countOf(sent, 'request')}`,
    advice: 'Nothing was written.',
  })
  const { reader, progress } = openService(url, settings, { io, openReader, describe })
  const read = async () =>
    traffic === undefined
      ? readRecords(reader, {
          ...pickRecords(options),
          onResource: (name) => progress.onPhase(`Reading the ${name}`),
          onPlan: progress.onPlan,
        })
      : readTrafficRecords(traffic, pickRecords(options))
  const records = await read().finally(progress.end)
  for (const line of describeTraffic({ url, sent: traffic?.exchanges.length ?? 0 }, traffic)) io.err(line)
  for (const line of describeGaps(records)) io.err(line)
  assertFound(reader, countAll(records.records), 'it returned no records')
  const format = out === undefined && settings.isJson ? 'json' : formatOf(out ?? '')
  progress.onPhase('Replacing what is private')
  const { text, written, misfits } = await writeRecording(records, {
    url: reader.url,
    keep,
    ...(key !== undefined && { key }),
    format,
    schema: findSchema(out),
  }).finally(progress.end)
  if (misfits.length > 0)
    io.err(`Made up or left out, because no response has it or a world cannot contain it: ${misfits.join(', ')}`)
  const counts = countAll(written)
  assertFound(reader, counts, 'a world can contain none of its records')
  if (out !== undefined) await writeWholeFile(out, text, { replace: force })
  io.out(describeWritten(records, { text, counts, misfits, out, isJson: settings.isJson }))
  assertFinished(reader, records)
}

interface WrittenScenario {
  readonly text: string
  readonly counts: RecordCounts
  readonly misfits: readonly string[]
  readonly out: string | undefined
  readonly isJson: boolean
}

function describeWritten(
  { missing, moved }: ServiceRecords,
  { text, counts, misfits, out, isJson }: WrittenScenario,
): string {
  if (out === undefined) return text.trimEnd()
  if (!isJson) return `Wrote ${out} (${describeCounts(counts)}).`
  return JSON.stringify({ file: out, records: counts, missing, misfits, assumptions: moved }, null, 2)
}

/** Ends with an error if the world lacks what the service has, because its lists could not be read. */
function assertFinished({ url }: Reader, { unfinished = new Set() }: ServiceRecords): void {
  if (unfinished.size === 0) return
  throw new ProblemError({
    attempt: `record all of ${url}`,
    received: `not all ${[...unfinished].join(', ')} could be read`,
    advice: 'The world has what was read. Record again, or choose with --only.',
  })
}

function pickRecords({ preset, only, limit }: RecordCommandOptions): ReadOptions {
  return { preset, ...(only !== undefined && { only }), ...(limit !== undefined && { limit }) }
}

const OTHERS = `.
A list of more than 100 records takes more of them, and {...} stands for each id. What responds 404 may be
looked for at other paths. `

/** What people should know about what was read. */
function describeGaps({ missing, moved = {}, preset, records }: ServiceRecords): readonly string[] {
  const differences = Object.entries(moved).map(([id, value]) => `${id}=${value}`)
  const lost = countLost(records)
  return [
    ...(lost === 0
      ? []
      : [
          `${countOf(lost, 'deployment')} with a listener that the service does not list: deploymock check warns of it.`,
        ]),
    ...missing.map((problem) => `Not read: ${problem}`),
    ...(differences.length === 0
      ? []
      : [`Found at other paths than the preset ${preset} has: ${differences.join(', ')}`]),
  ]
}

/** Counts the deployments with a listener that is in no list. Whoever reads all listeners has no others to add. */
function countLost(records: ServiceRecords['records']): number {
  const listed = records.get('listeners')
  if (listed === undefined) return 0
  const ids = new Set(listed.map(({ id }) => id))
  return (records.get('deployments') ?? []).filter(({ source_config: config }) => {
    const id = isRecord(config) ? config.listener_id : undefined
    return typeof id === 'string' && !ids.has(id)
  }).length
}

function assertFound({ url }: Reader, counts: RecordCounts, received: string): void {
  if (Object.values(counts).some((count) => count > 0)) return
  throw new ProblemError({
    attempt: `record ${url}`,
    received: `${received}, so nothing was written`,
    advice: 'Check what the credentials give access to.',
  })
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

type RecordCounts = Readonly<Record<string, number>>

function describeCounts(counts: RecordCounts): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  return some.map(([name, count]) => `${name}: ${count.toLocaleString('en-US')}`).join(', ')
}

function countAll(records: ReadonlyMap<string, readonly unknown[]>): RecordCounts {
  return Object.fromEntries([...records].map(([name, { length }]) => [name, length]))
}
