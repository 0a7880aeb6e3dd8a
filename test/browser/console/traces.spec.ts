import type { Page } from '@playwright/test'
import type { Simulator } from '../../../src/index.ts'
import { expect, type OpenedConsole, test } from './support/open-console.ts'

/** A world in which everything that counts has counted something. */
async function fill(simulator: Simulator): Promise<void> {
  simulator.sessions.create('alice')
  simulator.db.deployments.create({ name: 'night-shift' })
  await simulator.fetch('/v2/deployments?name_contains=no-such-name')
  simulator.faults.add({ id: 'late', operation: 'listDeployments', delay: 0 })
  simulator.faults.add({ id: 'rare', status: 503, times: 5, probability: 0.5 })
  simulator.setChaos({ level: 0.5, seed: 7 })
  await simulator.fetch('/v2/deployments').catch(() => undefined)
}

/** All that a request to the service leaves behind. */
async function readTraces({ simulator, server }: OpenedConsole) {
  const { requests, faults, chaosCounts, sessions, lastUsed } = simulator
  const { since: _, ...coverage } = await (await fetch(`${server.url}/_simulator/coverage`)).json()
  return {
    requests: requests.list(),
    coverage,
    faults: faults.uses(),
    chaosCounts,
    sessions: sessions.list().map((each) => ({ name: each.name, lastUsed: each.lastUsed, changes: each.changes })),
    lastUsed,
    snapshot: simulator.snapshot(),
  }
}

async function lookAtTabs(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel')).not.toBeEmpty()
  }
}

const LOOKS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '#/world': (page) => expect(page.getByRole('list', { name: 'By status' })).toBeVisible(),
  '#/world/share': (page) => expect(page.getByRole('dialog')).toContainText('Take the snapshot first'),
  '#/world/snapshots': (page) => expect(page.getByRole('dialog')).toContainText('No snapshots yet'),
  '#/requests': (page) => expect(page.getByRole('option')).toHaveCount(2),
  async '#/requests/1'(page) {
    await page.getByRole('button', { name: 'Try without' }).click()
    await expect(page.getByText(/without it: [\d,]+ match now/)).toBeVisible()
  },
  async '#/data'(page) {
    await page.getByRole('row', { name: /READY/ }).first().click()
    await lookAtTabs(page, ['JSON', 'What a client gets', 'Form'])
  },
  async '#/data/revisions'(page) {
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText(/^21–40 of/)).toBeVisible()
  },
  async '#/faults'(page) {
    await page.getByLabel('Operation', { exact: true }).selectOption('listDeployments')
    await expect(page.getByLabel('Operation', { exact: true })).toHaveValue('listDeployments')
  },
  '#/assumptions/lastPageOffset': (page) => expect(page.getByRole('radio', { name: /^limit/ })).toBeVisible(),
  '#/sessions/alice': (page) => expect(page.getByRole('link', { name: 'Open its console' })).toBeVisible(),
  '#/coverage/listDeployments': (page) => expect(page.getByText('limit is too large')).toBeVisible(),
}

test('looking at everything leaves no trace', async ({ openConsole }) => {
  const opened = await openConsole({ simulator: { scenario: 'busy' }, before: fill })
  const { page, goTo } = opened
  const before = await readTraces(opened)
  for (const [route, look] of Object.entries(LOOKS)) {
    await goTo(route)
    await look(page)
    expect(await readTraces(opened), route).toEqual(before)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a command' }).fill('night-shift')
  await expect(page.getByRole('option', { name: 'Open deployment night-shift' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await readTraces(opened)).toEqual(before)
})
