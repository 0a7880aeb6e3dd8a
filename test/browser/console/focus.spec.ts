import type { Page } from '@playwright/test'
import { expect, type OpenedConsole, test } from './support/open-console.ts'

interface Case {
  what: string
  route: string
  /** Makes the element disappear that has the focus. */
  act: (page: Page) => Promise<void>
  /** What has the focus afterwards. */
  next: (page: Page) => ReturnType<Page['locator']>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const inDialog = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name }).first()

async function press(page: Page, name: string | RegExp) {
  await button(page, name).focus()
  await page.keyboard.press('Enter')
}

async function takeSnapshot(page: Page) {
  await press(page, 'Snapshots')
  await inDialog(page, 'Take snapshot').click()
  await expect(inDialog(page, 'Restore')).toBeVisible()
}

const CASES: readonly Case[] = [
  {
    what: 'a dialog is cancelled',
    route: '#/world',
    async act(page) {
      await press(page, 'Fork')
      await inDialog(page, 'Cancel').click()
    },
    next: (page) => button(page, 'Fork'),
  },
  {
    what: 'a dialog closes because something was chosen in it',
    route: '#/world',
    async act(page) {
      await takeSnapshot(page)
      await inDialog(page, 'Restore').click()
    },
    next: (page) => button(page, 'Snapshots'),
  },
  {
    what: 'something is deleted in a dialog',
    route: '#/world',
    async act(page) {
      await takeSnapshot(page)
      await inDialog(page, /^Delete/).click()
      await expect(inDialog(page, 'Restore')).toHaveCount(0)
    },
    next: (page) => inDialog(page, 'Close'),
  },
  {
    what: 'a message is closed',
    route: '#/world',
    async act(page) {
      await press(page, 'Restart')
      await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: /Close/ }).click()
    },
    next: (page) => button(page, 'Restart'),
  },
  {
    what: 'a fault is removed',
    route: '#/faults',
    act: (page) => press(page, 'Remove the fault first'),
    next: (page) => button(page, 'Edit the fault second'),
  },
  {
    what: 'the last fault is removed',
    route: '#/faults',
    async act(page) {
      await press(page, 'Remove the fault first')
      await expect(button(page, 'Edit the fault second')).toBeFocused()
      await press(page, 'Remove the fault second')
    },
    next: (page) => button(page, 'Add fault'),
  },
  {
    what: 'a record is deleted',
    route: '#/data/deployments?limit=2',
    async act(page) {
      await page.getByRole('row').nth(2).click()
      await press(page, 'Delete')
    },
    next: (page) => page.getByRole('row').nth(2),
  },
  {
    what: 'a record is created',
    route: '#/data/deployments',
    async act(page) {
      await press(page, 'New')
      await button(page, 'Create deployment').click()
    },
    next: (page) => page.getByRole('textbox', { name: 'Name', exact: true }).first(),
  },
]

async function addFaults({ simulator }: Pick<OpenedConsole, 'simulator'>) {
  for (const id of ['first', 'second']) simulator.faults.add({ id, operation: 'listDeployments', status: 503 })
}

for (const { what, route, act, next } of CASES) {
  test(`the focus goes on beside where it was, or back, when ${what}`, async ({ openConsole }) => {
    const { page } = await openConsole({ route, before: (simulator) => addFaults({ simulator }) })
    await expect(page.getByRole('banner')).toContainText('live')
    await act(page)
    await expect(next(page)).toBeFocused()
  })
}

test('the focus stays away from what somebody left by clicking elsewhere', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/faults', before: (it) => addFaults({ simulator: it }) })
  await button(page, 'Remove the fault first').focus()
  await page.getByRole('banner').click({ position: { x: 640, y: 3 } })
  simulator.faults.clear()
  await expect(button(page, 'Remove the fault first')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(0)
})

test('arrows go through all answers of an assumption', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/assumptions/lastPageOffset' })
  const answers = page.getByRole('group').getByRole('radio')
  await answers.first().focus()
  for (let place = 1; place < (await answers.count()); place += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(answers.nth(place)).toBeFocused()
    const chosen = await answers.nth(place).evaluate((radio) => radio.parentElement?.querySelector('code')?.textContent)
    await expect.poll(() => simulator.assumptions.lastPageOffset).toBe(chosen)
  }
})

test('j and k lead to the list, so that Enter opens the row', async ({ openConsole }) => {
  const { page } = await openConsole({
    route: '#/requests',
    before: async ({ fetch }) => {
      for (const limit of [1, 2]) await fetch(`/v2/deployments?limit=${limit}`)
    },
  })
  await page.getByRole('button', { name: 'Duration' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/requests\/\d+/)
})
