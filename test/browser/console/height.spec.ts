import type { Page } from '@playwright/test'
import { expect, test } from './support/open-console.ts'
import { ROUTES } from './support/places.ts'

/** How much higher than the window the document is, and how much wider than the view its content. */
function measureExcess(page: Page): Promise<{ height: number; width: number }> {
  return page.evaluate(() => {
    const { scrollHeight } = document.documentElement
    const view = document.querySelector('main')
    return {
      height: scrollHeight - innerHeight,
      width: view === null ? 0 : view.scrollWidth - view.clientWidth,
    }
  })
}

test('records can be seen in large type at 380 px', async ({ page, openConsole }) => {
  await page.setViewportSize({ width: 380, height: 780 })
  await openConsole({ route: '#/data/deployments?presenter=1' })
  const row = page.getByRole('row').nth(1)
  await row.scrollIntoViewIfNeeded()
  await expect(row).toBeInViewport()
})

for (const width of [380, 1280]) {
  test(`no view makes the page scroll at ${width} px`, async ({ page, openConsole }) => {
    await page.setViewportSize({ width, height: 500 })
    const { request, simulator, goTo } = await openConsole({ simulator: { scenario: 'busy' } })
    await request('/v2/deployments')
    const [deployment] = simulator.db.deployments.list()
    for (const route of [...ROUTES, `#/data/deployments/${deployment?.id}`]) {
      await goTo(route)
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await page.locator('main :is(h1, h2, h3, legend, label, table)').first().waitFor({ state: 'attached' })
      expect({ route, ...(await measureExcess(page)) }).toEqual({ route, height: 0, width: 0 })
    }
  })
}
