import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from './support/open-console.ts'

/** Tests with pages of another origin. */
const test = base.extend<{ servePage: (html: string) => Promise<string> }>({
  servePage: async ({ expectedProblems }, use) => {
    // What Chromium logs about each refusal.
    expectedProblems.push('CORS policy', 'frame', 'net::ERR_', 'status of 403')
    const servers: Server[] = []
    await use(async (html) => {
      const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
      servers.push(server)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      // Another port is another origin, and another host is another site.
      return `http://localhost:${(server.address() as AddressInfo).port}/`
    })
    for (const server of servers) server.close()
  },
})

test('a page of another origin cannot put the console into a frame', async ({ openConsole, servePage }) => {
  const { page, server } = await openConsole()
  await expect(page.getByRole('banner')).toContainText('live')
  const [framed] = await Promise.all([
    page.waitForResponse((each) => each.url().startsWith(server.url) && each.frame() !== page.mainFrame()),
    page.goto(await servePage(`<iframe src="${server.url}/_simulator/"></iframe>`)),
  ])
  expect(framed.status()).toBe(403)
  expect((await framed.allHeaders())['content-type']).toBe('application/json')
})

test('a page of another origin cannot put the console into a frame either if all origins may use the control API', async ({
  openConsole,
  servePage,
}) => {
  const origin = await servePage('<iframe title="console"></iframe>')
  const { page, server } = await openConsole({ server: { allowOrigins: ['*'] } })
  await page.goto(origin)
  await page.evaluate((url) => document.querySelector('iframe')?.setAttribute('src', url), `${server.url}/_simulator/`)
  // What Chromium shows instead of a page that it may not frame.
  await expect.poll(() => page.frames().map((each) => each.url())).toContain('chrome-error://chromewebdata/')
  await expect(page.frameLocator('iframe').getByRole('banner')).toHaveCount(0)
})

test('a page of another origin can neither read nor change anything with a script', async ({
  openConsole,
  servePage,
}) => {
  const { page, server, simulator } = await openConsole({ before: (given) => void given.load('busy') })
  await page.goto(await servePage('<h1>Elsewhere</h1>'))
  const outcomes = await page.evaluate(async (control) => {
    const json = { 'content-type': 'application/json' }
    const attempts: readonly (readonly [path: string, init: RequestInit])[] = [
      ['', {}],
      ['/requests', {}],
      ['/', { headers: { accept: 'text/html' } }],
      ['/events?frame=250', {}],
      ['/reset', { method: 'POST' }],
      ['/reset', { method: 'POST', mode: 'no-cors' }],
      ['/scenario', { method: 'PUT', headers: json, body: '{"name":"empty"}' }],
      ['/faults', { method: 'POST', mode: 'no-cors', body: '{"status":503}' }],
      ['/sessions', { method: 'POST', mode: 'no-cors', body: '{"name":"mine"}' }],
      ['/open', { mode: 'no-cors' }],
    ]
    return Promise.all(
      attempts.map(([path, init]) =>
        fetch(control + path, init).then(
          // An opaque response has no status and no body.
          async (response) => (response.type === 'opaque' ? 'unreadable' : response.text()),
          () => 'unreadable',
        ),
      ),
    )
  }, `${server.url}/_simulator`)
  expect(new Set(outcomes)).toEqual(new Set(['unreadable']))
  expect([simulator.scenario.name, simulator.faults.list(), simulator.sessions.list()]).toEqual(['busy', [], []])
})

test('a page of another origin can do nothing in a console that it has opened', async ({ openConsole, servePage }) => {
  const { page, server } = await openConsole()
  await page.goto(await servePage('<h1>Elsewhere</h1>'))
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => {
      Object.assign(window, { opened: open(url) })
    }, `${server.url}/_simulator/`),
  ])
  await expect(popup.getByRole('banner')).toContainText('live')
  expect(await popup.evaluate(() => window.opener === null)).toBe(true)
  expect(await page.evaluate(() => (window as unknown as { opened: Window }).opened.closed)).toBe(true)
})

for (const name of ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '\u202egnp.exe', 'a'.repeat(3000)]) {
  test(`a session in the address appears as text: ${JSON.stringify(name).slice(0, 40)}`, async ({
    openConsole,
    expectedProblems,
  }) => {
    expectedProblems.push('status of 400', 'status of 404', 'status of 422')
    const { page } = await openConsole({ session: encodeURIComponent(name) })
    const heading = page.getByRole('heading', { name: 'does not exist yet' })
    await expect(heading).toContainText(name.slice(0, 30))
    await expect(page.locator('img[src=x], body script')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
}
