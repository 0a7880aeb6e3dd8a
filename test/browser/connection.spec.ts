import { type ConsoleMessage, expect, type Page } from '@playwright/test'
import { isListed, shop, test, toWorkerUrl } from './support/test.ts'

/** What makes MSW 2 forget a page that stays. */
const interruptions: Record<string, (page: Page) => Promise<unknown>> = {
  'a link to a mail program': (page) =>
    page.evaluate(() => Object.assign(document.createElement('a'), { href: 'mailto:support@example.com' }).click()),
  'a dialog that asks whether to stay': async (page) => {
    // A browser asks only after the user has done something in the page.
    await page.getByRole('heading').click()
    await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.assign('/deep/page')))
    await (await asked).dismiss()
  },
  'a download': (page) =>
    page.evaluate(() =>
      Object.assign(document.createElement('a'), { href: '/logo.svg', download: 'logo.svg' }).click(),
    ),
  'a return from the back/forward cache': (page) =>
    page.evaluate(() => {
      dispatchEvent(new Event('beforeunload'))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }),
  'the end of the service worker while the page is hidden': async (page) => {
    await endServiceWorkers(page)
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  },
  'the end of the service worker while another window has the focus': async (page) => {
    await endServiceWorkers(page)
    await page.evaluate(() => void dispatchEvent(new Event('focus')))
  },
  'the end of the service worker after a link to a mail program': async (page) => {
    await interruptions['a link to a mail program']?.(page)
    await expect.poll(() => ask(page)).toBe(200)
    await endServiceWorkers(page)
    await page.evaluate(() => void dispatchEvent(new Event('focus')))
  },
}

async function endServiceWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
}

const ask = (page: Page) => page.evaluate(async () => (await fetch('/v2/deployments')).status)

function collectWarnings(page: Page): string[] {
  const warnings: string[] = []
  page.on('console', (message: ConsoleMessage) => void (message.type() === 'warning' && warnings.push(message.text())))
  return warnings
}

for (const [name, interrupt] of Object.entries(interruptions)) {
  test(`a page is still simulated after ${name}`, async ({ page, site }) => {
    await page.goto(toWorkerUrl(site))
    await isListed(page)
    await interrupt(page)
    await expect.poll(() => ask(page)).toBe(200)
    expect(await ask(page)).toBe(200)
  })
}

test('a request that the service worker lets pass although it is to be simulated is reported once, and the next ones are simulated', async ({
  page,
  site,
}) => {
  const warnings = collectWarnings(page)
  await page.goto(toWorkerUrl(site))
  await isListed(page)
  test.skip(site.mswMajor !== '2', 'MSW 3 lets none pass.')
  for (const _ of [1, 2]) {
    await endServiceWorkers(page)
    expect(await ask(page)).toBe(404)
    await expect.poll(() => ask(page)).toBe(200)
  }
  expect(warnings).toEqual([
    `The simulator did not get a request to ${site.url}/v2/deployments, so it went to the network: the service worker had forgotten this page, and is told again. Further ones are not reported.`,
  ])
})

test('an aborted request is not reported as one that the service worker let pass', async ({ page, site }) => {
  const warnings = collectWarnings(page)
  await page.goto(toWorkerUrl(site))
  await isListed(page)
  await page.evaluate(async () => {
    for (const wait of [undefined, Promise.resolve()]) {
      const controller = new AbortController()
      const aborted = fetch('/v2/deployments', { signal: controller.signal }).catch(() => undefined)
      await wait
      controller.abort()
      await aborted
    }
  })
  expect(await ask(page)).toBe(200)
  expect(warnings).toEqual([])
})

const EARLY =
  /^Requests that were sent before the simulator was ready, and went to the network: (\d), such as .*\/v2\/deployments\?limit=\d\. Await startSimulator\(\) before the page sends requests\.$/

test('requests that a page sends without awaiting startSimulator are counted', async ({ page, site }) => {
  const warnings = collectWarnings(page)
  await page.goto(`${site.url}/?api=https://unreachable.test`)
  await page.evaluate(async (scenario) => {
    const options = { scenario, baseUrl: location.origin }
    const starting = window.startSimulator(options)
    const sent = ['/v2/deployments?limit=1', '/v2/deployments?limit=2', '/logo.svg'].map((path) => fetch(path))
    await Promise.all([starting, ...sent])
    // The browser tells of a request when its response has ended.
    const isTold = () =>
      sent.length <= performance.getEntriesByType('resource').filter(({ name }) => /v2|logo/.test(name)).length
    while (!isTold()) await new Promise(requestAnimationFrame)
    await window.simulator?.stop()
    await fetch('/v2/deployments')
    await window.startSimulator(options)
    await fetch('/v2/deployments')
  }, shop)
  // In one warning, or in two if one of them ends after the start.
  const counts = warnings.map((each) => EARLY.exec(each)?.[1])
  expect([['2'], ['1', '1']]).toContainEqual(counts)
})
