import { expect, test } from 'vitest'
import { connect, type DetailedEntry } from '../../src/entries/client/index.ts'
import { copyRequest } from '../../src/entries/request-code/copied-request.ts'
import { buildCurl } from '../../src/entries/request-code/curl.ts'
import { buildFetch } from '../../src/entries/request-code/fetch-code.ts'
import { writeVitestTest } from '../../src/entries/request-code/vitest-test.ts'
import { createSimulator } from '../../src/index.ts'
import { BODIES, findLeaks, HEADERS, PATHS, plain, QUERIES, TYPES } from '../support/planted-secrets.ts'

type Sent = Pick<DetailedEntry, 'method' | 'path' | 'query' | 'body' | 'request'>

const get: Sent = { method: 'GET', path: '/v2/deployments', query: '', body: null, request: { headers: [] } }
const SENT: readonly (readonly [title: string, sent: Sent])[] = [
  ...QUERIES.map((query) => [`?${query}`, { ...get, query }] as const),
  ...PATHS.map((path) => [path, { ...get, path }] as const),
  ...HEADERS.map((header) => [header[0], { ...get, request: { headers: [header] } }] as const),
  ...Object.entries(BODIES).flatMap(([title, body]) =>
    TYPES.map((type): [string, Sent] => [
      `${title} as ${type}`,
      { ...get, method: 'POST', body, request: { headers: [['content-type', type]] } },
    ]),
  ),
]

test.for(SENT)('a copied request has no secret of %s', ([, sent]) => {
  const request = copyRequest(sent, 'http://localhost')
  expect(findLeaks(buildCurl(request).text + buildFetch(request))).toEqual([])
})

test('a copied request sends other credentials, which the service takes, too', () => {
  const headers = [
    ['x-api-key', 'my-key'],
    ['authorization', 'Bearer my-token'],
    ['x-tenant-id', 'a-tenant'],
  ] as const
  const { text } = buildCurl(copyRequest({ ...get, request: { headers } }, 'http://localhost'))
  expect(text).toMatch(/-H 'x-api-key: any' -H 'authorization: Bearer any' -H 'x-tenant-id: a-tenant'/)
})

test('a copied test has no secret of its requests and their world, and gets the same', async () => {
  const { fetch } = createSimulator({ scenario: 'empty', preset: 'langsmith-next' })
  const simulator = connect('http://localhost', { fetch, session: 'mine' })
  await simulator.sessions.create({ name: 'mine' })
  const headers = { 'x-api-key': plain, 'x-tenant-id': 'a', 'content-type': 'text/plain' }
  const body = JSON.stringify({ secrets: [{ name: 'KEY', value: plain }], client_secret: plain })
  await fetch(`${simulator.url}/v2/deployments`, { method: 'POST', headers, body })
  await simulator.db.deployments.create({ name: 'own', secrets: [{ name: 'KEY', value: plain }] })
  await fetch(`${simulator.url}/v2/deployments`, { headers })
  for (const id of [1, 2]) {
    const entry = (await simulator.requests.get(id)) as DetailedEntry
    const { code, file, reproduces } = await writeVitestTest(simulator, [entry], fetch)
    expect(findLeaks(code + (file?.content ?? ''))).toEqual([])
    expect(reproduces).toBe('everything')
    expect(code).toContain("'x-api-key': 'any'")
  }
})
