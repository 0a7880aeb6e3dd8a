import { expect, expectNoAxeViolations, test } from './support/open-console.ts'
import { DIALOGS, prepareDialogs, ROUTES } from './support/places.ts'

const APPEARANCES = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const

for (const { colorScheme, width } of APPEARANCES) {
  test(`axe finds nothing in any view, in ${colorScheme} colours at ${width} px`, async ({ page, openConsole }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const { goTo } = await openConsole({ simulator: { scenario: 'busy' }, before: prepareDialogs })
    for (const route of ROUTES) {
      await goTo(route)
      await page.locator('main :is(h1, h2, h3, legend, label, table)').first().waitFor({ state: 'attached' })
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await test.step(route, () => expectNoAxeViolations(page))
    }
  })

  test(`axe finds nothing in any dialog, in ${colorScheme} colours at ${width} px`, async ({ page, openConsole }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const { goTo } = await openConsole({ simulator: { scenario: 'busy' }, before: prepareDialogs })
    for (const [route, opener] of DIALOGS) {
      await goTo(route)
      await page.getByRole('button', { name: opener, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await test.step(`${opener} at ${route}`, () => expectNoAxeViolations(page))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
}
