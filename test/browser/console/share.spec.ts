import { expect, test } from './support/open-console.ts'

const TOKEN = 'a-secret-token'

test('shares the start of the scenario with its seed, time, faults, chaos and assumptions', async ({ openConsole }) => {
  const { page, server } = await openConsole({
    route: '#/world/share',
    before(simulator) {
      simulator.clock.advance(60_000)
      simulator.faults.add({ id: 'down', status: 503, operation: 'createDeployment' })
      simulator.setChaos({ level: 0.3, seed: 4711 })
      simulator.assume({ lastPageOffset: 'limit' })
    },
  })
  const dialog = page.getByRole('dialog', { name: 'Share this world' })
  await dialog.getByLabel('Seed').fill('7')
  const link = dialog.getByLabel('Link', { exact: true })
  await expect(link).toHaveValue(/seed=7/)
  const query = new URL(await link.inputValue()).searchParams
  expect(query.get('scenario')).toBe('default')
  expect(query.get('now')).toBe('2026-03-02T09:01:00Z')
  expect(query.get('chaos')).toBe('0.3:4711')
  expect(query.getAll('assume')).toEqual(['lastPageOffset=limit'])
  expect(JSON.parse(query.get('fault') ?? '')).toMatchObject({ id: 'down' })
  await expect(dialog.getByLabel('Its chaos: 30 %')).toBeChecked()
  const [opened] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('link', { name: 'Try it' }).click()])
  await expect(opened).toHaveURL(new RegExp(`^${server.url}/_s/[^/]+/_simulator/`))
  await expect(opened.getByRole('banner')).toContainText('default, seed 7')
  await expect(opened.getByRole('banner')).toContainText('09:01:00')
  await expect(opened.getByRole('banner')).toContainText('1 fault')
  await expect(opened.getByRole('banner')).toContainText('chaos 30 %')
})

test('shares an edited world as a snapshot, which it takes first', async ({ openConsole }) => {
  const { page } = await openConsole({
    route: '#/world/share',
    simulator: { scenario: 'empty' },
    before: (simulator) => simulator.db.integrations.create(),
  })
  const dialog = page.getByRole('dialog', { name: 'Share this world' })
  await expect(dialog.getByLabel('The world as it is now, with all changes')).toBeChecked()
  await expect(dialog).toContainText('Take the snapshot first')
  await dialog.getByRole('button', { name: 'Take the snapshot' }).click()
  const [opened] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('link', { name: 'Try it' }).click()])
  await expect(opened.getByRole('link', { name: '1 Integration', exact: true })).toBeVisible()
})

test('shares a link that works without the token of the server, and says until when', async ({
  openConsole,
  browser,
}) => {
  const { page, server } = await openConsole({ server: { token: TOKEN }, route: `#token=${TOKEN}&/world/share` })
  const dialog = page.getByRole('dialog', { name: 'Share this world' })
  await expect(dialog).toContainText('It leads to a page that says how to use the session')
  const stranger = await browser.newPage()
  await stranger.goto(await dialog.getByLabel('Link', { exact: true }).inputValue())
  await expect(stranger.locator('body')).toContainText(`Send your requests to ${server.url}/_s/`)
  const target = dialog.getByLabel('Leads to')
  await target.fill(`${server.url}/_s/{session}/v2/deployments?limit=1`)
  await page.keyboard.press('Tab')
  await expect(dialog).toContainText(/It works without the token until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\./)
  await expect(dialog).not.toContainText('how to use the session')
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(link).not.toContain(TOKEN)
  await stranger.goto(link)
  expect(stranger.url()).toMatch(/\/_s\/[^/]+\/v2\/deployments\?limit=1$/)
  await expect(stranger.locator('body')).toContainText('"resources"')
  const changed = await stranger.goto(link.replace('scenario=default', 'scenario=busy'))
  expect(changed?.status()).toBe(403)
  await expect(stranger.getByRole('heading')).toHaveText('This link cannot be opened')
  await stranger.close()
})

test('leads only to pages: other addresses are neither links nor sent to the server', async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/world/share' })
  const dialog = page.getByRole('dialog', { name: 'Share this world' })
  await expect(dialog.getByRole('link', { name: 'Try it' })).toBeVisible()
  const target = dialog.getByLabel('Leads to')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + request.postData()))
  for (const address of ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'demo.test']) {
    await target.fill(address)
    await target.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(
      `${address} is not a page: it must begin with http:// or https://.`,
    )
    await expect(target).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByRole('link', { name: 'Try it' })).toHaveCount(0)
    await expect(dialog.getByLabel('Link', { exact: true })).toHaveCount(0)
  }
  expect(sent.filter((each) => /javascript|data:|demo\.test/.test(each))).toEqual([])
})

test('says that the server does not allow the page', async ({ openConsole, expectedProblems }) => {
  // Chromium logs every refusal of the server.
  expectedProblems.push('status of 422')
  const { page } = await openConsole({ route: '#/world/share' })
  const dialog = page.getByRole('dialog', { name: 'Share this world' })
  await dialog.getByLabel('Leads to').fill('https://demo.test/?api={url}')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('alert')).toContainText('the origin "https://demo.test" is not allowed')
  await expect(dialog.getByRole('link', { name: 'Try it' })).toHaveCount(0)
})

test('keeps an address that somebody types while something else changes', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/world/share' })
  const dialog = page.getByRole('dialog', { name: 'Share this world' })
  const target = dialog.getByLabel('Leads to')
  await target.fill('demo.test')
  simulator.faults.add({ status: 503 })
  await expect(dialog).toContainText('Its faults: 1')
  await expect(target).toHaveValue('demo.test')
  await target.press('Tab')
  await expect(dialog.getByRole('alert')).toContainText('demo.test is not a page')
})

test('closes with Escape and with going back', async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/world' })
  const share = page.getByRole('button', { name: 'Share' })
  const dialog = page.getByRole('dialog', { name: 'Share this world' })
  await share.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(share).toBeFocused()
  await share.click()
  await page.goBack()
  await expect(dialog).toBeHidden()
})

test('on a phone, each box stands beside its label', async ({ page, openConsole }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openConsole({ route: '#/world/share' })
  const boxes = page.getByRole('dialog').locator(':is([type="checkbox"], [type="radio"])')
  await expect(boxes).toHaveCount(6)
  const places = await boxes.evaluateAll((all) =>
    all.map((box) => {
      const label = box.nextElementSibling?.getBoundingClientRect()
      return label !== undefined && label.left > box.getBoundingClientRect().right
    }),
  )
  expect(places).toEqual(places.map(() => true))
})

test('a link has the preset, also if no assumption differs from it', async ({ page, openConsole }) => {
  await openConsole({ route: '#/world/share', simulator: { preset: 'langsmith' } })
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/preset=langsmith/)
})
