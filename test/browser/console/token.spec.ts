import { expect, test } from './support/open-console.ts'

const TOKEN = 'a-secret-token'

test('takes the token out of the address before it asks the server', async ({ openConsole }) => {
  const { page } = await openConsole({ server: { token: TOKEN }, route: `#token=${TOKEN}` })
  await expect(page.getByRole('banner')).toContainText('live')
  expect(page.url()).not.toContain('token')
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('live')
})

test('takes a token that is not encoded as it is', async ({ openConsole }) => {
  const { page } = await openConsole({ server: { token: '100%-secret' }, route: '#token=100%-secret' })
  await expect(page.getByRole('banner')).toContainText('live')
  expect(page.url()).not.toContain('token')
})

test('keeps the route that stands behind a token', async ({ openConsole }) => {
  const { page } = await openConsole({ server: { token: TOKEN }, route: `#token=${TOKEN}&/faults?effect=delay` })
  await expect(page.getByRole('link', { name: 'Faults', exact: true })).toHaveAttribute('aria-current', 'page')
  expect(page.url()).toMatch(/#\/faults\?effect=delay$/)
})

test('keeps the token in a fork', async ({ openConsole }) => {
  const { page } = await openConsole({ server: { token: TOKEN }, route: `#token=${TOKEN}` })
  await expect(page.getByRole('banner')).toContainText('live')
  await page.getByRole('button', { name: 'Session default' }).click()
  await page.getByRole('menuitem', { name: 'Fork this session' }).click()
  await page.getByRole('button', { name: 'Create and open' }).click()
  await expect(page).toHaveURL(/\/_s\/[^/]+\/_simulator\/$/)
  await expect(page.getByRole('banner')).toContainText('live')
})

test('keeps the token in the console of another session', async ({ openConsole }) => {
  const { page } = await openConsole({
    server: { token: TOKEN },
    route: `#token=${TOKEN}&/sessions/alice`,
    before: (simulator) => simulator.sessions.create('alice'),
  })
  await page.getByRole('link', { name: 'Open its console' }).click()
  await expect(page).toHaveURL(/\/_s\/alice\//)
  await expect(page.getByRole('banner')).toContainText('live')
})

test('asks for a token if there is none', async ({ openConsole, expectedProblems }) => {
  expectedProblems.push('status of 401')
  const { page } = await openConsole({ server: { token: TOKEN } })
  await expect(page.getByRole('heading', { name: 'The console needs a token' })).toBeVisible()
  await expect(page.getByText('Ask whoever started the server')).toBeVisible()
  await page.getByLabel('Token').fill('another-token')
  await page.getByRole('button', { name: 'Use the token' }).click()
  await expect(page.getByRole('heading', { name: 'The server refused that token' })).toBeVisible()
  await page.getByLabel('Token').fill(TOKEN)
  await page.getByRole('button', { name: 'Use the token' }).click()
  await expect(page.getByRole('banner')).toContainText('live')
})

test('asks again if no request can carry the token that was typed', async ({ openConsole, expectedProblems }) => {
  expectedProblems.push('status of 401')
  const { page } = await openConsole({ server: { token: TOKEN } })
  await page.getByLabel('Token').fill(`${TOKEN}\u200b`)
  await page.getByRole('button', { name: 'Use the token' }).click()
  await expect(page.getByRole('heading', { name: 'The server refused that token' })).toBeVisible()
  await page.getByLabel('Token').fill(TOKEN)
  await page.getByRole('button', { name: 'Use the token' }).click()
  await expect(page.getByRole('banner')).toContainText('live')
})
