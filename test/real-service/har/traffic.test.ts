import { expect } from 'vitest'
import { readTraffic } from '../../../src/programs/real-service/har/traffic.ts'
import { type Folder, test } from '../../support/folder.ts'
import { type Exchanged, writeHarText } from '../../support/har-entries.ts'

const ID = '8a1e9a52-93c0-4d0e-9d1c-4f1f4ad8a2f7'
const API = 'https://api.example.com'
const LIST = { url: `${API}/v2/deployments`, body: { resources: [], offset: 0 } }

async function read(folder: Folder, exchanged: readonly Exchanged[], url?: string) {
  return readTraffic([await folder.write('app.har', writeHarText(exchanged))], url)
}

test('the requests of one service are selected, with where they are', async ({ folder }) => {
  const { url, exchanges, mutations, ignored } = await read(folder, [
    { url: 'https://cdn.example.com/logo.svg', body: '<svg/>' },
    { ...LIST, url: `${LIST.url}?limit=5` },
    { url: `${LIST.url}/${ID}`, status: 404, body: { detail: 'Not found' } },
    { method: 'POST', url: LIST.url, body: {} },
  ])
  expect(url).toBe(API)
  expect(exchanges.map(({ request, operation, values, source }) => [request, operation, values, source])).toEqual([
    [{ method: 'GET', path: '/v2/deployments', query: 'limit=5' }, 'listDeployments', {}, 'entry 2 of app.har'],
    [{ method: 'GET', path: `/v2/deployments/${ID}` }, 'getDeployment', { deployment_id: ID }, 'entry 3 of app.har'],
  ])
  expect(mutations).toHaveLength(1)
  expect([...ignored]).toEqual([
    ['to other services', 1],
    ['that may change something', 1],
  ])
})

test('a service can be behind the path of a proxy and of a session', async ({ folder }) => {
  const { url, exchanges } = await read(folder, [{ ...LIST, url: `${API}/proxy/_s/ida/v2/deployments` }])
  expect([url, exchanges[0]?.request.path]).toEqual([`${API}/proxy/_s/ida`, '/v2/deployments'])
})

test('of several services, one has to be named', async ({ folder }) => {
  const other = { ...LIST, url: 'https://other.example/v2/deployments' }
  await expect(read(folder, [LIST, other, other])).rejects.toThrow(
    /^Failed to choose the service of the HAR files: there are https:\/\/api\.example\.com \(1\), https:\/\/other\.example \(2\)\. Name the URL of one of them\.$/,
  )
  expect((await read(folder, [LIST, other, other], API)).exchanges).toHaveLength(1)
  await expect(read(folder, [LIST], 'https://third.example')).rejects.toThrow(
    /^Failed to find requests to https:\/\/third\.example in the HAR files: there are https:\/\/api/,
  )
})

test('files without requests of such a service are refused', async ({ folder }) => {
  await expect(read(folder, [{ url: 'https://cdn.example.com/logo.svg' }])).rejects.toThrow(
    /none of them reads anything of such a service/,
  )
})

test('files without bodies are refused with what to do', async ({ folder }) => {
  await expect(read(folder, [{ url: LIST.url }])).rejects.toThrow(
    /none can be compared \(1 without a whole body\)\. Save the network panel of a browser with the bodies of responses, or record in Playwright with content: 'embed'\.$/,
  )
})

const UNUSED: readonly (readonly [why: string, exchanged: Partial<Exchanged>])[] = [
  ['without a response', { status: 0 }],
  ['that failed', { status: 502 }],
  ['that failed', { status: 429 }],
  ['answered by a cache or a mock', { status: 304 }],
  ['answered by a cache or a mock', { response: { headers: [{ name: 'Age', value: '35' }] } }],
  ['answered by a cache or a mock', { entry: { _fromCache: 'disk' } }],
  ['answered by a cache or a mock', { entry: { _fetchType: 'Memory Cache' } }],
  ['answered by a cache or a mock', { entry: { _fetchType: 'Service Worker' } }],
  ['answered by a cache or a mock', { response: { _fetchedViaServiceWorker: true } }],
  ['answered by a cache or a mock', { entry: { _wasFulfilled: true } }],
  ['answered by a cache or a mock', { entry: { _faults: ['1'], _assumptions: ['errorBody'] } }],
  ['answered by a cache or a mock', { entry: { _faults: [], _assumptions: [] } }],
  ['without a time of their own', { entry: { startedDateTime: '' } }],
  ['with other credentials, or none', { headers: { 'X-Api-Key': 'planted' } }],
  ['that were refused', { status: 401 }],
  ['that were refused', { method: 'POST', status: 422 }],
  ['answered by a web page or a login', { status: 302 }],
  ['without a whole body', { body: '{"resources":[{"id' }],
  ['without a whole body', { body: '\u001f\ufffd\b' }],
  ['without a whole body', { body: '['.repeat(1000) + ']'.repeat(1000) }],
  ['with parameters that no operation has', { url: `${LIST.url}?token=secret` }],
  ['to nothing that can be compared', { url: `${API}/v2/nothing` }],
  ['to nothing that can be compared', { method: 'OPTIONS' }],
]

test.for(UNUSED)('a request %s is left out: %j', async ([why, exchanged], { folder }) => {
  const { exchanges, ignored } = await read(folder, [LIST, LIST, { ...LIST, ...exchanged }])
  expect([exchanges.length, [...ignored]]).toEqual([2, [[why, 1]]])
})

test('bodies that Playwright has written to files of their own are not read', async ({ folder }) => {
  const request = { method: 'GET', url: LIST.url, headers: [] }
  const content = { mimeType: 'application/json', _file: 'body.json' }
  await folder.write('body.json', JSON.stringify(LIST.body))
  const startedDateTime = '2026-11-20T09:00:00Z'
  const entries = [{ startedDateTime, request, response: { status: 200, headers: [], content } }]
  const path = await folder.write('app.har', JSON.stringify({ log: { entries } }))
  await expect(readTraffic([path])).rejects.toThrow(/without a whole body\).*content: 'embed'\.$/)
})

test('an archive of Playwright that is compressed is refused with what to do', async ({ folder }) => {
  const path = await folder.write('app.har.zip', 'PK')
  await expect(readTraffic([path])).rejects.toThrow(/it is a ZIP archive\. Unpack it, or record one with content/)
})

test('a web socket is no other service', async ({ folder }) => {
  const { url } = await read(folder, [LIST, { url: LIST.url.replace('https', 'wss'), status: 101 }])
  expect(url).toBe(API)
})

test('a request that failed may have changed something', async ({ folder }) => {
  const { mutations } = await read(folder, [LIST, { method: 'POST', url: LIST.url, status: 504 }])
  expect(mutations).toHaveLength(1)
})

test('of users with other credentials, the one with the most requests counts', async ({ folder }) => {
  const ofUser = (tenant: string) => ({ ...LIST, headers: { 'x-api-key': 'same', 'X-Tenant-Id': tenant } })
  const { exchanges } = await read(folder, [ofUser('one'), ofUser('two'), ofUser('two')])
  expect(exchanges.map(({ source }) => source)).toEqual(['entry 2 of app.har', 'entry 3 of app.har'])
})

test('a file whose requests all have the time of its export tells nothing', async ({ folder }) => {
  const exported = { ...LIST, at: 0 }
  await expect(read(folder, [exported, exported, exported])).rejects.toThrow(
    /none can be compared \(3 without a time of their own\)/,
  )
  expect((await read(folder, [exported, exported])).exchanges).toHaveLength(2)
})

test('a response that took a fraction of a millisecond ends with a whole one', async ({ folder }) => {
  const { exchanges } = await read(folder, [{ ...LIST, at: 0, time: 1.4 }])
  expect(exchanges.map(({ from, to }) => to - from)).toEqual([2])
})
