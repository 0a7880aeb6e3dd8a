import { expect, test } from './support/open-console.ts'

const VIEWS = ['World', 'Requests', 'Data', 'Faults', 'Assumptions', 'Sessions', 'Coverage']

test('every view begins with its name', async ({ page, openConsole }) => {
  const { goTo } = await openConsole()
  for (const name of VIEWS) {
    await goTo(`#/${name.toLowerCase()}`)
    await expect(page.locator('main > h1:first-child')).toHaveText(name)
    await expect(page.locator('main > h1:first-child')).toBeInViewport()
  }
})

test('a ring surrounds the view that has the focus only if keys are used', async ({ page, openConsole }) => {
  const { goTo } = await openConsole()
  const main = page.locator('main')
  const navigations = [
    () => goTo('#/requests'),
    () => page.getByRole('link', { name: 'Faults', exact: true }).click(),
    () => page.goBack(),
  ]
  for (const navigate of navigations) {
    await navigate()
    await expect(main).toBeFocused()
    await expect(main).toHaveCSS('outline-style', 'none')
  }
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(main).toHaveAccessibleName('Data')
  await expect(main).toBeFocused()
  await expect(main).toHaveCSS('outline-style', 'solid')
  await page.getByRole('link', { name: 'Faults', exact: true }).click()
  await expect(main).toHaveCSS('outline-style', 'none')
})
