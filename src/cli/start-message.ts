// The message when a server has started.

import { describeChaos } from '../core/behaviour/chaos.ts'
import { findExample } from '../core/contract/operations/example.ts'
import type { Operation } from '../core/contract/operations/operation.ts'
import { operations } from '../core/contract/operations/operations.ts'
import type { Route } from '../core/contract/routing.ts'
import { basePathsOf, listEntries, presetValue } from '../core/register/assumptions.ts'
import type { ResourceName } from '../core/resources/names.ts'
import { titleOf } from '../core/resources/resource.ts'
import { allResources } from '../core/resources/resources.ts'
import type { Simulator } from '../core/simulator.ts'
import type { RunningServer } from '../server/index.ts'
import { wrapText } from './table.ts'

/**
 * Describes a server that has started: its URL, its world and requests to try.
 *
 * @param columns the width at which sentences wrap. Requests to copy stay on one line. Default: no limit
 */
export function describeStart(
  simulator: Simulator,
  { url, token }: Pick<RunningServer, 'url' | 'token'>,
  columns = Number.POSITIVE_INFINITY,
): string {
  const header = token === undefined ? '' : ` with the header "Authorization: Bearer ${token}"`
  return [
    `deploymock listens on ${url}`,
    ...wrapText(describeWorld(simulator), columns),
    ...wrapText(describeAssumptions(simulator), columns),
    ...(simulator.chaos === undefined ? [] : [describeChaos(simulator.chaos, 'flag')]),
    `Control API: ${url}/_simulator${header}`,
    '',
    'Try:',
    ...listTrials(simulator, url).map((trial) => `  ${trial}`),
    '',
    'Press Ctrl-C to stop.',
  ].join('\n')
}

/** Describes a world in one sentence. */
export function describeWorld({ scenario, db }: Simulator): string {
  return `World "${scenario.name}" with seed ${scenario.seed}: ${describeCounts(db)}.`
}

/** Lists how many records of each resource a world has. */
export function describeCounts(db: Simulator['db']): string {
  const counts = allResources.map((resource) => count(db[resource.name as ResourceName].count(), ...titleOf(resource)))
  return counts.join(', ')
}

function describeAssumptions({ preset, assumptions }: Simulator): string {
  const changed = listEntries().filter(([id, entry]) => assumptions[id] !== presetValue(entry, preset))
  const list = changed.map(([id]) => `${id}=${assumptions[id]}`).join(', ')
  return `Preset ${preset}${list === '' ? '' : ` with ${list}`}.`
}

/** Lists a request for each operation, with a note in place of those that have no example in this world. */
function listTrials(simulator: Simulator, url: string): string[] {
  const [, ...others] = basePathsOf(simulator.assumptions)
  const routes = simulator.service.routes.filter(isFirstOfItsOperation)
  const trials = routes.map((route) => describeTrial(route, simulator, url))
  if (others.length === 0) return trials
  const places = others.map((path) => `${url}${path}`).join(', ')
  return [...trials, `# The same paths work below ${places}.`]
}

// With several base paths, every operation has a route below each of them.
function isFirstOfItsOperation({ operation }: Route, place: number, routes: readonly Route[]): boolean {
  return routes.findIndex((route) => route.operation === operation) === place
}

function describeTrial({ operation: name, template }: Route, simulator: Simulator, url: string): string {
  const { db, assumptions } = simulator
  // A route is that of one of the operations.
  const operation = operations.find((each) => each.name === name) as Operation
  const example = findExample(operation, { template, db, assumptions })
  if ('missing' in example) return `# ${example.missing}`
  const { method, path, body } = example
  const curl = `curl${describeCredentials(simulator)}${method === 'GET' ? '' : ` -X ${method}`} '${url}${path}'`
  return body === undefined ? curl : `${curl} -H 'Content-Type: application/json' -d '${escapeQuotes(body)}'`
}

function describeCredentials({ assumptions: { authentication } }: Simulator): string {
  if (authentication === 'none') return ''
  if (authentication === 'bearer') return " -H 'Authorization: Bearer any'"
  return authentication === 'apiKeyAndTenant' ? " -H 'X-Api-Key: any' -H 'X-Tenant-Id: any'" : " -H 'X-Api-Key: any'"
}

// A single quote ends a quoted text of the shell.
function escapeQuotes(text: string): string {
  return text.replaceAll("'", "'\\''")
}

function count(amount: number, singular: string, plural: string): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? singular : plural}`
}
