import { resolveAssumptions } from '../core/contract/assumptions.ts'
import { INTEGRATION_ID } from '../core/contract/open-values.ts'
import type { Route } from '../core/contract/routing.ts'
import type { IntegrationKind } from '../core/records/integration.ts'
import type { Simulator } from '../core/simulator.ts'

/** What a server says when it listens: where, which world, and what to try. */
export function describeStart(simulator: Simulator, url: string): string {
  return [
    `deploymock listens on ${url}`,
    describeWorld(simulator),
    '',
    'Try:',
    ...simulator.routes.map((route) => `  ${describeTrial(route, simulator, url)}`),
    '',
    'Stop with Ctrl-C.',
  ].join('\n')
}

function describeWorld({ scenario, preset, assumptions, db }: Simulator): string {
  const counts = [
    count(db.providers.count(), 'OAuth provider'),
    count(db.integrations.count(), 'integration'),
    count(db.repositories.count(), 'repository', 'repositories'),
    count(db.deployments.count(), 'deployment'),
  ]
  const standard = resolveAssumptions(preset)
  const changed = Object.entries(assumptions).filter(([id, value]) => standard[id as keyof typeof standard] !== value)
  const answers = changed.map(([id, value]) => `, ${id}=${value}`).join('')
  return [
    `World "${scenario.name}" with seed ${scenario.seed}: ${counts.join(', ')}.`,
    `Preset ${preset}${answers}.`,
  ].join('\n')
}

function describeTrial({ operation, method, template }: Route, simulator: Simulator, url: string): string {
  switch (operation) {
    case 'listRepositories':
      return describeRepositoryTrial(template, 'standard', simulator, url)
    case 'listAlternateRepositories':
      return describeRepositoryTrial(template, 'alternate', simulator, url)
    case 'listOAuthProviders':
      return `curl '${url}${template}'`
    case 'listDeployments':
      return `curl '${url}${template}?limit=5&status=READY'`
    case 'createDeployment':
      return describeCreation(simulator, `curl -X ${method} '${url}${template}'`)
  }
}

function describeRepositoryTrial(template: string, kind: IntegrationKind, { db }: Simulator, url: string): string {
  const integration = db.integrations.all().find((each) => each.kind === kind)
  const id = integration?.id ?? 'none'
  const note = integration === undefined ? `  # this world has no ${kind} integration` : ''
  return `curl '${url}${template.replace(INTEGRATION_ID, id)}'${note}`
}

function describeCreation({ db }: Simulator, curl: string): string {
  const [repository] = db.repositories.all()
  const body = {
    integration_id: repository?.integration_id ?? 'none',
    source_config: { repo_url: repository?.url ?? 'none' },
    source_revision_config: { repo_ref: repository?.default_branch ?? 'main' },
  }
  const note = repository === undefined ? '  # this world has no repository' : ''
  return `${curl} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'${note}`
}

function count(amount: number, singular: string, plural = `${singular}s`): string {
  return `${amount} ${amount === 1 ? singular : plural}`
}
