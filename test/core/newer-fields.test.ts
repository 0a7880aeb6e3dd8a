import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { fetchJson } from '../support/client.ts'

interface Newer {
  source_config: { repo_branch: string | null }
}

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
