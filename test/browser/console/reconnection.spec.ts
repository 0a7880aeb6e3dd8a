import { createSimulator } from '../../../src/index.ts'
import { serve } from '../../../src/server/index.ts'
import { holdRequests } from './support/hold-requests.ts'
import { expect, test } from './support/open-console.ts'

test.use({ expectedProblems: ['net::ERR_'] })

test('keeps what was typed while the server is gone, and says that another one is there', async ({ openConsole }) => {
  const { page, server } = await openConsole()
  const banner = page.getByRole('banner')
  await expect(banner).toContainText('live')
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Find a command' })
  await field.fill('load em')
  await server.close()
  await expect(banner).toContainText('The server does not answer')
  const another = await serve(createSimulator(), { port: server.port })
  await expect(banner).toContainText('The server was restarted')
  await expect(banner).toContainText('live')
  await expect(field).toHaveValue('load em')
  await another.close()
})

test('keeps what was typed in a record while the server is gone, and saves it afterwards', async ({ openConsole }) => {
  const { page, server, simulator, goTo } = await openConsole()
  const [{ id = '' } = {}] = simulator.db.deployments.list()
  await goTo(`#/data/deployments/${id}`)
  const banner = page.getByRole('banner')
  await expect(banner).toContainText('live')
  const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  await name.fill('kept')
  await server.close()
  await expect(banner).toContainText('The server does not answer')
  const again = await serve(simulator, { port: server.port })
  await expect(banner).toContainText('live')
  await expect(name).toHaveValue('kept')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => simulator.db.deployments.get(id)?.name).toBe('kept')
  await again.close()
})

test('counts what it missed while the server was gone', async ({ openConsole }) => {
  const { page, server, simulator } = await openConsole()
  const banner = page.getByRole('banner')
  await expect(banner).toContainText('live')
  await server.close()
  await expect(banner).toContainText('The server does not answer')
  for (let count = 0; count < 3; count += 1) await simulator.fetch(new Request('http://localhost/v2/deployments'))
  const again = await serve(simulator, { port: server.port })
  await expect(banner).toContainText('3 events were missed')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(banner).not.toContainText('missed')
  await again.close()
})

test('shows what changed after it was read and before the console listened', async ({ page, openConsole }) => {
  const listen = await holdRequests(page, /\/_simulator\/events/)
  const { simulator } = await openConsole({ route: '#/data/integrations' })
  const banner = page.getByRole('banner')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(banner).toContainText('default')
  simulator.db.integrations.create({ name: 'created-meanwhile' })
  listen()
  await expect(banner).toContainText('changed')
  await expect(page.getByRole('row', { name: /created-meanwhile/ })).toBeVisible()
})

test('counts requests in the navigation as they arrive', async ({ openConsole }) => {
  const { page, request } = await openConsole()
  await expect(page.getByRole('banner')).toContainText('live')
  await request('/v2/deployments')
  await request('/v2/deployments?limit=1')
  await expect(page.getByRole('link', { name: 'Requests' })).toContainText('2')
})

test('stops listening while its tab is hidden, and catches up when it is shown again', async ({ openConsole }) => {
  const { page, request } = await openConsole({ route: '#/requests' })
  const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option')
  await request('/v2/deployments')
  await expect(rows).toHaveCount(1)
  // Chromium without a window never hides a tab.
  const show = (state: DocumentVisibilityState) =>
    page.evaluate((visibilityState) => {
      Object.defineProperties(document, {
        visibilityState: { configurable: true, value: visibilityState },
        hidden: { configurable: true, value: visibilityState === 'hidden' },
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const isStream = (each: { url(): string }) => each.url().includes('/_simulator/events')
  await Promise.all([page.waitForEvent('requestfailed', isStream), show('hidden')])
  for (let sent = 0; sent < 3; sent += 1) await request('/v2/deployments')
  await expect(rows).toHaveCount(1)
  await Promise.all([page.waitForRequest(isStream), show('visible')])
  await expect(rows).toHaveCount(4)
  await request('/v2/deployments')
  await expect(rows).toHaveCount(5)
  await expect(page.getByRole('banner')).not.toContainText('missed')
})
