import { connect } from '../../../src/entries/client/index.ts'
import { postDeployment } from '../../support/client.ts'
import { holdRequests } from './support/hold-requests.ts'
import { expect, expectNoAxeViolations, test } from './support/open-console.ts'

test('a presenter switches scenarios, restarts them and stops the clock with one key each', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/world?presenter=1' })
  const keys = page.getByRole('toolbar', { name: 'Presentation' })
  await expect(keys.getByRole('button', { name: '2 empty' })).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('24px')
  await page.keyboard.press('2')
  await expect(page.getByRole('heading', { name: 'empty' })).toBeVisible()
  const { id } = simulator.db.integrations.create()
  await page.keyboard.press('r')
  await expect.poll(() => simulator.db.integrations.get(id)).toBeUndefined()
  const other = simulator.db.integrations.create()
  await page.keyboard.press('Shift+R')
  await expect.poll(() => simulator.db.integrations.get(other.id)).toBeUndefined()
  await page.keyboard.press('Space')
  await expect(page.getByRole('banner')).toContainText('running')
  await page.keyboard.press('Space')
  await expect.poll(() => simulator.clock.isFrozen()).toBe(true)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('1')
  await expect(page.getByRole('heading', { name: 'empty', exact: true })).toBeVisible()
})

test("the presenter's own scenarios have the first keys", async ({ openConsole }) => {
  const own = ['launch', 'outage'].map((name) => ({ name, description: 'For a demo.', deployments: 3 }))
  const { page, simulator } = await openConsole({ route: '#/world?presenter=1', simulator: { scenarios: own } })
  const keys = page.getByRole('toolbar', { name: 'Presentation' }).getByRole('button')
  await expect(keys.first()).toHaveText('1 launch')
  await page.keyboard.press('2')
  await expect.poll(() => simulator.scenario.name).toBe('outage')
})

test('on a phone, a message to a presenter is read in whole words', async ({ page, openConsole }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openConsole({ route: '#/world?presenter=1' })
  await page.getByRole('button', { name: 'Restart' }).click()
  const message = page.getByRole('region', { name: 'Messages' })
  const parts = message.locator('strong, .toast-details').filter({ visible: true })
  await expect(parts.first()).toHaveText(/^Restarted the scenario/)
  for (const part of await parts.all()) {
    const isCut = await part.evaluate((element) => element.scrollWidth > element.clientWidth)
    expect(isCut).toBe(false)
    expect((await part.boundingBox())?.width).toBeGreaterThan(100)
  }
  expect((await message.boundingBox())?.height).toBeLessThan(844 / 3)
})

test('of the scenarios that a presenter skips through, only those are loaded that are seen', async ({
  openConsole,
}) => {
  const { page, simulator } = await openConsole({ route: '#/world?presenter=1' })
  await expect(page.getByRole('banner')).toContainText('live')
  await expect(page.getByRole('button', { name: '4 busy' })).toBeVisible()
  const loaded: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && /\/_simulator\/scenario/.test(request.url()))
      loaded.push(request.postDataJSON().name)
  })
  const answer = await holdRequests(page, /\/_simulator\/scenario/)
  for (const key of ['4', '2', '6', '3']) await page.keyboard.press(key)
  answer()
  await expect(page.getByRole('heading', { name: 'first-day' })).toBeVisible()
  expect(loaded).toEqual(['busy', 'first-day'])
  expect(simulator.scenario.name).toBe('first-day')
})

test('a link to the records for a presenter filters nothing', async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/data/deployments?presenter=1' })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(
    page
      .getByRole('textbox', { name: /^Filter/ })
      .or(page.getByLabel(/^Filter/))
      .first(),
  ).toHaveValue('')
  await expect(page.getByText('Not sent')).toBeHidden()
})

test('all keys of a presenter stand beside each other', async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/world?presenter=1' })
  const keys = page.getByRole('toolbar', { name: 'Presentation' }).getByRole('button')
  await expect(keys.last()).toHaveText('Esc Stop')
  expect(await keys.last().boundingBox()).toMatchObject({ y: (await keys.first().boundingBox())?.y })
})

test('the keys of a presenter do nothing in fields, and Space on a button is for the clock', async ({
  openConsole,
}) => {
  const { page, simulator } = await openConsole({ route: '#/world?presenter=1' })
  await expect(page.getByRole('toolbar', { name: 'Presentation' })).toBeVisible()
  await page.getByLabel('Time in UTC').focus()
  await page.keyboard.type('2')
  await page.keyboard.press('Shift+R')
  await page.getByRole('button', { name: '+30 s' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => simulator.clock.now()).toMatch(/T09:00:30/)
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('Moved the clock by 30 s')
  await page.keyboard.press('Space')
  await expect(messages).toContainText('Started the clock')
  await expect(page.getByRole('banner')).toContainText('running')
  await page.keyboard.press('Space')
  await expect(messages).toContainText('Froze the clock')
  expect(simulator.clock.now()).toMatch(/T09:00:3/)
  expect(simulator.scenario.name).toBe('default')
})

for (const media of [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const) {
  const name = Object.values(media).join(' and forced ')
  test(`axe finds nothing in ${name} colours, and nothing scrolls sideways`, async ({ page, openConsole }) => {
    await page.emulateMedia(media)
    const { goTo } = await openConsole({
      route: '#/world?presenter=1',
      async before(simulator) {
        await postDeployment(simulator)
        simulator.clock.advance(10_000)
        await postDeployment(simulator)
      },
    })
    await page.getByRole('button', { name: 'Go to the next step' }).click()
    await expect(page.getByRole('region', { name: 'What the move did' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'By status' })).toBeVisible()
    await expectNoAxeViolations(page)
    for (const width of [380, 768, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    for (const dialog of ['share', 'snapshots']) {
      await goTo(`#/world/${dialog}`)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoAxeViolations(page)
    }
  })
}

test('dialogs have their buttons, too', async ({ openConsole }) => {
  const { page, goTo } = await openConsole({
    route: '#/world/snapshots?presenter=1',
    before: (_, { url }) => connect(url).snapshots.take('kept'),
  })
  for (const name of ['Take snapshot', 'Restore kept', 'Delete kept'])
    await expect(page.getByRole('button', { name })).toBeVisible()
  await goTo('#/world/share')
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
})

test('shows only what people look at, in large type', async ({ page, openConsole }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const { goTo } = await openConsole({
    route: '#/requests/1?presenter=1',
    before: (_, { url }) => fetch(`${url}/v2/deployments?name_contains=a`),
  })
  await expect(page.getByRole('option').getByText('/v2/deployments')).toBeInViewport()
  await goTo('#/world?presenter=1')
  await expect(page.getByRole('heading', { name: 'default', exact: true })).toBeInViewport()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByText('simulates the Deployment')).toBeHidden()
})

test('leaves room for the paths of requests in large type', async ({ page, openConsole }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openConsole({
    route: '#/requests?presenter=1',
    before: (_, { url }) => fetch(`${url}/v2/deployments?name_contains=a&status=READY&limit=20`),
  })
  const path = page.getByRole('option').getByText('/v2/deployments').first()
  await expect(path).toBeInViewport()
  const widths = await path.evaluate((element) => {
    const cell = element.parentElement as HTMLElement
    return { cell: cell.clientWidth, path: element.getBoundingClientRect().width }
  })
  expect(widths.cell / widths.path).toBeGreaterThan(0.9)
})

test('the tenth scenario has the key 0', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/world?presenter=1' })
  await expect(page.getByRole('button', { name: /^0 / })).toHaveAccessibleName('0 pipeline')
  await page.keyboard.press('0')
  await expect.poll(() => simulator.scenario.name).toBe('pipeline')
})

test('while a world is loaded, the message says what happens to the next key', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/world?presenter=1' })
  await expect(page.getByRole('button', { name: '4 busy' })).toBeVisible()
  const answer = await holdRequests(page, /\/_simulator\/scenario/)
  await page.keyboard.press('4')
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText(/Loading busy … ?What you choose meanwhile comes next\./)
  await page.keyboard.press('2')
  answer()
  await expect.poll(() => simulator.scenario.name).toBe('empty')
})
