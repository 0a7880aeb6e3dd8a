import { holdRequests } from './support/hold-requests.ts'
import { expect, expectLoadedWorld, test } from './support/open-console.ts'

test('tells the story of the scenario, its seed, its time and whether it has changed', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ simulator: { scenario: 'pipeline' } })
  const story = page.getByRole('region', { name: 'Scenario' })
  await expect(story.getByRole('heading', { name: 'pipeline' })).toBeVisible()
  await expect(story).toContainText('Friday afternoon at Gooseberry Ferries')
  await expect(story).toContainText('seed 1009')
  await expect(story).toContainText('2026-10-09 15:00:00 UTC')
  await expect(story).toContainText('Its data is as it began')
  simulator.db.deployments.create()
  await expect(story).toContainText('has changed since')
  await expect(page.getByRole('banner')).toContainText('pipeline, seed 1009, changed')
})

test('counts the records, and its numbers and bars lead to them', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ simulator: { scenario: 'pipeline' } })
  await expect(page.getByRole('link', { name: '5 Deployments' })).toHaveAttribute('href', '#/data/deployments')
  await expect(page.getByRole('link', { name: '1 Integration', exact: true })).toBeVisible()
  const byStatus = page.getByRole('list', { name: 'By status' })
  await expect(byStatus.getByRole('link', { name: 'READY' })).toHaveAttribute('href', '#/data/deployments?status=READY')
  await expect(byStatus.getByRole('listitem').filter({ hasText: 'READY' })).toContainText('4')
  simulator.db.deployments.create({ status: 'READY' })
  await expect(byStatus.getByRole('listitem').filter({ hasText: 'READY' })).toContainText('5')
  await page.getByLabel('of', { exact: true }).selectOption('Revisions')
  await expect(byStatus).toContainText('BUILD_FAILED')
})

test('switches the scenario, resets it, and undoes both', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ simulator: { scenario: 'pipeline' } })
  const empty = page.getByRole('group', { name: 'Switch scenario' }).getByRole('button', { name: 'empty' })
  await expect(empty).toHaveAttribute('title', /An organization that has just signed up/)
  const findPlace = () => page.getByRole('button', { name: 'Save', exact: true }).boundingBox()
  await expectLoadedWorld(page)
  const place = await findPlace()
  await empty.click()
  await expect(page.getByRole('heading', { name: 'empty' })).toBeVisible()
  await expect(page.getByText('There are no deployments in this world')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Loaded empty')
  await expect.poll(findPlace).toEqual(place)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('heading', { name: 'pipeline' })).toBeVisible()
  const { id } = simulator.db.deployments.create()
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect.poll(() => simulator.db.deployments.get(id)).toBeUndefined()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Scenario: pipeline.')
  await page.keyboard.press('u')
  await expect.poll(() => simulator.db.deployments.get(id)?.id).toBe(id)
})

test('reset begins the chosen scenario anew, not the one that the session began with', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page, simulator } = await openConsole({ simulator: { scenario: 'pipeline' } })
  await page.getByRole('group', { name: 'Switch scenario' }).getByRole('button', { name: 'empty' }).click()
  await expect(page.getByRole('heading', { name: 'empty' })).toBeVisible()
  const { id } = simulator.db.deployments.create()
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect.poll(() => simulator.db.deployments.get(id)).toBeUndefined()
  expect(simulator.scenario.name).toBe('empty')
})

test('saves the world as a file, opens it, and undoes that', async ({ openConsole }, info) => {
  const { page, simulator } = await openConsole()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('default-0900.json')
  const file = info.outputPath('world.json')
  await download.saveAs(file)
  simulator.load('empty')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open', exact: true }).click(),
  ])
  await chooser.setFiles(file)
  await expect.poll(() => simulator.scenario.name).toBe('default')
  await page.keyboard.press('u')
  await expect.poll(() => simulator.scenario.name).toBe('empty')
})

test('takes, restores and deletes snapshots, and lists none that is only for undo', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({
    route: '#/world/snapshots',
    before: ({ db }) => db.integrations.create(),
  })
  const dialog = page.getByRole('dialog', { name: 'Snapshots' })
  await expect(dialog).toContainText('No snapshots yet')
  await dialog.getByLabel('Name of a new snapshot').fill('before-demo')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toContainText('before-demo of default, 2026-03-02 09:00:00 UTC, 1 edit')
  simulator.load('empty')
  await dialog.getByRole('button', { name: 'Restore before-demo', exact: true }).click()
  await expect.poll(() => simulator.scenario.name).toBe('default')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Snapshots' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Delete before-demo' }).click()
  await expect(dialog).toContainText('No snapshots yet')
})

test('says what is wrong with a file that is no snapshot', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/world' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open', exact: true }).click(),
  ])
  await chooser.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('milk, eggs') })
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Failed to open notes.txt')
})

test('says first what this is, where it is, and how to use it', async ({ openConsole }) => {
  const { page, server } = await openConsole()
  await expect(page.getByRole('banner')).toContainText('deploymock')
  await expect(page.getByRole('banner')).toContainText('simulates the Deployment Management Service')
  const where = page.getByRole('main').getByRole('region').first()
  await expect(where).toContainText(server.url)
  await expect(where).toContainText(`curl -i '${server.url}/v2/deployments?limit=2'`)
  await where.getByRole('button', { name: 'Copy a setting' }).click()
  await expect(page.getByRole('menuitem', { name: 'for .env or a shell' })).toBeVisible()
})

test('forks the world into a session of its own, goes there, and comes back', async ({ openConsole }) => {
  const { page, server, simulator } = await openConsole()
  simulator.load('empty')
  await expect(page.getByRole('heading', { name: 'empty' })).toBeVisible()
  simulator.sessions.create('fork-1')
  await page.getByRole('button', { name: 'Fork' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('fork-2')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/_s/fork-2/_simulator/`)
  await expect(page.getByRole('heading', { name: 'empty' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to session default' }).click()
  await expect(page).toHaveURL(`${server.url}/_simulator/`)
})

test('says which credentials clients need, on the buttons of scenarios and beside the story', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page } = await openConsole({ route: '#/world' })
  const need = 'Clients need an X-Api-Key header (any value).'
  const scenarios = page.getByRole('group', { name: 'Switch scenario' })
  await expect(scenarios.getByRole('button', { name: 'default' })).not.toHaveAttribute('title', /X-Api-Key/)
  const pipeline = scenarios.getByRole('button', { name: 'pipeline' })
  await expect(pipeline).toHaveAttribute('title', /X-Api-Key/)
  await pipeline.click()
  await expect(page.getByRole('region', { name: 'Scenario' })).toContainText(need)
})

test('says which records stay as they were written, and creates one as a client, which progresses', async ({
  openConsole,
}) => {
  const { page, simulator } = await openConsole()
  await expect(
    page.getByText('6 deployments stay in AWAITING_DATABASE, and 6 deployments stay in AWAITING_DELETE until'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Create a deployment as a client' }).click()
  const message = page.getByRole('region', { name: 'Messages' })
  await expect(message.getByRole('link', { name: 'Created the deployment' })).toHaveAttribute(
    'href',
    /^#\/data\/deployments\/[\da-f-]{36}$/,
  )
  const next = page.getByRole('button', { name: 'Go to the next step' })
  await expect(next).toBeVisible()
  await page.getByRole('button', { name: 'Create a deployment as a client' }).click()
  await expect(page.getByRole('list', { name: 'What will happen' }).getByRole('listitem')).toHaveCount(2)
  await next.click()
  await expect.poll(() => simulator.db.deployments.list().at(-2)).toMatchObject({ status: 'READY' })
})

test('offers no creation of a deployment where there is no repository to deploy', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page, simulator } = await openConsole({ simulator: { scenario: 'empty' } })
  const create = page.getByRole('button', { name: 'Create a deployment as a client' })
  await expect(page.getByText('Nothing is due until a client')).toBeVisible()
  await expect(create).toBeHidden()
  simulator.db.repositories.create()
  await expect(create).toBeVisible()
})

test('says what is going on from the first moment that a deployment is created', { tag: '@full' }, async ({
  openConsole,
  page,
}) => {
  const answer = await holdRequests(page, /v2\/deployments$/)
  await openConsole()
  await page.getByRole('button', { name: 'Create a deployment as a client' }).click()
  await expect(page.getByRole('progressbar', { name: 'Creating a deployment …' })).toBeVisible({ timeout: 400 })
  answer()
  await expect(page.getByRole('link', { name: 'Created the deployment' })).toBeVisible()
})

test('leads to the last request as soon as one has arrived', { tag: '@full' }, async ({ openConsole }) => {
  const { page, request } = await openConsole({ route: '#/world' })
  await expect(page.getByText('No request has arrived yet.')).toBeVisible()
  await request('/v2/deployments?limit=2')
  await page.getByRole('link', { name: '#1 GET /v2/deployments?limit=2' }).click()
  await expect(page.getByRole('region', { name: 'Request 1', exact: true })).toBeVisible()
})
