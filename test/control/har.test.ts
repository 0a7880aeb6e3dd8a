import { expect } from 'vitest'
import { test } from '../support/control-test.ts'
import { harSchema } from '../support/har-schema.ts'

test('the control API and its client return the request log of a session as HAR', async ({ start }) => {
  const { server, remote } = await start({ simulator: { scenario: 'empty' } })
  const alice = remote.session('alice')
  await fetch(`${alice.url}/v2/deployments?limit=2`, { headers: { 'x-api-key': 'my-key' } })
  await fetch(`${alice.url}/unknown`)
  const response = await fetch(`${alice.url}/_simulator/requests.har?status=200`)
  expect(response.headers.get('content-type')).toBe('application/json')
  const har = harSchema.parse(await response.json())
  expect(har.log.entries.map(({ request }) => request.url)).toEqual([`${server.url}/_s/alice/v2/deployments?limit=2`])
  expect(JSON.stringify(har)).not.toContain('my-key')
  expect(await alice.requests.toHar({ status: 200 })).toEqual(har)
  expect((await alice.requests.toHar()).log.entries).toHaveLength(2)
  await expect(alice.requests.toHar({ status: 'all' as never })).rejects.toThrow(/status/)
})
