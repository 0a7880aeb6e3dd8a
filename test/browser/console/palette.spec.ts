import type { Page, Request } from '@playwright/test'
import { holdRequests } from './support/hold-requests.ts'
import { expect, type OpenedConsole, test } from './support/open-console.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const field = (page: Page) => page.getByRole('combobox', { name: 'Find a command' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })

/** Opens the palette as soon as the page knows what there is, and types. */
async function type(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('banner')).toContainText('live')
  await page.keyboard.press('Control+k')
  await field(page).fill('show deployments')
  await expect(option(page, 'Show deployments')).toBeVisible()
  await field(page).fill(text)
}

/** Types, and runs the command with a title, which is the best one. */
async function run({ page }: OpenedConsole, text: string, title: string): Promise<void> {
  await type(page, text)
  await expect(option(page, title)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

/** Holds back what the page asks the service with a text in it. @returns a function that lets it go */
function holdQuestions(page: Page, text: string): Promise<() => void> {
  return holdRequests(page, /\/_simulator\/ask$/, (request) => request.postData()?.includes(text) === true)
}

const WITH_NIGHT_SHIFT = {
  before: (simulator: OpenedConsole['simulator']) =>
    void simulator.db.deployments.create({ id: '0a1b2c3d-0000-4000-8000-00000000abcd', name: 'night-shift' }),
}

for (const [what, text] of [
  ['its id', '0A1B2C3D-0000-4000-8000-00000000ABCD'],
  ['a part of its name', 'ight-shi'],
] as const) {
  test(`opens a record by ${what}`, async ({ openConsole }) => {
    const opened = await openConsole(WITH_NIGHT_SHIFT)
    await run(opened, text, 'Open deployment night-shift')
    await expect(opened.page).toHaveURL(/#\/data\/deployments\/0a1b2c3d-0000-4000-8000-00000000abcd$/)
  })
}

test('Enter before the server has answered opens what the server then finds', async ({ openConsole }) => {
  const { page } = await openConsole(WITH_NIGHT_SHIFT)
  const answer = await holdQuestions(page, 'ight-shi')
  await type(page, 'ight-shi')
  await expect(option(page, 'Find deployments named ight-shi')).toBeVisible()
  await page.keyboard.press('Enter')
  answer()
  await expect(page).toHaveURL(/#\/data\/deployments\/0a1b2c3d-0000-4000-8000-00000000abcd$/)
})

test('Enter before the server has answered searches if the server finds nothing', async ({ openConsole }) => {
  const { page } = await openConsole(WITH_NIGHT_SHIFT)
  const answer = await holdQuestions(page, 'no-such-name')
  await type(page, 'no-such-name')
  await expect(option(page, 'Find deployments named no-such-name')).toBeVisible()
  await page.keyboard.press('Enter')
  answer()
  await expect(page).toHaveURL(/#\/data\/deployments\?q=no-such-name$/)
})

test('Enter before the server has answered loads a scenario that the page did not know yet', async ({
  openConsole,
  page,
}) => {
  const answer = await holdRequests(page, /\/_simulator\/scenarios$/)
  const { simulator } = await openConsole()
  await type(page, 'load busy')
  await page.keyboard.press('Enter')
  answer()
  await expect.poll(() => simulator.scenario.name).toBe('busy')
})

test('Enter before the server has answered runs at once what was chosen', async ({ openConsole }) => {
  const { page } = await openConsole(WITH_NIGHT_SHIFT)
  await holdQuestions(page, 'ight-shi')
  await type(page, 'ight-shi')
  await expect(option(page, 'Find deployments named ight-shi')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/data\/deployments\?q=ight-shi$/)
})

test('Enter before the server has answered does nothing if somebody has gone on typing', async ({ openConsole }) => {
  const { page } = await openConsole(WITH_NIGHT_SHIFT)
  const answer = await holdQuestions(page, 'no-such-name')
  await type(page, 'no-such-name')
  await page.keyboard.press('Enter')
  await field(page).fill('ight-shi')
  answer()
  await expect(option(page, 'Open deployment night-shift')).toBeVisible()
})

test('opens a record of a kind that the service cannot search', async ({ openConsole }) => {
  const opened = await openConsole()
  const [repository] = opened.simulator.db.repositories.list()
  await type(opened.page, repository?.name ?? '')
  await opened.page
    .getByRole('option', { name: `Open repository ${repository?.name}` })
    .first()
    .click()
  await expect(opened.page).toHaveURL(/#\/data\/repositories\/\d+$/)
})

for (const text of ['2', '#2']) {
  test(`opens a request by its number: ${text}`, async ({ openConsole }) => {
    const opened = await openConsole()
    for (const limit of [1, 2]) await opened.request(`/v2/deployments?limit=${limit}`)
    await run(opened, text, 'Go to request #2')
    await expect(opened.page.getByRole('region', { name: 'Request 2', exact: true })).toBeVisible()
  })
}

test('offers no request that does not exist', async ({ openConsole }) => {
  const { page, request } = await openConsole()
  await request('/v2/deployments')
  await type(page, '1')
  await expect(option(page, 'Go to request #1')).toBeVisible()
  await field(page).fill('2')
  await expect(option(page, 'Go to request #1')).toHaveCount(0)
  await expect(option(page, 'Go to request #2')).toHaveCount(0)
})

for (const text of ['#2', 'status=READY']) {
  test(`does not offer to find records named ${text}`, async ({ openConsole }) => {
    const { page } = await openConsole()
    await type(page, 'shift')
    await expect(option(page, 'Find deployments named shift')).toBeVisible()
    await field(page).fill(text)
    await expect(option(page, 'Find deployments named shift')).toHaveCount(0)
    await expect(page.getByRole('option', { name: /^Find / })).toHaveCount(0)
  })
}

test('restores a snapshot, but offers none that was taken to undo something', async ({ openConsole }) => {
  const opened = await openConsole({ simulator: { scenario: 'busy' } })
  await run(opened, 'snapshot take', 'Take a snapshot s')
  const { page, simulator } = opened
  await page.getByRole('region', { name: 'Messages' }).getByText('Code', { exact: true }).click()
  await expect(page.getByText(/^await simulator\.snapshots\.take\('busy-\d{4}'\)$/)).toBeVisible()
  await run(opened, 'load empty', 'Load scenario empty')
  await expect.poll(() => simulator.scenario.name).toBe('empty')
  await type(page, 'restore snapshot')
  const restores = page.getByRole('option', { name: /^Restore snapshot/ })
  await expect(restores).toHaveCount(1)
  await restores.click()
  await expect.poll(() => simulator.scenario.name).toBe('busy')
})

test('switches to another session', async ({ openConsole }) => {
  const opened = await openConsole({ before: (simulator) => simulator.sessions.create('alice') })
  await run(opened, 'alice', 'Switch to session alice')
  await expect(opened.page).toHaveURL(/\/_s\/alice\/_simulator\//)
  await expect(opened.page.getByRole('button', { name: 'Session alice' })).toBeVisible()
})

test('offers to go to a session before it offers to replace the world by a scenario of that name', async ({
  openConsole,
}) => {
  const opened = await openConsole({ session: 'alice', before: (simulator) => simulator.sessions.create('alice') })
  await run(opened, 'default', 'Switch to session default')
  await expect(opened.page).toHaveURL(/^[^_]*\/_simulator\//)
})

test('finds words by their beginnings only', async ({ openConsole }) => {
  const { page } = await openConsole({ before: (simulator) => simulator.sessions.create('default-2') })
  await type(page, 'fault')
  await expect(option(page, 'Go to Faults g f')).toBeVisible()
  await expect(options(page).filter({ hasText: 'default' })).toHaveCount(0)
})

test('saves the world as a file', async ({ openConsole }) => {
  const opened = await openConsole()
  const [download] = await Promise.all([
    opened.page.waitForEvent('download'),
    run(opened, 'save', 'Save the world as a file'),
  ])
  expect(download.suggestedFilename()).toBe('default-0900.json')
  const [chooser] = await Promise.all([
    opened.page.waitForEvent('filechooser'),
    run(opened, 'open file', 'Open a file with a world'),
  ])
  expect(chooser.isMultiple()).toBe(false)
})

test('copies the link to the page, and the request that is open', async ({ openConsole }) => {
  const opened = await openConsole()
  const { page } = opened
  const readCopy = () => page.evaluate(() => navigator.clipboard.readText())
  await opened.request('/v2/deployments?limit=3')
  await run(opened, '1', 'Go to request #1')
  await expect(page.getByRole('region', { name: 'Request 1', exact: true })).toBeVisible()
  await run(opened, 'copy link', 'Copy the link to this page')
  await expect.poll(readCopy).toBe(page.url())
  await run(opened, 'copy request', 'Copy the request c')
  await expect.poll(readCopy).toContain('/v2/deployments?limit=3')
})

test('changes the density and the colours, and offers what was used last first', async ({ openConsole }) => {
  const opened = await openConsole()
  const { page } = opened
  await run(opened, 'compact', 'Use compact rows')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await run(opened, 'dark', 'Use dark colours')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await expect(options(page).nth(0)).toHaveText('Use dark colours')
  await expect(options(page).nth(1)).toHaveText('Use normal rows')
})

test('ignores an answer to what was typed before', async ({ openConsole }) => {
  const { page } = await openConsole(WITH_NIGHT_SHIFT)
  const release = await holdQuestions(page, 'xyzzy')
  const isHeld = (request: Request) => request.postData()?.includes('xyzzy') === true
  const asked = page.waitForRequest(isHeld)
  await type(page, 'xyzzy')
  await asked
  await field(page).fill('night-shift')
  await expect(option(page, 'Open deployment night-shift')).toBeVisible()
  const late = page.waitForResponse((response) => isHeld(response.request()))
  release()
  await late
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(option(page, 'Open deployment night-shift')).toBeVisible({ timeout: 1 })
})

test('keeps what is chosen when the server has found more', async ({ openConsole }) => {
  const { page } = await openConsole(WITH_NIGHT_SHIFT)
  const release = await holdQuestions(page, 'night-shift')
  await type(page, 'night-shift')
  await page.keyboard.press('ArrowDown')
  const second = options(page).and(page.getByRole('option', { selected: true }))
  const title = await second.innerText()
  release()
  await expect(option(page, 'Open deployment night-shift')).toBeVisible()
  await expect(second).toHaveText(title)
})

test('leaves no trace of what it looks for', async ({ openConsole }) => {
  const { page, simulator, server } = await openConsole(WITH_NIGHT_SHIFT)
  const readCoverage = async () => (await fetch(`${server.url}/_simulator/coverage`)).text()
  const before = await readCoverage()
  await type(page, 'night-shift')
  await expect(option(page, 'Open deployment night-shift')).toBeVisible()
  await field(page).fill('0a1b2c3d-0000-4000-8000-00000000abcd')
  await expect(option(page, 'Open deployment night-shift')).toBeVisible()
  expect(simulator.requests.list()).toEqual([])
  expect(await readCoverage()).toBe(before)
})

test('a form that is opened from another view has the focus', async ({ openConsole }) => {
  const opened = await openConsole({ route: '#/world' })
  await run(opened, 'create', 'Create a new deployment')
  await expect(opened.page.getByLabel('Name', { exact: true })).toBeFocused()
  await opened.page.keyboard.type('sun')
  await expect(opened.page.getByLabel('Name', { exact: true })).toHaveValue('sun')
})
