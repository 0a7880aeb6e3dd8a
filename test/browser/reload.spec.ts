import { type ConsoleMessage, expect, type Page } from '@playwright/test'
import { isListed, shop, test, toWorkerUrl } from './support/test.ts'

const itemsOf = (page: Page) => page.getByRole('listitem')

const unreadable: readonly (readonly [spoil: readonly [from: string | null, to: string], reason: string])[] = [
  [[null, '{"snapshot":'], 'JSON'],
  [[null, 'null'], 'The stored value is not a world.'],
  [['"version":1', '"version":2'], 'it has version 2, but this deploymock reads version 1'],
  [['"faults":[]', '"faults":[{}]'], '"current.faults.0" is {}. It must have exactly one of'],
]

/** Collects the warnings of the page from now on. */
function collectWarnings(page: Page): string[] {
  const warnings: string[] = []
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  return warnings
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.evaluate(
    ([name, given]) => {
      const { deployments } = window.simulator?.db ?? {}
      const found = deployments?.list().find((each) => each.name === name)
      deployments?.update(found?.id ?? '', { name: given ?? '' })
    },
    [from, to],
  )
}

test('a reload under the service worker starts fresh', async ({ page, site }) => {
  await page.goto(toWorkerUrl(site))
  await isListed(page)
  await rename(page, 'cart', 'basket')
  await page.reload()
  await expect(itemsOf(page)).toHaveText(['checkout', 'cart', 'search'])
})

test('a reload under the service worker keeps the world with keep: reload, including faults and time', async ({
  page,
  site,
}) => {
  const warnings = collectWarnings(page)
  await page.goto(toWorkerUrl(site, { keep: 'reload' }))
  await isListed(page)
  await rename(page, 'cart', 'basket')
  await page.evaluate(() => {
    window.simulator?.clock.freeze()
    window.simulator?.clock.set('2030-01-01T00:00:00Z')
    window.simulator?.faults.add({ status: 503, times: 2 })
  })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('503')
  expect(await page.evaluate(() => window.simulator?.faults.list())).toMatchObject([{ times: 1 }])
  expect(await page.evaluate(() => window.simulator?.clock.now())).toContain('2030-01-01T00:00:00')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('503')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(itemsOf(page)).toHaveText(['checkout', 'basket', 'search'])
  expect(warnings).toEqual([])
})

test('a reload under the service worker keeps a world whose tab dies right after a change', async ({ page, site }) => {
  await page.goto(toWorkerUrl(site, { keep: 'reload' }))
  await isListed(page)
  await rename(page, 'cart', 'basket')
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('deploymock:world Deployment Management Service ')))
    .toContain('basket')
})

test('a reload under the service worker starts fresh after a reset, and with other options', async ({ page, site }) => {
  const warnings = collectWarnings(page)
  await page.goto(toWorkerUrl(site, { keep: 'reload' }))
  await isListed(page)
  await rename(page, 'cart', 'basket')
  await page.evaluate(() => window.simulator?.reset())
  await page.reload()
  await expect(itemsOf(page)).toHaveText(['checkout', 'cart', 'search'])

  await rename(page, 'cart', 'basket')
  await page.goto(toWorkerUrl(site, { keep: 'reload', scenario: { ...shop, now: '2031-01-01T00:00:00Z' } }))
  await expect(itemsOf(page)).toHaveText(['checkout', 'basket', 'search'])
  expect(warnings).toEqual([])

  await page.goto(toWorkerUrl(site, { keep: 'reload', assumptions: { lastPageOffset: 'limit' } }))
  await expect(itemsOf(page)).toHaveText(['checkout', 'cart', 'search'])
  expect(warnings).toEqual([
    'Failed to restore the world from before the reload: It was started with other options. It starts fresh.',
  ])
})

test('a reload under the service worker starts fresh and warns if the stored value is invalid', async ({
  page,
  site,
}) => {
  const warnings = collectWarnings(page)
  await page.goto(toWorkerUrl(site, { keep: 'reload' }))
  await isListed(page)
  for (const [spoil, reason] of unreadable) {
    await rename(page, 'cart', 'basket')
    // Called after the page's own listener, which stores the world.
    await page.evaluate((given) => {
      const [from, to] = given
      addEventListener('pagehide', () => {
        const kept = sessionStorage.getItem('deploymock:world Deployment Management Service ') ?? ''
        sessionStorage.setItem(
          'deploymock:world Deployment Management Service ',
          from === null ? to : kept.replace(from, to),
        )
      })
    }, spoil)
    await page.reload()
    await expect(itemsOf(page)).toHaveText(['checkout', 'cart', 'search'])
    const [warning, ...others] = warnings.splice(0)
    expect(warning).toMatch(/^Failed to restore the world from before the reload: .* It starts fresh\.$/)
    expect(warning).toContain(reason)
    expect(others).toEqual([])
  }
})

test('a reload under the service worker warns once and continues if the storage is full', async ({ page, site }) => {
  const warnings = collectWarnings(page)
  await page.goto(toWorkerUrl(site, { keep: 'reload' }))
  await isListed(page)
  await page.evaluate(() => {
    sessionStorage.setItem('rest', 'x'.repeat(5 * 1024 * 1024 - 100))
  })
  await rename(page, 'cart', 'basket')
  await expect.poll(() => warnings).toHaveLength(1)
  await page.reload()
  await expect(itemsOf(page)).toHaveText(['checkout', 'cart', 'search'])
  expect(warnings[0]).toMatch(/^Failed to keep the world across a reload: .* The next load starts fresh\.$/)
  expect(warnings).toHaveLength(1)
})

test('a reload under the service worker warns and continues if the storage is not accessible', async ({
  page,
  site,
}) => {
  const warnings = collectWarnings(page)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('Access is denied for this document', 'SecurityError')
      },
    })
  })
  await page.goto(toWorkerUrl(site, { keep: 'reload' }))
  await isListed(page)
  await rename(page, 'cart', 'basket')
  await expect.poll(() => warnings).toHaveLength(2)
  expect(warnings).toEqual([
    'Failed to restore the world from before the reload: Access is denied for this document. It starts fresh.',
    'Failed to keep the world across a reload: Access is denied for this document. The next load starts fresh.',
  ])
})

test('a page from the back/forward cache gets responses from the world of its tab', async ({ page, site }) => {
  await page.goto(toWorkerUrl(site, { keep: 'reload' }))
  await isListed(page)
  const readKept = () =>
    page.evaluate(() => sessionStorage.getItem('deploymock:world Deployment Management Service ') ?? '')
  const names = () =>
    page.evaluate(async () => {
      const response = await fetch('/v2/deployments?limit=2')
      return response.ok ? (await response.json()).resources.map(({ name }: { name: string }) => name) : response.status
    })
  await rename(page, 'cart', 'basket')
  await expect.poll(readKept).toContain('basket')
  const ofAnotherPage = await readKept()
  await page.evaluate(() => window.simulator?.reset())
  await expect.poll(readKept).not.toContain('basket')

  // A browser decides itself whether it caches a page, so the test dispatches the events.
  await page.evaluate(() => void dispatchEvent(new Event('beforeunload')))
  await page.evaluate((kept) => {
    sessionStorage.setItem('deploymock:world Deployment Management Service ', kept)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  }, ofAnotherPage)
  await expect.poll(names).toEqual(['checkout', 'basket'])
})

test('a reload against the server keeps the world until a reset', async ({ page, site, simulator }) => {
  await page.goto(`${site.url}/?api=${simulator.url}`)
  await isListed(page)
  simulator.db.deployments.create({ name: 'payment' })
  await page.reload()
  await expect(itemsOf(page)).toHaveText(['payment', 'checkout', 'cart'])
  simulator.reset()
  await page.reload()
  await expect(itemsOf(page)).toHaveText(['checkout', 'cart', 'search'])
})
