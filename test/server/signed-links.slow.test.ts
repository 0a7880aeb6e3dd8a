import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, expect, vi } from 'vitest'
import { buildOpenLink, type CreateLinkOptions, connect, type RemoteSimulator } from '../../src/entries/client/index.ts'
import type { Simulator } from '../../src/index.ts'
import { checkedFetch } from '../support/checked-fetch.ts'
import { test } from '../support/control-test.ts'
import { followLink } from '../support/follow-link.ts'
import { sendRaw } from '../support/send-raw.ts'

const TOKEN = 'open-sesame'
const GUARDED = { server: { token: TOKEN, allowOrigins: ['https://demo.test'] }, client: { token: TOKEN } }
const DAY = 24 * 60 * 60 * 1000
const NAVIGATION = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
const HTML = { ...NAVIGATION, accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

/** Opens a link without the token, and returns where it leads, or why it does not. */
async function open(link: string, headers: IncomingHttpHeaders = NAVIGATION, method = 'GET') {
  const answer = await followLink(link, headers, method)
  const isJson = answer.headers['content-type'] === 'application/json'
  const message: string | undefined = isJson ? JSON.parse(answer.body).error.message : undefined
  return { ...answer, location: answer.headers.location, message }
}

const createUrl = async (remote: RemoteSimulator, options?: CreateLinkOptions) => (await remote.createLink(options)).url
const namesOf = ({ sessions }: Simulator) => sessions.list().map(({ name }) => name)

afterEach(() => void vi.restoreAllMocks())

test('a signed link opens the world that was signed, without the token', async ({ start }) => {
  const { remote, server } = await start(GUARDED)
  const { url, expires } = await remote.createLink({
    scenario: 'busy',
    seed: 7,
    now: new Date('2026-01-02T03:04:05Z'),
    assumptions: { lastPageOffset: 'limit' },
    faults: [{ operation: 'listDeployments', status: 503, times: 1 }],
    chaos: { level: 0.25, seed: 11 },
    session: 'demo',
    to: 'https://demo.test/?api={url}&title=Übung ✓',
  })
  expect(url).not.toContain(TOKEN)
  expect(Date.parse(expires ?? '') - Date.now()).toBeGreaterThan(6.9 * DAY)
  const { status, location } = await open(url)
  const target = `https://demo.test/?api=${encodeURIComponent(`${server.url}/_s/demo`)}&title=%C3%9Cbung%20%E2%9C%93`
  expect([status, location]).toEqual([303, target])
  const opened = remote.session('demo')
  expect(await opened.state()).toMatchObject({
    scenario: { name: 'busy', seed: 7 },
    now: '2026-01-02T03:04:05Z',
    assumptions: { lastPageOffset: 'limit' },
    chaos: { level: 0.25, seed: 11 },
    faults: 1,
  })
})

test('a signed link opens again and again, each time in a session of its own', async ({ start }) => {
  const { remote, simulator } = await start(GUARDED)
  const url = await createUrl(remote)
  const [one, other] = [await open(url), await open(url)]
  expect([one.status, other.status]).toEqual([303, 303])
  expect(one.location).not.toBe(other.location)
  expect(namesOf(simulator)).toHaveLength(2)
})

test('a signed link with a name leads to the same session again, also if it was signed again', async ({ start }) => {
  const { remote, simulator } = await start(GUARDED)
  const options = { scenario: 'empty', session: 'demo' }
  const expires = new Date(Date.now() + DAY)
  const links = [await createUrl(remote, options), await createUrl(remote, { ...options, expires })]
  expect(links[0]).not.toBe(links[1])
  for (const link of [...links, ...links]) expect((await open(link)).status).toBe(303)
  expect(namesOf(simulator)).toEqual(['demo'])
})

test('a signed link does not depend on the order of its parameters and their encoding', async ({ start }) => {
  const { remote } = await start(GUARDED)
  const url = new URL(await createUrl(remote, { scenario: 'busy', seed: 7 }))
  url.search = `?${[...url.searchParams]
    .reverse()
    .map(([name, value]) => `${name}=${value.replace('u', '%75')}`)
    .join('&')}`
  expect((await open(url.href)).status).toBe(303)
})

test('a signed link opens below the path of another session, and creates no session there', async ({ start }) => {
  const { remote, server, simulator } = await start(GUARDED)
  const url = await createUrl(remote, { session: 'demo' })
  const { location } = await open(url.replace('/_s/demo/', '/_s/alice/'))
  expect([location, namesOf(simulator)]).toEqual([`${server.url}/_s/demo/_simulator/about`, ['demo']])
})

test('a signed link leads to a page that says how to use the session without the token, if it names no other page', async ({
  start,
}) => {
  const { remote, server } = await start(GUARDED)
  const { location = '' } = await open(await createUrl(remote, { scenario: 'busy', session: 'demo' }))
  const page = await open(location, HTML)
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  const session = `${server.url}/_s/demo`
  expect(page.body).toContain(`Send your requests to <code>${session}</code>`)
  expect(page.body).toContain('World <b><bdi>busy</bdi></b>')
  expect(page.body).toContain('<a href="/_s/demo/_simulator/">The console</a>')
  expect(page.body).not.toMatch(/<script|open-sesame/)
  expect((await open(`${session}/_simulator`)).status).toBe(401)
  expect((await open(location, {}, 'POST')).status).toBe(405)
  expect((await open(location, {}, 'HEAD')).body).toBe('')
  expect((await open(`${server.url}/_s/nobody/_simulator/about`, HTML)).status).toBe(401)
  expect((await open(location, { ...NAVIGATION, 'sec-fetch-dest': 'iframe' })).status).toBe(403)
})

test('a signed link opens on another server with the same token', async ({ start }) => {
  const [one, other] = [await start(GUARDED), await start(GUARDED)]
  const url = await createUrl(one.remote)
  expect((await open(url.replace(one.server.url, other.server.url))).status).toBe(303)
})

test('a signed link cannot take the session of somebody else', async ({ start }) => {
  const { remote } = await start(GUARDED)
  const url = await createUrl(remote, { session: 'alice' })
  await remote.sessions.create({ name: 'alice' })
  expect((await open(url)).status).toBe(409)
})

test('a signed link ends only its own sessions when it is opened too often', async ({ start }) => {
  const { remote, simulator } = await start(GUARDED)
  await remote.sessions.create({ name: 'mine' })
  await open(await createUrl(remote, { session: 'demo' }))
  const other = await createUrl(remote, { seed: 3 })
  for (let count = 0; count < 60; count += 1) await open(other)
  expect(namesOf(simulator)).toHaveLength(51)
  expect(namesOf(simulator)).toEqual(expect.arrayContaining(['mine', 'demo']))
})

const change = (act: (query: URLSearchParams) => void) => (link: string) => {
  const url = new URL(link)
  act(url.searchParams)
  return url.href
}
const signatureOf = (link: string) => new URL(link).searchParams.get('signature') ?? ''

const CHANGES = [
  ['another value', change((query) => query.set('seed', '8'))],
  ['a value that means the same', change((query) => query.set('seed', '07'))],
  ['another page', change((query) => query.set('to', 'https://demo.test/'))],
  ['one more parameter', change((query) => query.append('chaos', '0.5'))],
  ['one more fault', change((query) => query.append('fault', '{"status":500}'))],
  ['faults in another order', (link: string) => link.replace(/(fault=[^&]*)&(fault=[^&]*)/, '$2&$1')],
  ['a parameter twice', change((query) => query.append('seed', '7'))],
  ['a parameter twice, the signed value last', (link: string) => link.replace('seed=7', 'seed=8&seed=7')],
  ['a parameter less', change((query) => query.delete('chaos'))],
  ['an empty parameter', (link: string) => link.replace('?', '?=&')],
  ['a name in capitals', (link: string) => link.replace('seed=', 'Seed=')],
  ['text that looks the same', (link: string) => link.replace('busy', 'bu%73%CC%87y')],
  ['a boundary that has moved', (link: string) => link.replace('&seed=', '%26seed=')],
  ['another expiry', change((query) => query.set('expires', '2099-01-01T00:00:00.000Z'))],
  ['an expiry that is none', change((query) => query.set('expires', 'NaN'))],
  ['a second expiry', change((query) => query.append('expires', '2099-01-01T00:00:00.000Z'))],
  ['no expiry', change((query) => query.delete('expires'))],
  ['an empty signature', change((query) => query.set('signature', ''))],
  ['half a signature', change((query) => query.set('signature', (query.get('signature') ?? '').slice(0, 20)))],
  ['a long signature', change((query) => query.set('signature', 'a'.repeat(30_000)))],
  ['a padded signature', (link: string) => `${link}=`],
  ['two signatures', (link: string) => `${link}&signature=${signatureOf(link)}`],
  ['two signatures, the right one last', (link: string) => link.replace('?', '?signature=a&')],
] as const

test('a changed link is refused, whatever has changed', async ({ start }) => {
  const { remote, simulator } = await start(GUARDED)
  const url = await createUrl(remote, {
    scenario: 'busy',
    seed: 7,
    chaos: 0.25,
    faults: [{ status: 503 }, { status: 404 }],
    to: 'http://localhost:5173/',
  })
  for (const [what, changed] of CHANGES) {
    expect(changed(url), what).not.toBe(url)
    const { status, message, location } = await open(changed(url))
    const refused = [403, expect.stringMatching(/its signature is wrong/), undefined]
    expect([status, message, location], what).toEqual(refused)
  }
  expect(namesOf(simulator)).toEqual([])
})

test('a changed link is refused: a signature of another token', async ({ start }) => {
  const { remote } = await start({ server: { token: 'another' }, client: { token: 'another' } })
  const { server } = await start(GUARDED)
  const { pathname, search } = new URL(await createUrl(remote))
  const { status, message } = await open(server.url + pathname + search)
  expect([status, message]).toEqual([403, expect.stringMatching(/its signature is wrong/)])
})

test('a changed link is refused: a signature of another link', async ({ start }) => {
  const { remote } = await start(GUARDED)
  const [one, other] = [await createUrl(remote, { seed: 1 }), await createUrl(remote, { seed: 2 })]
  expect((await open(one.replace(signatureOf(one), signatureOf(other)))).status).toBe(403)
})

test('a changed link is refused: no signature', async ({ start }) => {
  const { remote } = await start(GUARDED)
  const url = new URL(await createUrl(remote))
  url.searchParams.delete('signature')
  expect((await open(url.href)).status).toBe(401)
})

const ELSEWHERE = [
  ['GET', '/_simulator'],
  ['GET', '/_simulator/'],
  ['GET', '/_simulator/events'],
  ['GET', '/_simulator/open/..'],
  ['GET', '/_simulator/open/x'],
  ['GET', '/_simulator//open'],
  ['GET', '/_s/alice/_simulator/sessions'],
  ['HEAD', '/_simulator/open'],
  ['POST', '/_simulator/open'],
  ['POST', '/_simulator/links'],
  ['POST', '/_simulator/reset'],
  ['POST', '/_s/alice/_simulator/reset'],
  ['DELETE', '/_simulator/sessions/alice'],
] as const

test('a signature allows nothing else: it opens no other path, and with no other method', async ({ start }) => {
  const { remote, server } = await start(GUARDED)
  const { search } = new URL(await createUrl(remote))
  for (const [method, path] of ELSEWHERE) {
    expect((await sendRaw(server.url, path + search, {}, method)).status, `${method} ${path}`).toBe(401)
  }
})

test.for([
  ['a frame', { ...NAVIGATION, 'sec-fetch-dest': 'iframe' }],
  ['an image', { ...NAVIGATION, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a script of another origin', { origin: 'http://evil.test' }],
  ['a script of an allowed origin', { origin: 'https://demo.test' }],
  ['a page that is loaded in advance', { ...NAVIGATION, 'sec-purpose': 'prefetch' }],
] as const)('a signature allows nothing else: %s cannot open the link', async ([, headers], { start }) => {
  const { remote, simulator } = await start(GUARDED)
  expect((await open(await createUrl(remote), headers)).status).toBe(403)
  expect(namesOf(simulator)).toEqual([])
})

test('a signature allows nothing else: a page that is no longer allowed is refused', async ({ start }) => {
  const { remote } = await start(GUARDED)
  const strict = await start({ server: { token: TOKEN } })
  const { pathname, search } = new URL(await createUrl(remote, { to: 'https://demo.test/' }))
  expect((await open(strict.server.url + pathname + search)).status).toBe(422)
})

test('a signed link expires after seven days', async ({ start }) => {
  const { remote, simulator } = await start(GUARDED)
  const { url, expires } = await remote.createLink()
  const end = Date.parse(expires ?? '')
  const now = vi.spyOn(Date, 'now')
  now.mockReturnValue(end - 1)
  expect((await open(url)).status).toBe(303)
  now.mockReturnValue(end)
  const { status, message } = await open(url)
  expect([status, message]).toEqual([403, `Failed to open the link: it expired at ${expires}. Ask for a new link.`])
  expect(namesOf(simulator)).toHaveLength(1)
})

test('a signed link expires when it was said to', async ({ start }) => {
  const { remote } = await start(GUARDED)
  const expires = new Date(Date.now() + 89 * DAY)
  expect((await remote.createLink({ expires })).expires).toBe(expires.toISOString())
})

test.for([
  ['in the past', () => new Date(Date.now() - 1000).toISOString()],
  ['in more than 90 days', () => new Date(Date.now() + 91 * DAY).toISOString()],
  ['never', () => 'NaN'],
  ['on a day that does not exist', () => '2027-02-30T00:00:00Z'],
  ['at no time', () => ''],
] satisfies [string, () => string][])('a signed link expires but not %s', async ([, write], { start }) => {
  const { remote } = await start(GUARDED)
  await expect(remote.createLink({ expires: write() })).rejects.toMatchObject({
    status: 422,
    issues: [{ path: 'expires' }],
  })
})

test('people who cannot open a link get a page that says why: its signature is wrong', async ({ start }) => {
  const { remote } = await start(GUARDED)
  const { status, headers, body } = await open(`${await createUrl(remote)}x`, HTML)
  expect([status, headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
  expect(body).toContain('<h1>This link cannot be opened</h1>')
  expect(body).toContain('Ask for a new link')
})

test('createLink requires the token', async ({ start }) => {
  const { server } = await start(GUARDED)
  await expect(connect(server.url, { fetch: checkedFetch }).createLink()).rejects.toMatchObject({ status: 401 })
})

test('createLink returns a link without a signature if the server requires no token', async ({ start }) => {
  const { remote, server } = await start()
  const options = {
    scenario: 'busy',
    seed: 7,
    to: 'http://localhost/?api={url}',
    assumptions: { statusValues: 'known' },
  }
  expect(await remote.createLink(options)).toEqual({ url: buildOpenLink(server.url, options), expires: null })
  expect(await remote.createLink()).toEqual({ url: buildOpenLink(server.url), expires: null })
  await expect(remote.createLink({ expires: new Date(Date.now() + DAY) })).rejects.toMatchObject({
    issues: [{ path: 'expires' }],
  })
})

test('createLink returns a link to the server, also from the client of a session', async ({ start }) => {
  const { remote, server } = await start(GUARDED)
  const alice = await remote.sessions.create({ name: 'alice' })
  expect(await createUrl(alice)).toMatch(`${server.url}/_simulator/open?expires=`)
})

const WRONG = [
  [{ scenario: 'bussy' }, 'scenario'],
  [{ snapshot: 'nope' }, 'snapshot'],
  [{ snapshot: 'nope', seed: 1 }, 'seed'],
  [{ now: 'yesterday' }, 'now'],
  [{ chaos: 'much' }, 'chaos'],
  [{ faults: [{ status: 9 }] }, 'faults.0.status'],
  [{ faults: Array.from({ length: 21 }, () => ({ status: 503 })) }, 'faults'],
  [{ assumptions: { lastPageOffset: 'nope' } }, 'assumptions.lastPageOffset'],
  [{ session: 'a/b' }, 'session'],
  [{ to: 'https://evil.test/' }, 'to'],
  [{ to: 'javascript:alert(1)' }, 'to'],
  [{ to: `http://localhost/${'a'.repeat(5000)}` }, 'to'],
  [{ signature: 'a' }, 'signature'],
  [{ faults: [{ effect: { kind: 'status', status: 503, detail: 'a'.repeat(5000) } }] }, 'fault'],
  [{ faults: Array.from({ length: 20 }, (_, index) => ({ id: `${index}${'é'.repeat(95)}`, status: 503 })) }, ''],
] as const

test('createLink says what is wrong with its options', async ({ start }) => {
  const { remote } = await start(GUARDED)
  for (const [options, path] of WRONG) {
    const refused = remote.createLink(options as CreateLinkOptions)
    await expect(refused, path).rejects.toMatchObject({ status: 422, issues: [{ path }] })
  }
})

test.for([
  [
    { faults: [{ effect: { kind: 'status', status: 503, detail: 'a'.repeat(5000) } }] },
    /^Failed to create the link: fault: it has 5\d{3} characters\. Allowed: 4096\. Leave something out\.$/,
  ],
  [
    { faults: Array.from({ length: 20 }, (_, index) => ({ id: `${index}${'é'.repeat(95)}`, status: 503 })) },
    /^Failed to create the link: it has 1\d{4} characters\. Allowed: 12000\. Leave something out\.$/,
  ],
] as const)('createLink says how long the link would be: %j', async ([options, message], { start }) => {
  const { remote } = await start(GUARDED)
  await expect(remote.createLink(options as CreateLinkOptions)).rejects.toThrow(message)
})
