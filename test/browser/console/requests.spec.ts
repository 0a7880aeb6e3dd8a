import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { runGenerated } from '../../request-code/support/generated-tests.ts'
import { postDeployment } from '../../support/client.ts'
import { holdRequests } from './support/hold-requests.ts'
import { expect, expectNoAxeViolations, type OpenOptions, test } from './support/open-console.ts'

const HOSTILE = `<img src=x onerror=alert(1)>\u202e'"`

const BUSY: OpenOptions = {
  simulator: { scenario: 'busy', clock: 'running' },
  route: '#/requests',
  async before(simulator, { url }) {
    const get = (path: string, init?: RequestInit) => fetch(url + path, init).then((response) => response.text())
    await get('/v2/deployments?limit=2')
    await get('/v2/deployments?name_contains=night-s&status=READY')
    await get('/v2/deployment/one')
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: HOSTILE }),
    }
    await get('/v2/deployments', init)
    simulator.faults.add({ id: 'outage', operation: 'listOAuthProviders', status: 503, times: 1 })
    await get('/v2/auth/providers')
  },
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const rows = 'option'

/** Makes a page as busy as it can be: what is done after the next frame is never done. */
async function holdFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wait = window.setTimeout.bind(window)
    window.requestAnimationFrame = () => 0
    window.setTimeout = ((run: () => void, milliseconds = 0) =>
      milliseconds < 100 ? 0 : wait(run, milliseconds)) as typeof setTimeout
  })
}

test('tells in two keys why a list is empty', async ({ openConsole }) => {
  const { page } = await openConsole(BUSY)
  const list = page.getByRole('listbox', { name: 'Requests, newest first' })
  await list.focus()
  await list.getByRole(rows, { name: /name_contains=night-s/ }).waitFor()
  for (let index = 0; index < 4; index += 1) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Request 2', exact: true })
  await expect(details).toContainText('None matched, so the page is empty.')
  await expect(details).toContainText('name_contains=night-s removed all 1,200.')
  await expect(page).toHaveURL(/#\/requests\/2$/)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
})

test('shows how many records each filter left, and asks what would match without it', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ ...BUSY, route: '#/requests/2' })
  const funnel = page.getByRole('list', { name: 'Records that each filter left' })
  await expect(funnel.getByRole('listitem')).toHaveText([
    /^1,200all/,
    /^0name_contains=night-s removed 1,200/,
    /^0status=READY/,
  ])
  await funnel.getByRole('button', { name: 'Try without' }).click()
  await expect(funnel).toContainText(/without it: [\d,]+ match now/)
  expect(simulator.requests.count()).toBe(5)
})

test('shows the response, the request as it was read, and all headers, those of the connection by name', async ({
  openConsole,
}) => {
  const { page, request } = await openConsole({ ...BUSY, route: '#/requests/1' })
  const details = page.getByRole('region', { name: 'Request 1', exact: true })
  await expect(details.getByRole('region', { name: 'Response body' })).toContainText('"resources"')
  await expect(details.getByRole('row', { name: 'limit 2 2' })).toBeVisible()
  const { headers } = await request('/v2/deployments?limit=2')
  for (const name of headers.keys()) await expect(details).toContainText(name)
})

test('says how many records there are where none matched', async ({ openConsole }) => {
  const { page } = await openConsole(BUSY)
  await expect(page.getByRole('option', { name: /name_contains=night-s/ })).toContainText('none of 1,200')
  await expect(page.getByRole('option', { name: /limit=2/ })).toContainText('2 of 1,200')
})

test('says why a list is empty at the top of its details', async ({ openConsole }) => {
  const { page } = await openConsole({ ...BUSY, route: '#/requests/1' })
  await page.getByRole('option', { name: /name_contains=night-s/ }).click()
  const details = page.getByRole('region', { name: 'Request 2', exact: true })
  await expect(details.getByText('name_contains=night-s removed all 1,200.')).toBeInViewport()
})

test('names the nearest operations, the issues, and the fault that applied', async ({ openConsole }) => {
  const { page, goTo } = await openConsole({ ...BUSY, route: '#/requests/3' })
  await expect(page.getByText('GET /v2/deployments', { exact: true })).toBeVisible()
  await goTo('#/requests/4')
  await expect(page.getByText('body.integration_id')).toBeVisible()
  await goTo('#/requests/5')
  await expect(page.getByRole('link', { name: 'outage' })).toHaveAttribute('href', '#/requests?q=fault%3Doutage')
  await expect(page.getByRole('main')).toContainText('Injected: 503, 1 of 1 time (outage, no longer active)')
})

test('says that no record has a value only if there is none', async ({ openConsole }) => {
  const { page, goTo } = await openConsole({
    simulator: { scenario: 'busy' },
    route: '#/requests/1',
    async before({ db }, { url }) {
      db.deployments.create({ name: 'only-one', status: 'READY' })
      for (const query of ['status=NONE', 'name_contains=only-one&status=UNUSED'])
        await fetch(`${url}/v2/deployments?${query}`)
    },
  })
  await expect(page.getByText('Now, no deployment has NONE;')).toBeVisible()
  await goTo('#/requests/2')
  await expect(page.getByRole('button', { name: 'Try without' }).first()).toBeVisible()
  await expect(page.getByText('no deployment has')).toHaveCount(0)
})

test('does not take a revision for the deployment that it belongs to', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({
    simulator: { preset: 'langsmith' },
    route: '#/requests/1',
    async before({ db }, { url }) {
      const [deployment] = db.deployments.list()
      const headers = { 'content-type': 'application/json', 'x-api-key': 'any' }
      const init = { method: 'POST', headers, body: '{}' }
      await fetch(`${url}/v2/deployments/${deployment?.id}/revisions`, init)
    },
  })
  expect(simulator.requests.list()).toMatchObject([{ operation: 'createRevision', status: 201 }])
  await expect(page.getByText('Depends on')).toBeVisible()
  await expect(page.getByText('It created the deployment')).toHaveCount(0)
})

test('says how often a fault of another session, or of chaos, was injected', async ({ openConsole }) => {
  const { page, goTo, server } = await openConsole({
    simulator: { chaos: { level: 1, seed: 1 } },
    route: '#/requests/alice/1',
    async before({ sessions }, { url }) {
      const alice = sessions.create('alice')
      alice.faults.add({ id: 'down', status: 503, times: 3 })
      await fetch(`${url}/_s/alice/v2/deployments`)
      await fetch(`${url}/v2/deployments`).catch(() => undefined)
    },
  })
  const why = page.getByRole('main')
  await expect(why).toContainText('Injected: 503, 1 of 3 times (down)')
  await expect(page.getByRole('link', { name: 'down' })).toHaveAttribute('href', '#/requests?q=fault%3Ddown')
  await fetch(`${server.url}/_s/alice/v2/deployments`)
  await goTo('#/requests/alice/2')
  await expect(why).toContainText('Injected: 503, 2 of 3 times (down)')
  await goTo('#/requests/1')
  await expect(why).toContainText(/ \(drawn by chaos\) \(chaos-[^,]+\)/)
})

test('a request without a path is not sent', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ ...BUSY, route: '#/requests/1' })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const path = page.getByRole('dialog').getByLabel('Path')
  await path.fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(path).toBeFocused()
  expect(simulator.requests.count()).toBe(5)
})

test('filters by text and fields, keeps the filter in the URL, and clears it', async ({ openConsole }) => {
  const { page } = await openConsole(BUSY)
  const list = page.getByRole('listbox', { name: 'Requests, newest first' })
  await expect(list.getByRole(rows)).toHaveCount(5)
  await page.keyboard.press('f')
  await page.keyboard.type('operation=listDeployments NIGHT')
  await expect(list.getByRole(rows)).toHaveCount(1)
  await page.reload()
  await expect(list.getByRole(rows)).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Filter requests' }).fill('')
  await page.getByRole('button', { name: '5xx' }).click()
  await expect(list.getByRole(rows)).toHaveText([/503/])
  await page.getByRole('button', { name: '5xx' }).click()
  await page.getByRole('button', { name: 'No response' }).click()
  await expect(page.getByText('No request matches the filter')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(list.getByRole(rows)).toHaveCount(5)
})

test('filters by all that was typed, even if the browser is too busy to paint', async ({ openConsole }) => {
  const { page } = await openConsole(BUSY)
  const list = page.getByRole('listbox', { name: 'Requests, newest first' })
  await expect(list.getByRole(rows)).toHaveCount(5)
  await holdFrames(page)
  await page.keyboard.press('f')
  await page.keyboard.type('stat')
  await expect(page).toHaveURL(/q=s/)
  await page.keyboard.type('us=5xx')
  await expect(list.getByRole(rows)).toHaveText([/503/])
})

test('asks the server for nothing while the operation in the filter is not one', async ({ openConsole }) => {
  const { page } = await openConsole({ ...BUSY, route: '#/requests?q=operation%3DlistDep' })
  await expect(page.getByText('No request matches the filter')).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter requests' }).fill('operation=listDeployments')
  await expect(page.getByRole(rows)).toHaveCount(2)
})

test('surrounds the current row of a list that has the focus', async ({ openConsole }) => {
  const { page } = await openConsole(BUSY)
  const list = page.getByRole('listbox', { name: 'Requests, newest first' })
  const row = list.getByRole(rows).first()
  await expect(row).toBeVisible()
  await page.keyboard.press('f')
  await page.keyboard.press('Escape')
  await list.focus()
  await expect(list).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('j')
  await expect(row).toHaveCSS('outline-style', 'solid')
  await expect(list).toHaveCSS('outline-style', 'none')
})

test('shows all that can be done with a request in one line', async ({ openConsole }) => {
  const { page } = await openConsole({ ...BUSY, route: '#/requests/2' })
  const copy = await page.getByRole('button', { name: 'Copy the request' }).boundingBox()
  expect(await page.getByRole('button', { name: 'Fork its world' }).boundingBox()).toMatchObject({ y: copy?.y })
})

test('says which errors a chart counts', async ({ openConsole }) => {
  const { page } = await openConsole(BUSY)
  await expect(page.getByRole('img', { name: /^5xx or no response\/s in the last two minutes/ })).toBeVisible()
})

test('moves no row when new requests are offered in a narrow list', async ({ openConsole }) => {
  const { page, request } = await openConsole({
    route: '#/requests/40',
    async before({ fetch }) {
      for (let limit = 1; limit <= 40; limit += 1) await fetch(`/v2/deployments?limit=${limit}`)
    },
  })
  await page.setViewportSize({ width: 900, height: 700 })
  const row = page.getByRole('option', { name: /limit=40/ })
  const before = await row.boundingBox()
  await request('/v2/auth/providers')
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)
})

test('counts in the navigation what arrived since somebody looked at the list', async ({ openConsole }) => {
  const { page, request } = await openConsole(BUSY)
  const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Requests/ })
  const list = page.getByRole('listbox', { name: 'Requests, newest first' })
  await request('/v2/auth/providers')
  await expect(list.getByRole(rows)).toHaveCount(6)
  await expect(link).toHaveText('Requests')
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await request('/v2/auth/providers')
  await expect(link).toHaveText('Requests1')
  await link.click()
  await expect(list.getByRole(rows)).toHaveCount(7)
  await expect(link).toHaveText('Requests')
})

test('fills the list when the window grows', async ({ openConsole }) => {
  const { page, request } = await openConsole(BUSY)
  await page.setViewportSize({ width: 1280, height: 500 })
  const list = page.getByRole('listbox', { name: 'Requests, newest first' })
  await Promise.all(Array.from({ length: 35 }, () => request('/v2/auth/providers')))
  await expect(page.getByText('40 requests', { exact: true })).toBeVisible()
  // Later renderings would also fill the list.
  await page.keyboard.press('j')
  await expect.poll(() => list.getByRole(rows).count()).toBeLessThan(30)
  await page.setViewportSize({ width: 1280, height: 1100 })
  const fills = () =>
    list.evaluate((frame) => {
      const last = frame.querySelector('[role="option"]:last-child')
      return (last?.getBoundingClientRect().bottom ?? 0) >= frame.getBoundingClientRect().bottom
    })
  await expect.poll(fills).toBe(true)
})

test('copies a request as curl, fetch and a test, and repeats the last form with a key', async ({ openConsole }) => {
  const { page, server } = await openConsole({ ...BUSY, route: '#/requests/1' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const copyAs = async (name: string) => {
    await page.getByRole('button', { name: 'Copy the request' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await copyAs('as curl')
  await expect.poll(copied).toBe(`curl -i '${server.url}/v2/deployments?limit=2'`)
  await copyAs('as fetch')
  await expect.poll(copied).toContain(`await fetch('${server.url}/v2/deployments?limit=2')`)
  await copyAs('as a Vitest test')
  // The request is tried first.
  await expect.poll(copied, { timeout: 20_000 }).toContain("base.extend('simulatorOptions', { scenario: 'busy' })")
  expect(await copied()).toContain('toEqual(')
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.locator('body').press('c')
  await expect.poll(copied, { timeout: 20_000 }).toContain('deploymock/vitest')
})

test('trying a test leaves no trace in the list, the coverage and the sessions', async ({ openConsole }) => {
  const { page, simulator, server, request } = await openConsole({ ...BUSY, route: '#/requests/1' })
  const readCoverage = async () => (await fetch(`${server.url}/_simulator/coverage`)).json()
  const before = await readCoverage()
  await page.getByRole('button', { name: 'Copy the request' }).click()
  await page.getByRole('menuitem', { name: 'as a Vitest test' }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('Copied the request as a Vitest test', { timeout: 20_000 })
  expect(await readCoverage()).toEqual(before)
  expect(simulator.sessions.list()).toEqual([])
  await page.keyboard.press('Escape')
  await request('/v2/deployments?limit=3')
  await expect(page.getByRole('option')).toHaveCount(6)
})

test('says which fault answered the request that was copied', async ({ openConsole }) => {
  const { page } = await openConsole({ ...BUSY, route: '#/requests/5' })
  for (const form of ['as curl', 'as fetch']) {
    await page.getByRole('button', { name: 'Copy the request' }).click()
    await page.getByRole('menuitem', { name: form }).click()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
      'Without outage (status), the response is another one.',
    )
    await page.reload()
  }
})

test('sends a request again through the service', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ ...BUSY, route: '#/requests/1' })
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Sent #1 again').first()).toBeVisible()
  expect(simulator.requests.list().at(-1)).toMatchObject({ operation: 'listDeployments', query: 'limit=2' })
})

test('changes a request before it is sent, and offers to compare', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ ...BUSY, route: '#/requests/1' })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change and send' })
  await dialog.getByLabel('Query').fill('limit=3')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('Sent GET /v2/deployments')
  await expect(messages).toContainText('200')
  const [sent] = simulator.requests.list().slice(-1)
  expect(sent).toMatchObject({ operation: 'listDeployments', query: 'limit=3' })
  await expect(messages.getByRole('link').first()).toHaveAttribute('href', `#/requests/${sent?.id}`)
  await messages.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('dialog', { name: `Responses of #1 and #${sent?.id}` })).toBeVisible()
})

test('leads to the request of another session that was sent again, among others to its path', async ({
  openConsole,
}) => {
  const { page, server } = await openConsole(BUSY)
  await page.getByRole('listbox').waitFor()
  const get = (path: string) => fetch(`${server.url}/_s/alice${path}`)
  await get('/v2/deployments?limit=1')
  await page.getByRole('option', { name: /alice/ }).click()
  const send = page.getByRole('button', { name: 'Send again' })
  await send.waitFor()
  await page.route(/alice\/v2.*limit=1$/, async (route) => {
    await get('/v2/deployments?limit=2')
    const response = await route.fetch()
    await get('/v2/deployments')
    await route.fulfill({ response })
  })
  await send.click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('link').first()).toHaveAttribute('href', '#/requests/alice/3')
  await messages.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('dialog', { name: 'Responses of #1 and #3' })).toBeVisible()
})

test('says which parameter was ignored, and which values are known', async ({ openConsole }) => {
  const { page, goTo } = await openConsole({
    ...BUSY,
    async before(_, { url }) {
      await fetch(`${url}/v2/deployments?stauts=READY`)
      await fetch(`${url}/v2/deployments?status=ready`)
    },
    route: '#/requests/1',
  })
  const why = page.getByRole('main')
  await expect(why).toContainText('stauts was ignored: the operation has no such parameter. Did you mean status?')
  await goTo('#/requests/2')
  await expect(why).toContainText(/no deployment has ready; .*649 have READY/)
})

test('leads from a creation to its record', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ before: postDeployment, route: '#/requests/1' })
  await expect(page.getByRole('main')).toContainText('It created the deployment')
  await expect(page.getByRole('main')).toContainText('with integration_id, source_config, source_revision_config')
  await page.getByText('It created the deployment').getByRole('link').click()
  const created = simulator.db.deployments.list().at(-1)
  await expect(page).toHaveURL(new RegExp(`#/data/deployments/${created?.id}$`))
})

test('copies a test of the world that the request met, although its records are gone', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ ...BUSY, route: '#/requests/1' })
  for (const { id } of simulator.db.deployments.list({ offset: 0, limit: 5 })) simulator.db.deployments.delete(id)
  await page.getByRole('button', { name: 'Copy the request' }).click()
  await page.getByRole('menuitem', { name: 'as a Vitest test' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied, { timeout: 20_000 }).toContain('toEqual(')
  expect(await copied()).not.toContain('readFileSync')
})

test('forks the world that the request met', async ({ openConsole }) => {
  const { page, server, simulator } = await openConsole({ ...BUSY, route: '#/requests/1' })
  simulator.db.deployments.create({ name: 'later' })
  const button = page.getByRole('button', { name: 'Fork its world' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Fork the world of request #1' })
  await expect(dialog.getByLabel('Name')).toHaveValue('fork-1')
  // The proposed name is selected.
  await page.keyboard.type('met')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/_s/met/_simulator/`)
  const [forked] = simulator.sessions.list()
  expect(forked?.changes).toBe(0)
})

test('makes the next one fail, and undoes it', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ ...BUSY, route: '#/requests/1' })
  await page.getByText('Depends on').waitFor()
  await page.keyboard.press('x')
  await expect(page.getByRole('dialog').getByLabel('Times')).toBeFocused()
  await page.keyboard.press('Enter')
  const code = "operation: 'listDeployments'"
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(code)
  expect(simulator.faults.list()).toMatchObject([{ match: { operation: 'listDeployments' }, times: 1 }])
  await page.keyboard.press('u')
  await expect.poll(() => simulator.faults.list()).toEqual([])
})

test('makes as many fail as somebody types', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ ...BUSY, route: '#/requests/1' })
  await page.getByRole('button', { name: 'Add a fault…' }).click()
  await expect(page.getByRole('dialog').getByLabel('Times')).toBeFocused()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(simulator.faults.list()).toMatchObject([{ effect: { kind: 'status', status: 503 }, times: 3 }])
})

test('covers nothing with the button that closes a request on a phone', async ({ openConsole }) => {
  const { page } = await openConsole({ ...BUSY, route: '#/requests/1' })
  await page.setViewportSize({ width: 390, height: 844 })
  const times = await page.getByText(/ world time$/).boundingBox()
  const close = await page.getByRole('button', { name: 'Close the request' }).boundingBox()
  expect((times?.x ?? 0) + (times?.width ?? 0)).toBeLessThan(close?.x ?? 0)
})

test('shows a parameter of the path as it was sent', async ({ openConsole }) => {
  const { page, request, simulator } = await openConsole({ route: '#/requests' })
  const [integration] = simulator.db.integrations.list()
  await request(`/v1/integrations/github/${integration?.id}/repos`)
  await page.getByRole('option').first().click()
  const row = page.getByRole('region', { name: 'Request 1', exact: true }).getByRole('row', { name: /^integration_id/ })
  await expect(row.getByRole('cell').nth(1)).toHaveText(String(integration?.id))
})

test('compares a response with the marked one', async ({ openConsole }) => {
  const { page, goTo } = await openConsole({ ...BUSY, route: '#/requests/1' })
  await page.getByRole('button', { name: 'Mark' }).click()
  await goTo('#/requests/2')
  await expect(page.getByRole('region', { name: 'Request 2', exact: true })).toContainText(/removed all [\d,]+\./)
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Responses of #1 and #2' })
  for (const id of [1, 2])
    await expect(dialog.getByRole('region', { name: `Response of #${id}` })).toContainText('"offset"')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('saves the requests as a HAR file', async ({ openConsole }, info) => {
  const { page } = await openConsole(BUSY)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'HAR', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('requests.har')
  const file = info.outputPath('requests.har')
  await download.saveAs(file)
  expect(JSON.parse(await readFile(file, 'utf8')).log.entries).toHaveLength(5)
})

test('keeps the open request when the request log is cleared, and says so when it is gone', async ({
  openConsole,
  expectedProblems,
}) => {
  // The browser reports each 404.
  expectedProblems.push('404')
  const { page, simulator } = await openConsole({ ...BUSY, route: '#/requests/2' })
  const details = page.getByRole('region', { name: 'Request 2', exact: true })
  await expect(details).toContainText('None matched')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear the request log' }).click()
  await expect(page.getByText('No requests yet')).toBeVisible()
  expect(simulator.requests.count()).toBe(0)
  await expect(details).toContainText('None matched')
  await page.reload()
  await expect(page.getByText('No longer in the request log')).toBeVisible()
})

test('shows the response of an open request that waited, and keeps it when the request log is cleared', async ({
  openConsole,
}) => {
  const { page, simulator, request } = await openConsole({ route: '#/requests' })
  simulator.faults.add({ operation: 'listDeployments', delay: 8000 })
  simulator.faults.add({ operation: 'listOAuthProviders', effect: { kind: 'stall' } })
  void request('/v2/deployments?limit=2')
  await page.getByRole('option', { name: /waits/ }).click()
  const details = page.getByRole('region', { name: 'Request 1', exact: true })
  await expect(details).toContainText('The client waits.')
  await expect(details.getByText('waits', { exact: true })).toBeVisible()
  simulator.clock.advance(8000)
  await expect(details).toContainText('got 200.')
  await expect(details.getByRole('region', { name: 'Response body' })).toBeVisible()
  const abort = new AbortController()
  request('/v2/auth/providers', { signal: abort.signal }).catch(() => undefined)
  await page.getByRole('option', { name: /waits/ }).click()
  const stalled = page.getByRole('region', { name: 'Request 2', exact: true })
  await expect(stalled).toContainText('The client waits.')
  abort.abort()
  await expect(stalled).toContainText('The client got no response.')
  simulator.reset()
  await request('/v2/deployments')
  await request('/v2/deployments')
  await expect(page.getByRole('option')).toHaveCount(2)
  await expect(stalled).toContainText('The client got no response.')
})

test('leads on when there are no requests yet', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/requests' })
  await page.getByRole('button', { name: 'Send one' }).click()
  await expect(page.getByRole('listbox').getByRole(rows)).toHaveCount(1)
  expect(simulator.requests.count()).toBe(1)
})

for (const { title, route, count } of [
  { title: 'all requests', route: '#/requests', count: 5 },
  { title: 'the requests that a filter matches', route: '#/requests?q=status%3D503', count: 1 },
])
  test(`says that ${title} are loading, not that there are none`, async ({ page, openConsole }) => {
    const answer = await holdRequests(page, /\/_simulator\/requests/)
    await openConsole({ ...BUSY, route })
    await expect(page.getByRole('status', { name: 'Loading requests' })).toBeAttached()
    await expect(page.getByText(/^No request/)).toBeHidden()
    answer()
    await expect(page.getByRole('listbox').getByRole(rows)).toHaveCount(count)
  })

test('turns a failed request into a test that passes, in three clicks', async ({ openConsole, expectedProblems }) => {
  // The browser reports each 503, which comes from the trial of the test.
  expectedProblems.push('503')
  test.slow()
  const { page } = await openConsole(BUSY)
  await page.getByRole('option', { name: /503/ }).click()
  await page.getByRole('button', { name: 'Copy the request' }).click()
  await page.getByRole('menuitem', { name: 'as a Vitest test' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied, { timeout: 20_000 }).toContain('simulator.faults.add(')
  const code = await copied()
  expect(await runGenerated({ copied: { code, file: null, reproduces: 'everything' } })).toEqual({ copied: [] })
})

test('shows the requests of an interval, by brushing and from a menu', async ({ openConsole }) => {
  const { page } = await openConsole(BUSY)
  const list = page.getByRole('listbox', { name: 'Requests, newest first' })
  await expect(list.getByRole(rows)).toHaveCount(5)
  const box = await page.getByRole('img', { name: /^Requests\/s/ }).boundingBox()
  if (box === null) throw new Error('The chart is not visible.')
  await page.mouse.move(box.x + 5, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + 10)
  await page.mouse.up()
  await expect(page).toHaveURL(/from=\d+&to=\d+/)
  await expect(page.getByText('No request matches the filter')).toBeVisible()
  await page.getByRole('button', { name: /^Time:/ }).click()
  await page.getByRole('menuitem', { name: 'Last 10 minutes' }).click()
  await expect(list.getByRole(rows)).toHaveCount(5)
})

test('shows the requests of other sessions in the console of the server, and their details', async ({
  openConsole,
}) => {
  const { page, server } = await openConsole(BUSY)
  await page.getByRole('listbox').waitFor()
  await fetch(`${server.url}/_s/alice/v2/deployments?limit=7`)
  await page.getByRole('option', { name: /limit=7/ }).click()
  await expect(page).toHaveURL(/#\/requests\/alice\/1$/)
  await expect(page.getByRole('region', { name: 'Request 1', exact: true })).toContainText('limit=7')
})

test('keeps the requests of a reset that keeps them, and forgets those of others', async ({ openConsole }) => {
  const { page, simulator } = await openConsole(BUSY)
  const list = page.getByRole('listbox', { name: 'Requests, newest first' })
  await expect(list.getByRole(rows)).toHaveCount(5)
  simulator.reset({ keepRequests: true })
  await page.waitForResponse(/requests\?limit/)
  await expect(list.getByRole(rows)).toHaveCount(5)
  simulator.reset()
  await expect(page.getByText('No requests yet')).toBeVisible()
})

test('shows a hostile name as text', async ({ openConsole }) => {
  const { page } = await openConsole({ ...BUSY, route: '#/requests/4' })
  await expect(page.getByRole('region', { name: 'Request body' })).toContainText('<img src=x onerror=alert(1)>U+202E')
  await expect(page.locator('img')).toHaveCount(0)
})

test('goes to a request from the palette', async ({ openConsole }) => {
  const { page } = await openConsole(BUSY)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a command' }).fill('#3')
  await page.getByRole('option', { name: 'Go to request #3' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Request 3', exact: true })).toContainText('matches no operation')
})

for (const [colorScheme, forcedColors] of [
  ['light', 'none'],
  ['dark', 'none'],
  ['light', 'active'],
] as const) {
  test(`has no accessibility violations: ${colorScheme}, forced colours ${forcedColors}`, async ({
    page,
    openConsole,
  }) => {
    await page.emulateMedia({ colorScheme, forcedColors })
    const { goTo } = await openConsole(BUSY)
    await page.getByRole('listbox').waitFor()
    await expectNoAxeViolations(page)
    await goTo('#/requests/2')
    await page.getByText('Request headers').waitFor()
    await expectNoAxeViolations(page)
  })
}

for (const width of [380, 768, 1280, 2560]) {
  test(`does not scroll sideways at ${width} px`, async ({ page, openConsole }) => {
    await page.setViewportSize({ width, height: 800 })
    const { goTo } = await openConsole(BUSY)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await page.getByRole('listbox').waitFor()
    expect(await overflow()).toBeLessThanOrEqual(0)
    for (const id of [2, 4]) {
      await goTo(`#/requests/${id}`)
      await page.getByText('Request headers').waitFor()
      expect(await overflow()).toBeLessThanOrEqual(0)
    }
  })
}

test('the names of the charts are whole at 380 px', async ({ page, openConsole }) => {
  await page.setViewportSize({ width: 380, height: 800 })
  await openConsole(BUSY)
  for (const name of ['Requests/s', '5xx or no response/s', 'Slowest 5 %']) {
    const cut = await page.getByText(name, { exact: true }).evaluate((label) => {
      const around: string[] = []
      for (let each: Element | null = label; each !== null; each = each.parentElement)
        if (each.scrollWidth > each.clientWidth)
          around.push(`${each.tagName} ${each.scrollWidth} > ${each.clientWidth}`)
      return around
    })
    expect([name, cut]).toEqual([name, []])
  }
})

test('nothing beside Copy moves while a test is tried', async ({ page, openConsole }) => {
  const { request, goTo } = await openConsole()
  await request('/v2/deployments?limit=1')
  await goTo('#/requests/1')
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_simulator/sessions', async (route) => {
    await released
    await route.continue()
  })
  const copy = page.getByRole('button', { name: 'Copy the request' })
  const neighbour = page.getByRole('button', { name: 'Send again' })
  const place = await neighbour.boundingBox()
  await copy.click()
  await page.getByRole('menuitem', { name: 'as a Vitest test' }).click()
  await expect(copy).toContainText('Trying…')
  expect(await neighbour.boundingBox()).toEqual(place)
  release()
  await expect(copy).toContainText('Copy')
})
