import { describeChaos } from '../core/behaviour/chaos.ts'
import { fillPathTemplate } from '../core/contract/path-template.ts'
import { listEntries, presetValue, statusValuesOf } from '../core/contract/register/assumptions.ts'
import type { Route } from '../core/contract/routing.ts'
import type { IntegrationKind } from '../core/records/integration.ts'
import type { Simulator } from '../core/simulator.ts'
import type { RunningServer } from '../server/index.ts'

/** What a server says when it listens: where, which world, and what to try. */
export function describeStart(simulator: Simulator, { url, token }: Pick<RunningServer, 'url' | 'token'>): string {
  return [
    `deploymock listens on ${url}`,
    describeWorld(simulator),
    describeAssumptions(simulator),
    ...(simulator.chaos === undefined ? [] : [describeChaos(simulator.chaos, 'flag')]),
    `Controls: ${url}/_simulator${token === undefined ? '' : ` with the header "Authorization: Bearer ${token}"`}`,
    '',
    'Try:',
    ...simulator.service.routes.map((route) => `  ${describeTrial(route, simulator, url)}`),
    '',
    'Stop with Ctrl-C.',
  ].join('\n')
}

/** A world in a sentence. */
export function describeWorld({ scenario, db }: Simulator): string {
  return `World "${scenario.name}" with seed ${scenario.seed}: ${describeCounts(db)}.`
}

/** How much there is of everything. */
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
  return `Preset ${[preset, ...changed.map(([id]) => `${id}=${assumptions[id]}`)].join(', ')}.`
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

// The one that most deployments of a world have.
function findStatus({ assumptions }: Simulator): string {
  const statuses = statusValuesOf(assumptions)
  return encodeURIComponent(statuses.includes('READY') ? 'READY' : (statuses[0] ?? ''))
}

function describeRepositoryTrial(trial: string, kind: IntegrationKind, { db }: Simulator): string {
  const integration = db.integrations.all().find((each) => each.kind === kind)
  const filled = fillPathTemplate(trial, integration?.id ?? 'none')
  return integration === undefined ? `${filled}  # this world has no ${kind} integration` : filled
}

function describeCreation(trial: string, { db }: Simulator): string {
  const [repository] = db.repositories.all()
  const body = {
    integration_id: repository?.integration_id ?? 'none',
    source_config: { repo_url: repository?.url ?? 'none' },
    source_revision_config: { repo_ref: repository?.default_branch ?? 'main' },
  }
  const filled = `${trial} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  return repository === undefined ? `${filled}  # this world has no repository` : filled
}

function count(amount: number, singular: string, plural = `${singular}s`): string {
  return `${amount} ${amount === 1 ? singular : plural}`
}
