import type { Page } from '@playwright/test'
import { createSimulator } from '../../../src/index.ts'
import { serve } from '../../../src/server/index.ts'
import { expect, expectNoAxeViolations, test } from './support/open-console.ts'

const HOSTILE = '<img src=x onerror=alert(1)>\u202Eevil'

function rowsOf(page: Page, table = 'Deployments') {
  return page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') })
}

function nameField(page: Page) {
  return page.getByRole('textbox', { name: 'Name', exact: true }).first()
}

test('a list is paged as the service pages it, and shows the request that it made', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/data' })
  await expect(rowsOf(page)).toHaveCount(20)
  await expect(page.getByText('GET /v2/deployments?limit=20')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('GET /v2/deployments?limit=20&offset=20')).toBeVisible()
  await expect(page.getByText('21–40 of 60')).toBeVisible()
  await page.getByLabel('Records per page').selectOption('100')
  await expect(rowsOf(page)).toHaveCount(60)
  expect(simulator.requests.list()).toEqual([])
})

test('a list keeps its head in sight, and no chosen row under it', { tag: '@full' }, async ({ page, openConsole }) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  await openConsole({ route: '#/data/deployments', simulator: { scenario: 'busy' } })
  await expect(rowsOf(page)).toHaveCount(20)
  const head = page.getByRole('columnheader', { name: 'name', exact: true })
  const { y: top = 0, height = 0 } = (await head.boundingBox()) ?? {}
  await rowsOf(page).first().focus()
  for (let count = 0; count < 19; count += 1) await page.keyboard.press('j')
  await expect(rowsOf(page).last()).toBeFocused()
  expect((await head.boundingBox())?.y).toBe(top)
  for (let count = 0; count < 12; count += 1) await page.keyboard.press('k')
  const row = await rowsOf(page).nth(7).boundingBox()
  expect(row?.y).toBeGreaterThanOrEqual(top + height)
})

test('a list is filtered as text with the parameters of the service, from its first page', async ({ openConsole }) => {
  const { page } = await openConsole({ simulator: { scenario: 'busy' }, route: '#/data/deployments?offset=40' })
  await expect(page.getByText('41–60 of 1,200')).toBeVisible()
  await page.keyboard.press('f')
  await page.keyboard.type('status=READY ledger')
  await expect(page.getByText('GET /v2/deployments?status=READY&name_contains=ledger&limit=20')).toBeVisible()
  await expect(page.getByText(/^1–20 of \d+, 1,200 in all$/)).toBeVisible()
  await expect(rowsOf(page).first()).toContainText('READY')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Filter deployments' })).toHaveValue('status=READY ledger')
})

test('a list goes to any page, keeps its size while it is filtered, and has one tab stop', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page } = await openConsole({ simulator: { scenario: 'busy' }, route: '#/data' })
  await page.getByLabel('Records per page').selectOption('50')
  await expect(page.getByText('1–50 of 1,200')).toBeVisible()
  await page.getByLabel('Page').first().fill('7')
  await page.keyboard.press('Enter')
  await expect(page.getByText('301–350 of 1,200')).toBeVisible()
  await page.getByLabel('Filter deployments').fill('status=READY')
  await expect(page.getByText('1–50 of 649, 1,200 in all')).toBeVisible()
  expect(
    await rowsOf(page).evaluateAll((rows) => rows.filter((row) => (row as HTMLElement).tabIndex === 0).length),
  ).toBe(1)
})

test('a list says that faults are on, which it does not show', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/data', before: ({ faults }) => void faults.add({ status: 503 }) })
  const note = page.getByRole('main').getByRole('status').filter({ hasText: '1 fault on' })
  await expect(note).toContainText('Your application may get other responses')
})

test('a list says why it is empty, and leads on', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/data/deployments?name_contains=zzz&status=READY' })
  await expect(page.getByText('No deployments match')).toBeVisible()
  await expect(page.getByText('name_contains=zzz removed 60 and left 0')).toBeVisible()
  await page.getByRole('button', { name: 'Without name_contains' }).click()
  await expect(page.getByText('GET /v2/deployments?status=READY&limit=20')).toBeVisible()
})

test('clearing the filter keeps the size of the pages', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/data/deployments?name_contains=zzz&limit=50' })
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(rowsOf(page)).toHaveCount(50)
  await expect(page).toHaveURL(/#\/data\/deployments\?limit=50$/)
})

test('a list says what the service rejects, and what it does not know', async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/data/deployments?limit=1000' })
  await expect(page.getByRole('alert')).toContainText('The service answers with 422')
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(rowsOf(page)).toHaveCount(20)
  await page.getByRole('combobox', { name: 'Filter deployments' }).fill('colour=red')
  await expect(page.getByText('Not sent: colour=red.')).toBeVisible()
})

test('a list comes from the simulator if the service has none', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/data' })
  await page.getByRole('link', { name: /^Repositories/ }).click()
  await expect(page.getByText('No list of all repositories takes an offset')).toBeVisible()
  await expect(page.getByText('GET /_simulator/records/repositories?limit=20')).toBeVisible()
  await expect(rowsOf(page, 'Repositories')).not.toHaveCount(0)
})

test('a list does not move under the pointer, and is fresh otherwise', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/data' })
  await rowsOf(page).first().hover()
  const first = await rowsOf(page).first().textContent()
  simulator.db.deployments.create({ name: 'made-elsewhere' })
  await expect(page.getByText('The list has changed.')).toBeVisible()
  expect(await rowsOf(page).first().textContent()).toBe(first)
  await page.keyboard.press('.')
  await expect(rowsOf(page).first()).toContainText('made-elsewhere')
  await page.getByRole('banner').hover()
  simulator.db.deployments.create({ name: 'made-later' })
  await expect(rowsOf(page).first()).toContainText('made-later')
})

test('a list follows one’s own deletion at once', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/data' })
  const newest = simulator.db.deployments.create({ name: 'made-to-go' })
  const rows = rowsOf(page)
  await expect(rows.first()).toContainText('made-to-go')
  await rows.first().click()
  await page.getByRole('button', { name: 'Delete' }).focus()
  await rows.nth(1).hover()
  await page.keyboard.press('Enter')
  await expect.poll(() => simulator.db.deployments.get(newest.id)).toBeUndefined()
  await expect(rows.first()).not.toContainText('made-to-go')
  await expect(page.getByText('The list has changed.')).toHaveCount(0)
})

test('a record is changed in the form with the keyboard only, and changed back', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/data' })
  await expect(rowsOf(page)).toHaveCount(20)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  const id = page.url().split('/').at(-1) ?? ''
  const before = simulator.db.deployments.get(id)
  const name = nameField(page)
  await name.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('renamed')
  await page.keyboard.press('Control+Enter')
  const code = `await simulator.db.deployments.update('${id}', { name: 'renamed' })`
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(code)
  expect(simulator.db.deployments.get(id)?.name).toBe('renamed')
  await page.keyboard.press('Escape')
  await page.keyboard.press('u')
  await expect.poll(() => simulator.db.deployments.get(id)?.name).toBe(before?.name)
})

test('a record is changed as JSON, and says in which line it is wrong', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/data/integrations' })
  const [{ id, name, kind } = { id: '', name: '', kind: '' }] = simulator.db.integrations.list()
  await rowsOf(page, 'Integrations').filter({ hasText: id }).click()
  await page.getByRole('tab', { name: 'JSON' }).click()
  const field = page.getByLabel('Record as JSON')
  await field.fill(`{\n  "kind": "${kind}",\n  "name": oops\n}`)
  await expect(page.getByText(/^Line 3: /)).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  expect(simulator.db.integrations.get(id)?.name).toBe(name)
  await field.fill('{ "name": "as JSON" }')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => simulator.db.integrations.get(id)?.name).toBe('as JSON')
})

test('a rollout that hangs is released by the status of its revision, and taken back', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page, simulator } = await openConsole({ route: '#/data', simulator: { preset: 'langsmith' } })
  const { deployments, revisions } = simulator.db
  const [{ id: deployment_id, active_revision_id: before } = { id: '', active_revision_id: null }] = deployments.list()
  const { id } = revisions.create({ deployment_id, status: 'DEPLOYING', outcome: 'deployHangs' })
  await page.goto(`${page.url().replace(/#.*/, '')}#/data/revisions/${id}`)
  await page.getByRole('combobox', { name: 'Status' }).first().selectOption('DEPLOYED')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => deployments.get(deployment_id)).toMatchObject({ status: 'READY', active_revision_id: id })
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => deployments.get(deployment_id)?.active_revision_id).toBe(before)
  expect(revisions.get(id)?.status).toBe('DEPLOYING')
})

test('an invalid record shows what is wrong beside its field, which gets the focus', async ({
  openConsole,
  expectedProblems,
}) => {
  expectedProblems.push('422')
  const { page } = await openConsole({ route: '#/data' })
  await rowsOf(page).first().click()
  const field = page.getByLabel('Created at')
  await field.fill('yesterday')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/ISO 8601/)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field).not.toHaveValue('yesterday')
})

test('a record is created with generated fields, and taken back', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/data/integrations' })
  const before = simulator.db.integrations.count()
  await expect(rowsOf(page, 'Integrations')).toHaveCount(before)
  await page.keyboard.press('n')
  const form = page.getByRole('region', { name: 'New integration' })
  await expect(form.locator('form :is(input, select, textarea)').first()).toBeFocused()
  await nameField(page).fill('new one')
  // A field that is emptied again is not set.
  const id = form.getByLabel('Id', { exact: true })
  await id.fill('x')
  await id.fill('')
  await page.getByRole('button', { name: 'Create integration' }).click()
  await expect(page.getByRole('heading', { name: 'new one' })).toBeVisible()
  await expect(rowsOf(page, 'Integrations')).toHaveCount(before + 1)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByText('There is no integration with this id')).toBeVisible()
  expect(simulator.db.integrations.count()).toBe(before)
})

test('Enter in a field creates a record, and saves it', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/data' })
  await page.getByRole('button', { name: 'New deployment' }).click()
  await expect(page.getByText('Fields left out are generated.')).toBeVisible()
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.type('typed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'typed' })).toBeVisible()
  await nameField(page).fill('changed')
  await page.keyboard.press('Enter')
  await expect.poll(() => simulator.db.deployments.list().map(({ name }) => name)).toContain('changed')
})

test('a record is deleted with what belongs to it, and all of it comes back', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/data' })
  const [{ id } = { id: '' }] = simulator.db.deployments.list()
  const revisions = simulator.db.revisions.count()
  await page.goto(`${page.url().replace(/#.*/, '')}#/data/deployments/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => simulator.db.deployments.get(id)).toBe(undefined)
  expect(simulator.db.revisions.count()).toBeLessThan(revisions)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => simulator.db.deployments.get(id)?.id).toBe(id)
  expect(simulator.db.revisions.count()).toBe(revisions)
})

test('a record leads to the records that it belongs to, and to those that belong to it', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page } = await openConsole({ route: '#/data' })
  await rowsOf(page).first().click()
  const related = page.getByRole('list', { name: 'Related records' })
  await related.getByRole('link', { name: /revision/ }).click()
  await expect(page.getByText(/GET \/_simulator\/records\/revisions\?deployment_id=/)).toBeVisible()
  await rowsOf(page, 'Revisions').first().click()
  await expect(related).toContainText('belongs to deployment')
  await related.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Record of deployments' })).toBeVisible()
})

test('a record is shown as a client gets it, without a trace', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/data' })
  await rowsOf(page).first().click()
  await page.getByRole('tab', { name: 'What a client gets' }).click()
  await expect(page.getByText(/^GET \/v2\/deployments\?deployment_ids=/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Response body' })).toContainText('resources')
  expect(simulator.requests.list()).toEqual([])
})

test('whoever edits a field that somebody else changes is warned, and replaces it by saving', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page, simulator } = await openConsole({ route: '#/data/integrations' })
  const [{ id } = { id: '' }] = simulator.db.integrations.list()
  await rowsOf(page, 'Integrations').filter({ hasText: id }).click()
  const name = nameField(page)
  await name.fill('mine')
  simulator.db.integrations.update(id, { name: 'theirs', kind: 'alternate' })
  await expect(page.getByRole('alert')).toContainText('Somebody else has changed name.')
  await expect(name).toHaveValue('mine')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => simulator.db.integrations.get(id)).toMatchObject({ name: 'mine', kind: 'alternate' })
})

test('unsaved changes stay while the server is gone, and are saved to the next one', { tag: '@full' }, async ({
  openConsole,
  expectedProblems,
}) => {
  expectedProblems.push('net::ERR_')
  const { page, server, simulator } = await openConsole({ route: '#/data/integrations' })
  await rowsOf(page, 'Integrations').first().click()
  const name = nameField(page)
  await name.fill('typed before')
  await server.close()
  await expect(page.getByRole('banner')).toContainText('The server does not answer')
  const next = createSimulator()
  const again = await serve(next, { port: server.port })
  await expect(page.getByRole('banner')).toContainText('live')
  await expect(name).toHaveValue('typed before')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => next.db.integrations.list().map((each) => each.name)).toContain('typed before')
  expect(simulator.db.integrations.list().map((each) => each.name)).not.toContain('typed before')
  await again.close()
})

test('hostile names are shown as text', async ({ openConsole }) => {
  const { page } = await openConsole({
    route: '#/data',
    before: ({ db }) => {
      db.deployments.create({ name: HOSTILE })
      db.deployments.create({ name: 'x'.repeat(10_000) })
    },
  })
  const row = rowsOf(page).filter({ hasText: 'onerror' })
  await expect(row).toContainText('<img src=x onerror=alert(1)>U+202E')
  await row.click()
  await expect(page.getByRole('heading', { level: 2 })).toContainText('<img src=x')
  await rowsOf(page).filter({ hasText: 'xxxx' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toContainText('xxxx')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('nothing scrolls sideways, and axe is silent in every appearance', async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/data' })
  await rowsOf(page).first().click()
  await expect(page.getByRole('tab', { name: 'Form' })).toBeVisible()
  for (const width of [380, 768, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await expectNoAxeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  await expectNoAxeViolations(page)
})

test('calls only those columns left out that the response has nowhere', { tag: '@full' }, async ({ openConsole }) => {
  const { page, goTo } = await openConsole({ simulator: { preset: 'langsmith' }, route: '#/data/deployments' })
  const column = page.getByRole('columnheader', { name: 'deployment_type' })
  await expect(column).toBeVisible()
  await expect(column.locator('i')).toHaveCount(0)
  await expect(page.getByText('as the service lists them.', { exact: false })).not.toContainText('italics')
  await goTo('#/assumptions')
  await page.getByRole('combobox', { name: 'Preset' }).selectOption('spec')
  await goTo('#/data/deployments')
  await expect(column.locator('i')).toHaveCount(1)
  await expect(page.getByText('Responses leave out the columns in italics.')).toBeVisible()
})
