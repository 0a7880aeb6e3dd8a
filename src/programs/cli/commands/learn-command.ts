import { Command } from 'commander'
import { OptionError, type Problem, ProblemError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import {
  type AssumptionsFileContent,
  type LearnedFile,
  readLearned,
  writeAssumptionsFile,
} from '../../../entries/files/assumptions-file.ts'
import { assertWritable, writeWholeFile } from '../../../entries/files/write/write-file.ts'
import { PRESETS } from '../../../service/assumptions/presets.ts'
import { service } from '../../../service/service.ts'
import type { AssumptionOverrides, Preset } from '../../../service/types.ts'
import { prepareTraffic } from '../../real-service/har/learn-traffic.ts'
import { describeRequest } from '../../real-service/learn/describe.ts'
import { type Learned, learn } from '../../real-service/learn/learn.ts'
import { prepare } from '../../real-service/learn/prepare.ts'
import { readExamples } from '../../real-service/learn/read-examples.ts'
import { addDecided, joinContents, toFileContent } from '../../real-service/learn/to-file.ts'
import { findOwnPaths } from '../../real-service/reader/own-paths.ts'
import { createReader, type Reader } from '../../real-service/reader/reader.ts'
import { listRequests } from '../../real-service/records/dry-run.ts'
import type { Io } from '../io.ts'
import { type CommandSurroundings, openService } from '../open-service.ts'
import { createChoice, parseFilled } from '../options/options.ts'
import {
  addServiceOptions,
  createHarOption,
  describeTraffic,
  findService,
  readServiceOptions,
  type ServiceCommandOptions,
} from '../options/service-options.ts'
import { OTHERS_OF_LEARNING, printDryRun } from '../output/dry-run.ts'

interface LearnCommandOptions extends ServiceCommandOptions {
  preset: Preset
  out?: string
  force?: boolean
  resume?: string
}

const HELP = `
The command only reads. It reads the records, as deploymock record does, and
keeps them in memory. A simulator with the same records says which requests
would be answered differently under the values of an assumption, and only those
are sent. Some of them are invalid, such as limit=0. The file contains no data
of the service: only what was decided, from what, and what is still open.

With --har, nothing is sent: the requests of HAR files and their responses are
compared, as far as the files show which records there were. The result names
the request that decided each question.

Ctrl-C ends it at once. What was decided until then is in the file of --out, and
--resume continues: the records are read again, because they are never on disk,
and nothing that was decided is asked again.

Exit code: 0 if something was decided and every response is explained, 1 if
nothing was decided or a response fits no value, 2 for wrong usage, 3 if the
service cannot be reached or refuses the credentials, 130 after Ctrl-C.

Examples:
  deploymock learn https://api.example.com --dry-run
  deploymock learn https://api.example.com --out service.yaml
  deploymock learn https://api.example.com --resume service.yaml
  deploymock learn --har browser.har --out service.yaml
  deploymock --assumptions service.yaml
  deploymock probe --assumptions service.yaml -- npm test`

/** Defines `deploymock learn`, which finds out which value of each assumption a real service has. */
export function defineLearnCommand(io: Io, openReader = createReader): Command {
  const command = new Command('learn')
    .summary('find out which value of each assumption a real service has')
    .description('Finds out which value of each assumption a real service has, and writes them to a file.')
    .addHelpText('after', HELP)
  addServiceOptions(command)
  command
    .option('--out <file>', 'the file to write, ending in .yaml (default: standard output)', parseFilled)
    .option('--force', 'replace the file if it exists')
    .option('--resume <file>', 'a file that it has written for this service; decides what is still open', parseFilled)
    .optionsGroup('Service:')
    .addOption(createHarOption())
    .addOption(
      createChoice('--preset <name>', 'which operations the service has, and its likeliest values', PRESETS).default(
        'langsmith',
        'langsmith',
      ),
    )
  return command.action((url: string | undefined, options: LearnCommandOptions) =>
    learnService(url, options, { io, openReader }),
  )
}

// How many responses that no value explains are printed.
const MOST_SHOWN = 10

async function learnService(
  given: string | undefined,
  options: LearnCommandOptions,
  { io, openReader }: CommandSurroundings,
): Promise<void> {
  const { resume, out = resume, force = false } = options
  const settings = await readServiceOptions(options)
  const { url, traffic } = await findService('learn', given, options)
  const before = resume === undefined ? undefined : await readEarlier(resume, url)
  // Its schema has validated the preset.
  const preset = (before?.preset as Preset | undefined) ?? options.preset
  const own = findOwnPaths((before?.assumptions ?? {}) as AssumptionOverrides)
  if (settings.isDryRun)
    return printDryRun(await listRequests(url, { preset }), settings, { io, others: OTHERS_OF_LEARNING })
  const replace = force || out === resume
  if (out !== undefined) await assertWritable(out, { replace })
  const prepared = traffic === undefined ? undefined : prepareTraffic(traffic, preset)
  const { reader, progress, interruption } = openService(url, settings, {
    io,
    openReader: prepared === undefined ? openReader : () => prepared.reader,
    describe: (opened) => describeInterruption(opened, saved, out),
    own,
  })
  let saved: AssumptionsFileContent | undefined = out === resume ? before : undefined

  const write = (learned: Learned) => {
    const content = toFileContent(learned, prepared?.describe ?? ((request) => own.locate(describeRequest(request))))
    return { ...content, assumptions: { ...content.assumptions, ...own.named } }
  }

  const save = async (now: AssumptionsFileContent): Promise<AssumptionsFileContent> => {
    const content = joinContents(before, now, reader)
    if (out === undefined) return content
    const text = await writeAssumptionsFile(content, describeRun(content))
    const isOwn = saved !== undefined
    saved = content
    await interruption.whileWaiting(() => writeWholeFile(out, text, { replace: replace || isOwn }))
    return content
  }

  const readAndLearn = async () => {
    const read = () =>
      readExamples(reader, {
        preset,
        onResource: (name) => progress.onPhase(`Reading the ${name}`),
        onPlan: progress.onPlan,
      })
    const records = prepared?.records ?? (await read())
    progress.onPhase('Learning')
    progress.onPlan(0)
    const known = prepared?.options ?? prepare(reader, records)
    const learned = await learn(reader, {
      ...addDecided(known, { assumptions: own.others }),
      certain: { ...known.certain, ...own.assumed },
      ...(prepared && { requests: prepared.options.requests ?? [] }),
      // Elsewhere than on a terminal, each would be a line.
      onProgress: ({ undecided }) => io.paint && progress.onPhase(`Learning (${countOf(undecided, 'question')} open)`),
      ...(out !== undefined && { onDecided: async (now) => void (await save(write(now))) }),
    })
    const now = write(learned)
    return { records, now, content: await save(now) }
  }
  const { records, now, content } = await readAndLearn().finally(progress.end)
  for (const line of describeTraffic(reader, prepared)) io.err(line)
  for (const problem of records.missing) io.err(`Not read: ${problem}`)
  if (out === undefined) {
    io.out(
      settings.isJson
        ? JSON.stringify(content, null, 2)
        : (await writeAssumptionsFile(content, describeRun(content))).trimEnd(),
    )
  }
  for (const line of describeLearned(now, content, out)) io.err(line)
  assertLearned(reader, now, content, before !== undefined)
}

/** Reads what an earlier run has decided. @throws OptionError if that was about another service */
async function readEarlier(file: string, url: string): Promise<LearnedFile> {
  const earlier = await readLearned(service, file)
  if (earlier.from === undefined || earlier.from.url === url) return earlier
  throw new OptionError({
    attempt: `resume ${quote(file)}`,
    received: `it is about ${earlier.from.url}`,
    advice: 'Name the file of this service, or leave out --resume.',
  })
}

function describeRun({ from }: AssumptionsFileContent): string {
  return `deploymock learn ${from?.url}, ${from?.at}, ${countOf(from?.requests ?? 0, 'request')}`
}

function describeInterruption({ url, sent }: Reader, saved: AssumptionsFileContent | undefined, out = ''): Problem {
  const received = `it was interrupted after ${countOf(sent, 'request')}`
  if (saved === undefined) return { attempt: `learn ${url}`, received, advice: 'Nothing was decided yet.' }
  const [decided, open] = countQuestions(saved)
  return {
    attempt: `learn ${url}`,
    received: `${received}, when ${decided} of ${countOf(decided + open, 'question')} were decided`,
    advice: `They are in ${out}. To continue, add --resume ${out}.`,
  }
}

function countQuestions({ assumptions, undecided = {} }: AssumptionsFileContent): readonly [number, number] {
  return [Object.keys(assumptions).length, Object.keys(undecided).length]
}

function describeLearned(
  { unexplained = [] }: AssumptionsFileContent,
  content: AssumptionsFileContent,
  out: string | undefined,
): readonly string[] {
  const [decided, open] = countQuestions(content)
  const more = unexplained.length - MOST_SHOWN
  return [
    `Decided ${decided} of ${countOf(decided + open, 'question')}.${out === undefined ? '' : ` Wrote ${out}.`}`,
    ...unexplained
      .slice(0, MOST_SHOWN)
      .map(
        ({ request, expected, received }) => `No value explains ${request}: received ${received}; expected ${expected}`,
      ),
    ...(more > 0 ? [`No value explains ${more} more.${out === undefined ? '' : ` They are in ${out}, too.`}`] : []),
  ]
}

function assertLearned(
  { url }: Reader,
  { unexplained = [] }: AssumptionsFileContent,
  { assumptions }: AssumptionsFileContent,
  isResumed: boolean,
): void {
  const attempt = `learn ${url}`
  if (unexplained.length === 0) {
    if (Object.keys(assumptions).length > 0) return
    const advice = 'The result says why for each question.'
    throw new ProblemError({ attempt, received: 'nothing was decided', advice })
  }
  throw new ProblemError({
    attempt,
    received: `no value explains ${countOf(unexplained.length, 'kind')} of responses`,
    advice: isResumed
      ? 'If the service has changed since the first run, learn again without --resume.'
      : 'What was decided holds nevertheless.',
  })
}
