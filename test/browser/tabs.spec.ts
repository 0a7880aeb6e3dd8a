import { expect, type Page } from '@playwright/test'
import { isListed, test, toWorkerUrl } from './support/test.ts'

const itemsOf = (page: Page) => page.getByRole('listitem')

test('two tabs under one service worker have their own worlds, also across a reload', async ({ context, site }) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const tab of [one, other]) {
    await tab.goto(toWorkerUrl(site, { keep: 'reload' }))
    await isListed(tab)
  }
  await one.evaluate(() => window.simulator?.db.deployments.create({ name: 'payment' }))
  await one.reload()
  await other.reload()
  await expect(itemsOf(one)).toHaveText(['payment', 'checkout', 'cart'])
  await expect(itemsOf(other)).toHaveText(['checkout', 'cart', 'search'])

  await one.close()
  await other.getByRole('button', { name: 'Next' }).click()
  await expect(itemsOf(other)).toHaveText(['catalogue', 'stock', 'search-index'])
})

test('two tabs in one session of the server share its world', async ({ context, site, simulator }) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const tab of [one, other]) await tab.goto(`${site.url}/?api=${simulator.url}`)
  simulator.db.deployments.create({ name: 'payment' })
  for (const tab of [one, other]) {
    await tab.reload()
    await expect(itemsOf(tab)).toHaveText(['payment', 'checkout', 'cart'])
  }
})

test('two tabs in two sessions of the server share nothing', async ({
  context,
  site,
  simulator,
  simulatorServer: { url, sessions },
}) => {
  const second = sessions.create('second', { scenario: simulator.scenario })
  const [one, other] = [await context.newPage(), await context.newPage()]
  second.db.deployments.create({ name: 'payment' })
  await one.goto(`${site.url}/?api=${simulator.url}`)
  await other.goto(`${site.url}/?api=${url}/_s/second`)
  await expect(itemsOf(one)).toHaveText(['checkout', 'cart', 'search'])
  await expect(itemsOf(other)).toHaveText(['payment', 'checkout', 'cart'])
  sessions.delete('second')
})
