import { expect, test } from '@playwright/test'

test('the simulator answers the page', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('listitem')).toHaveCount(20)
})
