import { expect, test } from './support/open-console.ts'

const TOKEN = 'a-secret-token'

test('takes the token out of the address before it asks the server', async ({ openConsole }) => {
  const { page } = await openConsole({ server: { token: TOKEN }, route: `#token=${TOKEN}` })
  await expect(page.getByRole('banner')).toContainText('live')
  expect(page.url()).not.toContain('token')
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('live')
})

test('keeps the route that stands behind a token', async ({ openConsole }) => {
  const { page } = await openConsole({ server: { token: TOKEN }, route: `#token=${TOKEN}&/faults?effect=delay` })
  await expect(page.getByRole('link', { name: 'Faults', exact: true })).toHaveAttribute('aria-current', 'page')
  expect(page.url()).toMatch(/#\/faults\?effect=delay$/)
})

test.describe('without a token', () => {
  test.use({ expectedProblems: ['status of 401'] })

  test('asks for it', async ({ openConsole }) => {
    const { page } = await openConsole({ server: { token: TOKEN } })
    await page.getByLabel('Token').fill(TOKEN)
    await page.getByRole('button', { name: 'Use the token' }).click()
    await expect(page.getByRole('banner')).toContainText('live')
  })
})
