import { Command } from 'commander'
import { ProblemError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import { connect } from '../../../entries/client/connect.ts'
import { acceptDifferences, type LearnedFile, readLearned } from '../../../entries/files/assumptions-file.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { service } from '../../../service/service.ts'
import type { AssumptionId, AssumptionOverrides, Preset, RegisterEntry } from '../../../service/types.ts'
import {
  type ChangedAssumption,
  type Difference,
  type Drift,
  findDrift,
  findDriftOfTraffic,
  isNone,
} from '../../real-service/drift/drift.ts'
import { readHarRequests, readTracedRequests, selectReads } from '../../real-service/drift/requests-of-tests.ts'
import { prepareTraffic } from '../../real-service/har/learn-traffic.ts'
import { keyOfDeviation } from '../../real-service/learn/differences.ts'
import { UncheckedError } from '../../real-service/reader/errors.ts'
import { formatRequest, type ReadRequest } from '../../real-service/reader/messages.ts'
import { findOwnPaths } from '../../real-service/reader/own-paths.ts'
import { createReader, type Reader } from '../../real-service/reader/reader.ts'
import { listRequests } from '../../real-service/records/dry-run.ts'
import type { Io } from '../io.ts'
import { type CommandSurroundings, openService } from '../open-service.ts'
import { createChoice, createRepeatable, parseFilled } from '../options/options.ts'
import {
  addServiceOptions,
  createRefusedOption,
  describeTraffic,
  findService,
  readServiceOptions,
  type ServiceCommandOptions,
} from '../options/service-options.ts'
import { OTHERS_OF_LEARNING, printDryRun } from '../output/dry-run.ts'

interface DriftCommandOptions extends ServiceCommandOptions {
  against: string
  har: readonly string[]
  trace: readonly string[]
  journal: readonly string[]
  format: DriftFormat
  accept?: true
  allowUnchecked?: true
}

const HELP = `
The command only reads. It reads the records of the service, and asks a
simulator with the same records and the learned assumptions what the service
should answer. So other records are no drift. What differs is looked at a
second time before it is reported.

The requests of tests come from a folder that DEPLOYMOCK_TRACE named, from a
HAR file, or from the request log of a running simulator. Those that only read
are sent, too, and the report says which of them rely on what changed.

Without a URL, nothing is sent: the requests of the HAR files and their
responses are compared, as far as the files show which records there were.

Exit code: 0 if nothing differs, 1 if something does, 2 for wrong usage, 3 if
something that was learned could not be compared, or if the service cannot be
reached or refuses the credentials, 130 after Ctrl-C.

Examples:
  deploymock drift https://api.example.com --against service.yaml
  deploymock drift https://api.example.com --against service.yaml --trace traces
  deploymock drift --har browser.har --against service.yaml
  deploymock drift https://api.example.com --against service.yaml --accept`

/** Defines `deploymock drift`, which says whether a real service still behaves as it was learned. */
export function defineDriftCommand(io: Io, openReader = createReader): Command {
  const command = new Command('drift')
    .summary('say whether a real service still behaves as it was learned')
    .description(
      'Says whether a real service still behaves as it was learned, and which of your tests rely on what changed.',
    )
    .addHelpText('after', HELP)
  addServiceOptions(command)
  return command
    .addOption(createChoice('--format <name>', 'how the report is written', DRIFT_FORMATS).default('text', 'text'))
    .addOption(
      createRefusedOption('--resume [file]', '--resume', {
        received: 'responses of different times say nothing about one of them',
        advice: 'Look for drift again.',
      }),
    )
    .optionsGroup('Comparison:')
    .requiredOption('--against <file>', 'what deploymock learn has written', parseFilled)
    .option('--accept', 'write what differs to that file, so that it is no drift any more')
    .option('--allow-unchecked', 'exit with 0 although something that was learned could not be compared')
    .addOption(createRepeatable('--trace <folder>', 'a folder with the traces of tests', parseFilled))
    .addOption(
      createRepeatable('--har <file>', 'a HAR file with requests of tests, or to compare without a URL', parseFilled),
    )
    .addOption(createRepeatable('--journal <url>', 'the URL of a simulator that tests have used', parseFilled))
    .action((url: string | undefined, options: DriftCommandOptions) => drift(url, options, { io, openReader }))
}

async function drift(
  given: string | undefined,
  options: DriftCommandOptions,
  { io, openReader }: CommandSurroundings,
): Promise<void> {
  const { against, accept = false } = options
  const settings = await readServiceOptions(options)
  const known = await readLearned(service, against)
  // Their schema has just validated them.
  const { preset = 'spec', accepted = [], ...rest } = known as LearnedAnswers
  const own = findOwnPaths(rest.assumptions)
  const assumptions = { ...own.others, ...own.assumed }
  const { url, traffic } = await findCompared(given, options)
  const requests = traffic === undefined ? await readRequests(options) : []
  if (settings.isDryRun) {
    const all = [...(await listRequests(url, { preset })), ...requests.map(formatRequest)]
    return printDryRun([...new Set(all)], settings, { io, others: OTHERS_OF_LEARNING })
  }
  const describe = ({ sent }: Reader) => ({
    attempt: `compare ${url} with ${quote(against)}`,
    received: `it was interrupted after ${countOf(sent, 'request')}`,
    advice: 'What differs is known only at the end, so run it again.',
  })
  const prepared = traffic === undefined ? undefined : prepareTraffic(traffic, preset)
  const { reader, progress } = openService(url, settings, {
    io,
    openReader: prepared === undefined ? openReader : () => prepared.reader,
    describe,
    own,
  })
  const all = { preset, assumptions, open: known.undecided, accepted, requests, onPhase: progress.onPhase }
  const look = () => (prepared === undefined ? findDrift(reader, all) : findDriftOfTraffic(prepared, all))
  const found = await look().finally(progress.end)
  for (const line of describeTraffic(reader, prepared)) io.err(line)
  io.out(formatDrift(found, against, settings.isJson ? 'json' : options.format))
  if (isNone(found)) return options.allowUnchecked ? undefined : assertCompared(url, against, found)
  if (!accept) throw new ProblemError(describeProblem(url, against, found))
  await acceptDifferences(service, against, { ...found, differences: found.deviations })
  io.err(`Wrote the new state to ${against}.`)
}

type LearnedAnswers = Omit<LearnedFile, 'preset' | 'assumptions'> & {
  readonly preset?: Preset
  readonly assumptions: AssumptionOverrides
}

/** With a URL, HAR files have only the requests of tests. */
async function findCompared(url: string | undefined, options: DriftCommandOptions): ReturnType<typeof findService> {
  if (url !== undefined) return { url }
  const { from } = options.har.length === 0 ? {} : await readLearned(service, options.against)
  return findService('look for drift', from?.url, options)
}

async function readRequests({ har, trace, journal }: DriftCommandOptions) {
  const lists = await Promise.all([
    ...trace.map(readTracedRequests),
    ...har.map(readHarRequests),
    ...journal.map(readJournalRequests),
  ])
  return lists.flat()
}

async function readJournalRequests(url: string): Promise<readonly ReadRequest[]> {
  return selectReads(await connect(url).requests.list())
}

function assertCompared(url: string, against: string, { unchecked }: Drift): void {
  if (unchecked.length === 0) return
  throw new UncheckedError({
    attempt: `compare ${url} with all that ${quote(against)} says`,
    received: `${countOf(unchecked.length, 'question')} could not be compared`,
    advice: 'Check what can be read. To be content with the others, add --allow-unchecked.',
  })
}

function describeProblem(url: string, against: string, { changed, differences }: Drift) {
  const count = changed.length + differences.length
  return {
    attempt: `find ${url} as ${quote(against)} says`,
    received: `it differs in ${countOf(count, 'way')}`,
    advice: 'Change what relies on it. Then --accept writes the new state to the file.',
  }
}

const MOST_REQUESTS = 3

const DRIFT_FORMATS = ['text', 'markdown', 'json'] as const

type DriftFormat = (typeof DRIFT_FORMATS)[number]

/** Writes what differs from what was learned. @param source what it was held against, such as the name of a file */
export function formatDrift(drift: Drift, source: string, format: DriftFormat): string {
  if (format === 'json') return JSON.stringify(drift, null, 2)
  const isMarkdown = format === 'markdown'
  const code = (text: string) => (isMarkdown ? `\`${text}\`` : text)
  const rest = describeCompared(drift, code)
  if (isNone(drift)) {
    const what = drift.unchecked.length === 0 ? 'behaves' : 'behaves, as far as it was compared,'
    return [`The service ${what} as ${code(source)} says.`, ...rest].join('\n')
  }
  const blocks = [
    ...drift.changed.map((each) => describeChanged(each, drift.relying[each.id] ?? [], code)),
    ...drift.differences.map((each) => describeDifference(each, code)),
  ]
  const count = drift.changed.length + drift.differences.length
  const title = `The service differs from ${code(source)} in ${countOf(count, 'way')}.`
  const lines = blocks.map(([first, ...rest]) => [
    `- ${first}`,
    ...rest.map((line) => `  ${isMarkdown ? '- ' : ''}${line}`),
  ])
  return [...(isMarkdown ? ['## Drift', ''] : []), title, '', ...lines.flat(), '', ...rest].join('\n')
}

/** Says what was compared, and what was not although it was learned. */
function describeCompared({ compared, undecided, unchecked, unread }: Drift, code: Code): readonly string[] {
  const all = countOf(compared + unchecked.length + undecided, 'question')
  return [
    `${compared} of ${all} compared, ${undecided} never decided.`,
    ...(unchecked.length === 0 ? [] : [`Learned, but not compared: ${unchecked.map(code).join(', ')}.`]),
    ...unread.map((problem) => `Not read: ${problem}`),
  ]
}

type Code = (text: string) => string

function describeChanged(
  { id, learned, now, request }: ChangedAssumption,
  relying: readonly string[],
  code: Code,
): readonly string[] {
  const { question, section, advice, values }: RegisterEntry = questions.register[id satisfies AssumptionId]
  const meaning = (value: string) => {
    if (value === '') return 'a way of its own'
    return values[value] === undefined ? code(value) : `${code(value)}: ${values[value]}`
  }
  return [
    `${code(id)}: ${question} (contract, section ${section})`,
    `Learned ${meaning(learned)}`,
    now.length < 2 ? `Now ${meaning(now[0] ?? '')}` : `Now one of ${now.map(code).join(', ')}`,
    ...(request === undefined ? [] : [`Seen in ${code(request)}`]),
    ...(relying.length === 0
      ? []
      : [
          `${countOf(relying.length, 'request')} of your tests ${relying.length === 1 ? 'relies' : 'rely'} on it: ${listSome(relying, code)}`,
        ]),
    `If your code depends on it: ${advice}`,
  ]
}

function describeDifference({ requests, ...deviation }: Difference, code: Code): readonly string[] {
  return [keyOfDeviation(deviation), ...(requests.length === 0 ? [] : [`Seen in ${listSome(requests, code)}`])]
}

function listSome(requests: readonly string[], code: Code): string {
  const more = requests.length - MOST_REQUESTS
  const shown = requests.slice(0, MOST_REQUESTS).map(code).join(', ')
  return more > 0 ? `${shown}, and ${more} more` : shown
}
