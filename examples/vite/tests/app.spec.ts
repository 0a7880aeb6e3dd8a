import { expect, test } from '@playwright/test'

test('both services answer the app, and its own files pass through', async ({ page }) => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('3 deployments for Ada')
  await expect(page.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByAltText('Logo')).toHaveJSProperty('naturalWidth', 64)
  expect(warnings).toEqual([expect.stringMatching(/^deploymock lets GET \/src\/app\.js pass through: /)])
})

test('a reload starts both again', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('3 deployments for Ada')
  await page.reload()
  await expect(page.getByRole('status')).toHaveText('3 deployments for Ada')
})
