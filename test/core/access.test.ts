// The order in which the public service checks a request, recorded from its framework.

import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const LIST = '/v2/deployments'
const NO_WORKSPACE =
  "This API key is org-scoped and requires workspace specification. Please provide 'X-Tenant-ID' header."
const post = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})

test.for<[string, string, RequestInit, number]>([
  ['an unknown path', '/v2/nowhere', {}, 404],
  ['another method', LIST, { method: 'PUT' }, 405],
  ['a slash at the end', `${LIST}/`, { redirect: 'manual' }, 307],
  ['a body that is not JSON', LIST, post('{'), 422],
  ['a body with issues', LIST, post('{}'), 401],
  ['an invalid parameter', `${LIST}?limit=0`, {}, 401],
])('without credentials, %s gets its status', async ([, target, init, status]) => {
  const { fetch } = createSimulator({ preset: 'langsmith' })
  expect((await fetch(target, init)).status).toBe(status)
})

test('missing credentials get what the framework of the public service responds', async () => {
  const response = await createSimulator({ preset: 'langsmith' }).fetch(LIST)
  expect([response.status, response.headers.get('www-authenticate'), await response.text()]).toEqual([
    401,
    'APIKey',
    '{"detail":"Not authenticated"}',
  ])
})

test.for<[string, Record<string, string>]>([
  ['the key', { 'X-API-KEY': 'key' }],
  ['the key as a bearer token', { Authorization: 'Bearer key' }],
  ['the key of another service and its user', { 'x-service-key': 'token', 'x-user-id': 'user' }],
])('the public service accepts %s', async ([, headers]) => {
  expect((await createSimulator({ preset: 'langsmith' }).fetch(LIST, { headers })).status).toBe(200)
})

test.for<[string, Record<string, string>, string]>([
  ['nothing', {}, 'Not authenticated'],
  ['only a workspace', { 'X-Tenant-Id': 'workspace' }, 'Not authenticated'],
  ['only a key', { 'X-API-Key': 'key' }, NO_WORKSPACE],
])('if a key needs a workspace, a request with %s is told what is missing', async ([, headers, detail]) => {
  const { fetch } = createSimulator({ assumptions: { authentication: 'apiKeyAndTenant' } })
  expect(await (await fetch(LIST, { headers })).json()).toEqual({ detail })
})
