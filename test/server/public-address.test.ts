import type { IncomingHttpHeaders } from 'node:http'
import express from 'express'
import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { createApp, type ServeOptions, serve } from '../../src/server/index.ts'
import { test } from '../support/control-test.ts'
import { sendRaw } from '../support/send-raw.ts'

const TOKEN = 'open-sesame'
const auth = { authorization: `Bearer ${TOKEN}` }
const PUBLIC = { token: TOKEN, publicUrl: 'https://mock.example.com/mock/' }
const URL_OF = 'https://mock.example.com/mock'
const MOST = 60_000

/** Where a server says that a redirect of the service leads, which shows scheme, host and prefix. */
async function findBase(url: string, headers: IncomingHttpHeaders): Promise<string | undefined> {
  const { headers: answered } = await sendRaw(url, '/v2/deployments/', headers)
  return answered.location?.replace('/v2/deployments', '')
}

test('a public URL is in everything that names an address', async ({ start }) => {
  const { server, remote } = await start({ server: PUBLIC, client: { token: TOKEN } })
  const read = async (path: string) => JSON.parse((await sendRaw(server.url, path, auth)).body)
  await remote.sessions.create({ name: 'ann' })
  expect(await findBase(server.url, {})).toBe(URL_OF)
  expect((await sendRaw(server.url, '/_s/ann/v2/deployments/')).headers.location).toBe(
    `${URL_OF}/_s/ann/v2/deployments`,
  )
  expect((await read('/_s/ann/_simulator')).paths.reset).toBe('/mock/_s/ann/_simulator/reset')
  expect(await read('/_simulator/sessions/ann')).toMatchObject({ path: '/mock/_s/ann', url: `${URL_OF}/_s/ann` })
  expect(await read('/_simulator/sessions/default')).toMatchObject({ path: '/mock', url: URL_OF })
  expect((await read('/_s/ann/_simulator/service/openapi.json')).servers).toMatchObject([{ url: `${URL_OF}/_s/ann` }])
  expect((await read('/_s/ann/_simulator/openapi.json')).servers).toMatchObject([{ url: `${URL_OF}/_s/ann` }])
  expect((await read('/_simulator/openapi.json')).servers).toMatchObject([{ url: URL_OF }])
  const { url } = await remote.createLink({ session: 'demo' })
  expect(url.startsWith(`${URL_OF}/_s/demo/_simulator/open?`)).toBe(true)
  const opened = await sendRaw(server.url, url.slice(URL_OF.length), { accept: 'text/html' })
  expect(opened.headers.location).toBe(`${URL_OF}/_s/demo/_simulator/about`)
  const page = await sendRaw(server.url, '/_s/demo/_simulator/about', { accept: 'text/html' })
  expect(page.body).toContain(`Send your requests to <code>${URL_OF}/_s/demo</code>`)
  expect(page.body).toContain('<a href="/mock/_s/demo/_simulator/">The console</a>')
})

test('pages of a public URL may use the control API, and so may those of the address that the server listens on', async ({
  start,
}) => {
  const { server } = await start({ server: PUBLIC })
  const ask = async (origin: string) =>
    (await sendRaw(server.url, '/_simulator', { ...auth, origin, host: `127.0.0.1:${server.port}` })).status
  expect(await ask('https://mock.example.com')).toBe(200)
  expect(await ask(`http://127.0.0.1:${server.port}`)).toBe(200)
  expect(await ask(`https://127.0.0.1:${server.port}`)).toBe(403)
  expect(await ask('http://mock.example.com')).toBe(403)
})

test('a server that others can reach through a proxy requires a token', async ({ start }) => {
  for (const server of [{ publicUrl: 'https://mock.example.com' }, { trustProxy: 1 }] satisfies ServeOptions[]) {
    expect((await start({ server })).server.token).toMatch(/^.{32}$/)
  }
})

const X = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.test:8443', 'x-forwarded-prefix': '/mock' }

const forwarded: [string, ServeOptions['trustProxy'], IncomingHttpHeaders, string][] = [
  ['one proxy', 1, X, 'https://a.test:8443/mock'],
  ['the address of the proxy', '10.0.0.1, loopback', X, 'https://a.test:8443/mock'],
  ['no proxy', undefined, X, 'http://HOST'],
  ['no proxy, by number', 0, X, 'http://HOST'],
  ['the address of another proxy', '10.0.0.1', X, 'http://HOST'],
  ['a prefix that ends with a slash', 1, { 'x-forwarded-prefix': '/a/b/' }, 'http://HOST/a/b'],
  ['several values', 1, { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'a.test, b.test' }, 'https://a.test'],
  ['Forwarded', 1, { forwarded: 'for=192.0.2.1; Proto=https;host="a.test:8443"' }, 'https://a.test:8443'],
  ['Forwarded of two proxies', 2, { forwarded: 'host=a.test;proto=https, host=b.test' }, 'https://a.test'],
  ['Forwarded of a client and a proxy', 1, { forwarded: 'host=evil.test;proto=https, host=b.test' }, 'http://b.test'],
  [
    'Forwarded of proxies with addresses',
    'loopback, 10.0.0.1',
    { forwarded: 'host=evil.test, for=192.0.2.1;host=a.test;proto=https, for="10.0.0.1:4711";host=b.test' },
    'https://a.test',
  ],
]

test.for(forwarded)(
  'with %s, headers say how clients reach the server',
  async ([, trustProxy, headers, expected], { start }) => {
    const { server } = await start({ server: { token: TOKEN, trustProxy } })
    expect(await findBase(server.url, headers)).toBe(expected.replace('HOST', `127.0.0.1:${server.port}`))
  },
)

const hostile: [string, IncomingHttpHeaders][] = [
  ['another scheme', { 'x-forwarded-proto': 'javascript' }],
  ['a scheme in Forwarded', { forwarded: 'proto=javascript' }],
  ['a user name', { 'x-forwarded-host': 'mock.example.com@evil.test' }],
  ['a user name in Forwarded', { forwarded: 'host="mock.example.com@evil.test"' }],
  ['a path in the host', { 'x-forwarded-host': 'a.test/evil' }],
  ['a host without end', { 'x-forwarded-host': 'a'.repeat(MOST) }],
  ['a host that is empty', { 'x-forwarded-host': ' ' }],
  ['a port that is none', { 'x-forwarded-host': 'a.test:http' }],
  ['a prefix that is a host', { 'x-forwarded-prefix': '//evil.test' }],
  ['a prefix with a backslash', { 'x-forwarded-prefix': '/\\evil.test' }],
  ['a prefix that leads up', { 'x-forwarded-prefix': '/a/..' }],
  ['a prefix with a query', { 'x-forwarded-prefix': '/a?b' }],
  ['a prefix without a slash', { 'x-forwarded-prefix': 'a' }],
  ['a prefix without end', { 'x-forwarded-prefix': `/${'a'.repeat(MOST)}` }],
  ['quotes without end', { forwarded: `host="${'\\"a,'.repeat(10_000)}` }],
]

test('what a proxy cannot mean is ignored', async ({ start }) => {
  const { server } = await start({ server: { token: TOKEN, trustProxy: 1 } })
  for (const [what, headers] of hostile) {
    expect(await findBase(server.url, headers), what).toBe(`http://127.0.0.1:${server.port}`)
  }
})

test('links and pages of a trusted proxy have its scheme, host and prefix', async ({ start }) => {
  const { server } = await start({ server: { token: TOKEN, trustProxy: 'loopback' } })
  const { body } = await sendRaw(server.url, '/_simulator/links', { ...auth, ...X }, 'POST')
  expect(JSON.parse(body).url.startsWith('https://a.test:8443/mock/_simulator/open?')).toBe(true)
  const page = await sendRaw(server.url, '/', { ...X, accept: 'text/html' })
  expect(page.headers.location).toBe('./_simulator/')
  const from = { ...auth, ...X, origin: 'https://a.test:8443' }
  expect((await sendRaw(server.url, '/_simulator', from)).status).toBe(200)
})

test('an app that is mounted in another one trusts its proxies, and names its path', async () => {
  const outer = express()
  outer.set('trust proxy', 1)
  outer.use('/platform', createApp(createSimulator()))
  const server = outer.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const answer = await sendRaw(`http://127.0.0.1:${port}`, '/platform/v2/deployments/', X)
  server.close()
  expect(answer.headers.location).toBe('https://a.test:8443/mock/platform/v2/deployments')
})

const invalid: [string, ServeOptions, RegExp][] = [
  ['a path', { publicUrl: '/mock' }, /^Failed to use the public URL "\/mock": not the URL of a server\. /],
  ['another scheme', { publicUrl: 'ftp://a.test' }, /public URL "ftp:/],
  ['a user name', { publicUrl: 'https://me@a.test' }, /public URL "https:\/\/\[hidden\]@a\.test"/],
  ['a query', { publicUrl: 'https://a.test/?a=1' }, /public URL/],
  ['a line break', { publicUrl: 'https://a.test/\nb' }, /public URL/],
  ['a negative number', { trustProxy: -1 }, /^Failed to trust the proxies "-1": neither a number nor addresses\. /],
  [
    'an address that is none',
    { trustProxy: 'proxy.test' },
    /^Failed to trust the proxies "proxy\.test": invalid IP address: proxy\.test\. Set /,
  ],
]

test.for(invalid)('%s is rejected', async ([, options, message]) => {
  await expect(serve(createSimulator(), { port: 0, ...options })).rejects.toThrow(message)
})
