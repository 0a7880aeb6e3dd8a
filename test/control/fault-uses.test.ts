import { expect } from 'vitest'
import { test } from '../support/control-test.ts'

test('a listed fault tells how often it applied, and to which request last', async ({ start }) => {
  const { remote } = await start()
  await remote.faults.add({ operation: 'listDeployments', status: 503 })
  expect(await remote.faults.list()).toMatchObject([{ applied: 0, lastRequest: null }])
  for (const path of ['/v2/deployments', '/v2/deployments', '/nowhere']) {
    await (await fetch(remote.url + path)).arrayBuffer()
  }
  expect(await remote.faults.list()).toMatchObject([{ applied: 2, lastRequest: 2 }])
})
