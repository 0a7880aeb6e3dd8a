import { expect } from 'vitest'
import { readHarRequests, readTracedRequests } from '../../../src/programs/real-service/drift/requests-of-tests.ts'
import { test } from '../../support/folder.ts'

const line = (method: string, path: string, query = '') => JSON.stringify({ method, path, query, operation: 'any' })

test('requests that only read are taken from traces, each once', async ({ folder }) => {
  const lines = [
    '{"simulator":true}',
    line('GET', '/v2/deployments', '?limit=2'),
    line('GET', '/v2/deployments', '?limit=2'),
    line('POST', '/v2/deployments'),
    line('GET', '/nothing/like/this'),
    '{"method":"GE',
  ]
  await folder.write('trace-1-a.jsonl', lines.join('\n'))
  await folder.write('trace-2-b.jsonl', line('HEAD', '/v2/auth/providers'))
  expect(await readTracedRequests(folder.path('.'))).toEqual([
    { method: 'GET', path: '/v2/deployments', query: 'limit=2' },
    { method: 'HEAD', path: '/v2/auth/providers' },
  ])
})

test('a folder without traces is an error that says how to get some', async ({ folder }) => {
  await expect(readTracedRequests(folder.path('.'))).rejects.toThrow(
    /there are no traces\. Run the tests with DEPLOYMOCK_TRACE set to a folder\.$/,
  )
})

test('requests of a HAR file lose the path of the service and the name of a session', async ({ folder }) => {
  const urls = [
    'https://api.example.com/base/v2/deployments?status=READY',
    'http://localhost:4010/_s/ida/v2/deployments',
  ]
  const entries = urls.map((url) => ({ request: { method: 'GET', url, headers: [] } }))
  const file = await folder.write('page.har', JSON.stringify({ log: { version: '1.2', entries } }))
  expect(await readHarRequests(file)).toEqual([
    { method: 'GET', path: '/v2/deployments', query: 'status=READY' },
    { method: 'GET', path: '/v2/deployments' },
  ])
})

test.for(['{}', 'no JSON'])('a file with %s is no HAR', async (text, { folder }) => {
  const file = await folder.write('page.har', text)
  await expect(readHarRequests(file)).rejects.toThrow(/it is no HAR\. Save one with the network panel of a browser\.$/)
})
