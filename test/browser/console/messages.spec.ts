import { expect, test } from './support/open-console.ts'

test('shows only the last message, and drops it when the view changes', async ({ openConsole }) => {
  const { page, simulator, goTo } = await openConsole()
  const messages = page.getByRole('region', { name: 'Messages' })
  await page.getByRole('button', { name: '+30 s' }).click()
  await expect(messages).toContainText('Moved the clock by 30 s')
  await page.getByRole('button', { name: '+5 min' }).click()
  await expect(messages).toContainText('Moved the clock by 5 min')
  await expect(messages).not.toContainText('30 s')
  await goTo('#/faults')
  await expect(messages).toBeHidden()
  await page.keyboard.press('u')
  await expect.poll(() => simulator.clock.now()).toMatch(/T09:00:30/)
})

for (const width of [380, 1280]) {
  test(`covers no control of a view with a message at ${width} px`, async ({ page, openConsole }) => {
    await page.setViewportSize({ width, height: 700 })
    await openConsole({ route: '#/data/deployments' })
    await page.getByRole('table').waitFor()
    await page.keyboard.press('s')
    const message = page.getByRole('region', { name: 'Messages' })
    await expect(message).toContainText('Took the snapshot default-0900')
    const { x, y, width: wide, height } = (await message.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const covered = await page.evaluate(
      ([left, top, right, bottom]) =>
        [...document.querySelectorAll('main, nav, header')]
          .map((each) => each.getBoundingClientRect())
          .filter((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top).length,
      [x + 1, y + 1, x + wide - 1, y + height - 1] as const,
    )
    expect(covered).toBe(0)
  })
}

test.describe('an action that fails', () => {
  test.use({ expectedProblems: ['status of 422'] })

  test('says what it failed to do', async ({ openConsole, page }) => {
    await openConsole({ route: '#/assumptions' })
    await page.route('**/_simulator/settings', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 422, json: { error: { message: 'Not today.' } } })
        : route.continue(),
    )
    await page.getByRole('checkbox', { name: /strict/i }).click()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Failed to turn strict on')
  })
})
