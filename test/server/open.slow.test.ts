import type { IncomingHttpHeaders } from 'node:http'
import { expect } from 'vitest'
import { buildOpenLink, connect, type OpenLinkOptions } from '../../src/entries/client/index.ts'
import { fetchJson } from '../support/client.ts'
import { test } from '../support/control-test.ts'
import { followLink } from '../support/follow-link.ts'

const NAVIGATION = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-user': '?1',
}
const HTML = { ...NAVIGATION, accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const TOKEN = 'open-sesame'

/** Opens a link, and returns where it leads, or why it does not. */
async function open(link: string, headers: IncomingHttpHeaders = NAVIGATION, method = 'GET') {
  const answer = await followLink(link, headers, method)
  const isJson = answer.headers['content-type'] === 'application/json' && method !== 'HEAD'
  const error = isJson ? JSON.parse(answer.body).error : undefined
  return { ...answer, location: answer.headers.location, issues: error?.issues, message: error?.message }
}

/** Builds a link by hand, as someone else could. */
const write = (url: string, ...parameters: (readonly [string, string])[]) =>
  `${url}/_simulator/open?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`

test('a link opens the console of a new session', async ({ start }) => {
  const { server, simulator } = await start()
  const { status, location, headers, body } = await open(buildOpenLink(server.url, { scenario: 'busy' }))
  expect([status, headers['cache-control'], body]).toEqual([303, 'no-store', ''])
  const [session] = simulator.sessions.list()
  expect(location).toBe(`${server.url}/_s/${session?.name}/_simulator/`)
  expect(session?.scenario.name).toBe('busy')
  expect(simulator.scenario.name).toBe('default')
})

test('a link describes a whole world', async ({ start }) => {
  const { server } = await start()
  const link = buildOpenLink(`${server.url}/`, {
    scenario: 'busy',
    seed: 7,
    now: new Date('2026-01-02T03:04:05Z'),
    preset: 'langsmith',
    assumptions: {
      lastPageOffset: 'limit',
      statusValues: ['AWAITING_DATABASE', 'READY', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN', 'NEW'],
    },
    faults: [{ operation: 'listDeployments', status: 503, times: 1 }, { status: 500 }],
    chaos: { level: 0.25, seed: 11 },
    session: 'demo',
  })
  expect(await open(link)).toMatchObject({ status: 303, message: undefined })
  const remote = connect(server.url, { session: 'demo' })
  expect(await remote.state()).toMatchObject({
    scenario: { name: 'busy', seed: 7 },
    preset: 'langsmith',
    chaos: { level: 0.25, seed: 11 },
  })
  expect((await remote.state()).now).toMatch(/^2026-01-02T03:04:05/)
  expect(await remote.assumptions()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 'lastPageOffset', value: 'limit' }),
      expect.objectContaining({
        id: 'statusValues',
        value: 'AWAITING_DATABASE,READY,UNUSED,AWAITING_DELETE,UNKNOWN,NEW',
      }),
    ]),
  )
  expect(await remote.faults.list()).toMatchObject([
    { match: { operation: 'listDeployments' }, effect: { status: 503 }, times: 1 },
    { effect: { status: 500 } },
  ])
})

test('a link opens a stored snapshot', async ({ start }) => {
  const { server, remote } = await start()
  await remote.load('first-day')
  await remote.snapshots.take('monday')
  await remote.load('busy')
  await open(buildOpenLink(server.url, { snapshot: 'monday', session: 'demo', chaos: 'high' }))
  const state = await connect(server.url, { session: 'demo' }).state()
  expect(state).toMatchObject({ scenario: { name: 'first-day' }, chaos: { level: 0.5 } })
})

test('a link gives each visitor a session of their own', async ({ start }) => {
  const { server, simulator } = await start()
  const link = buildOpenLink(server.url, { seed: 3 })
  const [one, other] = [await open(link), await open(link)]
  expect(one.location).not.toBe(other.location)
  expect(simulator.sessions.list().map(({ scenario }) => scenario.seed)).toEqual([3, 3])
})

test('a link works below the path of a session, which it does not create', async ({ start }) => {
  const { server, simulator } = await start()
  const { location } = await open(buildOpenLink(`${server.url}/_s/alice`, { session: 'demo' }))
  expect(location).toBe(`${server.url}/_s/demo/_simulator/`)
  expect(simulator.sessions.list().map(({ name }) => name)).toEqual(['demo'])
})

test('a link cannot take the session of somebody else', async ({ start }) => {
  const { server, remote } = await start()
  await remote.sessions.create({ name: 'alice', scenario: 'first-day' })
  const { status, message } = await open(buildOpenLink(server.url, { session: 'alice' }))
  expect([status, message]).toEqual([409, expect.stringContaining('the name is taken')])
})

test('a link with a name leads to its session again, as it was left', async ({ start }) => {
  const { server, simulator } = await start()
  const options = { scenario: 'empty', session: 'demo', chaos: '0.1:7', faults: [{ status: 503 }] }
  const first = await open(buildOpenLink(server.url, options))
  const [session] = simulator.sessions.list()
  session?.db.deployments.create({ name: 'left-behind' })
  session?.faults.clear()
  const second = await open(buildOpenLink(server.url, options))
  expect([second.status, second.location]).toEqual([303, first.location])
  expect(simulator.sessions.list()).toEqual([session])
  expect([session?.db.deployments.count(), session?.faults.list()]).toEqual([1, []])
  const elsewhere = await open(buildOpenLink(server.url, { ...options, to: 'http://localhost:5173/{session}' }))
  expect(elsewhere.location).toBe('http://localhost:5173/demo')
})

test('a link with a name opens it once, if two people open it at the same time', async ({ start }) => {
  const { server, simulator } = await start()
  const link = buildOpenLink(server.url, { scenario: 'busy', session: 'demo' })
  const opened = await Promise.all([open(link), open(link)])
  expect(opened.map(({ status }) => status)).toEqual([303, 303])
  expect(simulator.sessions.list()).toHaveLength(1)
})

test('a link to another world cannot take the name of a session that a link has created', async ({ start }) => {
  const { server } = await start()
  await open(buildOpenLink(server.url, { scenario: 'busy', session: 'demo' }))
  for (const other of [{ scenario: 'empty' }, { scenario: 'busy', seed: 7 }, {}]) {
    expect((await open(buildOpenLink(server.url, { ...other, session: 'demo' }))).status).toBe(409)
  }
})

test('a link opens a new world when its session has ended', async ({ start }) => {
  const { server, simulator } = await start()
  const link = buildOpenLink(server.url, { scenario: 'empty', session: 'demo' })
  await open(link)
  simulator.sessions.list()[0]?.db.deployments.create({})
  simulator.sessions.delete('demo')
  expect((await open(link)).status).toBe(303)
  expect(simulator.sessions.list()[0]?.db.deployments.count()).toBe(0)
})

test('a link is described without being opened', async ({ start }) => {
  const { simulator } = await start()
  const document = await fetchJson<{ paths: Record<string, object> }>(simulator, '/_simulator/openapi.json')
  expect(document.paths['/_simulator/open']).toMatchObject({ get: { operationId: 'openLink' } })
  const state = await fetchJson<{ paths: object }>(simulator, '/_simulator')
  expect(state).toHaveProperty('paths.open', '/_simulator/open')
})

test.for([
  ['http://localhost:5173/?api={url}', 'http://localhost:5173/?api={encoded}'],
  ['http://localhost:5173/#/api={url}&as={session}', 'http://localhost:5173/#/api={encoded}&as=demo'],
  ['https://127.0.0.1/{session}/', 'https://127.0.0.1/demo/'],
  ['http://[::1]:80/a?b=c', 'http://[::1]/a?b=c'],
  ['http://app.localhost:3000', 'http://app.localhost:3000/'],
  ['http://2130706433/', 'http://127.0.0.1/'],
  ['http://ｌｏｃａｌｈｏｓｔ/', 'http://localhost/'],
  ['{url}/v2/deployments', '{url}/v2/deployments'],
  ['https://demo.test/?api={url}', 'https://demo.test/?api={encoded}'],
] as const)('a link leads to %s', async ([to, expected], { start }) => {
  const { server } = await start({ server: { allowOrigins: ['https://demo.test'] } })
  const { status, location } = await open(buildOpenLink(server.url, { session: 'demo', to }))
  const url = `${server.url}/_s/demo`
  expect([status, location]).toEqual([
    303,
    expected.replace('{encoded}', encodeURIComponent(url)).replace('{url}', url),
  ])
})

test('a link leads to the page of an app, which reaches its session by the URL in it', async ({ start }) => {
  const { server } = await start()
  const to = 'http://localhost:5173/?api={url}'
  const { location = '' } = await open(buildOpenLink(server.url, { scenario: 'empty', to }))
  const api = new URL(location).searchParams.get('api')
  const response = await fetch(`${api}/v2/deployments`)
  expect(await response.json()).toMatchObject({ resources: [] })
})

test('a link leads to the host that the visitor used', async ({ start }) => {
  const { server } = await start()
  const { port } = new URL(server.url)
  const link = buildOpenLink(server.url, { session: 'demo' })
  const { location } = await open(link, { ...NAVIGATION, host: `mine.localhost:${port}` })
  expect(location).toBe(`http://mine.localhost:${port}/_s/demo/_simulator/`)
})

test.for([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//http://localhost/',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:http://localhost/1',
  'about:blank',
  'ftp://localhost/',
  'intent://localhost/#Intent;scheme=http;end',
  '//evil.test/',
  '\\\\evil.test\\',
  '/\\evil.test',
  '/v2/deployments',
  'localhost:5173',
  '',
  ' ',
  'http:\\\\evil.test\\',
  'http:/evil.test/',
  'http:evil.test',
  'https:///evil.test/',
  'http://localhost@evil.test/',
  'http://localhost:80@evil.test/',
  'http://localhost%40evil.test/',
  'http://evil.test#@localhost/',
  'http://evil.test?@localhost/',
  'http://evil.test\\@localhost/',
  'http://user:password@localhost/',
  'http://user@localhost/',
  'http://:password@localhost/',
  'http://127.0.0.1.evil.test/',
  'http://localhost.evil.test/',
  'http://127.0.0.1.nip.io/',
  'http://127.0.0.1\u3002evil.test/',
  'http://localhost\u2024evil.test/',
  'http://evil.test%00.localhost/',
  'http://ex\u00e4mple.test/',
  'http://0.0.0.0/',
  'http://192.168.0.1/',
  'http://[::ffff:8.8.8.8]/',
  'ht\ttp://evil.test/',
  'http://\nevil.test/',
  'http://localhost\r\nSet-Cookie: a=b.evil.test/',
  'http%3A%2F%2Flocalhost%2F',
  'http%253A%252F%252Flocalhost%252F',
  'http://%65vil.test/',
  'http://{session}.evil.test/',
  'http://{url}/',
  'http://{url}@evil.test/',
  '{session}://localhost/',
  'https://demo.test:444/',
  'http://demo.test/',
  'https://demo.test.evil.test/',
  `http://localhost/${'a'.repeat(5000)}`,
  `http://localhost/?${'{url}'.repeat(700)}`,
])('a link leads nowhere else: %j', async (to, { start }) => {
  const { server, simulator } = await start({ server: { allowOrigins: ['https://demo.test'] } })
  const { status, location, issues } = await open(write(server.url, ['to', to], ['session', 'demo']))
  expect([status, location]).toEqual([422, undefined])
  expect(issues).toEqual([{ path: 'to', message: expect.any(String) }])
  expect(simulator.sessions.list()).toEqual([])
})

test('a link leads nowhere else: a target with a line break stays one header', async ({ start }) => {
  const { server } = await start()
  const { location, headers } = await open(write(server.url, ['to', 'http://localhost/\r\nset-cookie: a=b']))
  expect(location).toBe('http://localhost/set-cookie:%20a=b')
  expect(headers).not.toHaveProperty('set-cookie')
})

test.for([
  ['an image', { ...NAVIGATION, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a script', { ...NAVIGATION, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }],
  ['a frame', { ...NAVIGATION, 'sec-fetch-dest': 'iframe' }],
  ['a frame of this server', { ...NAVIGATION, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
  [
    'a request of a script of this server',
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  ],
  ['a request of a script elsewhere', { origin: 'http://evil.test' }],
  ['a request of a script of an allowed origin', { origin: 'https://demo.test' }],
  ['a request that says only its site', { 'sec-fetch-site': 'none' }],
  ['a page that is loaded in advance', { ...NAVIGATION, 'sec-purpose': 'prefetch' }],
  ['a page that is rendered in advance', { ...NAVIGATION, 'sec-purpose': 'prefetch;prerender' }],
  ['another host name', { ...NAVIGATION, host: 'evil.test' }],
] as const)('a link is opened only by people: not by %s', async ([, headers], { start }) => {
  const { server, simulator } = await start({ server: { allowOrigins: ['https://demo.test'] } })
  const { status, location } = await open(buildOpenLink(server.url), headers)
  expect([status, location]).toEqual([403, undefined])
  expect(simulator.sessions.list()).toEqual([])
})

test('a link is opened only by people: a browser that sends no Sec-Fetch headers can open it', async ({ start }) => {
  const { server } = await start()
  expect((await open(buildOpenLink(server.url), { accept: 'text/html' })).status).toBe(303)
})

test.for([
  ['an image', 'image/avif,image/webp,*/*;q=0.8', 403],
  ['a script', '*/*', 403],
  ['a tab of a browser', HTML.accept, 303],
] as const)(
  'a link is opened only by people: over plain HTTP to another host, where browsers send no Sec-Fetch headers, only a page is opened: %s',
  async ([, accept, status], { start }) => {
    const { server, simulator } = await start({ server: { allowHosts: ['mock.test'] } })
    const answer = await open(buildOpenLink(server.url), { host: 'mock.test', accept })
    expect([answer.status, simulator.sessions.list().length]).toEqual([status, status === 303 ? 1 : 0])
  },
)

test.for([
  ['HEAD', 403],
  ['POST', 405],
  ['PUT', 405],
] as const)('a link is opened only by people: not with %s', async ([method, expected], { start }) => {
  const { server, simulator } = await start()
  const { status } = await open(buildOpenLink(server.url), {}, method)
  expect([status, simulator.sessions.list()]).toEqual([expected, []])
})

test('a link is opened only by people: only with the token, if the server requires one', async ({ start }) => {
  const { server, simulator } = await start({ server: { token: TOKEN } })
  const link = buildOpenLink(server.url)
  expect((await open(link)).status).toBe(401)
  expect((await open(`${link}?token=${TOKEN}`)).status).toBe(401)
  expect(simulator.sessions.list()).toEqual([])
  expect((await open(link, { ...NAVIGATION, authorization: `Bearer ${TOKEN}` })).status).toBe(303)
})

test('at most fifty sessions come from links: the oldest one ends, and no other', async ({ start }) => {
  const { server, simulator, remote } = await start()
  await remote.sessions.create({ name: 'mine' })
  for (let count = 1; count <= 52; count += 1) await open(buildOpenLink(server.url, { session: `demo-${count}` }))
  const names = simulator.sessions.list().map(({ name }) => name)
  expect(names).toHaveLength(51)
  expect(names).toContain('mine')
  expect(names).not.toContain('demo-2')
  expect(names).toContain('demo-3')
})

test('at most fifty sessions come from links: a session that somebody else gave the same name afterwards stays', async ({
  start,
}) => {
  const { server, simulator, remote } = await start()
  await open(buildOpenLink(server.url, { session: 'demo' }))
  await remote.sessions.delete('demo')
  await remote.sessions.create({ name: 'demo' })
  for (let count = 0; count < 51; count += 1) await open(buildOpenLink(server.url))
  expect(simulator.sessions.list().map(({ name }) => name)).toContain('demo')
})

const tooMany = (name: string, count: number) => Array.from({ length: count }, () => [name, '{}'] as const)

test.for([
  ['an unknown scenario', [['scenario', 'bussy']], ['scenario']],
  ['an unknown snapshot', [['snapshot', 'nope']], ['snapshot']],
  ['a seed that is no number', [['seed', 'x']], ['seed']],
  ['an invalid time', [['now', 'yesterday']], ['now']],
  ['an unknown preset', [['preset', 'nope']], ['preset']],
  [
    'an unknown assumption',
    [
      ['assume', 'nope=1'],
      ['assume', 'lastPageOffset=limit'],
      ['assume', 'lastPageOffset'],
    ],
    ['assume.0', 'assume.2'],
  ],
  ['a fault that is no JSON', [['fault', '{']], ['fault.0']],
  [
    'a fault that is none',
    [
      ['fault', '{"status":503}'],
      ['fault', '{"status":9}'],
    ],
    ['fault.1.status'],
  ],
  ['a fault that is a list', [['fault', '[]']], ['fault.0']],
  ['a fault that would change the prototype', [['fault', '{"status":503,"__proto__":{"a":1}}']], ['fault.0.__proto__']],
  ['chaos without a level', [['chaos', 'much']], ['chaos']],
  ['an unknown parameter', [['nope', '1']], ['nope']],
  [
    'a snapshot with a seed',
    [
      ['snapshot', 'a'],
      ['seed', '1'],
    ],
    ['seed'],
  ],
  ['too many faults', tooMany('fault', 21), ['fault']],
  ['too many assumptions', tooMany('assume', 201), ['assume']],
  ['a name that is too long', [['scenario', 'a'.repeat(5000)]], ['scenario']],
  [
    'several issues',
    [
      ['scenario', 'nope'],
      ['chaos', '2'],
      ['fault', 'x'],
    ],
    ['scenario', 'fault.0', 'chaos'],
  ],
] as const)(
  'an invalid link with %s creates nothing, and says what is wrong',
  async ([, parameters, paths], { start }) => {
    const { server, simulator } = await start()
    const { status, issues, message } = await open(write(server.url, ...parameters))
    expect([status, issues.map(({ path }: { path: string }) => path)]).toEqual([422, paths])
    expect(message).toMatch(/^Failed to (?:open the link|read the query): /)
    expect(simulator.sessions.list()).toEqual([])
  },
)

test('an invalid link with an invalid name creates nothing', async ({ start }) => {
  const { server, simulator } = await start()
  for (const name of ['a/b', '..', '%2f', '<img>', '']) {
    expect((await open(write(server.url, ['session', name]))).status).toBe(422)
  }
  expect(simulator.sessions.list()).toEqual([])
})

test('an invalid link that is longer than a request may be is refused', async ({ start }) => {
  const { server } = await start()
  const { status } = await open(write(server.url, ['to', `http://localhost/${'a'.repeat(70_000)}`]))
  expect(status).toBe(431)
})

test('an invalid link shows people a page that says what is wrong, and contains it as text', async ({ start }) => {
  const { server } = await start()
  const link = write(server.url, ['to', 'javascript:<img src=x onerror=alert(1)>'])
  const { status, headers, body } = await open(link, HTML)
  expect([status, headers['content-type'], headers['x-frame-options']]).toEqual([
    422,
    'text/html; charset=utf-8',
    'DENY',
  ])
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /)
  expect(headers.vary).toContain('Accept')
  expect(body).toContain('<h1>This link cannot be opened</h1>')
  expect(body).toContain('javascript:&lt;img src=x onerror=alert(1)&gt;')
  expect(body).not.toContain('<img')
})

test('an invalid link tells people what to do if the server requires a token', async ({ start }) => {
  const { server } = await start({ server: { token: TOKEN } })
  const { status, headers, body } = await open(buildOpenLink(server.url), HTML)
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
  expect(body).toContain('This server opens only links that it has signed')
})

test.for([
  [{}, ''],
  [{ scenario: 'a b&c' }, '?scenario=a+b%26c'],
  [{ chaos: 0.5 }, '?chaos=0.5'],
  [{ chaos: '0.3:4711' }, '?chaos=0.3%3A4711'],
  [{ chaos: { level: 'low' } }, '?chaos=low'],
  [{ seed: 0, scenario: undefined }, '?seed=0'],
  [{ assumptions: { statusValues: ['UP', 'DOWN'] } }, '?assume=statusValues%3DUP%2CDOWN'],
  [{ to: 'http://localhost/?api={url}' }, '?to=http%3A%2F%2Flocalhost%2F%3Fapi%3D%7Burl%7D'],
] as const satisfies readonly (readonly [OpenLinkOptions, string])[])(
  'buildOpenLink writes %j as %s',
  ([options, query]) => {
    expect(buildOpenLink('http://127.0.0.1:4010/', options)).toBe(`http://127.0.0.1:4010/_simulator/open${query}`)
  },
)
