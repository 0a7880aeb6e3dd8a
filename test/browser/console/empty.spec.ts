import type { Page } from '@playwright/test'
import { expect, test } from './support/open-console.ts'

/** A panel in which there is nothing. */
interface EmptyPanel {
  route: string
  says: string
  /** Does what it offers next. */
  goOn(page: Page): Promise<unknown>
  /** What appears then. */
  shows: string
}

const click = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

const PANELS: Readonly<Record<string, EmptyPanel>> = {
  'assumptions that requests have depended on': {
    route: '#/assumptions?show=used',
    says: 'No request has depended on an assumption yet',
    goOn: click('Show all'),
    shows: 'lastPageOffset',
  },
  'assumptions that contain words': {
    route: '#/assumptions?q=nothing-like-it',
    says: 'No assumption contains these words',
    goOn: click('Show all'),
    shows: 'lastPageOffset',
  },
  'cases that contain words': {
    route: '#/coverage?q=no-such-case',
    says: 'No case contains these words',
    goOn: click('Show all'),
    shows: 'createDeployment',
  },
  'records that match a filter': {
    route: '#/data/deployments?name_contains=zzz',
    says: 'There are 60 without the filter.',
    goOn: click('Clear the filter'),
    shows: '1–20 of 60',
  },
  'requests that match a filter': {
    route: '#/requests?q=status%3D5xx',
    says: 'The filter knows status=',
    goOn: click('Clear the filter'),
    shows: 'No requests yet',
  },
  'a time line without steps': {
    route: '#/world',
    says: 'Nothing is due until a client creates a deployment.',
    goOn: click('Create a deployment as a client'),
    shows: 'Go to the next step',
  },
  'faults when there are none': {
    route: '#/faults',
    says: 'Every request gets the response of the service.',
    goOn: click('Down'),
    shows: 'Responds with 503',
  },
  'sessions that contain words': {
    route: '#/sessions?q=nobody',
    says: 'No session contains these words',
    goOn: click('Show all'),
    shows: 'default (this page)',
  },
  // It opens a dialog, which is outside of the view.
  'sessions when there is only one': {
    route: '#/sessions',
    says: 'Give one to each client, test or demo',
    goOn: click('New session'),
    shows: 'Create and open',
  },
}

const PANELS_OF_AN_EMPTY_WORLD: Readonly<Record<string, EmptyPanel>> = {
  'requests when there are none': {
    route: '#/requests',
    says: 'Point your client at http://',
    goOn: click('Send one'),
    shows: '1 request',
  },
  'records of an empty scenario': {
    route: '#/data/integrations',
    says: 'This world has none.',
    goOn: (page) => page.locator('.empty').getByRole('button', { name: 'New integration' }).click(),
    shows: 'Create integration',
  },
  'charts of an empty scenario': {
    route: '#/world',
    says: 'in this world. Create one.',
    goOn: (page) => page.getByRole('link', { name: 'Create one' }).click(),
    shows: 'No deployments yet',
  },
  snapshots: {
    route: '#/world/snapshots',
    says: 'Take one above to return to it later.',
    goOn: click('Take snapshot'),
    shows: 'empty-0900',
  },
}

for (const [scenario, panels] of Object.entries({ default: PANELS, empty: PANELS_OF_AN_EMPTY_WORLD })) {
  test(`leads on from each empty panel of the scenario “${scenario}”`, async ({ openConsole }) => {
    const { page, goTo } = await openConsole({ simulator: { scenario } })
    const main = page.getByRole('main')
    for (const [what, { route, says, goOn, shows }] of Object.entries(panels)) {
      await goTo(route)
      await expect(main, what).toContainText(says)
      await goOn(page)
      await expect(page.locator('body'), what).toContainText(shows)
    }
  })
}

test('leads on from a palette in which no command fits', async ({ openConsole }) => {
  const { page } = await openConsole({ simulator: { scenario: 'empty' } })
  await expect(page.getByRole('banner')).toContainText('live')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find a command' })
  await field.fill('no such command')
  await page.getByRole('option', { name: 'Find deployments named no such command' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/data\/deployments\?q=no/)
})
