import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

// As in starlette 1.7.0: in Python's patterns, `$` also matches before a line feed at the end.

test.for([
  ['/v2/deployments%0A', 200, null],
  ['/v2/deployments%0a?limit=1', 200, null],
  ['/v2/deployments%0A/', 307, '/v2/deployments%0A'],
  ['/v2/deployments%0A%0A', 404, null],
  ['/v2/deployments%0D', 404, null],
  ['/v2/deployments/%0A', 404, null],
  ['/_simulator%0A', 404, null],
  ['/_simulator/faults%0A', 404, null],
] as const)('a path that ends in a line feed %s gets %i', async ([path, status, location]) => {
  const response = await createSimulator().fetch(path, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')?.replace('http://localhost', '') ?? null]).toEqual([
    status,
    location,
  ])
})

test('a redirect quotes the query as Starlette does', async () => {
  const address = () => ({ origin: 'http://localhost', basePath: '' })
  const server = { method: 'GET', address, path: '/v2/deployments/' }
  const request = { ...server, query: `a=|"<>^\`{}\\~%7c%zz'[x];,b?c`, header: () => undefined, body: new Uint8Array() }
  const { headers } = await createSimulator().service.handle(request)
  const query = "a=%7C%22%3C%3E%5E%60%7B%7D%5C~%7c%zz'[x];,b?c"
  expect(headers).toEqual({ location: `http://localhost/v2/deployments?${query}` })
})

test('a path that ends in a line feed includes it in an id at the end', async () => {
  const repositoryPaths = '/hosts/{integration_id},/others/{integration_id}'
  const simulator = createSimulator({ scenario: 'empty', assumptions: { repositoryPaths } })
  simulator.db.integrations.create({ id: 'team' })
  const statuses = ['/hosts/team', '/hosts/team%0A'].map(async (path) => (await simulator.fetch(path)).status)
  expect(await Promise.all(statuses)).toEqual([200, 404])
})

test.for([
  ['/v2/deployments/', 307],
  ['/v2/deployments//revisions', 404],
  ['/v2/deployments/%0A/revisions', 422],
] as const)('an id in a path has at least one character: %s gets %i', async ([path, status]) => {
  const { fetch } = createSimulator({ preset: 'langsmith', assumptions: { authentication: 'none' } })
  expect((await fetch(path, { redirect: 'manual' })).status).toBe(status)
})
