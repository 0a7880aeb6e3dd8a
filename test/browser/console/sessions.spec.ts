import { holdRequests } from './support/hold-requests.ts'
import { expect, expectNoAxeViolations, test } from './support/open-console.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('the list shows who is connected, and follows what they do', async ({ openConsole }) => {
  const { page, simulator, server } = await openConsole({ route: '#/sessions' })
  const list = page.getByRole('listbox', { name: 'Sessions' })
  await expect(list.getByRole('option')).toHaveCount(1)
  // A session begins with the first request to its path.
  await fetch(`${server.url}/_s/alice/v2/deployments`)
  await expect(list.getByRole('option', { name: /alice.*no record changed.*1 request/ })).toBeVisible()
  simulator.sessions.get('alice')?.db.deployments.create({ name: 'checkout' })
  await expect(list.getByRole('option', { name: /alice.*1 record changed/ })).toBeVisible()
})

test('a session that a request has begun shows when its last request was', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page, server, goTo } = await openConsole()
  // On a fast machine, it begins and gets its request in the same millisecond.
  await page.route(/\/_simulator\/sessions$/, async (route) => {
    const sessions = await (await route.fetch()).json()
    await route.fulfill({ json: sessions.map((each: { began: string }) => ({ ...each, lastUsed: each.began })) })
  })
  await fetch(`${server.url}/_s/alice/v2/deployments`)
  await goTo('#/sessions/alice')
  await expect(page.getByText('Logged requests1')).toBeVisible()
  await expect(page.getByText(/^Last request(just now|\d+ s ago)$/)).toBeVisible()
  // The console may be asking again while the server ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the list keeps its width behind the form of a new session', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/sessions' })
  const list = page.getByRole('listbox', { name: 'Sessions', includeHidden: true })
  const before = await list.boundingBox()
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(page.getByRole('dialog', { name: 'New session' })).toBeVisible()
  expect(await list.boundingBox()).toEqual(before)
})

test('hundreds of sessions are searched', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({
    route: '#/sessions',
    before: (simulator) => {
      for (let number = 1; number <= 300; number += 1) simulator.sessions.create(`user-${number}`)
    },
  })
  const rows = page.getByRole('listbox', { name: 'Sessions' }).getByRole('option')
  await expect(rows.first()).toHaveAttribute('aria-setsize', '301')
  expect(await rows.count()).toBeLessThan(80)
  await page.getByLabel('Search sessions').fill('user-123')
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Search sessions').fill('nobody')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rows.first()).toHaveAttribute('aria-setsize', '301')
})

test('a session is created from a scenario and a preset', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/sessions' })
  await page.getByRole('button', { name: 'New session' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('demo')
  await page.getByLabel('Scenario').selectOption('empty')
  await page.getByLabel('Preset').selectOption('langsmith')
  await page.getByRole('button', { name: 'Create and open' }).click()
  await expect(page.getByRole('heading', { name: 'empty' })).toBeVisible()
  expect(simulator.sessions.get('demo')).toMatchObject({ preset: 'langsmith', scenario: { name: 'empty' } })
})

test('a session is created from the menu of any view, and opens in the same tab', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page, server } = await openConsole({ route: '#/faults' })
  await page.getByRole('button', { name: 'Session default' }).click()
  await page.getByRole('menuitem', { name: 'New session' }).click()
  await expect(page).toHaveURL(`${server.url}/_s/session-1/_simulator/`)
  await expect(page.getByRole('banner')).toContainText('Session session-1')
  await expect(page.getByRole('banner')).toContainText('Scenario default')
})

test('what is not known yet can only be chosen', { tag: '@full' }, async ({ page, openConsole }) => {
  const answer = await holdRequests(page, /\/_simulator\/(scenarios|snapshots)$/)
  await openConsole({ route: '#/sessions' })
  await page.getByRole('button', { name: 'New session' }).click()
  for (const name of ['Scenario', 'Snapshot', 'Preset'])
    await expect(page.getByRole('combobox', { name })).toBeVisible()
  answer()
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('empty')
  await page.getByRole('combobox', { name: 'Preset' }).selectOption('langsmith')
})

test('a name that is not allowed is explained beside its field', async ({ openConsole, expectedProblems }) => {
  // Chromium reports every response with an error.
  expectedProblems.push('422')
  const { page } = await openConsole({ route: '#/sessions' })
  await page.getByRole('button', { name: 'New session' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('not/a name')
  await page.getByRole('button', { name: 'Create and open' }).click()
  await expect(page.getByText(/It must be 1 to 100 letters/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
})

test('a session is forked, opened in its console, and ended', async ({ openConsole }) => {
  const { page, simulator, goTo } = await openConsole({
    route: '#/sessions/alice',
    before: (created) => created.sessions.create('alice', { scenario: 'empty' }),
  })
  await page.getByRole('button', { name: 'Fork' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fork alice' })
  await expect(dialog).not.toContainText('random name')
  await dialog.getByRole('button', { name: 'Create and open' }).click()
  await expect(page.getByRole('banner')).toContainText('Session fork-1')
  expect(simulator.sessions.get('fork-1')?.scenario.name).toBe('empty')
  await goTo('#/sessions/fork-1')
  await page.getByRole('link', { name: 'Open its console' }).click()
  await expect(page.getByRole('banner')).toContainText('Session fork-1')
  await goTo('#/sessions/fork-1')
  await page.getByRole('button', { name: 'End…' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'End…' }).click()
  await page.getByRole('button', { name: 'End session' }).click()
  await expect.poll(() => simulator.sessions.list().map(({ name }) => name)).toEqual(['alice'])
})

test('how a client uses a session is copied as a URL and as a header', async ({ openConsole }) => {
  const { page, server } = await openConsole({
    route: '#/sessions/alice',
    before: (simulator) => simulator.sessions.create('alice'),
  })
  const readCopied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByTitle('Copy the URL').click()
  await expect.poll(readCopied).toBe(`${server.url}/_s/alice`)
  await page.getByTitle('Copy the header').click()
  await expect.poll(readCopied).toBe('x-simulator-session: alice')
})

test('a name that is proposed anew because another fork has it is selected, too', { tag: '@full' }, async ({
  page,
  openConsole,
}) => {
  const release = await holdRequests(page, '**/_simulator/sessions')
  await openConsole({ route: '#/world', before: (simulator) => simulator.sessions.create('fork-1') })
  await page.getByRole('button', { name: 'Fork', exact: true }).click()
  const name = page.getByRole('dialog').getByLabel('Name')
  await expect(name).toHaveValue('fork-1')
  release()
  await expect(name).toHaveValue('fork-2')
  await page.keyboard.type('demo')
  await expect(name).toHaveValue('demo')
})

test('a fork without a name is not created', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/world' })
  await page.getByRole('button', { name: 'Fork', exact: true }).click()
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('')
  await page.getByRole('button', { name: 'Create and open' }).click()
  await expect(name).toBeFocused()
  expect(simulator.sessions.list()).toEqual([])
})

test('a session is closed as every other panel is', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/sessions/alice', before: ({ sessions }) => sessions.create('alice') })
  await page.getByRole('button', { name: 'Close the session' }).click()
  await expect(page.getByRole('heading', { name: 'alice' })).toBeHidden()
})

test('a session is found and opened with the keyboard alone', async ({ openConsole }) => {
  const { page } = await openConsole({
    route: '#/sessions',
    before: (simulator) => simulator.sessions.create('alice'),
  })
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'alice' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'alice' })).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in ${colorScheme} colours, and nothing scrolls sideways`, async ({ page, openConsole }) => {
    await page.emulateMedia({ colorScheme, forcedColors: colorScheme === 'dark' ? 'active' : 'none' })
    await openConsole({
      route: '#/sessions/alice',
      before: (simulator) => simulator.sessions.create('alice'),
    })
    await expect(page.getByRole('link', { name: 'Open its console' })).toBeVisible()
    await expectNoAxeViolations(page)
    for (const width of [380, 768, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })
}

test('a session that is ended elsewhere is said to have ended, and makes room for the one that takes its name', async ({
  openConsole,
  expectedProblems,
}) => {
  // Chromium reports the responses about it.
  expectedProblems.push('404')
  const { page, server, request } = await openConsole({
    session: 'alice',
    route: '#/requests',
    before: (_, { url }) => fetch(`${url}/_s/alice/v2/deployments?limit=1`),
  })
  const banner = page.getByRole('banner')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(banner).toContainText('live')
  await fetch(`${server.url}/_simulator/sessions/alice`, { method: 'DELETE' })
  await expect(banner).toContainText('This session was ended.')
  await expect(page.getByRole('option')).toHaveCount(0)
  await request('/v2/deployments?limit=2')
  await expect(page.getByRole('option')).toHaveText(/limit=2/)
  await banner.getByRole('button', { name: 'OK' }).click()
  await expect(banner).not.toContainText('This session was ended.')
})
