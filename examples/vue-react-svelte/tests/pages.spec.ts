import { expect, test } from '@playwright/test'

for (const framework of ['vue', 'react', 'svelte']) {
  test(`the simulator answers a page of ${framework}`, async ({ page }) => {
    await page.goto(`/${framework}.html`)
    await expect(page.getByRole('listitem')).toHaveCount(3)
  })
}
