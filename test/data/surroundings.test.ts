import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { createService } from '../support/control-plane.ts'

test.for(['default', 'busy', 'page-edges', 'troubled'] as const)('the scenario %s holds together', (scenario) => {
  const { db } = createService({ scenario })
  const listeners = new Map(db.listeners.list().map(({ id, compute_config }) => [id, compute_config.k8s_namespaces]))
  const repositories = new Set(db.repositories.list().map(({ integration_id, url }) => `${integration_id} ${url}`))
  for (const { source, source_config } of db.deployments.list({ limit: 400 })) {
    const { listener_id, listener_config, integration_id, repo_url } = source_config
    if (listener_id !== null) expect(listeners.get(listener_id)).toContain(listener_config?.k8s_namespace)
    if (source === 'github') expect(repositories).toContain(`${integration_id} ${repo_url}`)
    else expect([integration_id, repo_url]).toEqual([null, null])
  }
})

test('deployments in the clusters of a customer have the listeners of their world', () => {
  const { db } = createService({ scenario: 'busy' })
  const remote = db.deployments.list({ where: { remote_reconciled: true }, limit: 100 })
  const used = new Set(remote.map(({ source_config }) => source_config.listener_id))
  expect(used).toEqual(new Set(db.listeners.list().map(({ id }) => id)))
})

test('a world without listeners has no deployment that names one, unless no field may be null', () => {
  const idsIn = (nullableFields: 'some' | 'none') =>
    createService({ assumptions: { nullableFields } })
      .db.deployments.list()
      .map(({ source_config }) => source_config.listener_id)
  expect(new Set(idsIn('some'))).toEqual(new Set([null]))
  expect(idsIn('none')).not.toContain(null)
})

test.for([
  ['onboarding-bot-prod', 'https://github.com/acme/onboarding-bot'],
  ['globex-onboarding', 'https://github.com/globex/onboarding'],
  ['claims', 'https://github.com/acme/claims-agent'],
  ['globex-claims', null],
] as const)('a deployment with the name %s comes from %s', ([name, url]) => {
  const scenario = {
    name: 'named',
    integrations: [
      { kind: 'standard' as const, name: 'acme', repositories: ['onboarding-bot', 'claims-agent'].map(toGroup) },
      { kind: 'alternate' as const, name: 'globex', repositories: ['onboarding'].map(toGroup) },
    ],
    deployments: [{ record: { name, remote_reconciled: false } }],
  }
  const { db } = createSimulator({ scenario })
  const [seeded] = db.deployments.list()
  const created = db.deployments.create({ name, remote_reconciled: false })
  for (const { source, source_config } of [seeded ?? created, created]) {
    expect([url, null]).toContain(source_config.repo_url)
    expect(source === 'github').toBe(source_config.repo_url !== null)
  }
  expect(db.deployments.create({ name, source: 'github' }).source_config.repo_url).toContain(url ?? 'https://')
})

function toGroup(name: string) {
  return { record: { name } }
}
