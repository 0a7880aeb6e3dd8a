import type { Locator } from '@playwright/test'
import { expect, test } from './support/open-console.ts'

async function unfold(body: Locator, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await body.getByRole('button', { name: `Unfold ${name}`, exact: true }).click()
    await expect(body.getByRole('button', { name: `Fold ${name}`, exact: true }).last()).toBeVisible()
  }
}

test('a response of almost a megabyte opens, folds and unfolds without rendering all of it', async ({
  page,
  openConsole,
}) => {
  const labels = Object.fromEntries(Array.from({ length: 1800 }, (_, index) => [`label-${index}`, 'x'.repeat(550)]))
  await openConsole({
    simulator: { scenario: 'empty' },
    route: '#/requests/1',
    async before(simulator, { url }) {
      simulator.db.deployments.create({ source_config: { resource_spec: { labels } } })
      const { length } = await (await fetch(`${url}/v2/deployments`)).text()
      expect(length).toBeGreaterThan(950_000)
    },
  })
  const body = page.getByRole('region', { name: 'Response body' })
  const countElements = () => body.locator('*').count()
  await unfold(body, ['object', '"source_config"', '"resource_spec"', '"labels"'])
  await expect(body.getByText('"label-99"')).toBeVisible()
  await expect(body.getByText('"label-100"')).toBeHidden()
  expect(await countElements()).toBeLessThan(1000)
  await body.getByRole('button', { name: /more/ }).first().click()
  await expect(body.getByText('"label-100"')).toBeVisible()
  await body.getByRole('button', { name: 'Fold object', exact: true }).first().click()
  await expect(body.getByRole('button')).toHaveCount(1)
})

test('a text of half a megabyte in a response is cut, and can be shown', async ({ page, openConsole }) => {
  await openConsole({
    simulator: { scenario: 'empty' },
    route: '#/requests/1',
    async before(simulator, { url }) {
      const labels = { note: `${'x'.repeat(500_000)}end` }
      simulator.db.deployments.create({ source_config: { resource_spec: { labels } } })
      await fetch(`${url}/v2/deployments`)
    },
  })
  const body = page.getByRole('region', { name: 'Response body' })
  await unfold(body, ['object', '"source_config"', '"resource_spec"', '"labels"'])
  await expect(body.getByText('xxx').last()).toBeVisible()
  expect((await body.innerText()).length).toBeLessThan(50_000)
  await body.getByRole('button', { name: 'Show all 500,005 characters' }).click()
  await expect(body).toContainText('xend"')
})
