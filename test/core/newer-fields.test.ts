import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { fetchJson } from '../support/client.ts'

interface Newer {
  source_config: { repo_branch: string | null }
}

test('a script deletes everything but the previews of the scenario busy', async () => {
  const simulator = createSimulator({
    preset: 'langsmith-next',
    scenario: 'busy',
    assumptions: { authentication: 'none' },
  })
  const previews = simulator.db.deployments.list({ where: { is_preview: true } }).map(({ id }) => id)
  expect(previews).toHaveLength(15)
  const listed: { id: string; is_preview: boolean }[] = []
  for (let page = '?limit=100'; page !== ''; ) {
    const { resources, offset } = await fetchJson<{ resources: typeof listed; offset: number }>(
      simulator,
      `/v2/deployments${page}`,
    )
    listed.push(...resources)
    page = resources.length < 100 ? '' : `?limit=100&offset=${offset}`
  }
  for (const { id, is_preview } of listed) {
    if (!is_preview) await simulator.fetch(`/v2/deployments/${id}`, { method: 'DELETE' })
  }
  expect(simulator.db.deployments.list().map(({ id }) => id)).toEqual(previews)
})

test.for([
  ['github', 'main', 'main'],
  ['github', 'refs/heads/feature/search', 'feature/search'],
  ['github', 'refs/tags/v1.2.0', null],
  ['github', null, null],
  ['external_docker', 'main', null],
  ['internal_source', 'refs/heads/main', null],
] as const)('a deployment from %s with the ref %s has the branch %s', async ([source, repo_ref, branch]) => {
  const simulator = createSimulator({ preset: 'langsmith-next', assumptions: { authentication: 'none' } })
  const { id } = simulator.db.deployments.create({ source, source_revision_config: { repo_ref } })
  const { source_config } = await fetchJson<Newer>(simulator, `/v2/deployments/${id}`)
  expect(source_config.repo_branch).toBe(branch)
})
