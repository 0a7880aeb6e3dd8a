import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import express from 'express'
import { HttpResponse, http } from 'msw'
import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { createApp } from '../../src/server/index.ts'
import { test as base } from '../support/control-test.ts'
import { isMsw2 } from '../support/msw-version.ts'

// Servers that leave out the console.
const test = base.extend('start', ({ start }) => {
  const startWithout: typeof start = ({ server, ...rest } = {}) =>
    start({ ...rest, server: { ...server, console: false } })
  return startWithout
})

const CHROMIUM = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const NOT_FOUND = '{"detail":"Not Found"}'

const UNESCAPED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescapeHtml = (page: string) => page.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => UNESCAPED[entity] ?? '')

/** Opens a URL as a person does. `fetch` would set its own Sec-Fetch-Mode. */
async function open(url: string, headers: Record<string, string> = { accept: CHROMIUM }, method = 'GET') {
  const request = get(url, { headers, agent: false, method })
  const [response] = await once(request, 'response')
  return { status: response.statusCode, headers: response.headers, body: unescapeHtml(await text(response)) }
}

const linksOf = (page: string) => [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link)

test('a browser that opens a server sees the world and what the server serves', async ({ start }) => {
  const { server } = await start({ simulator: { scenario: 'busy', seed: 7 } })
  const { status, headers, body } = await open(server.url)
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/)
  expect(body).toMatch(/World <b><bdi>busy<\/bdi><\/b> with seed 7: .* 1,200 deployments\./)
  for (const summary of ['Lists the OAuth providers', 'Lists deployments: filtered', 'Creates a deployment']) {
    expect(body).toContain(summary)
  }
  expect(body).toContain(`curl -X POST '${server.url}/v2/deployments'`)
})

test.for([
  ['the default world', {}],
  ['a base path', { assumptions: { versionPrefix: '/api-host' } }],
] as const)('a browser that opens a server can click every link, with %s', async ([, simulator], { start }) => {
  const { server } = await start({ simulator })
  const links = linksOf((await open(server.url)).body)
  expect(links.length).toBe(8)
  for (const link of links) expect([link, (await fetch(server.url + link)).status]).toEqual([link, 200])
})

test('a browser that opens a server gets commands with credentials instead of links if the service requires them', async ({
  start,
}) => {
  const { server } = await start({ simulator: { preset: 'langsmith' } })
  const { body } = await open(server.url)
  expect(linksOf(body).filter((link) => !link.includes('_simulator'))).toEqual([])
  expect(body).toContain(`curl -H 'X-Api-Key: any' '${server.url}/v2/auth/providers'`)
  expect(body).toContain('The same paths work below /api-host.')
})

test.for([
  [{ authentication: 'apiKeyAndTenant' }, "-H 'X-Api-Key: any' -H 'X-Tenant-Id: any'"],
  [{ authentication: 'apiKey', keyScope: 'organization' }, "-H 'X-Api-Key: any' -H 'X-Tenant-Id: any'"],
  [{ authentication: 'bearer', keyScope: 'organization' }, "-H 'Authorization: Bearer any' -H 'X-Tenant-Id: any'"],
] as const)(
  'a browser that opens a server gets commands with a tenant if the service requires one: %j',
  async ([assumptions, headers], { start }) => {
    const { server } = await start({ simulator: { assumptions } })
    const command = `curl ${headers} '${server.url}/v2/auth/providers'`
    expect((await open(server.url)).body).toContain(command)
  },
)

test('a browser that opens a server sees how to send the token, but not the token', async ({ start }) => {
  const { server } = await start({ server: { token: 'open-sesame' } })
  const { body } = await open(server.url)
  expect(body).toContain(`curl -H "Authorization: Bearer $TOKEN" '${server.url}/_simulator'`)
  expect(body).not.toContain('open-sesame')
  expect(linksOf(body).filter((link) => link.includes('_simulator'))).toEqual([])
})

test('a browser that opens a server sees the data of a session below its path', async ({ start }) => {
  const { server, remote } = await start()
  await remote.sessions.create({ name: 'alice', scenario: 'first-day' })
  for (const path of ['/_s/alice', '/_s/alice/']) {
    const { body } = await open(server.url + path)
    expect(body).toContain('This is the session <b>alice</b>.')
    expect(body).toContain('<bdi>first-day</bdi>')
    for (const link of linksOf(body)) expect((await fetch(server.url + link)).status).toBe(200)
  }
})

test('a browser that opens a server creates no session, and leaves no trace in the journal', async ({ start }) => {
  const { server, simulator } = await start()
  const { body } = await open(`${server.url}/_s/bob/`)
  await open(server.url)
  expect(body).toContain('The session <b>bob</b> does not exist yet.')
  expect(simulator.sessions.list()).toEqual([])
  expect(simulator.requests.list()).toEqual([])
})

test('a browser that opens a server may not run scripts, keep the page or put it into a frame', async ({ start }) => {
  const { server } = await start()
  const { headers, body } = await open(server.url)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
  )
  expect(body).not.toMatch(/<script|style="| on\w+=|src=|href="http/)
})

test('a browser that opens a server gets hostile names as text', async ({ start }) => {
  const name = '</b><script>alert("1")</script>\'&amp;'
  const { server } = await start({ simulator: { scenario: { name, description: '', deployments: 0 } } })
  const raw = await (await fetch(server.url, { headers: { accept: 'text/html' } })).text()
  expect(raw).toContain('<bdi>&lt;/b&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;amp;</bdi>')
})

test('a browser that opens a server gets no link to another host from a hostile base path', async ({ start }) => {
  for (const versionPrefix of ['//evil.test', '/\\evil.test']) {
    const { server } = await start({ simulator: { assumptions: { versionPrefix } } })
    const links = linksOf((await open(server.url)).body)
    for (const link of links) expect(new URL(link, server.url).origin).toBe(server.url)
  }
})

test('a browser that opens a server gets the headers alone for HEAD', async ({ start }) => {
  const { server } = await start()
  const { headers, body } = await open(server.url, { accept: CHROMIUM }, 'HEAD')
  expect([headers['content-type'], body]).toEqual(['text/html; charset=utf-8', ''])
  expect(Number(headers['content-length'])).toBeGreaterThan(1000)
})

test.for([
  ['an Accept header that prefers HTML', { accept: 'text/html' }],
  ['a navigation', { 'sec-fetch-mode': 'navigate' }],
] as const)('a browser that opens a server is recognized by %s', async ([, headers], { start }) => {
  const { server } = await start()
  expect((await open(server.url, headers)).body).toContain('<h1>deploymock</h1>')
})

test.for([
  ['a client that accepts anything', '/', { accept: '*/*' }],
  ['a client that names no type', '/', {}],
  ['a client that accepts both alike', '/', { accept: 'application/json, text/html' }],
  ['a client of axios', '/', { accept: 'application/json, text/plain, */*' }],
  ['a browser at another path', '/nowhere', { accept: CHROMIUM }],
  ['a browser at a path of two slashes', '//', { accept: CHROMIUM }],
] as const)('everyone else gets the response of the service: %s', async ([, path, headers], { start }) => {
  const { server } = await start()
  expect(await open(server.url + path, headers)).toMatchObject({ status: 404, body: NOT_FOUND })
})

test('everyone else gets the response of the service: a browser that sends a form', async ({ start }) => {
  const { server } = await start()
  expect(await open(server.url, { accept: CHROMIUM }, 'POST')).toMatchObject({ status: 404, body: NOT_FOUND })
})

test('everyone else gets the response of the service: a browser that opens a session with an invalid name', async ({
  start,
}) => {
  const { server } = await start()
  expect((await open(`${server.url}/_s/a%20b/`)).status).toBe(400)
})

test.for(['/', '/platform'])(
  'everyone else gets the response of the service: a browser that opens an app in which it is mounted at %s',
  async (path) => {
    const app = express()
    app.use(path, createApp(createSimulator()))
    app.get('/', (_request, response) => void response.send('my page'))
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await open(`${url}${path}`)).body).toBe(NOT_FOUND)
    expect((await open(url)).body).toBe(path === '/' ? NOT_FOUND : 'my page')
    server.close()
  },
)

test.runIf(isMsw2)(
  'everyone else gets the response of the service: a browser, if an MSW handler answers first',
  async ({ start }) => {
    const handlers = [http.get('*/', () => HttpResponse.text('my page'))]
    const { server } = await start({ server: { handlers } })
    expect((await open(server.url)).body).toBe('my page')
  },
)
