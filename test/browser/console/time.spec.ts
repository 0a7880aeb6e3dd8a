import { postDeployment } from '../../support/client.ts'
import { expect, expectLoadedWorld, test } from './support/open-console.ts'

const clock = 'Time'

test('moves the clock in both directions, lists what happened, and undoes it', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ before: postDeployment })
  const time = page.getByRole('region', { name: clock })
  await expect(time).toContainText('status becomes READY in 30 seconds')
  await time.getByRole('button', { name: '+5 min' }).click()
  const happened = time.getByRole('region', { name: 'What the move did' })
  await expect(happened).toContainText('1 change on the way to 09:05:00')
  await expect(happened).toContainText('status becomes READY')
  await expect(time).toContainText('Nothing is due until a client creates a deployment.')
  await page.keyboard.press('u')
  await expect(happened).toBeHidden()
  await expect(time).toContainText('status becomes READY in 30 seconds')
  await time.getByRole('button', { name: '−5 min' }).click()
  await expect(time.locator('time').first()).toHaveText('08:55:00')
  expect(simulator.clock.now()).toMatch(/T08:55:00/)
})

test('goes to the next step, to any step, and to any time', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({
    async before(simulator) {
      await postDeployment(simulator)
      simulator.clock.advance(10_000)
      await postDeployment(simulator)
    },
  })
  await page.getByRole('button', { name: 'Go to the next step' }).click()
  await expect.poll(() => simulator.clock.now()).toMatch(/T09:00:30/)
  await page.getByRole('button', { name: /^Go there: 09:00:40/ }).click()
  await expect.poll(() => simulator.clock.now()).toMatch(/T09:00:40/)
  // Until then, the page may still write the new time into the field.
  await expect(page.getByLabel('Time in UTC')).toHaveValue(/09:00:40/)
  await page.getByLabel('Time in UTC').fill('2027-01-31T12:00:30')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect.poll(() => simulator.clock.now()).toMatch(/^2027-01-31T12:00:30/)
})

test('a field with the time is not rewritten while somebody is in it, and the clock runs', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/world' })
  const field = page.getByLabel('Time in UTC')
  await field.focus()
  const before = await field.inputValue()
  simulator.clock.advance(60_000)
  await expect(page.locator('.clock time')).not.toHaveText(before.slice(11))
  await expect(field).toHaveValue(before)
  await field.blur()
  await expect(field).not.toHaveValue(before)
})

test('the ticks of the time line are reached with arrows, and Enter goes there', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page, simulator } = await openConsole({
    async before(simulator) {
      await postDeployment(simulator)
      simulator.clock.advance(10_000)
      await postDeployment(simulator)
    },
  })
  const ticks = page.getByRole('toolbar', { name: 'What is due' }).getByRole('button')
  await ticks.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(ticks.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => simulator.clock.now()).toMatch(/T09:00:40/)
})

test('no button moves when the clock is frozen or runs', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole()
  const place = () => page.getByRole('main').getByRole('button', { name: '+5 min' }).boundingBox()
  await expectLoadedWorld(page)
  const before = await place()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Freeze', exact: true })).toBeVisible()
  await expect.poll(place).toEqual(before)
})

test('the clock runs and stops, and ticks only while it runs', async ({ openConsole }) => {
  const { page, simulator } = await openConsole()
  const bar = page.getByRole('banner')
  await expect(bar).toContainText('09:00:00 frozen')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(bar).toContainText('running')
  await expect(bar).not.toContainText('09:00:00')
  await page.getByRole('button', { name: 'Freeze', exact: true }).click()
  await expect(bar).toContainText('frozen')
  expect(simulator.clock.isFrozen()).toBe(true)
})

test('hostile names appear as text in the list of steps', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({
    async before(simulator) {
      const { id } = (await (await postDeployment(simulator)).json()) as { id: string }
      simulator.db.deployments.update(id, { name: `<img src=x onerror=alert(1)>\u202e${'x'.repeat(10_000)}` })
    },
  })
  await expect(page.getByRole('list', { name: 'What will happen' })).toContainText('<img src=x onerror=alert(1)>U+202E')
  await expect(page.locator('img')).toHaveCount(0)
})
