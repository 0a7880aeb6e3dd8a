import { expect, test, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'

test('simulator.fetch takes a path, a URL or a request', async () => {
  const simulator = createSimulator({ baseUrl: 'https://api.test/platform/' })
  const answers = await Promise.all(
    [
      '/v2/auth/providers',
      'https://api.test/platform/v2/auth/providers',
      new URL('https://api.test:443/platform/v2/auth/providers'),
      'HTTPS://API.test/platform/../platform/v2/auth/providers',
      new Request('https://api.test/platform/v2/auth/providers'),
    ].map(async (input) => (await simulator.fetch(input)).text()),
  )
  expect(new Set(answers).size).toBe(1)
  expect(JSON.parse(answers[0] ?? '')).toHaveLength(6)
})

test.for<[string, string]>([
  ['https://api.test/platform/', 'https://other.test/platform/v2/deployments'],
  ['https://api.test/platform', 'http://api.test/platform/v2/deployments'],
  ['https://api.test', 'https://api.test:8443/v2/deployments'],
  ['https://api.test', 'https://api.test.evil.test/v2/deployments'],
  ['http://localhost:4010', 'http://localhost/v2/deployments'],
  ['http://localhost:4010', 'http://127.0.0.1:4010/v2/deployments'],
])('with the base URL %s, simulator.fetch refuses %s, and names both', async ([baseUrl, url]) => {
  const simulator = createSimulator({ baseUrl, scenario: 'empty' })
  for (const input of [url, new URL(url), new Request(url), new Request(url, { method: 'POST', body: '{}' })]) {
    await expect(simulator.fetch(input)).rejects.toThrow(
      `Failed to fetch "${url}": the base URL is "${baseUrl.replace(/\/$/, '')}". Use a path, `,
    )
  }
  expect(simulator.requests.count()).toBe(0)
})

test.for(['http://localhost/v2/auth/providers', 'https://any.test:8443/v2/auth/providers', '/v2/auth/providers'])(
  'without a base URL, simulator.fetch answers %s',
  async (url) => {
    expect((await createSimulator().fetch(url)).status).toBe(200)
  },
)

test('a redirect to another host than that of the base URL is not followed', async () => {
  const simulator = createSimulator({ baseUrl: 'https://api.test' })
  simulator.faults.add({ respond: { status: 302, headers: { location: 'https://login.test/' } } })
  await expect(simulator.fetch('/v2/deployments')).rejects.toThrow('Failed to fetch "https://login.test/"')
  expect((await simulator.fetch('/v2/deployments', { redirect: 'manual' })).status).toBe(302)
})

test('simulator.fetch responds with 404 outside the base URL', async () => {
  const simulator = createSimulator({ baseUrl: '/platform' })
  expect((await simulator.fetch('http://any.test/v2/auth/providers')).status).toBe(404)
  expect((await simulator.fetch('http://any.test/platformer/v2/auth/providers')).status).toBe(404)
})

test('simulator.fetch follows a redirect, unless the request says otherwise', async () => {
  const simulator = createSimulator()
  expect((await simulator.fetch('/v2/deployments/?limit=1')).status).toBe(200)
  expect((await simulator.fetch('/v2/deployments/', { redirect: 'manual' })).status).toBe(307)
  await expect(simulator.fetch('/v2/deployments/', { redirect: 'error' })).rejects.toThrow(TypeError)
  const posted = await simulator.fetch('/v2/deployments/', { method: 'POST', body: '{}' })
  expect(posted.status).toBe(422)
})

test('simulator.fetch does not respond to an aborted request', async () => {
  const signal = AbortSignal.abort()
  await expect(createSimulator().fetch('/v2/deployments', { signal })).rejects.toThrow(signal.reason)
})

test('simulator.fetch reports an unexpected error as one of the service, and prints it', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const broken = new Error('broken on purpose')
  const read = vi.spyOn(Headers.prototype, 'get').mockImplementation((name) => {
    if (name === 'content-type') throw broken
    return null
  })
  const response = await createSimulator().fetch('/v2/deployments', { method: 'POST', body: '{}' })
  read.mockRestore()
  expect([response.status, await response.text()]).toEqual([500, '{"detail":"Internal Server Error"}'])
  expect(printed.mock.calls).toEqual([[broken]])
  printed.mockRestore()
})

test('a location is followed only with the status of a redirect, and may be relative', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ respond: { status: 201, headers: { location: '/v2/auth/providers' } } })
  const response = await simulator.fetch('/v2/deployments')
  expect([response.status, response.headers.get('location')]).toEqual([201, '/v2/auth/providers'])
  simulator.faults.clear()
  simulator.faults.add({
    operation: 'listDeployments',
    respond: { status: 302, headers: { location: '/v2/auth/providers' } },
  })
  expect(await (await simulator.fetch('/v2/deployments')).json()).toEqual(simulator.db.providers.list())
})
