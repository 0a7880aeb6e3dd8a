import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import express from 'express'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { createApp } from '../../src/server/index.ts'
import { test } from '../support/control-test.ts'
import { sendRaw as send } from '../support/send-raw.ts'

// The tests have their own files, so they need no build.
const { place } = vi.hoisted(() => ({ place: { folder: '' } }))
vi.mock('../../src/server/pages/built-folder.ts', () => ({ findBuiltFolder: () => place.folder }))

const root = mkdtempSync(join(tmpdir(), 'console-'))
const folder = join(root, 'console')
const PAGE = '<!doctype html><title>Console</title><script type="module" src="./console/console.js"></script>'
const SCRIPT = `document.title = '${'x'.repeat(2000)}'`
writeFileSync(join(root, 'secret.js'), 'secret')
mkdirSync(folder)
writeFileSync(join(folder, 'index.html'), PAGE)
writeFileSync(join(folder, 'console.js'), SCRIPT)
writeFileSync(join(folder, 'console.css'), 'body { color: red }')
writeFileSync(join(folder, 'LICENSES.txt'), 'licenses')
place.folder = folder

afterEach(() => {
  place.folder = folder
})
afterAll(() => rmSync(root, { recursive: true }))

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const TOKEN = 'open-sesame'

const open = (url: string, path: string, headers: IncomingHttpHeaders = {}, method = 'GET') =>
  send(url, path, { accept: HTML, ...headers }, method)

test('a browser gets the page at the path of the control API', async ({ start }) => {
  const { server } = await start()
  const { status, headers, body } = await open(server.url, '/_simulator/')
  expect([status, headers['content-type'], body]).toEqual([200, 'text/html; charset=utf-8', PAGE])
})

test.for([
  ['/', '/_simulator/'],
  ['/?a=b', '/_simulator/'],
  ['/_simulator', '/_simulator/'],
  ['/_s/alice', '/_s/alice/_simulator/'],
  ['/_s/alice/', '/_s/alice/_simulator/'],
  ['/_s/alice/_simulator', '/_s/alice/_simulator/'],
] as const)('a browser is redirected from %s to %s', async ([path, target], { start }) => {
  const { server } = await start()
  const { status, headers } = await open(server.url, path)
  expect([status, headers['cache-control']]).toEqual([302, 'no-store'])
  expect(new URL(headers.location ?? '', server.url + path).href).toBe(server.url + target)
  expect((await open(server.url, target)).body).toBe(PAGE)
})

test.for([
  ['/_simulator/console/console.js', 'text/javascript; charset=utf-8', SCRIPT],
  ['/_simulator/console/console.css', 'text/css; charset=utf-8', 'body { color: red }'],
  ['/_s/alice/_simulator/console/console.js', 'text/javascript; charset=utf-8', SCRIPT],
] as const)('a browser gets %s', async ([path, type, text], { start }) => {
  const { server } = await start()
  const { status, headers, body } = await send(server.url, path, { accept: '*/*' })
  expect([status, headers['content-type'], body]).toEqual([200, type, text])
})

test('a browser creates no session, and leaves no trace in the journal', async ({ start }) => {
  const { server, simulator } = await start()
  for (const path of ['/', '/_s/bob/', '/_s/bob/_simulator/', '/_simulator/']) await open(server.url, path)
  expect(simulator.sessions.list()).toEqual([])
  expect(simulator.requests.list()).toEqual([])
})

test('a browser gets the page and its files without a token', async ({ start }) => {
  const { server } = await start({ server: { token: TOKEN } })
  for (const path of ['/_simulator/', '/_simulator/console/console.js']) {
    expect((await open(server.url, path)).status).toBe(200)
  }
  expect((await send(server.url, '/_simulator/', { accept: 'application/json' })).status).toBe(401)
})

test('a browser gets the files below every path that the app is mounted at', async () => {
  const app = express()
  app.use('/deep/platform', createApp(createSimulator()))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { headers } = await open(url, '/deep/platform/_simulator')
  expect(new URL(headers.location ?? '', `${url}/deep/platform/_simulator`).pathname).toBe('/deep/platform/_simulator/')
  expect((await open(url, '/deep/platform/_simulator/')).body).toBe(PAGE)
  expect((await send(url, '/deep/platform/_simulator/console/console.js')).body).toBe(SCRIPT)
  expect((await open(url, '/deep/platform/')).status).toBe(404)
  server.close()
})

test.for([
  [{}],
  [{ accept: '*/*' }],
  [{ accept: 'application/json' }],
  [{ accept: 'application/json, text/html' }],
  [{ accept: 'application/json, text/plain, */*' }],
] as const)('a program gets the state from the same path with %j', async ([headers], { start }) => {
  const { server } = await start()
  for (const path of ['/_simulator', '/_simulator/']) {
    const answer = await send(server.url, path, headers)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(JSON.parse(answer.body)).toHaveProperty('scenario')
  }
})

test('a program gets the state from the same path with a method that changes something', async ({ start }) => {
  const { server } = await start()
  const answer = await open(server.url, '/_simulator/', {}, 'POST')
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
})

test('a program gets the state from the same path so caches must keep both apart', async ({ start }) => {
  const { server } = await start()
  for (const accept of [HTML, 'application/json']) {
    for (const path of ['/_simulator', '/_simulator/']) {
      expect((await send(server.url, path, { accept })).headers.vary).toMatch(/\bAccept\b(?!-)/)
    }
  }
})

const paths = ['/_simulator/', '/_simulator/console/console.js', '/_simulator/console/console.css']

test.for(paths)(
  'the page and its files %s cannot be framed, cannot load anything else, and tell nobody where they are',
  async (path, { start }) => {
    const { server } = await start()
    const { headers } = await open(server.url, path)
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
  },
)

test.for(paths)('the page and its files %s is sent once, and then confirmed by its tag', async (path, { start }) => {
  const { server } = await start()
  const first = await open(server.url, path)
  const etag = first.headers.etag ?? ''
  expect(etag).toMatch(/^"[\w-]+"$/)
  const again = await open(server.url, path, { 'if-none-match': `"other", W/${etag}` })
  expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  expect((await open(server.url, path, { 'if-none-match': '"other"' })).status).toBe(200)
})

test.for(paths)('the page and its files %s has a head without a body', async (path, { start }) => {
  const { server } = await start()
  const { headers: expected, body: whole } = await open(server.url, path)
  const { status, headers, body } = await open(server.url, path, {}, 'HEAD')
  expect([status, body, headers['content-length']]).toEqual([200, '', String(whole.length)])
  expect({ ...headers, date: '' }).toEqual({ ...expected, date: '' })
})

test('the page and its files are compressed for those who accept it', async ({ start }) => {
  const { server } = await start()
  const path = '/_simulator/console/console.js'
  const plain = await send(server.url, path)
  const { headers, bytes } = await send(server.url, path, { 'accept-encoding': 'gzip, br' })
  expect(gunzipSync(bytes).toString()).toBe(SCRIPT)
  expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'Accept-Encoding'])
  expect(bytes.length).toBeLessThan(SCRIPT.length / 10)
  expect(headers.etag).not.toBe(plain.headers.etag)
  expect(plain.headers.vary).toBe('Accept-Encoding')
  expect((await send(server.url, path, { 'accept-encoding': 'gzip;q=0' })).body).toBe(SCRIPT)
})

test.for(['POST', 'PUT', 'DELETE'])('the page and its files cannot be changed with %s', async (method, { start }) => {
  const { server } = await start()
  const { status, headers } = await open(server.url, '/_simulator/console/console.js', {}, method)
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
})

test.for([
  '/_simulator/console/',
  '/_simulator/console/nope.js',
  '/_simulator/console/LICENSES.txt',
  '/_simulator/console/../secret.js',
  '/_simulator/console/..%2fsecret.js',
  '/_simulator/console/%2e%2e%2fsecret.js',
  '/_simulator/console/..%5csecret.js',
  '/_simulator/console/console.js%00',
  '/_simulator/console/console.js/',
  '/_simulator/console/constructor',
  '/_simulator/console//console.js',
  `/_simulator/console/${'a'.repeat(5000)}`,
])('the page and its files do not include %s', async (path, { start }) => {
  const { server } = await start()
  const { status, body } = await open(server.url, path)
  expect([status, JSON.parse(body)]).toEqual([404, { error: { message: expect.any(String), issues: [] } }])
  expect(body.length).toBeLessThan(400)
})

test.for([
  ['a host name that points here', { host: 'evil.test' }],
  [
    'a frame of another origin',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ],
  [
    'a script of another origin',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
  ],
  ['a page of another origin', { origin: 'http://evil.test' }],
] as const)('the page is refused to %s', async ([, headers], { start }) => {
  const { server } = await start()
  for (const path of ['/_simulator/', '/_simulator/console/console.js']) {
    expect((await open(server.url, path, headers)).status).toBe(403)
  }
})

test('the page is refused to a page of another origin, even if the server requires a token', async ({ start }) => {
  const { server } = await start({ server: { token: TOKEN } })
  const answer = await open(server.url, '/_simulator/', { origin: 'http://evil.test' })
  expect(answer.status).toBe(403)
})

test('the page is refused to a host name that is not allowed, which gets the page of the server instead', async ({
  start,
}) => {
  const { server } = await start()
  const { status, body } = await open(server.url, '/', { host: 'mock.test' })
  expect([status, body]).toEqual([200, expect.stringContaining('<h1>deploymock</h1>')])
  const allowed = await start({ server: { allowHosts: ['mock.test'] } })
  expect((await open(allowed.server.url, '/', { host: 'mock.test' })).status).toBe(302)
})

test('a server without the console sends the state, and the page of the server at its root', async ({ start }) => {
  const { server } = await start({ server: { console: false } })
  expect((await open(server.url, '/_simulator/')).headers['content-type']).toBe('application/json')
  expect((await open(server.url, '/_simulator')).status).toBe(200)
  expect((await open(server.url, '/_simulator/console/console.js')).status).toBe(404)
  expect((await open(server.url, '/')).body).toContain('<h1>deploymock</h1>')
})

test('a server without the console says what to do if the files are not built, and finds them once they are', async ({
  start,
}) => {
  place.folder = join(root, 'nowhere')
  const { server } = await start()
  const { status, body } = await open(server.url, '/_simulator/')
  expect([status, JSON.parse(body).error.message]).toEqual([
    503,
    `Failed to show the console: ${join(root, 'nowhere', 'index.html')} does not exist. Run "npm run build", or leave the console out with --no-console (in code "console: false").`,
  ])
  mkdirSync(place.folder)
  writeFileSync(join(place.folder, 'index.html'), PAGE)
  expect((await open(server.url, '/_simulator/')).body).toBe(PAGE)
})
