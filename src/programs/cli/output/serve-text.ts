// What `deploymock serve` prints.

import { listDiffering } from '../../../engine/define/assumptions/assumptions.ts'
import { describeChaos } from '../../../engine/faults/chaos/chaos.ts'
import type { SpeedInput } from '../../../engine/input/options/speed.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import { findSampleRequests, type SampleRequest, writeCurl } from '../../../engine/reports/sample-requests.ts'
import type { AnySimulator } from '../../../engine/simulator/simulator.ts'
import { describeCounts } from '../../../engine/simulator/world-counts.ts'
import type { LogEntry, RunningServer } from '../../../server/index.ts'
import { describeVariation } from '../options/vary-options.ts'
import { toOpenable } from './console-url.ts'
import { wrapText } from './table.ts'

/** A server that has started, and how it was set up. */
type StartedServer = Pick<RunningServer, 'url' | 'token'> & {
  /** Where clients reach it, if not at `url`. */
  publicUrl?: string
  consoleUrl?: string | undefined
  /** How fast its worlds go through their states. Default: as fast as the service */
  speed?: SpeedInput | undefined
}

/** Describes a server that has started. Its sentences wrap at a width; requests to copy stay on one line. */
export function describeStart(
  simulator: AnySimulator,
  { url: listensOn, publicUrl = listensOn, token, consoleUrl, speed }: StartedServer,
  columns = Number.POSITIVE_INFINITY,
): string {
  const reached = publicUrl.replace(/\/+$/, '')
  const url = toOpenable(reached)
  const header = token === undefined ? '' : ` with the header "Authorization: Bearer ${token}"`
  return [
    `deploymock listens on ${listensOn}`,
    ...(reached === listensOn ? [] : [`Clients reach it at ${reached}`]),
    ...wrapText(describeServedWorld(simulator), columns),
    ...wrapText(describeAssumptions(simulator), columns),
    ...(simulator.vary === undefined ? [] : wrapText(`${describeVariation(simulator.vary)}.`, columns)),
    ...describeFlags(simulator, speed).flatMap((line) => wrapText(line, columns)),
    ...(simulator.chaos === undefined ? [] : [describeChaos(simulator.chaos, 'flag')]),
    ...(consoleUrl === undefined ? [] : [`Console: ${consoleUrl}`]),
    `Control API: ${url}/_simulator${header}`,
    '',
    'Try:',
    ...listSampleRequests(simulator, url).map((sample) => `  ${sample}`),
    '',
    'Press Ctrl-C to stop.',
  ].join('\n')
}

function declaredOf({ contractOf, name }: AnySimulator) {
  return contractOf(name).declared
}

/** Describes a world in one sentence. */
export function describeServedWorld(simulator: AnySimulator): string {
  const { scenario, db } = simulator
  const declared = declaredOf(simulator)
  return `World ${quote(scenario.name)} with seed ${scenario.seed}: ${describeCounts(declared.resources, db)}.`
}

function describeAssumptions(simulator: AnySimulator): string {
  const { preset, assumptions } = simulator
  const changed = listDiffering(declaredOf(simulator).questions, { assumptions, preset })
  const list = changed.map(([id]) => `${id}=${assumptions[id]}`).join(', ')
  return `Preset ${preset}${list === '' ? '' : ` with ${list}`}.`
}

function describeFlags({ strict, clock }: AnySimulator, speed: SpeedInput | undefined): string[] {
  return [
    ...(strict ? ['Strict (--strict): what the contract does not have gets 501.'] : []),
    ...(clock.isFrozen() ? ['The clock is frozen (--freeze-clock): only the control API moves it.'] : []),
    ...(speed === undefined
      ? []
      : [`Deployments and revisions change their states at another speed (--speed ${speed}).`]),
  ]
}

/** Lists a request for each operation, with a note in place of those that have no example in this world. */
function listSampleRequests(simulator: AnySimulator, url: string): string[] {
  const { db, assumptions } = simulator
  const { routes } = simulator.service
  const declared = declaredOf(simulator)
  const [, ...others] = declared.basePathsOf(assumptions)
  const { samples, others: count } = findSampleRequests(declared, { routes, db, assumptions })
  const lines = [
    ...samples.map(({ example }) => describeSampleRequest(example, simulator, url)),
    ...(count === 0 ? [] : [`# ${countOf(count, 'more operation')}: ${url}/_simulator/docs`]),
  ]
  if (others.length === 0) return lines
  const places = others.map((path) => `${url}${path}`).join(', ')
  return [...lines, `# The same paths work below ${places}.`]
}

function describeSampleRequest(example: SampleRequest['example'], simulator: AnySimulator, url: string): string {
  const { assumptions } = simulator
  return 'missing' in example
    ? `# ${example.missing}`
    : writeCurl(example, { url, access: declaredOf(simulator).access, assumptions })
}

/** The formats of the log, by their names. */
export const LOG_FORMATS = { short: formatLogEntry, json: writeLogEntry, none: undefined } as const

/** Writes a request as one line of JSON, with null for what is not known. */
function writeLogEntry(entry: LogEntry): string {
  const { method, url, status = null, milliseconds, session = null, operation = null, traceId = null, faults } = entry
  const known = { method, url, status, milliseconds: Number(milliseconds.toFixed(1)) }
  return JSON.stringify({ time: new Date().toISOString(), ...known, session, operation, traceId, faults })
}

/** Writes a request as one line that a terminal can show. */
function formatLogEntry({ method, url, status, milliseconds }: LogEntry): string {
  return `${method} ${toPrintable(url)} ${status ?? 'gone'} ${milliseconds.toFixed(1)} ms`
}

// A URL may contain control characters that a terminal would interpret.
function toPrintable(url: string): string {
  const plain = url.replace(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character))
  return plain.length > 200 ? `${plain.slice(0, 200)}...` : plain
}
