import { describeChaos } from '../core/behaviour/chaos.ts'
import { fillPathTemplate } from '../core/contract/path-template.ts'
import { basePathsOf, listEntries, presetValue, statusValuesOf } from '../core/contract/register/assumptions.ts'
import type { Route } from '../core/contract/routing.ts'
import type { IntegrationKind } from '../core/records/integration.ts'
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

/** Lists how many records of each kind a world has. */
export function describeCounts(db: Simulator['db']): string {
  return [
    count(db.providers.count(), 'OAuth provider'),
    count(db.integrations.count(), 'integration'),
    count(db.repositories.count(), 'repository', 'repositories'),
    count(db.deployments.count(), 'deployment'),
  ].join(', ')
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

function describeTrial({ operation, template }: Route, simulator: Simulator, url: string): string {
  const curl = `curl${describeCredentials(simulator)}`
  switch (operation) {
    case 'listOAuthProviders':
      return `${curl} '${url}${template}'`
    case 'listRepositories':
      return describeRepositoryTrial(`${curl} '${url}${template}'`, 'standard', simulator)
    case 'listAlternateRepositories':
      return describeRepositoryTrial(`${curl} '${url}${template}'`, 'alternate', simulator)
    case 'listDeployments':
      return `${curl} '${url}${template}?limit=5&status=${findStatus(simulator)}'`
    case 'createDeployment':
      return describeCreation(`${curl} -X POST '${url}${template}'`, simulator)
  }
}

function describeCredentials({ assumptions: { authentication } }: Simulator): string {
  if (authentication === 'none') return ''
  if (authentication === 'bearer') return " -H 'Authorization: Bearer any'"
  return authentication === 'apiKeyAndTenant' ? " -H 'X-Api-Key: any' -H 'X-Tenant-Id: any'" : " -H 'X-Api-Key: any'"
}

// Most deployments of the built-in worlds are READY.
function findStatus({ assumptions }: Simulator): string {
  const statuses = statusValuesOf(assumptions)
  return encodeURIComponent(statuses.includes('READY') ? 'READY' : (statuses[0] ?? ''))
}

function describeRepositoryTrial(trial: string, kind: IntegrationKind, { db }: Simulator): string {
  const integration = db.integrations.all().find((each) => each.kind === kind)
  if (integration === undefined) return `# No repositories to list: this world has no ${kind} integration.`
  return fillPathTemplate(trial, integration.id)
}

function describeCreation(trial: string, { db }: Simulator): string {
  const [repository] = db.repositories.all()
  if (repository === undefined) return '# No deployment to create: this world has no repository.'
  const body = {
    integration_id: repository.integration_id,
    source_config: { repo_url: repository.url },
    source_revision_config: { repo_ref: repository.default_branch },
  }
  return `${trial} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
}

function count(amount: number, singular: string, plural = `${singular}s`): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? singular : plural}`
}
