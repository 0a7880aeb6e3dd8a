import { availableParallelism } from 'node:os'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  defaultPreset,
  findEntry,
  listEntries,
  presetValue,
  resolveAssumptions,
} from '../../../engine/define/assumptions/assumptions.ts'
import { isDrawn } from '../../../engine/define/assumptions/variation.ts'
import { OptionError, type Problem, ProblemError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { formatCommand } from '../../../engine/input/text/shell.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { probe } from '../../probe/probe.ts'
import { hasDependencies, listByVerdict, type ProbeReport } from '../../probe/report/report.ts'
import { assertReports, readHistory, writeReports } from '../../probe/report/report-files.ts'
import { type CommandLine, ProbeInterruption } from '../../probe/run/command.ts'
import type { AssumedValues } from '../../probe/search/values.ts'
import type { ProbeSettings } from '../../probe/settings.ts'
import { UnchangedRunError } from '../../probe/unchanged-run.ts'
import { addServiceOption } from '../declared-service.ts'
import type { Io } from '../io.ts'
import {
  type AssumptionOptions,
  addAssumptionOptions,
  createRepeatable,
  type FileOfAssumptions,
  type OfService,
  parseFilled,
  parseSpan,
  parseWholeNumber,
  readAssumptionsOption,
} from '../options/options.ts'
import { openScenarios } from '../options/world-options.ts'
import { formatProbe } from '../output/probe-text.ts'
import { createProbeProgress } from '../output/progress.ts'

interface ProbeCommandOptions extends AssumptionOptions {
  runs?: number
  parallel?: number
  timeout?: number
  only?: readonly string[]
  except?: readonly string[]
  seed: number
  faults?: true
  urlEnv?: string
  scenario?: string
  service?: string
  report: readonly string[]
  resume?: string
}

const MOST_RUNS = 10_000
const MOST_PARALLEL = 256
// A test runner uses several cores only while it runs tests, and one while it starts.
const LEAST_PARALLEL = 2
const MOST_SECONDS = 86_400

const HELP = `
The command runs unchanged, twice; with --parallel, the second time as often at
once. Then it runs with every other value of each assumption that its requests
depended on, and with random values of all of them together. Every failure is
repeated before it counts. A run that takes too long, or that a signal ends,
fails only if that happens again. Ctrl-C prints what is known so far.

Simulators of deploymock/node, /vitest, /jest and /playwright in the command are
varied through variables, whatever its code sets. For any other client,
--url-env names the variable in which it expects the URL of the service; each
run has a server and a world of its own. The command does not inherit
DEPLOYMOCK_ASSUME, _FAULTS, _TRACE, _VARY, _SEED, _CHAOS and _SERVICE. Without
--url-env, --faults tries no delays: the clock of those simulators stands still,
so a delay never ends.

Exit code: 0 if it depends on nothing, 1 if it depends on something, 2 for wrong
usage, for a command that fails unchanged, and for a probe that is interrupted
before it has found anything.

Examples:
  deploymock probe -- npm test
  deploymock probe --only deploymentOrdering,lastPageOffset -- npx vitest run
  deploymock probe --url-env API_URL --report probe.html -- pytest
  deploymock probe --faults -- npm test
  deploymock probe --report probe.json --resume probe.json -- npm test`

/** Defines `deploymock probe`, which finds out which assumptions the tests of a client depend on. */
export function defineProbeCommand(io: Io, declared: ServiceDeclarations): Command {
  const command = new Command('probe')
    .summary('find out which assumptions your tests depend on')
    .description('Finds out which assumptions a command, such as your tests, depends on.')
    .usage('[options] -- <command...>')
    .argument('[command...]', 'the command and its arguments')
    .addHelpText('after', HELP)
  addSearchOptions(command, declared)
  addClientOptions(command, declared)
  command
    .optionsGroup('Report:')
    .addOption(
      createRepeatable('--report <file>', 'a file to write a report to, ending in .md, .json or .html', parseFilled),
    )
    .option('--resume <file>', 'a JSON report of the same probe, whose runs are not repeated', parseFilled)
  return command.action((words: string[], options: ProbeCommandOptions) => runProbe(words, options, declared, io))
}

function addSearchOptions(command: Command, { questions }: ServiceDeclarations): void {
  const parseIds = (text: string, before: readonly string[] = []): readonly string[] => {
    const ids = text.split(',').map((id) => id.trim())
    for (const id of ids) findEntry(questions, id, 'probe')
    return [...before, ...ids]
  }
  command
    .optionsGroup('Search:')
    .option(
      '--runs <number>',
      'how many random draws to try (default: until every pair of values was tried, at most 32)',
      parseWholeNumber(1, MOST_RUNS),
    )
    .option(
      '--seed <number>',
      'the seed of the random draws',
      parseWholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      1,
    )
    .option(
      '--parallel <number>',
      'how many runs there are at once (default: half of the cores, and at least 2)',
      parseWholeNumber(1, MOST_PARALLEL),
    )
    .option(
      '--timeout <seconds>',
      'when a run is ended, also as text such as 2m (default: 3 times an unchanged run, and 5 seconds)',
      parseSpan(1, MOST_SECONDS, 'seconds'),
    )
    .addOption(new Option('--only <ids>', 'the only assumptions to try, separated by commas').argParser(parseIds))
    .addOption(
      new Option('--except <ids>', 'assumptions not to try, separated by commas').argParser(parseIds).conflicts('only'),
    )
    .option('--faults', 'apply faults to the covered operations instead of trying assumptions')
}

function addClientOptions(command: Command, declared: ServiceDeclarations): void {
  addServiceOption(command.optionsGroup('Client:'))
    .option('--url-env <name>', 'start a server for each run, and set this variable to its URL', parseVariable)
    .addOption(
      new Option('--scenario <name|file>', 'the world of these servers')
        .argParser(parseFilled)
        .default(undefined, 'default'),
    )
  addAssumptionOptions(command, declared, 'what the client chooses')
}

function parseVariable(text: string): string {
  if (/^[A-Za-z_]\w*$/.test(text)) return text
  throw new InvalidArgumentError('Allowed: the name of an environment variable, such as API_URL.')
}

async function runProbe(
  words: readonly string[],
  given: ProbeCommandOptions,
  declared: ServiceDeclarations,
  io: Io,
): Promise<void> {
  const options = await readAssumptionsOption(given, declared)
  const settings = await readSettings(words, options)
  const { resume } = options
  const files = options.report.length === 0 && resume !== undefined ? [resume] : options.report
  const earlier = resume === undefined ? undefined : await readHistory(resume, settings)
  await assertReports(files)
  const progress = createProbeProgress(io, settings.parallel)
  const interruption = new AbortController()
  void io.waitForStop().then(() => interruption.abort())
  const report = await probe(settings, { signal: interruption.signal, observer: progress, earlier })
    .catch((error: unknown) => explainFailure(error, settings, io))
    .finally(progress.end)
  io.out(formatProbe(report, io.columns))
  await writeReports(files, report)
  for (const file of files) io.out(`Wrote the report to ${file}.`)
  assertIndependent(report, files)
}

async function readSettings(
  words: readonly string[],
  options: ProbeCommandOptions & FileOfAssumptions & OfService,
): Promise<ProbeSettings> {
  const [file, ...args] = words
  if (file === undefined || file === '') {
    throw new OptionError({
      attempt: 'probe',
      received: 'there is no command',
      advice: 'Write it after --, such as deploymock probe -- npm test.',
    })
  }
  const { urlEnv, timeout, runs, seed, faults = false, parallel } = options
  // What is known about the service need not be tried.
  const isOpen = (id: string) => options.undecided?.includes(id) ?? true
  const tried = listEntries(options.declared.questions).filter(
    ([id, entry]) => isDrawn(id, entry, options) && isOpen(id),
  )
  const { chosen } = await openScenarios(options.scenario === undefined ? [] : [options.scenario], options)
  return {
    declared: options.declared,
    service: options.service,
    command: [file, ...args] satisfies CommandLine,
    ids: tried.map(([id]) => id),
    base: readBase(options),
    urlEnv,
    scenario: chosen,
    world: options.scenario,
    faults,
    draws: runs,
    seed,
    parallel: parallel ?? Math.max(LEAST_PARALLEL, Math.floor(availableParallelism() / 2)),
    timeout,
  }
}

/** The values that the user chose, and those in which the chosen preset differs. */
function readBase({ preset, assume, declared: { questions } }: AssumptionOptions & OfService): AssumedValues {
  const usual = defaultPreset(questions)
  const resolved = resolveAssumptions(questions, preset, assume)
  const chosen = listEntries(questions).filter(
    ([id, entry]) =>
      assume[id] !== undefined ||
      (preset !== undefined && presetValue(questions, entry, preset) !== presetValue(questions, entry, usual)),
  )
  return Object.fromEntries(chosen.map(([id]) => [id, String(resolved[id])]))
}

function explainFailure(error: unknown, { command }: ProbeSettings, io: Io): never {
  if (error instanceof UnchangedRunError) for (const line of error.output) io.err(line)
  if (error instanceof ProbeInterruption) {
    throw new OptionError({
      attempt: `probe ${quote(formatCommand(command))}`,
      received: 'it was interrupted before it was known to pass',
    })
  }
  throw error
}

function assertIndependent(report: ProbeReport, files: readonly string[]): void {
  const json = files.find((file) => file.endsWith('.json'))
  const how =
    json === undefined ? 'Next time, add --report probe.json, to resume it' : `Resume it with --resume ${json}`
  if (hasDependencies(report)) {
    throw new ProblemError({ ...describeDependencies(report), advice: report.complete ? '' : `${how}.` })
  }
  if (!report.complete) {
    throw new OptionError({
      attempt: `probe ${quote(report.command)}`,
      received: 'it was interrupted',
      advice: `${how}.`,
    })
  }
}

function describeDependencies(report: ProbeReport): Problem {
  const start = `run ${quote(report.command)} with`
  const failed = report.faults.filter(({ verdict }) => verdict === 'fails').length
  if (failed > 0) {
    return { attempt: `${start} every fault`, received: `it fails with ${countOf(failed, 'fault')}` }
  }
  const ids = listByVerdict(report, 'depends').map(({ id }) => id)
  const sets = report.jointly.map((values) => values.map(({ id, value }) => `${id}=${value}`).join(' with '))
  return { attempt: `${start} other assumptions`, received: `it depends on ${[...ids, ...sets].join(', ')}` }
}
