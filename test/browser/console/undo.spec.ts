import { expect, test } from './support/open-console.ts'

test('undoes what replaced the world, as long as nothing else has changed', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ simulator: { scenario: 'empty' } })
  simulator.db.integrations.create()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => simulator.edited).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Undone: Reset the world')
  expect(simulator.edited).toBe(true)
})

test('warns before it loses records that a script has changed', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ simulator: { scenario: 'empty' } })
  const messages = page.getByRole('region', { name: 'Messages' })
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(messages).toContainText('Reset the world')
  simulator.db.integrations.create()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(messages).toContainText('lose later changes?')
  await expect(messages).toContainText('Records have changed since then.')
  expect(simulator.db.integrations.count()).toBe(1)
  await page.getByRole('button', { name: 'Undo anyway' }).click()
  await expect.poll(() => simulator.db.integrations.count()).toBe(0)
})
