import { access } from 'node:fs/promises'
import { Command } from 'commander'
import { ProblemError } from '../../engine/input/options/option-error.ts'
import { type AssumptionsFileContent, writeAssumptionsFile } from '../../files/assumptions-file.ts'
import { assertWritable, writeWholeFile } from '../../files/write/write-file.ts'
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
import {
  addServiceOptions,
  readServiceOptions,
  type ServiceCommandOptions,
  type ServiceSettings,
} from '../options/service-options.ts'
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
are sent. Some of them are invalid, such as limit=0. The file has no data of the
service: only what was decided, from what, and what is still open.

Ctrl-C ends it at once, and nothing is written.

Exit code: 0 if something was decided and every response is explained, 1 if
nothing was decided or a response fits no value, 2 for wrong usage, 3 if the
service cannot be reached or refuses the credentials.

Examples:
  deploymock learn https://api.example.com --dry-run
  deploymock learn https://api.example.com --header-env X-Api-Key=API_KEY
  deploymock learn https://api.example.com --header-file key --out service.yaml
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
  if (settings.isDryRun) return printRequests(url, { preset, io, settings })
  if (out !== undefined) await assertFree(out, force)
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
  const text = settings.isJson
    ? `${JSON.stringify(content, null, 2)}\n`
    : await writeAssumptionsFile(content, describeRun(reader))
  if (out === undefined) io.out(text.trimEnd())
  else await writeWholeFile(out, await writeAssumptionsFile(content, describeRun(reader)), { replace: force })
  const summary = describeLearned(learned, content, out)
  for (const line of summary) io.err(line)
  assertLearned(reader, learned)
}

function describeRun({ url, sent }: Reader): string {
  return `deploymock learn ${url}, ${new Date().toISOString().slice(0, 10)}, ${countOf(sent, 'request')}`
}

async function printRequests(
  url: string,
  { preset, io, settings }: { readonly preset: Preset; readonly io: Io; readonly settings: ServiceSettings },
): Promise<void> {
  const requests = await listRequests(url, { preset })
  if (settings.isJson) return io.out(JSON.stringify({ requests }, null, 2))
  for (const line of requests) io.out(line)
  const { headers, requests: most, rate } = settings.reader
  const names = Object.keys(headers)
  io.err(`Nothing was sent. These would be, each with ${names.length === 0 ? 'no credentials' : names.join(', ')},`)
  io.err('and then GET, HEAD and OPTIONS requests for the same operations, which depend on what these return: with')
  io.err('other parameters, some of them invalid, with unknown ids, with a slash at the end, and without credentials.')
  io.err(`At most ${most} would be sent in all, and ${rate} in a second.`)
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
