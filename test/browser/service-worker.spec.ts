import { expect, type Page } from '@playwright/test'
import type { StartOptions } from '../../src/entries/browser/index.ts'
import { isListed, shop, test, toWorkerUrl } from './support/test.ts'

const WHAT_TO_DO =
  'Run npx msw init PUBLIC_DIR --save, with the folder of your static files. If those are below a path, set "serviceWorker.url".'

const alarmOf = (page: Page) => page.getByRole('alert').getByRole('paragraph')

/** Why the simulator does not start with these options. */
const tryToStart = (page: Page, options: StartOptions) =>
  page.evaluate(
    (given) => window.startSimulator(given).then(String, (error: unknown) => (error as Error).message),
    options,
  )

const scripts = [
  ['/page-instead.js', '/page-instead.js is not JavaScript (content type: text/html; charset=utf-8)'],
  ['/text-instead.js', '/text-instead.js is not JavaScript (content type: text/plain; charset=utf-8)'],
  ['/other-script.js', '/other-script.js is not an MSW service worker'],
  ['/other-major.js', '/other-major.js is from MSW 1.3.5, but the page uses MSW MAJOR'],
  ['https://cdn.test/worker.js', "https://cdn.test/worker.js is not on this page's origin"],
] as const

test('a missing script is reported on the page', async ({ page, site }) => {
  await page.goto(toWorkerUrl(site, { serviceWorker: { url: '/nowhere.js' } }))
  await expect(alarmOf(page)).toHaveText(
    `Failed to start the simulator: /nowhere.js cannot be loaded (404). ${WHAT_TO_DO}`,
  )
})

test('a script that MSW cannot run is reported, with what it is', { tag: '@full' }, async ({ page, site }) => {
  await page.goto(site.url)
  for (const [url, reason] of scripts) {
    const message = await tryToStart(page, { serviceWorker: { url } })
    expect(message).toBe(`Failed to start the simulator: ${reason.replace('MAJOR', site.mswMajor)}. ${WHAT_TO_DO}`)
  }
})

test('a script that cannot be loaded is reported', { tag: '@full' }, async ({ page, site }) => {
  await page.route('**/mockServiceWorker.js', (route) => route.abort())
  await page.goto(toWorkerUrl(site))
  await expect(alarmOf(page)).toHaveText(
    `Failed to start the simulator: /mockServiceWorker.js cannot be loaded (TypeError: Failed to fetch). ${WHAT_TO_DO}`,
  )
})

test('a script of another MSW release works, and MSW warns about it', async ({ page, site }) => {
  const warned = page.waitForEvent('console', (message) =>
    message.text().includes(`different version of MSW (${site.mswMajor}.0.1)`),
  )
  await page.goto(toWorkerUrl(site, { serviceWorker: { url: '/other-minor.js' } }))
  await isListed(page)
  await warned
})

test('a script whose version is only in a comment works', { tag: '@full' }, async ({ page, site }) => {
  await page.goto(toWorkerUrl(site, { serviceWorker: { url: '/version-in-comment.js' } }))
  await isListed(page)
})

test('where Playwright blocks service workers, that is reported with its option', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(toWorkerUrl(site))
  await expect(alarmOf(page)).toHaveText(
    "Failed to start the simulator: service workers are blocked in this page. In Playwright, set serviceWorkers: 'allow'.",
  )
  await context.close()
})

test('a page outside the scope is reported', async ({ page, site }) => {
  await page.goto(toWorkerUrl(site, { serviceWorker: { url: '/assets/mockServiceWorker.js' } }))
  await expect(alarmOf(page)).toHaveText(
    `Failed to start the simulator: the service worker is for pages under ${site.url}/assets/, and this page is ${page.url()}. Move its script to a folder above the page, or set "serviceWorker.scope".`,
  )
})

test("a scope that the browser rejects is reported with the browser's message", { tag: '@full' }, async ({
  page,
  site,
}) => {
  await page.goto(toWorkerUrl(site, { serviceWorker: { url: '/assets/mockServiceWorker.js', scope: '/' } }))
  const reason =
    /^Failed to start the simulator: the browser refused \/assets\/mockServiceWorker\.js: .*Service-Worker-Allowed/
  await expect(alarmOf(page)).toContainText(reason)
  // The first attempt must not affect another one.
  expect(await tryToStart(page, { serviceWorker: { url: '/assets/mockServiceWorker.js', scope: '/' } })).toMatch(reason)
  expect(await tryToStart(page, {})).toBe('[object Object]')
})

test('a scope above the script works if the server allows it', async ({ page, site }) => {
  const serviceWorker = { url: '/allowed/mockServiceWorker.js', scope: '/' }
  await page.goto(toWorkerUrl(site, { serviceWorker }, '/deep/page'))
  await isListed(page)
})

test("a custom worker script that imports MSW's works", async ({ page, site }) => {
  await page.goto(toWorkerUrl(site, { serviceWorker: { url: '/own-worker.js' } }))
  await isListed(page)
})

test('on an insecure origin, the simulator does not start, and says why', async ({ page, site }) => {
  const url = `http://shop.test:${site.port}`
  await page.goto(toWorkerUrl({ url }))
  await expect(alarmOf(page)).toHaveText(
    `Failed to start the simulator: ${url} is not secure, so it has no service workers. Open the page on localhost or over HTTPS.`,
  )
})

test('a browser without service workers is reported', { tag: '@full' }, async ({ page, site }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.goto(toWorkerUrl(site))
  await expect(alarmOf(page)).toHaveText(
    'Failed to start the simulator: this browser does not allow service workers on this page. Allow them, or leave private browsing.',
  )
})

test('invalid options are reported', { tag: '@full' }, async ({ page, site }) => {
  await page.goto(site.url)
  expect(await tryToStart(page, { keep: 'tab' } as unknown as StartOptions)).toBe(
    'Failed to start the simulator: "keep" is "tab". Allowed: "reload", false.',
  )
  expect(await tryToStart(page, { serviceWorker: { scop: '/' } } as StartOptions)).toBe(
    'Failed to start the service worker: "scop" is not an option. Did you mean "scope"? Options: url, scope.',
  )
  expect(await tryToStart(page, { sede: 7 } as StartOptions)).toContain('"sede" is not an option. Did you mean "seed"?')
})

test('after stop, requests go to the network, and a second start answers them again', async ({ page, site }) => {
  await page.goto(toWorkerUrl(site))
  await isListed(page)
  await page.evaluate(() => window.simulator?.stop())
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(alarmOf(page)).toHaveText('The service answered 404.')

  await page.evaluate((scenario) => window.startSimulator({ scenario }), shop)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('listitem')).toHaveText(['catalogue', 'stock', 'search-index'])
})

test('the console says once that the API is simulated, unless it must be quiet', { tag: '@full' }, async ({
  page,
  site,
}) => {
  const infos: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'info' && message.text().includes('deploymock')) infos.push(message.text())
  })
  await page.goto(toWorkerUrl(site, { seed: 7, quiet: true }))
  await isListed(page)
  expect(infos).toEqual([])
  await page.goto(toWorkerUrl(site, { seed: 7 }))
  await isListed(page)
  expect(infos).toEqual([expect.stringMatching(/^deploymock simulates the API.*World "shop" with seed 7\./)])
})

test('a second simulator with the same base URL takes the place of the first one, which then says so', async ({
  page,
  site,
}) => {
  await page.goto(site.url)
  const told = await page.evaluate(async (baseUrl) => {
    const first = await window.startSimulator({ baseUrl, scenario: 'empty', keep: 'reload' })
    const { deployments } = first.db
    const second = await window.startSimulator({ baseUrl, scenario: 'empty' })
    second.db.deployments.create({ name: 'checkout' })
    const { resources } = await (await fetch(`${baseUrl}/v2/deployments`)).json()
    const attempts = [
      () => first.db.deployments.create(),
      () => deployments.list(),
      () => first.faults.list(),
      () => first.reset(),
    ]
    const messages = attempts.map((attempt) => {
      try {
        return String(attempt())
      } catch (error) {
        return (error as Error).message
      }
    })
    await first.stop()
    const { status } = await fetch(`${baseUrl}/v2/deployments`)
    return { names: resources.map(({ name }: { name: string }) => name), messages: [...new Set(messages)], status }
  }, 'https://api.test')
  expect(told).toEqual({
    names: ['checkout'],
    messages: [
      'Failed to use the simulator: it was stopped, because another one was started for the same base URL. Use that one, or stop this one before.',
    ],
    status: 200,
  })
})

test('of simulators that start at once with the same base URL, the last one stays, also if the others are stopped then', async ({
  page,
  site,
}) => {
  await page.goto(site.url)
  const told = await page.evaluate(async (baseUrl) => {
    // As React's StrictMode does with an effect that starts a simulator and stops it.
    const starting = [1, 2, 3].map((deployments) => window.startSimulator({ baseUrl, deployments }))
    for (const each of starting.slice(0, -1)) void each.then((simulator) => simulator.stop())
    const last = await starting.at(-1)
    await Promise.all(starting)
    const { resources } = await (await fetch(`${baseUrl}/v2/deployments`)).json()
    return [resources.length, last?.db.deployments.count()]
  }, 'https://api.test')
  expect(told).toEqual([3, 3])
})

test('simulators with different base URLs answer side by side', { tag: '@full' }, async ({ page, site }) => {
  await page.goto(site.url)
  const counts = await page.evaluate(async () => {
    const urls = ['https://one.test', 'https://two.test']
    for (const [index, baseUrl] of urls.entries()) await window.startSimulator({ baseUrl, deployments: index + 1 })
    const pages = urls.map(async (url) => (await (await fetch(`${url}/v2/deployments`)).json()).resources.length)
    return Promise.all(pages)
  })
  expect(counts).toEqual([1, 2])
})
