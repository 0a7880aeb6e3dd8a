import { cp } from 'node:fs/promises'
import { expect } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { test } from '../support/folder.ts'

async function startIn(state: string) {
  const simulator = createSimulator({ assumptions: { creation: 'accepted' } })
  const server = await serve(simulator, { port: 0, state })
  return { ...server, simulator, remote: connect(server.url) }
}

test('an accepted creation is stored before its response is sent, and appears after a restart', async ({ folder }) => {
  const server = await startIn(folder.path('state'))
  const [{ integration_id, url: repo_url } = {} as never] = server.simulator.db.repositories.list()
  const source_revision_config = { repo_ref: 'main' }
  const body = { name: 'checkout', integration_id, source_config: { repo_url }, source_revision_config }
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${server.url}/v2/deployments`, init)
  expect(response.status).toBe(202)
  const { id } = await response.json()
  // As if the server had ended at this moment.
  await cp(folder.path('state'), folder.path('copy'), { recursive: true, filter: (path) => !path.includes('lock') })
  await server.close()
  const { remote, close } = await startIn(folder.path('copy'))
  const find = () => remote.db.deployments.list({ where: { name: 'checkout' } } as never)
  expect(await find()).toEqual([])
  await remote.clock.advance(30_000)
  expect(await find()).toMatchObject([{ id, status: 'AWAITING_DATABASE' }])
  await remote.clock.advance(30_000)
  expect(await find()).toMatchObject([{ id, status: 'READY' }])
  await close()
})
