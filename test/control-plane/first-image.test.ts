import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

// The command line gives up after 300 seconds.
test('the first rollout of a pushed image ends while the command line waits for it', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const simulator = createSimulator({
      preset: 'langsmith',
      scenario: 'empty',
      seed,
      assumptions: { authentication: 'none' },
    })
    const send = async (method: string, path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      return (await simulator.fetch(path, { method, headers, body: JSON.stringify(body) })).json()
    }
    const { id } = await send('POST', '/v2/deployments', {
      name: 'shop',
      source: 'internal_docker',
      source_config: { deployment_type: 'dev' },
      source_revision_config: {},
      secrets: [],
    })
    await send('PATCH', `/v2/deployments/${id}`, {
      revision_source: 'internal_docker',
      source_revision_config: { image_uri: 'registry.example/shop@sha256:1' },
    })
    simulator.clock.advance(300_000)
    expect(simulator.db.deployments.get(id)).toMatchObject({ status: 'READY', active_revision_id: expect.any(String) })
  }
})
