import { expect } from 'vitest'
import { test } from '../support/control-test.ts'

const KEY = 'an X-Api-Key header (any value)'

test('the credentials that clients need are named in the list of scenarios and in the state of a session', async ({
  start,
}) => {
  const { remote } = await start()
  const listed = Object.fromEntries((await remote.scenarios()).map(({ name, credentials }) => [name, credentials]))
  expect(listed).toMatchObject({ default: null, pipeline: KEY })
  expect(await remote.state()).toMatchObject({ credentials: null })
  expect(await remote.load('pipeline')).toMatchObject({ credentials: KEY })
})

test('the credentials that clients need follow from the assumptions, and from the options of the simulator', async ({
  start,
}) => {
  const { remote } = await start({ simulator: { assumptions: { authentication: 'apiKeyAndTenant' } } })
  const both = 'X-Api-Key and X-Tenant-Id headers (any values)'
  expect((await remote.scenarios()).map(({ credentials }) => credentials)).toContain(both)
  expect(await remote.state()).toMatchObject({ credentials: both })
  await remote.assume({ authentication: 'bearer', keyScope: 'organization' })
  expect(await remote.state()).toMatchObject({
    credentials: 'Authorization (Bearer) and X-Tenant-Id headers (any values)',
  })
})

test('the credentials that clients need are named by the explanation of a request without them, and of no other one', async ({
  start,
}) => {
  const { remote } = await start({ simulator: { scenario: 'pipeline' } })
  const explain = async (path: string, headers: Record<string, string> = {}) => {
    await fetch(`${remote.url}${path}`, { headers })
    const [entry] = await remote.requests.list({ limit: 1 })
    return (await remote.requests.get(entry?.id ?? 0))?.explanation.words.join(' ')
  }
  expect(await explain('/v2/deployments')).toContain(
    `It needs ${KEY}, or an Authorization (Bearer) header (any value), or X-Service-Key and X-User-Id headers (any values).`,
  )
  expect(await explain('/v2/deployments', { 'x-api-key': 'mine' })).not.toContain('It needs')
  expect(await explain('/v2/deployments?limit=x', { 'x-api-key': 'mine' })).not.toContain('It needs')
  await remote.faults.add({ status: 401 })
  expect(await explain('/v2/deployments')).not.toContain('It needs')
})
