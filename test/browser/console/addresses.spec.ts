import type { Page } from '@playwright/test'
import { expect, type OpenOptions, test } from './support/open-console.ts'

const FILLED: OpenOptions = {
  simulator: { scenario: 'busy' },
  async before(simulator) {
    await simulator.fetch('/v2/deployments?limit=2')
    await simulator.fetch('/v2/deployments?name_contains=night')
    await simulator.fetch('/v2/auth/providers')
  },
}

/** What an address shows, in every view that has something to open or to filter. */
const SHOWN: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '#/world/snapshots': (page) => expect(page.getByRole('dialog', { name: 'Snapshots' })).toBeVisible(),
  async '#/requests/2?q=operation%3DlistDeployments'(page) {
    await expect(page.getByRole('region', { name: 'Request 2', exact: true })).toContainText('name_contains=night')
    await expect(page.getByRole('combobox', { name: 'Filter requests' })).toHaveValue('operation=listDeployments')
    await expect(page.getByRole('option')).toHaveCount(2)
  },
  async '#/data/deployments?status=READY&offset=40'(page) {
    await expect(page.getByText('GET /v2/deployments?status=READY&limit=20&offset=40')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Filter deployments' })).toHaveValue('status=READY')
  },
  '#/assumptions/lastPageOffset?q=offset': async (page) => {
    await expect(page.getByRole('radio', { name: /^limit/ })).toBeVisible()
    await expect(page.getByLabel('Search assumptions')).toHaveValue('offset')
  },
  '#/sessions/default?q=def': async (page) => {
    await expect(page.getByRole('main').getByRole('button', { name: 'Fork' })).toBeVisible()
    await expect(page.getByLabel('Search sessions')).toHaveValue('def')
  },
  '#/coverage/listDeployments?show=all': async (page) => {
    await expect(page.getByText('limit is too large')).toBeVisible()
    await expect(page.getByRole('button', { name: 'All 67' })).toHaveAttribute('aria-pressed', 'true')
  },
}

test('an address shows the same after a reload, and again after going back', async ({ openConsole }) => {
  const { page, goTo } = await openConsole(FILLED)
  const shown = Object.entries(SHOWN)
  for (const [route, look] of shown) {
    await goTo(route)
    await page.reload()
    await look(page)
  }
  for (const [, look] of shown.slice(0, -1).reverse()) {
    await page.goBack()
    await look(page)
  }
})

test('the address of an open request, with the filter, opens the same for somebody else', async ({
  openConsole,
  browser,
}) => {
  const route = '#/requests/2?q=operation%3DlistDeployments'
  const { page } = await openConsole({ ...FILLED, route })
  const stranger = await browser.newPage()
  await stranger.goto(page.url())
  await SHOWN[route]?.(stranger)
  await stranger.close()
})
