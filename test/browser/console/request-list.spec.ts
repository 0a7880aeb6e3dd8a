import type { Locator, Page } from '@playwright/test'
import { expect, type OpenOptions, test } from './support/open-console.ts'

const OPTIONS: OpenOptions = { simulator: { scenario: 'busy', clock: 'running' }, route: '#/requests' }
const FROZEN: OpenOptions = { simulator: { scenario: 'busy', clock: 'frozen' }, route: '#/requests' }

const listOf = (page: Page) => page.getByRole('listbox', { name: /^Requests/ })
const rowsOf = (page: Page) => listOf(page).getByRole('option')
const total = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

/** Reads the numbers of all requests in a list, from its start to its end. */
async function readNumbers(list: Locator): Promise<number[]> {
  const readAt = (top: number) =>
    list.evaluate(async (frame, to) => {
      frame.scrollTop = to
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
      const rows = [...frame.querySelectorAll<HTMLElement>('[role="option"]')]
      return { numbers: rows.map(({ innerText }) => Number.parseInt(innerText, 10)), end: frame.scrollHeight }
    }, top)
  const all = new Set<number>()
  for (let top = 0, end = 1; top < end; top += 300) {
    const read = await readAt(top)
    end = read.end
    for (const number of read.numbers) all.add(number)
  }
  return [...all].sort((one, other) => one - other)
}

const count = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('lists 2,000 requests at 300 a second and a burst of 500, all of them, with the right number', {
  tag: '@full',
}, async ({ openConsole }) => {
  test.slow()
  const { page, simulator } = await openConsole({
    ...OPTIONS,
    simulator: { ...OPTIONS.simulator, journalSize: 3000 },
  })
  const send = (times: number) =>
    Promise.all(Array.from({ length: times }, () => simulator.fetch('/v2/auth/providers')))
  for (let sent = 0; sent < 2000; sent += 50) {
    await Promise.all([send(50), new Promise((resolve) => setTimeout(resolve, 1000 / 6))])
  }
  await total(page, '2,000 requests')
  await send(500)
  await total(page, '2,500 requests')
  expect(await readNumbers(listOf(page))).toEqual(count(1, 2500))
})

test('pages back to the first of 1,000 requests after a reload, and has the right number at once', {
  tag: '@full',
}, async ({ openConsole }) => {
  const { page } = await openConsole({
    ...OPTIONS,
    before: async ({ fetch }) => {
      for (let sent = 0; sent < 1000; sent += 1) await fetch('/v2/auth/providers')
    },
  })
  await total(page, '1,000 requests')
  expect(await readNumbers(listOf(page))).toEqual(count(1, 1000))
})

test('reads more than 2,000 requests when somebody scrolls to them', async ({ openConsole }) => {
  const { page } = await openConsole({
    ...OPTIONS,
    simulator: { ...OPTIONS.simulator, journalSize: 4000 },
    before: async ({ fetch }) => {
      for (let sent = 0; sent < 3000; sent += 1) await fetch('/v2/auth/providers')
    },
  })
  await total(page, '3,000 requests')
  await listOf(page).focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(rowsOf(page).last()).toHaveText(/^1200/, { timeout: 500 })
  }).toPass()
  await total(page, '3,000 requests')
})

test('says what is still to look at while a filter finds requests, and looks at it', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page } = await openConsole({
    ...OPTIONS,
    before: async ({ fetch }) => {
      await fetch('/v2/deployments?limit=0')
      for (let sent = 0; sent < 900; sent += 1) await fetch('/v2/auth/providers')
    },
    route: '#/requests?q=status%3D4xx',
  })
  await total(page, '1 matching request')
  await expect(rowsOf(page)).toHaveText([/limit=0/])
})

test('shows requests that wait, although the clock is frozen, and lets them go', async ({ openConsole }) => {
  const { page, simulator, request } = await openConsole(FROZEN)
  await page.getByText('No requests yet').waitFor()
  simulator.faults.add({ id: 'slow', operation: 'listDeployments', delay: 8000 })
  for (const limit of [1, 2, 3]) {
    void request(`/v2/deployments?limit=${limit}`)
    await expect(rowsOf(page).filter({ hasText: `limit=${limit}` })).toBeVisible()
  }
  await expect(rowsOf(page).last()).toHaveText(/waits.*limit=1.*until \d\d:\d\d:\d\d.*\d s/)
  const waiting = page.getByRole('status').filter({ hasText: '3 requests wait for the clock' })
  await waiting.getByRole('button', { name: /^Go to \d\d:\d\d:\d\d$/ }).click()
  await expect(rowsOf(page)).toHaveText([/200/, /200/, /200/])
  await expect(waiting).toBeHidden()
})

test('lets requests go that wait for the clock by letting it run', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator, request } = await openConsole(FROZEN)
  simulator.faults.add({ operation: 'listDeployments', delay: 300 })
  void request('/v2/deployments')
  await page.getByRole('button', { name: 'Let the clock run' }).click()
  await expect(rowsOf(page)).toHaveText([/200/])
})

test('shows what else a request can wait for', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator, request } = await openConsole(OPTIONS)
  simulator.faults.add({ operation: 'listDeployments', effect: { kind: 'stall' } })
  const abort = new AbortController()
  request('/v2/deployments', { signal: abort.signal }).catch(() => undefined)
  await expect(page.getByText('1 request waits for its client to leave')).toBeVisible()
  abort.abort()
  await expect(rowsOf(page)).toHaveText([/client left/])
})

for (const [how, close] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['the button', (page: Page) => page.getByRole('button', { name: 'Close the request' }).click()],
] as const)
  test(`keeps an open request in its place while others arrive above, and is live again after ${how}`, {
    tag: how === 'Escape' ? [] : '@full',
  }, async ({ openConsole }) => {
    const { page, request } = await openConsole({
      ...OPTIONS,
      before: async ({ fetch }) => {
        for (let limit = 1; limit <= 60; limit += 1) await fetch(`/v2/deployments?limit=${limit}`)
      },
    })
    const row = page.getByRole('option', { name: /limit=60/ })
    await row.click()
    const region = page.getByRole('region', { name: 'Request 60', exact: true })
    await region.waitFor()
    const before = await row.boundingBox()
    await request('/v2/deployments?limit=61')
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
    expect(await row.boundingBox()).toEqual(before)
    await total(page, '61 requests')
    await close(page)
    await expect(region).toBeHidden()
    await request('/v2/deployments?limit=62')
    await expect(rowsOf(page).first()).toContainText('limit=62')
    await expect(rowsOf(page).first()).toBeInViewport()
    await expect(page.getByRole('button', { name: /new/ })).toBeHidden()
  })

test('shows what is new above an open request while all rows fit', { tag: '@full' }, async ({ openConsole }) => {
  const { page, request } = await openConsole({
    ...OPTIONS,
    route: '#/requests/1',
    before: ({ fetch }) => fetch('/v2/deployments?limit=1'),
  })
  await page.getByRole('region', { name: 'Request 1', exact: true }).waitFor()
  await request('/v2/deployments?limit=2')
  await expect(rowsOf(page)).toHaveText([/limit=2/, /limit=1/])
  await expect(rowsOf(page).first()).toBeInViewport()
  await expect(page.getByRole('button', { name: /new/ })).toBeHidden()
})

test('counts what is new while somebody has scrolled, and goes there with a key', async ({ openConsole }) => {
  const { page, request } = await openConsole({
    ...OPTIONS,
    before: async ({ fetch }) => {
      for (let limit = 1; limit <= 60; limit += 1) await fetch(`/v2/deployments?limit=${limit}`)
    },
  })
  const row = page.getByRole('option', { name: /limit=30$|limit=30\D/ })
  await expect(rowsOf(page).first()).toBeVisible()
  await listOf(page).evaluate((frame) => {
    frame.scrollTop = 400
  })
  const before = await row.boundingBox()
  await Promise.all(Array.from({ length: 12 }, () => request('/v2/auth/providers')))
  await expect(page.getByRole('button', { name: '12 new' })).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)
  await page.keyboard.press('.')
  await expect(page.getByRole('button', { name: '12 new' })).toBeHidden()
  await expect(rowsOf(page).first()).toBeInViewport()
})

test('opens the next request with an arrow while one is open, and the focus goes along', async ({ openConsole }) => {
  const { page } = await openConsole({
    ...OPTIONS,
    before: async ({ fetch }) => {
      for (const limit of [1, 2, 3]) await fetch(`/v2/deployments?limit=${limit}`)
    },
  })
  await page.getByRole('option', { name: /limit=3/ }).click()
  await page.getByText('Depends on').waitFor()
  await page.keyboard.press('j')
  await expect(page.getByRole('region', { name: 'Request 2', exact: true })).toBeVisible()
  await expect(listOf(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('region', { name: 'Request 1', exact: true })).toBeVisible()
  const active = await listOf(page).getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveText(/limit=1/)
})

test('tells an empty page from a full one, and keeps the query on a phone', async ({ openConsole }) => {
  const { page } = await openConsole({
    ...OPTIONS,
    before: async ({ fetch }) => {
      await fetch('/v2/deployments?status=READY&limit=2')
      await fetch('/v2/deployments?name_contains=zz')
    },
  })
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(rowsOf(page)).toHaveText([
    /GET \/v2\/deployments\?name_contains=zz.*none of 1,200/,
    /GET \/v2\/deployments\?status=READY&limit=2.*2 of 649/,
  ])
  await expect(page.getByText('status=READY')).toBeVisible()
})

test('sorts by duration and by size', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({
    ...OPTIONS,
    before: async ({ fetch }) => {
      for (const limit of [2, 50, 1]) await fetch(`/v2/deployments?limit=${limit}`)
    },
  })
  await expect(rowsOf(page)).toHaveText([/limit=1/, /limit=50/, /limit=2/])
  await page.getByRole('button', { name: 'Size' }).click()
  await expect(rowsOf(page)).toHaveText([/limit=50/, /limit=2/, /limit=1/])
  await page.getByRole('button', { name: 'Duration' }).click()
  const slowest = simulator.requests.list().toSorted((one, other) => other.milliseconds - one.milliseconds)
  const expected = slowest.map(({ query }) => new RegExp(query))
  await expect(rowsOf(page)).toHaveText(expected)
  await page.reload()
  await expect(rowsOf(page)).toHaveText(expected)
  await page.getByRole('button', { name: 'Duration' }).click()
  await expect(rowsOf(page)).toHaveText([/limit=1/, /limit=50/, /limit=2/])
})

test('finds requests by their method and path, and names the keys if a filter finds nothing', async ({
  openConsole,
}) => {
  const { page } = await openConsole({
    ...OPTIONS,
    before: async ({ fetch }) => {
      await fetch('/v2/auth/providers')
      await fetch('/v2/deployments', { method: 'POST' })
    },
  })
  const filter = page.getByRole('combobox', { name: 'Filter requests' })
  await filter.fill('method=POST')
  await expect(rowsOf(page)).toHaveText([/POST/])
  await filter.fill('path=/v2/auth')
  await expect(rowsOf(page)).toHaveText([/providers/])
  await filter.fill('stauts=4xx')
  await expect(page.getByText('“stauts=4xx” was looked for as text.')).toBeVisible()
  await expect(page.getByText(/status=, method=, path=/)).toBeVisible()
})

test('names the session of each request when there are several', async ({ openConsole }) => {
  const { page, server, request } = await openConsole(OPTIONS)
  await request('/v2/deployments?limit=1')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByText('default', { exact: true }).and(listOf(page).locator('*'))).toBeHidden()
  await fetch(`${server.url}/_s/alice/v2/deployments?limit=2`)
  await fetch(`${server.url}/_s/alice/v2/deployments?limit=3`)
  await expect(rowsOf(page)).toHaveText([/alice/, /alice/, /default/])
  await expect(page.getByRole('main').getByText('Session', { exact: true })).toBeVisible()
})

test('keys go on from a request that was opened by its address', { tag: '@full' }, async ({ openConsole }) => {
  const { page, goTo } = await openConsole({
    route: '#/requests/4',
    async before(simulator) {
      for (let count = 0; count < 5; count += 1) await simulator.fetch('/v2/deployments')
    },
  })
  const expectOpen = (id: number) =>
    expect(page.getByRole('region', { name: `Request ${id}`, exact: true })).toContainText('listDeployments')
  await expectOpen(4)
  await page.keyboard.press('j')
  await expectOpen(3)
  await goTo('#/requests/5')
  await expectOpen(5)
  await page.keyboard.press('j')
  await expectOpen(4)
})

test('on a phone, the list says what it is sorted by, and the line below it where the service is', async ({
  page,
  openConsole,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { server } = await openConsole({ route: '#/requests', before: (_, { url }) => fetch(`${url}/v2/deployments`) })
  const headings = page.getByRole('button', { name: /^Duration/ }).locator('..')
  await expect(headings).toBeVisible()
  expect(await headings.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"Sort by"')
  await expect(page.getByRole('contentinfo')).toContainText(server.url)
  await expect(page.getByRole('contentinfo').getByText(server.url)).toBeVisible()
})
