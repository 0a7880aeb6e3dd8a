import { expect, test as plain } from 'vitest'
import { assertAccepted } from '../../../src/programs/real-service/reader/accepted.ts'
import { createCredentials } from '../../../src/programs/real-service/reader/credentials.ts'
import { RefusedError } from '../../../src/programs/real-service/reader/errors.ts'
import { createReader, type ServiceReply } from '../../../src/programs/real-service/reader/reader.ts'
import { createSkippingClock, sendJson, test } from '../../support/real-service.ts'

const url = 'http://api.test/base'
const request = { method: 'GET', path: '/v2/deployments' } as const

function buildReply(status: number, headers: Readonly<Record<string, string>>, body: unknown = ''): ServiceReply {
  return { status, headers: Object.entries(headers), body: typeof body === 'string' ? body : JSON.stringify(body) }
}

const TENANT_MISSING = "This API key is org-scoped. Please provide 'X-Tenant-ID' header."
const key = { 'X-Api-Key': 'my-key-of-tests' }
const page = { 'content-type': 'text/html; charset=utf-8' }

plain.for([
  [{}, buildReply(401, {}, { detail: 'Not authenticated' }), /it requires credentials \(401: Not authenticated\)\./],
  [{}, buildReply(401, { 'www-authenticate': 'Bearer' }), /the header Authorization is missing \(401\)\. Add --h/],
  [{}, buildReply(403, page, '<p>No</p>'), /it requires credentials \(403\)\. Add --header-env 'X-Api-Key=VARIABLE'/],
  [{}, buildReply(401, {}, 'Send X-Service-Key'), /the header X-Service-Key is missing \(401: Send X-Service-Key\)/],
  [key, buildReply(403, {}, { detail: TENANT_MISSING }), /the header X-Tenant-ID is missing \(403: This API key is/],
  [key, buildReply(401, { 'www-authenticate': 'Bearer' }), /it refused X-Api-Key \(401\)\. Check the value, and what/],
  [{ ...key, Cookie: 'session=1' }, buildReply(403, {}), /it refused X-Api-Key and Cookie \(403\)/],
  [{ 'x-tenant-id': '1' }, buildReply(403, {}, { detail: TENANT_MISSING }), /it refused x-tenant-id \(403: This API/],
  [key, buildReply(401, {}, { detail: ['odd'] }), /it refused X-Api-Key \(401: \{\\"detail\\":\[\\"odd\\"\]\}\)/],
  [key, buildReply(200, page, '<form>'), /it responds with a web page instead of JSON\. Check the URL, and if the/],
  [key, buildReply(302, { location: 'https://login.test/?next=x' }), /it redirects to https:\/\/login\.test\/\. If/],
  [key, buildReply(302, { location: '/users/sign_in' }), /it redirects to http:\/\/api\.test\/users\/sign_in\. If/],
  [key, buildReply(301, { location: 'https://api.test/base/v2/deployments' }), /it redirects to https:\/\/api\.test\//],
] as const)('with %j, %j says that the service is not read', ([headers, reply, expected]) => {
  const assert = () => assertAccepted(reply, { url, credentials: createCredentials(headers) })
  expect(assert).toThrow(RefusedError)
  expect(assert).toThrow(/^Failed to read the service at http:\/\/api\.test\/base: /)
  expect(assert).toThrow(expected)
})

plain.for([
  buildReply(200, { 'content-type': 'application/json' }, []),
  buildReply(404, page, '<h1>Not Found</h1>'),
  buildReply(422, {}, { detail: [] }),
  buildReply(500, {}, 'Internal Server Error'),
  buildReply(304, {}),
  buildReply(307, { location: 'http://api.test/base/v2/auth/providers' }),
  buildReply(307, { location: '/base/v2/deployments' }),
  buildReply(307, { location: 'http://' }),
])('%j is a reply of the service', (reply) => {
  expect(() => assertAccepted(reply, { url })).not.toThrow()
})

test('a redirect to another host is not followed', async ({ service, other }) => {
  service.respond((_request, response) => sendJson(response, 307, {}, { location: `${other.url}/v2/deployments` }))
  const reader = createReader(service.url, { headers: key })
  const reply = await reader.read(request)
  expect(reply.status).toBe(307)
  expect(() => assertAccepted(reply, reader)).toThrow(`it redirects to ${other.url}/v2/deployments. If that is a login`)
  expect([service.requests.length, other.requests.length]).toEqual([1, 0])
})

test('a redirect to the same host is a reply, too, and is not followed', async ({ service }) => {
  service.respond((_request, response) => sendJson(response, 307, {}, { location: '/v2/deployments' }))
  const reader = createReader(service.url)
  const reply = await reader.read({ ...request, path: '/v2/deployments/' })
  expect(reply).toMatchObject({ status: 307, headers: expect.arrayContaining([['location', '/v2/deployments']]) })
  assertAccepted(reply, reader)
  expect(service.requests.map(({ path }) => path)).toEqual(['/v2/deployments/'])
})

test('HEAD and OPTIONS are sent as they are, with the query and the base path', async ({ service }) => {
  const reader = createReader(`${service.url}/base/`, { clock: createSkippingClock() })
  expect(reader.url).toBe(`${service.url}/base`)
  const query = 'limit=0&name=%F0%9F%9A%80'
  expect(await reader.read({ ...request, method: 'HEAD', query })).toMatchObject({ body: '' })
  await reader.read({ ...request, method: 'OPTIONS', headers: { Origin: 'https://page.test' } })
  expect(service.requests).toMatchObject([
    { method: 'HEAD', path: `/base/v2/deployments?${query}` },
    { method: 'OPTIONS', path: '/base/v2/deployments', headers: { origin: 'https://page.test' } },
  ])
})
