import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

/** Sends a request, and returns the assumptions that the response depends on. */
async function findDependence(target: string, init?: RequestInit): Promise<readonly string[]> {
  const { fetch, requests } = createSimulator()
  await fetch(target, init)
  return requests.list()[0]?.assumptions ?? []
}

const post = (body: RequestInit['body'], headers?: Record<string, string>): [string, RequestInit] => [
  '/v2/deployments',
  { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: body ?? null },
]

const postSecrets = (secrets: unknown) => post(JSON.stringify({ secrets }))

const LARGE = 'x'.repeat(70_000)

test.for<[string, string, [string, RequestInit?], boolean]>([
  ['bodyEncoding', 'a body is in UTF-16', post(Buffer.from('{"name":"x"}', 'utf16le')), true],
  ['bodyEncoding', 'a body is compressed', post('{}', { 'content-encoding': 'gzip' }), true],
  ['bodyEncoding', 'a body starts with a byte order mark', post('\ufeff{}'), true],
  ['bodyEncoding', 'a body is plain UTF-8', post('{"name":"x"}'), false],
  ['bodyEncoding', 'a body has one byte', post('1'), false],
  ['trailingSlash', 'a path ends with a slash', ['/v2/deployments/'], true],
  ['trailingSlash', 'an unknown path ends with a slash', ['/nowhere/'], true],
  ['trailingSlash', 'a path ends without a slash', ['/v2/deployments'], false],
  ['trailingSlash', 'an unknown path ends without a slash', ['/nowhere'], false],
  ['validationErrors', 'there are more than 100 errors', postSecrets(Array(101).fill(1)), true],
  ['validationErrors', 'there are some errors', postSecrets([1, 2, 3]), false],
  ['validationErrors', 'one of several inputs is large', postSecrets(['x', LARGE, 'x']), true],
  ['validationErrors', 'an input is not large', postSecrets([LARGE.slice(0, 10_000)]), false],
])('a response depends on %s or not: %s', async ([id, , request, isExpected]) => {
  expect((await findDependence(...request)).includes(id)).toBe(isExpected)
})
