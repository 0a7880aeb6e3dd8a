import { expect, expectNoAxeViolations, test } from './support/open-console.ts'

// Chromium reports every response with an error.
test.use({ expectedProblems: ['422'] })

test('the coverage fills up while requests arrive', async ({ openConsole }) => {
  const { page, request } = await openConsole({ route: '#/coverage/listDeployments' })
  const operations = page.getByRole('list', { name: 'Operations' })
  await expect(operations.getByRole('button', { name: /listDeployments/ })).toContainText('0 of')
  await request('/v2/deployments?limit=100')
  await expect(operations.getByRole('listitem').filter({ hasText: '100, covered' }).last()).toContainText('×1')
  await expect(operations.getByRole('button', { name: /listDeployments/ })).not.toContainText('0 of')
  await expect(page.getByText(/^Counting began .* with the logged requests\.$/)).toBeVisible()
})

test('what is missing is searched, and the search is part of the URL', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/coverage' })
  await page.getByLabel('Search cases').fill('limit too large')
  const cases = page.getByText('limit is too large')
  await expect(cases).toHaveCount(1)
  await page.reload()
  await expect(cases).toHaveCount(1)
  await page.getByLabel('Search cases').fill('no such case')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('button', { name: /createDeployment/ })).toBeVisible()
})

test('shows only what is missing, and what is covered meanwhile stays', { tag: '@full' }, async ({ openConsole }) => {
  const { page, request } = await openConsole({
    route: '#/coverage/listDeployments',
    before: (simulator) => simulator.fetch('/v2/deployments?limit=1000000'),
  })
  await expect(page.getByText('offset is too small')).toBeVisible()
  await expect(page.getByText('limit is too large')).toBeHidden()
  await request('/v2/deployments?offset=-1')
  await expect(page.getByText('offset is too small, covered')).toBeVisible()
  await page.getByRole('button', { name: 'All 67' }).click()
  await expect(page.getByText('limit is too large, covered')).toBeVisible()
})

test('what is missing of an operation that is used is open at first, and opens nothing later', {
  tag: '@full',
}, async ({ openConsole }) => {
  const { page, request, goTo } = await openConsole({ route: '#/coverage' })
  const open = page.getByRole('list', { name: 'Operations' }).getByRole('button', { expanded: true })
  await expect(page.getByRole('button', { name: /listDeployments/ })).toContainText('0 of')
  await request('/v2/deployments?limit=100')
  await expect(page.getByRole('button', { name: /listDeployments/ })).not.toContainText('0 of')
  await expect(open).toHaveCount(0)
  await goTo('#/world')
  await goTo('#/coverage')
  await expect(open).toHaveText(/listDeployments/)
})

test('the coverage is cleared, but only after a question', async ({ openConsole }) => {
  const { page, request } = await openConsole({ route: '#/coverage' })
  const row = page.getByRole('button', { name: /listOAuthProviders/ })
  await expect(row).toContainText('0 of 1')
  await request('/v2/auth/providers')
  await expect(row).toContainText('1 of 1')
  await page.getByRole('button', { name: 'Clear…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear the coverage' }).click()
  await expect(row).toContainText('0 of 1')
})

test('an operation is opened with the keyboard alone', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/coverage' })
  await page.getByRole('button', { name: /createDeployment/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('body is not JSON')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in ${colorScheme} colours, and nothing scrolls sideways`, async ({ page, openConsole }) => {
    await page.emulateMedia({ colorScheme, forcedColors: colorScheme === 'dark' ? 'active' : 'none' })
    await openConsole({ route: '#/coverage/listDeployments' })
    await expect(page.getByText('limit is too large')).toBeVisible()
    await expectNoAxeViolations(page)
    for (const width of [380, 768, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })
}
