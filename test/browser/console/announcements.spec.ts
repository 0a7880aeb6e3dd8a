import type { Page } from '@playwright/test'
import { expect, test } from './support/open-console.ts'

/** The text that screen readers were last told to read. */
const announced = (page: Page) => page.locator('[aria-live="polite"]')

async function clearRequestLog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear the request log' }).click()
}

const ACTIONS: readonly [view: string, act: (page: Page) => Promise<void>, text: RegExp][] = [
  ['world', (page) => page.getByRole('button', { name: '+30 s' }).click(), /^Moved the clock by 30 s/],
  ['requests', clearRequestLog, /request log/],
  ['data/deployments', (page) => page.keyboard.press('s'), /^Took the snapshot default-0900/],
  ['faults', (page) => page.getByRole('button', { name: 'Down', exact: true }).click(), /^Added/],
  ['assumptions', (page) => page.keyboard.press('s'), /^Took the snapshot default-0900/],
  ['sessions', (page) => page.keyboard.press('s'), /^Took the snapshot default-0900/],
]

for (const [view, act, text] of ACTIONS) {
  test(`announces the result of an action: ${view}`, async ({ page, openConsole }) => {
    const { request } = await openConsole({
      route: `#/${view}`,
      before: (_, { url }) => fetch(`${url}/v2/deployments`),
    })
    await request('/v2/deployments')
    await page.getByRole('banner').getByText('● live').waitFor()
    await act(page)
    await expect(announced(page)).toHaveText(text)
  })
}

test('announces no traffic', async ({ page, openConsole }) => {
  const { request } = await openConsole({ route: '#/requests' })
  await page.getByText('● live').waitFor()
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const listen = () => {
      for (const region of document.querySelectorAll('[aria-live], [role="status"], [role="alert"], [role="log"]')) {
        heard.push(region.textContent ?? '')
      }
    }
    new MutationObserver(listen).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  for (let index = 0; index < 100; index += 1) await request(`/v2/deployments?offset=${index}`)
  await expect(page.getByRole('option').first()).toContainText('offset=99')
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  expect(heard.length).toBeGreaterThan(0)
  expect([...new Set(heard)].filter((text) => text !== '')).toEqual([])
})
