import { Command } from 'commander'
import { OptionError, ProblemError } from '../../../engine/input/options/option-error.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import { createSimulator } from '../../../engine/simulator/simulator.ts'
import { withMemoryLimit } from '../../../memory-limit.ts'
import { service } from '../../../service/service.ts'
import { type AskedTraffic, askHar } from '../../real-service/har/ask-har.ts'
import { readHarFile } from '../../real-service/har/read-har.ts'
import type { Io } from '../io.ts'
import { createRepeatable, type OfService, parseFilled, readAssumptionsOption } from '../options/options.ts'
import { addWorldOptions, openWorld, type WorldOptions } from '../options/world-options.ts'

interface AskCommandOptions extends WorldOptions {
  har: readonly string[]
  json?: boolean
}

const HELP = `
A HAR file comes from the network panel of a browser, from tests, or from
deploymock --har. The requests are sent to a new world, in their order. What is
compared is the status, the content type, the form of the body and the names of
its fields, and no data. An id in a response of the file stands for the one in
the same place of the world's response.

Exit code: 0 if nothing differs, 1 if something does, 2 for wrong usage.

Example:
  deploymock ask --har requests.har --preset langsmith`

/** Defines `deploymock ask`, which asks a world the requests of HAR files. */
export function defineAskCommand(io: Io): Command {
  const command = new Command('ask')
    .summary('ask a world the requests of a HAR file, and compare the responses')
    .description('Asks a world the requests of a HAR file, and says how its responses differ from those in the file.')
    .addHelpText('after', HELP)
  return addWorldOptions(command, service, 'the world to ask')
    .optionsGroup('Requests:')
    .addOption(createRepeatable('--har <file>', 'a HAR file with requests to ask', parseFilled))
    .option('--json', 'write the result as JSON')
    .action(async (options: AskCommandOptions) => ask(await readAssumptionsOption(options, service), io))
}

async function ask(options: AskCommandOptions & OfService, io: Io): Promise<void> {
  const { har, json = false } = options
  if (har.length === 0)
    throw new OptionError({ attempt: 'ask', received: 'there is no --har', advice: 'Name a HAR file.' })
  const world = await openWorld(options)
  // What a scenario does to requests at random is no difference.
  const { faults, chaos, latency, ...scenario } = world.scenario
  const simulator = createSimulator(options.declared, withMemoryLimit({ ...world, scenario, clock: 'running' }))
  const files = await Promise.all(har.map(readHarFile))
  const asked = await askHar(simulator, files.flat())
  io.out(json ? JSON.stringify(asked, null, 2) : formatAsked(asked))
  if (asked.differences.length > 0) throw new ProblemError(describeProblem(asked))
}

function describeProblem({ differences }: AskedTraffic) {
  return {
    attempt: 'get the same responses as in the file',
    received: `they differ in ${countOf(differences.length, 'way')}`,
    advice: 'Another --preset or --assume may explain it, or the client relies on another service.',
  }
}

const MOST_REQUESTS = 3

/** Writes how the responses of a simulator differ from those in a file. */
function formatAsked({ asked, skipped, differences }: AskedTraffic): string {
  const rest = Object.entries(skipped).flatMap(([why, count]) =>
    count === 0 ? [] : [`${countOf(count, 'request')} ${WHY[why as keyof AskedTraffic['skipped']](count)}`],
  )
  const result = differences.length === 0 ? 'nothing differs' : `${countOf(differences.length, 'difference')}:`
  const lines = differences.flatMap(({ what, requests }) => [`- ${what}`, ...listSome(requests)])
  const end = rest.map((line) => `${line}.`)
  return [`Asked ${countOf(asked, 'request')}: ${result}`, ...lines, ...end].join('\n')
}

const WHY: Readonly<Record<keyof AskedTraffic['skipped'], (count: number) => string>> = {
  unmatched: (count) => `${count === 1 ? 'matches' : 'match'} no operation`,
  unanswered: (count) => `${count === 1 ? 'has' : 'have'} no response in the file`,
  incomplete: (count) => `${count === 1 ? 'has' : 'have'} a body that is not in the file`,
  unknown: (count) => `${count === 1 ? 'names' : 'name'} a record that the world does not have`,
}

function listSome(requests: readonly string[]): readonly string[] {
  const more = requests.length - MOST_REQUESTS
  return [
    ...requests.slice(0, MOST_REQUESTS).map((request) => `  ${request}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}
