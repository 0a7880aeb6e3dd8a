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

for (const [button, message] of [
  ['−5 min', 'Moved the clock back by 5 min'],
  ['+1 h', 'Moved the clock by 1 h'],
] as const) {
  test(`says what was pressed: ${button}`, async ({ openConsole }) => {
    const { page } = await openConsole({ route: '#/world' })
    await page.getByRole('main').getByRole('button', { name: button }).click()
    await expect(page.getByRole('region', { name: 'Messages' }).getByText(message, { exact: true })).toBeVisible()
  })
}

test('says how far chaos was turned up', async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/faults' })
  const messages = page.getByRole('region', { name: 'Messages' })
  await page.getByRole('button', { name: '20 %' }).click()
  await expect(messages.getByText('Set chaos to 20 %', { exact: true })).toBeVisible()
})

for (const width of [380, 1280]) {
  test(`takes one line at ${width} px, and shows the code on demand`, async ({ page, openConsole }) => {
    await page.setViewportSize({ width, height: 800 })
    await openConsole({ route: '#/world' })
    await page.getByRole('main').getByRole('button', { name: '+5 min' }).click()
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect(messages.getByRole('button', { name: 'Undo' })).toBeVisible()
    expect((await messages.boundingBox())?.height).toBeLessThan(50)
    const code = messages.getByText('await simulator.clock.advance(300000)')
    await expect(code).toBeHidden()
    await messages.getByText('Code', { exact: true }).click()
    await expect(code).toBeVisible()
  })
}

test('can be used above a dialog, and leads to what it is about', async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/world/snapshots' })
  const dialog = page.getByRole('dialog', { name: 'Snapshots' })
  await dialog.getByLabel('Name of a new snapshot').fill('mine')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toContainText('mine of default, 2026-03-02 09:00:00 UTC')
  await expect(dialog.getByRole('link', { name: 'Took the snapshot mine' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toContainText('No snapshots yet')
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

test('says what an action failed to do', async ({ openConsole, page, expectedProblems }) => {
  expectedProblems.push('status of 422')
  await openConsole({ route: '#/assumptions' })
  await page.route('**/_simulator/settings', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 422, json: { error: { message: 'Not today.' } } })
      : route.continue(),
  )
  await page.getByRole('checkbox', { name: /^Reject/ }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Failed to turn “Reject')
})

test('offers no key that would be typed into a field', async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/faults' })
  const hint = page.getByRole('region', { name: 'Messages' }).locator('kbd')
  await page.getByRole('button', { name: 'Down', exact: true }).click()
  await expect(hint).toBeVisible()
  await page.getByLabel('Detail').focus()
  await expect(hint).toBeHidden()
})

test('on a phone, says all of what was done in the height of one line', async ({ page, openConsole }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openConsole({ route: '#/world' })
  await page.getByRole('button', { name: 'Restart' }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('Restarted the scenario')
  await page.keyboard.press('u')
  await expect(messages).toContainText('Undone: Restarted the scenario')
  const title = messages.locator('strong')
  const isCut = await title.evaluate(
    (element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1,
  )
  expect(isCut).toBe(false)
  expect((await messages.boundingBox())?.height).toBeLessThan(50)
})
