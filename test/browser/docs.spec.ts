import { expect } from '@playwright/test'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { test } from './support/test.ts'

test('the page with the document of the service needs no other host', async ({ page }) => {
  const server = await serve(createSimulator({ preset: 'langsmith' }), { port: 0 })
  const others: string[] = []
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  await page.route('**', (route) => {
    const url = route.request().url()
    if (url.startsWith(`${server.url}/`) || url.startsWith('data:')) return route.continue()
    others.push(url)
    return route.abort()
  })
  try {
    await page.goto(`${server.url}/_simulator/docs`)
    await expect(page.getByRole('heading', { name: /Deployment Management Service/ })).toBeVisible({ timeout: 20_000 })
    await page.getByText('Lists deployments: filtered, ordered and paginated.').first().click()
    await expect(page.getByText('nameMatching=substring')).toBeVisible()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await expect(page.getByText('Not authenticated').last()).toBeVisible()
    await page.getByRole('link', { name: 'The control API' }).click()
    await expect(page.getByRole('heading', { name: /deploymock control API/ })).toBeVisible({ timeout: 20_000 })
    // An answer without credentials has the status 401, which the browser reports.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
    expect(others).toEqual([])
  } finally {
    await server.close()
  }
})
