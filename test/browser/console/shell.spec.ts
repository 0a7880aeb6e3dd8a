import { expect, expectNoAxeViolations, test } from './support/open-console.ts'

test('shows the session, the scenario and the time', async ({ openConsole }) => {
  const { page } = await openConsole({ simulator: { scenario: 'busy' } })
  await expect(page.getByRole('banner')).toContainText('default')
  await expect(page.getByRole('banner')).toContainText('busy')
  await expect(page.getByRole('button', { name: /^Clock/ })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('opens a view by its link, its keys and the palette, and goes back', async ({ openConsole }) => {
  const { page } = await openConsole()
  const current = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=page]')
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await expect(current).toHaveText('Data')
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(current).toHaveText('Faults')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a command' }).fill('go to cov')
  await page.keyboard.press('Enter')
  await expect(current).toHaveText('Coverage')
  await page.goBack()
  await expect(current).toHaveText('Faults')
})

test('loads a scenario from the palette, shows the code, and undoes it', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ simulator: { scenario: 'busy' } })
  await expect(page.getByRole('banner')).toContainText('busy')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Find a command' }).fill('load empty')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Messages' }).getByText('Code', { exact: true }).click()
  await expect(page.getByText("await simulator.load('empty', { keepRequests: true })")).toBeVisible()
  expect(simulator.scenario.name).toBe('empty')
  await page.keyboard.press('u')
  await expect(page.getByText('Undone: Loaded empty').first()).toBeVisible()
  expect(simulator.scenario.name).toBe('busy')
})

test('underlines only the tab that is chosen in forced colours', async ({ page, openConsole }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const { simulator, goTo } = await openConsole()
  await goTo(`#/data/deployments/${simulator.db.deployments.list()[0]?.id}`)
  await expect(page.getByRole('tab', { selected: true })).toBeVisible()
  const underlined = await page.getByRole('tab').evaluateAll((tabs) => {
    const { backgroundColor } = getComputedStyle(document.body)
    return tabs
      .filter((tab) => getComputedStyle(tab).borderBottomColor !== backgroundColor)
      .map(({ ariaSelected }) => ariaSelected)
  })
  expect(underlined).toEqual(['true'])
})

test('creates a session that does not exist', async ({ openConsole, expectedProblems }) => {
  expectedProblems.push('status of 404')
  const { page, simulator } = await openConsole({ session: 'alice' })
  await page.getByRole('button', { name: 'Create it' }).click()
  await expect(page.getByRole('banner')).toContainText('live')
  expect(simulator.sessions.get('alice')).toBeDefined()
})
