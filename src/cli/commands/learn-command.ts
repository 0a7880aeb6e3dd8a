import { Command } from 'commander'
import { ProblemError } from '../../engine/input/options/option-error.ts'
import { type AssumptionsFileContent, writeAssumptionsFile } from '../../files/assumptions-file.ts'
import { writeWholeFile } from '../../files/write/write-file.ts'
import { countOf } from '../../probe/report/report-words.ts'
import { describeRequest } from '../../real-service/learn/describe.ts'
import { type Learned, learn } from '../../real-service/learn/learn.ts'
import { prepare } from '../../real-service/learn/prepare.ts'
import { toFileContent } from '../../real-service/learn/to-file.ts'
import { createReader, type Reader } from '../../real-service/reader/reader.ts'
import { listRequests } from '../../real-service/records/dry-run.ts'
import { readRecords } from '../../real-service/records/records.ts'
import { PRESETS, type Preset } from '../../service/assumptions/register.ts'
import type { Io } from '../io.ts'
import { createChoice, parseFilled } from '../options/options.ts'
import { addServiceOptions, readServiceOptions, type ServiceCommandOptions } from '../options/service-options.ts'
import { printDryRun } from '../output/dry-run.ts'
import { assertFree } from '../output/output-file.ts'
import { createReadProgress } from '../output/read-progress.ts'

interface LearnCommandOptions extends ServiceCommandOptions {
  preset: Preset
  out?: string
  force?: boolean
}

const HELP = `
The command only reads. It reads the records, as deploymock record does, and
keeps them in memory. A simulator with the same records says which requests
would be answered differently under the values of an assumption, and only those
are sent. Some of them are invalid, such as limit=0. The file contains no data
of the service: only what was decided, from what, and what is still open.

Ctrl-C ends it at once, and nothing is written.

Exit code: 0 if something was decided and every response is explained, 1 if
nothing was decided or a response fits no value, 2 for wrong usage, 3 if the
service cannot be reached or refuses the credentials.

Examples:
  deploymock learn https://api.example.com --dry-run
  deploymock learn https://api.example.com --out service.yaml
  deploymock --assumptions service.yaml
  deploymock probe --assumptions service.yaml -- npm test`

/**
 * Defines `deploymock learn`, which finds out which value of each assumption a real service has.
 *
 * @param openReader opens what sends the requests
 */
export function defineLearnCommand(io: Io, openReader = createReader): Command {
  const command = new Command('learn')
    .summary('find out which value of each assumption a real service has')
    .description('Finds out which value of each assumption a real service has, and writes them to a file.')
    .addHelpText('after', HELP)
  addServiceOptions(command)
  command
    .option('--out <file>', 'the file to write, ending in .yaml (default: standard output)', parseFilled)
    .option('--force', 'replace the file if it exists')
    .optionsGroup('Service:')
    .addOption(
      createChoice('--preset <name>', 'which operations the service has, and its likeliest values', PRESETS).default(
        'langsmith',
        'langsmith',
      ),
    )
  return command.action((url: string, options: LearnCommandOptions) => learnService(url, options, { io, openReader }))
}

interface Surroundings {
  readonly io: Io
  readonly openReader: typeof createReader
}

async function learnService(
  url: string,
  options: LearnCommandOptions,
  { io, openReader }: Surroundings,
): Promise<void> {
  const { preset, out, force = false } = options
  const settings = await readServiceOptions(options)
  if (settings.isDryRun) return printDryRun(await listRequests(url, { preset }), settings, io)
  if (out !== undefined) await assertFree(out, { force })
  const progress = createReadProgress(io)
  const { onReply, onPause } = progress
  const reader = openReader(url, { ...settings.reader, onReply, onPause })
  const readAndLearn = async () => {
    const records = await readRecords(reader, {
      preset,
      onResource: (name) => progress.onPhase(`Reading the ${name}`),
      onPlan: progress.onPlan,
    })
    progress.onPhase('Learning')
    progress.onPlan(0)
    const learned = await learn(reader, {
      ...prepare(reader, records),
      // Elsewhere than on a terminal, each would be a line.
      onProgress: ({ undecided }) => io.paint && progress.onPhase(`Learning (${countOf(undecided, 'question')} open)`),
    })
    return { records, learned }
  }
  const { records, learned } = await readAndLearn().finally(progress.end)
  for (const problem of records.missing) io.err(`Not read: ${problem}`)
  const content = toFileContent(learned)
  const text = await writeAssumptionsFile(content, describeRun(reader))
  if (out !== undefined) await writeWholeFile(out, text, { replace: force })
  else io.out(settings.isJson ? JSON.stringify(content, null, 2) : text.trimEnd())
  const summary = describeLearned(learned, content, out)
  for (const line of summary) io.err(line)
  assertLearned(reader, learned)
}

function describeRun({ url, sent }: Reader): string {
  return `deploymock learn ${url}, ${new Date().toISOString().slice(0, 10)}, ${countOf(sent, 'request')}`
}

function describeLearned(
  { assumptions, undecided, unexplained }: Learned,
  { unexplained: described = [] }: AssumptionsFileContent,
  out: string | undefined,
): readonly string[] {
  const [decided, open] = [Object.keys(assumptions).length, Object.keys(undecided).length]
  return [
    `Decided ${decided} of ${countOf(decided + open, 'question')}.${out === undefined ? '' : ` Wrote ${out}.`}`,
    ...unexplained.map(({ request }, place) => {
      const { expected, received } = described[place] ?? { expected: '', received: '' }
      return `No value explains ${describeRequest(request)}: received ${received}; expected ${expected}`
    }),
  ]
}

function assertLearned({ url }: Reader, { assumptions, unexplained }: Learned): void {
  if (Object.keys(assumptions).length > 0 && unexplained.length === 0) return
  throw new ProblemError({
    attempt: `learn ${url}`,
    received:
      unexplained.length === 0 ? 'nothing was decided' : `no value explains ${countOf(unexplained.length, 'response')}`,
    advice: 'What was decided holds nevertheless.',
  })
}
