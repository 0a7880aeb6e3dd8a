import { expect, expectNoAxeViolations, test } from './support/open-console.ts'

test('an assumption is switched at once, and undone', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/assumptions/lastPageOffset' })
  await expect(page.getByRole('radio', { name: /^returned/ })).toBeChecked()
  await page.getByRole('radio', { name: /^limit/ }).click()
  const register = page.getByRole('list', { name: 'Assumptions' })
  await expect(register.getByRole('button', { name: /lastPageOffset = limit/ })).toContainText('changed')
  expect(simulator.assumptions.lastPageOffset).toBe('limit')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByRole('radio', { name: /^returned/ })).toBeChecked()
  expect(simulator.assumptions.lastPageOffset).toBe('returned')
})

test('a link to an assumption scrolls to it, and opening one by hand moves nothing', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page, goTo } = await openConsole({ route: '#/assumptions/versionPrefix' })
  const heads = page.getByRole('list', { name: 'Assumptions' }).getByRole('button', { expanded: true })
  await expect(heads.filter({ hasText: 'versionPrefix' })).toBeInViewport()
  await goTo('#/assumptions')
  const other = page.getByRole('button', { name: /lastPageOffset = / })
  await other.scrollIntoViewIfNeeded()
  const before = await other.boundingBox()
  await other.click()
  await expect(other).toHaveAttribute('aria-expanded', 'true')
  expect(await other.boundingBox()).toEqual(before)
})

test('the first assumption is open until somebody closes it', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/assumptions' })
  const first = page.getByRole('button', { name: /repositoryPaths = / })
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  const other = page.getByRole('button', { name: /repositoryFields = / })
  const before = await other.boundingBox()
  await other.click()
  await expect(other).toHaveAttribute('aria-expanded', 'true')
  expect(await other.boundingBox()).toEqual(before)
  await first.click()
  await expect(first).toHaveAttribute('aria-expanded', 'false')
})

test('the register is searched by words, and the search is part of the URL', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page } = await openConsole({ route: '#/assumptions' })
  const rows = page.getByRole('list', { name: 'Assumptions' }).getByRole('listitem')
  await page.getByLabel('Search assumptions').fill('offset page')
  await expect(rows.filter({ hasText: 'lastPageOffset' })).toBeVisible()
  await expect(rows.filter({ hasText: 'repositoryPaths' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Search assumptions')).toHaveValue('offset page')
  await page.getByLabel('Search assumptions').fill('no such words')
  await expect(page.getByText('No assumption contains these words')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rows.filter({ hasText: 'repositoryPaths' })).toBeVisible()
})

test('the assumptions that requests have depended on are found', { tag: '@full' }, async ({ openConsole }) => {
  const { page, request } = await openConsole({ route: '#/assumptions?show=used' })
  await expect(page.getByText('No request has depended on an assumption yet')).toBeVisible()
  await request('/v2/deployments')
  await expect(page.getByRole('button', { name: /deploymentOrdering/ })).toContainText('1 request')
  await expect(page.getByRole('button', { name: /repositoryPaths/ })).toHaveCount(0)
})

test('a value that is not allowed is explained, and one’s own value that is allowed is used', async ({
  openConsole,
  expectedProblems,
}) => {
  // Chromium reports every response with an error.
  expectedProblems.push('422')
  const { page, simulator } = await openConsole({ route: '#/assumptions/repositoryPaths' })
  const field = page.getByLabel('Another value')
  await field.fill('nonsense')
  await page.getByRole('button', { name: 'Use value' }).click()
  await expect(page.getByText(/"repositoryPaths" is "nonsense"\. .*two path templates/).last()).toBeVisible()
  await field.fill('/a/{integration_id},/b/{integration_id}')
  await page.getByRole('button', { name: 'Use value' }).click()
  await expect.poll(() => simulator.assumptions.repositoryPaths).toBe('/a/{integration_id},/b/{integration_id}')
})

test('the preset, strict and vary are switched while the session runs', async ({ openConsole }) => {
  const { page, simulator, request } = await openConsole({ route: '#/assumptions' })
  await page.getByRole('combobox', { name: 'Preset' }).selectOption('langsmith')
  await expect.poll(() => simulator.preset).toBe('langsmith')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => simulator.preset).toBe('spec')
  // A strict session names the assumptions of every response.
  const readLabel = async () => (await request('/v2/deployments')).headers.get('x-simulator-assumptions')
  const strict = page.getByRole('checkbox', { name: 'Reject what the contract does not promise' })
  // The box can still be as it was, until the page has read the settings again.
  await expect(async () => {
    await strict.check()
    expect(await readLabel()).not.toBeNull()
  }).toPass()
  await expect(async () => {
    await strict.uncheck()
    expect(await readLabel()).toBeNull()
  }).toPass()
  await page.getByLabel('Vary with seed').fill('4711')
  await page.getByRole('button', { name: 'Vary', exact: true }).click()
  await expect(page.getByText('Values are drawn with seed 4711.')).toBeVisible()
  expect(simulator.vary).toMatchObject({ seed: 4711 })
  await page.getByRole('button', { name: 'Stop varying' }).click()
  await expect.poll(() => simulator.vary).toBeUndefined()
})

test('the palette sets an assumption that somebody types', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/world' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('lastPageOffset = zeroAtEnd')
  await expect(page.getByRole('option', { name: /^Assume/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => simulator.assumptions.lastPageOffset).toBe('zeroAtEnd')
})

test('the palette finds an assumption by a part of its name or of its question', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page } = await openConsole({ route: '#/world' })
  const option = page.getByRole('option', { name: 'Show the assumption lastPageOffset' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('which offset page')
  await expect(option).toBeVisible()
  await page.getByRole('dialog').getByRole('combobox').fill('lastPage')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: /zeroAtEnd/ })).toBeVisible()
})

test('an assumption is opened and switched with the keyboard alone', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/assumptions?q=lastPageOffset' })
  await page.getByRole('button', { name: /lastPageOffset/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => simulator.assumptions.lastPageOffset).toBe('limit')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in ${colorScheme} colours, and nothing scrolls sideways`, async ({ page, openConsole }) => {
    await page.emulateMedia({ colorScheme })
    await openConsole({ route: '#/assumptions/repositoryPaths' })
    await expect(page.getByLabel('Another value')).toBeVisible()
    await expectNoAxeViolations(page)
    for (const width of [380, 768, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })
}

test('the options that are copied have the preset that they change', async ({ openConsole, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const simulator = { preset: 'langsmith', assumptions: { lastPageOffset: 'limit' } } as const
  const { page } = await openConsole({ route: '#/assumptions', simulator })
  const copied = {
    'as options': '--preset langsmith --assume lastPageOffset=limit',
    'as code': `await simulator.settings.change({ preset: 'langsmith' })\nawait simulator.assume({ lastPageOffset: 'limit' })`,
  }
  for (const [form, text] of Object.entries(copied)) {
    await page.getByRole('main').getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('menuitem', { name: form }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
})
