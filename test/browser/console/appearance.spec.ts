import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './support/open-console.ts'

const NAME = 'a-session-with-a-rather-long-name'

const APPEARANCES = [
  { name: 'light', media: { colorScheme: 'light' } },
  { name: 'dark', media: { colorScheme: 'dark' } },
  { name: 'forced', media: { forcedColors: 'active' } },
] as const

for (const { name, media } of APPEARANCES) {
  test(`axe finds nothing in the shell, its dialogs, menus and messages in ${name} colours`, async ({
    page,
    openConsole,
  }) => {
    await page.emulateMedia(media)
    await openConsole({ simulator: { scenario: 'busy' } })
    await expect(page.getByRole('banner')).toContainText('busy')
    await page.keyboard.press('s')
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('snapshot')
    await page.getByRole('button', { name: /^Session/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    for (const keys of ['/', '?']) {
      await page.keyboard.press(keys)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoAxeViolations(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
}

test('nothing scrolls sideways from 380 to 2,560 px', async ({ openConsole }) => {
  const { page } = await openConsole({
    simulator: { scenario: 'busy' },
    session: NAME,
    before: (simulator) => simulator.sessions.create(NAME),
  })
  await expect(page.getByRole('banner')).toContainText('live')
  await page.keyboard.press('s')
  for (const width of [380, 640, 899, 900, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await readOverflow(page), `at ${width} px`).toBeLessThanOrEqual(0)
  }
})

test('views that do not fit are in a menu', async ({ openConsole }) => {
  const { page } = await openConsole()
  await page.setViewportSize({ width: 380, height: 720 })
  await page.getByRole('button', { name: 'More views' }).click()
  await page.getByRole('menuitemradio', { name: 'Coverage' }).click()
  await expect(page.getByRole('main', { name: 'Coverage' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Coverage, more views' })).toHaveAttribute('aria-current', 'true')
})

test('colours and density are kept', async ({ openConsole }) => {
  const { page } = await openConsole()
  const root = page.locator('html')
  for (const command of ['Use dark colours', 'Use compact rows']) {
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Find a command' }).fill(command)
    await expect(page.getByRole('option', { name: command, exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(root).toHaveAttribute('data-density', 'compact')
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(root).toHaveAttribute('data-density', 'compact')
})

function readOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
