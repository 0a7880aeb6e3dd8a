import { expect, type Page } from '@playwright/test'
import type { FaultEffect } from '../../src/service/scenario.ts'
import { adapters, test } from './support/test.ts'

const spoilt: readonly (readonly [effect: FaultEffect, shown: string])[] = [
  [{ kind: 'reset' }, 'The service cannot be reached.'],
  [{ kind: 'reset', when: 'during' }, 'The service returned something that is not a list.'],
  [{ kind: 'truncate' }, 'The service returned something that is not a list.'],
  [{ kind: 'malformed' }, 'The service returned something that is not a list.'],
  [{ kind: 'wrong-length', by: 10 }, 'The service returned something that is not a list.'],
  [{ kind: 'rate-limit', limit: 0 }, 'The service answered 429.'],
]

const itemsOf = (page: Page) => page.getByRole('listitem')

for (const adapter of adapters) {
  test(`the page through ${adapter.name} lists deployments, and pages to the end and back`, async ({
    page,
    site,
    simulator,
  }) => {
    await adapter.open(page, site, simulator)
    await expect(itemsOf(page)).toHaveText(['checkout', 'cart', 'search'])
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()

    await page.getByRole('button', { name: 'Next' }).click()
    await expect(itemsOf(page)).toHaveText(['catalogue', 'stock', 'search-index'])
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(itemsOf(page)).toHaveText(['mail'])
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()

    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(itemsOf(page)).toHaveText(['catalogue', 'stock', 'search-index'])
  })

  test(`the page through ${adapter.name} filters by name and status`, async ({ page, site, simulator }) => {
    await adapter.open(page, site, simulator)
    await page.getByLabel('Name').fill('search')
    await expect(itemsOf(page)).toHaveText(['search', 'search-index'])
    await page.getByLabel('Status').selectOption('READY')
    await expect(page.getByRole('status')).toHaveText('No deployments.')
    await page.getByLabel('Name').fill('')
    await expect(itemsOf(page)).toHaveText(['checkout', 'cart', 'catalogue'])
  })

  test(`the page through ${adapter.name} shows a failure, and the deployments at the second try`, async ({
    page,
    site,
    simulator,
  }) => {
    const { addFault } = await adapter.open(page, site, simulator)
    await addFault({ operation: 'listDeployments', status: 503, times: 1 })
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('alert')).toContainText('The service answered 503.')
    await expect(itemsOf(page)).toHaveCount(0)

    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(itemsOf(page)).toHaveText(['catalogue', 'stock', 'search-index'])
  })

  test(`the page through ${adapter.name} shows what went wrong, whatever it was`, async ({ page, site, simulator }) => {
    const { addFault, clearFaults } = await adapter.open(page, site, simulator)
    for (const [effect, shown] of spoilt) {
      // Without `times`, because a browser retries on its own when a reused connection is cut.
      await addFault({ effect })
      await page.getByLabel('Name').fill('stock')
      await expect(page.getByRole('alert'), JSON.stringify(effect)).toContainText(shown)
      await clearFaults()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(itemsOf(page)).toHaveText(['stock'])
    }
  })

  test(`the page through ${adapter.name} shows that it is loading until the response arrives`, async ({
    page,
    site,
    simulator,
  }) => {
    const { addFault, advance } = await adapter.open(page, site, simulator)
    await addFault({ delay: 3_600_000, times: 1 })
    await page.getByLabel('Name').fill('stock')
    await expect(page.getByRole('status')).toHaveText('Loading …')
    await expect.poll(() => advance(3_600_000).then(() => itemsOf(page).allTextContents())).toEqual(['stock'])
  })

  test(`the page through ${adapter.name} waits for a response that never arrives, until the user tries again`, async ({
    page,
    site,
    simulator,
  }) => {
    const { addFault } = await adapter.open(page, site, simulator)
    await addFault({ effect: 'stall', times: 1 })
    await page.getByLabel('Name').fill('stock')
    await expect(page.getByRole('status')).toHaveText('Loading …')
    await page.getByLabel('Name').fill('mail')
    await expect(itemsOf(page)).toHaveText(['mail'])
  })
}
