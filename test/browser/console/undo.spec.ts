import { connect } from '../../../src/entries/client/index.ts'
import { holdRequests } from './support/hold-requests.ts'
import { expect, test } from './support/open-console.ts'

test('undoes what replaced the world, as long as nothing else has changed', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ simulator: { scenario: 'empty' } })
  simulator.db.integrations.create()
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect.poll(() => simulator.edited).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Undone: Restarted the scenario')
  expect(simulator.edited).toBe(true)
})

test('warns before it loses records that a script has changed', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ simulator: { scenario: 'empty' } })
  const messages = page.getByRole('region', { name: 'Messages' })
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect(messages).toContainText('Restarted the scenario')
  simulator.db.integrations.create()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(messages).toContainText('lose later changes?')
  await expect(messages).toContainText('Records have changed since then.')
  expect(simulator.db.integrations.count()).toBe(1)
  await page.getByRole('button', { name: 'Undo anyway' }).click()
  await expect.poll(() => simulator.db.integrations.count()).toBe(0)
})

test('says where the clock goes with what is undone, and leaves it alone if nothing has to go back', async ({
  openConsole,
}) => {
  const { page, simulator } = await openConsole()
  const messages = page.getByRole('region', { name: 'Messages' })
  await page.getByRole('button', { name: 'empty', exact: true }).click()
  await expect(messages).toContainText('Loaded empty')
  simulator.clock.advance(65_000)
  await page.keyboard.press('u')
  await expect(messages).toContainText('The clock went back to 2026-03-02 09:00:00.')
  await page.goto(`${page.url().split('#')[0]}#/faults`)
  await page.getByRole('button', { name: '50 %' }).click()
  await expect(messages).toContainText('Set chaos to 50 %')
  simulator.clock.advance(65_000)
  await page.keyboard.press('u')
  await expect(messages).toContainText('Undone: Set chaos to 50 %')
  await expect(messages).not.toContainText('The clock')
  expect(simulator.clock.now()).toContain('T09:01:05')
})

test('does not take the requests before an action for later ones when they are read again', async ({
  page,
  openConsole,
}) => {
  await openConsole({
    before: (_, { url }) => fetch(`${url}/v2/deployments`, { method: 'POST', body: '{}' }),
  })
  const messages = page.getByRole('region', { name: 'Messages' })
  await page.getByRole('button', { name: '+5 min' }).click()
  await expect(messages).toContainText('Moved the clock by 5 min')
  // After the world was replaced, the requests are read again, but slowly.
  const list = '**/_simulator/requests?limit=500'
  const release = await holdRequests(page, list)
  const asked = page.waitForRequest(list)
  await page.keyboard.press('u')
  await expect(messages).toContainText('Undone: Moved the clock by 5 min')
  await asked
  await page.getByRole('button', { name: '+30 s' }).click()
  await expect(messages).toContainText('Moved the clock by 30 s')
  const read = page.waitForResponse(list)
  release()
  await (await read).finished()
  await page.keyboard.press('u')
  await expect(messages).toContainText('Undone: Moved the clock by 30 s')
})

test('a page that is closed during an undo leaves no snapshot in the list', async ({ openConsole, context }) => {
  const { page, simulator, server } = await openConsole()
  await page.getByRole('button', { name: 'empty', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Loaded empty')
  const restoring = page.waitForRequest(/\/restore/)
  await holdRequests(page, /\/restore/)
  await page.keyboard.press('u')
  await restoring
  await context.newPage()
  await page.close()
  expect(simulator.scenario.name).toBe('empty')
  expect(await connect(server.url).snapshots.list()).toEqual([])
})
