import { expect, type Page } from '@playwright/test'
import type { StartOptions } from '../../src/entries/browser/index.ts'
import { test } from './support/test.ts'

const LIST = 'https://api.test/v2/deployments'
const BILLING = 'https://billing.test/invoices'

// MSW 3 renamed the option. Each version ignores the other's name.
const STRICT = { onUnhandledRequest: 'error', onUnhandledFrame: 'error', quiet: true } as const

interface Starts {
  ours: StartOptions
  theirs: { serviceWorker?: { url: string } }
}

const startTheirs = (page: Page, options: Starts['theirs'] = {}) =>
  page.evaluate(async (given) => void (await window.worker.start(given)), { ...STRICT, ...options })

const startOurs = (page: Page, options: StartOptions = {}) =>
  page.evaluate(async (given) => void (await window.startSimulator(given)), {
    baseUrl: 'https://api.test',
    deployments: 3,
    ...options,
  })

/** What a page gets at a URL: the status and the length of a list or the text, or the name of the error. */
const ask = (page: Page, url: string, body?: string) =>
  page
    .evaluate(
      async ([target, sent]) => {
        const response = await fetch(target, sent === undefined ? {} : { method: 'POST', body: sent })
        const text = await response.text()
        return `${response.status} ${text.startsWith('{"resources"') ? JSON.parse(text).resources.length : text}`
      },
      [url, body] as const,
    )
    .catch((error: Error) => (error.message.includes('TypeError') ? 'TypeError' : error.message))

const orders: Record<string, (page: Page, starts?: Partial<Starts>) => Promise<void>> = {
  'theirs first': async (page, { theirs, ours } = {}) => {
    await startTheirs(page, theirs)
    await startOurs(page, ours)
  },
  'ours first': async (page, { theirs, ours } = {}) => {
    await startOurs(page, ours)
    await startTheirs(page, theirs)
  },
  'ours first, without waiting': async (page, { theirs, ours } = {}) => {
    await Promise.all([startOurs(page, ours), startTheirs(page, theirs)])
  },
}

for (const [order, start] of Object.entries(orders)) {
  test(`the simulator and the app’s own worker each receive their own requests once, ${order}`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url)
    await start(page)
    await page.evaluate(() => window.simulator?.faults.add({ operation: 'listDeployments', status: 503, times: 1 }))
    expect(await ask(page, LIST)).toMatch(/^503 /)
    expect(await ask(page, LIST)).toBe('200 3')
    expect(await ask(page, LIST, 'no JSON')).toMatch(/^422 /)
    expect(await ask(page, BILLING)).toBe('200 paid')
    expect(await ask(page, BILLING, 'an invoice')).toBe('200 paid')
    expect(await page.evaluate(() => window.billed)).toEqual(['', 'an invoice'])
    expect(await page.evaluate(() => window.simulator?.requests.list().length)).toBe(3)
    // An unhandled request is left to the worker, which rejects it.
    expect(await ask(page, `${site.url}/nowhere`)).toMatch(/^500 .*Cannot bypass/)
  })

  test(`the simulator and the app’s own worker each stop and start again without affecting the other, ${order}`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url)
    await start(page)
    await page.evaluate(async () => void (await window.worker.stop()))
    expect(await ask(page, LIST)).toBe('200 3')
    expect(await ask(page, BILLING)).toBe('TypeError')
    expect(await ask(page, `${site.url}/nowhere`)).toMatch(/^404 /)
    await startTheirs(page)
    expect([await ask(page, LIST), await ask(page, BILLING)]).toEqual(['200 3', '200 paid'])

    await page.evaluate(() => window.simulator?.stop())
    expect(await ask(page, LIST)).toMatch(/^500 .*Cannot bypass/)
    expect(await ask(page, BILLING)).toBe('200 paid')
    await startOurs(page)
    expect([await ask(page, LIST), await ask(page, BILLING)]).toEqual(['200 3', '200 paid'])

    await page.evaluate(() => window.simulator?.stop())
    await page.evaluate(async () => void (await window.worker.stop()))
    expect([await ask(page, LIST), await ask(page, BILLING)]).toEqual(['TypeError', 'TypeError'])
  })
}

for (const order of ['theirs first', 'ours first']) {
  test(`a worker with its own script is also used, ${order}`, async ({ page, site }) => {
    await page.goto(site.url)
    await orders[order]?.(page, { theirs: { serviceWorker: { url: '/own-worker.js' } } })
    expect([await ask(page, LIST), await ask(page, BILLING)]).toEqual(['200 3', '200 paid'])
    await page.evaluate(() => window.simulator?.stop())
    expect(await ask(page, BILLING)).toBe('200 paid')
  })
}

test('the simulator needs no script if a worker is already started', async ({ page, site }) => {
  await page.goto(site.url)
  await startTheirs(page)
  await startOurs(page, { serviceWorker: { url: '/nowhere.js' } })
  expect([await ask(page, LIST), await ask(page, BILLING)]).toEqual(['200 3', '200 paid'])
})

test('two simulators in a page answer their own base URLs', async ({ page, site }) => {
  await page.goto(site.url)
  await startOurs(page)
  await startOurs(page, { baseUrl: 'https://second.test', deployments: 2 })
  const second = 'https://second.test/v2/deployments'
  expect([await ask(page, LIST), await ask(page, second)]).toEqual(['200 3', '200 2'])
  await page.evaluate(() => window.simulator?.stop())
  expect([await ask(page, LIST), await ask(page, second)]).toEqual(['200 3', 'TypeError'])
})

test('a worker that is about to start is reported', async ({ page, site }) => {
  await page.goto(site.url)
  const starting = startTheirs(page)
  await expect(startOurs(page)).rejects.toThrow('Await its start(), or pass its handlers as "handlers"')
  await starting
  await startOurs(page)
  expect([await ask(page, LIST), await ask(page, BILLING)]).toEqual(['200 3', '200 paid'])
})

test('a worker that was stopped before is reported', async ({ page, site }) => {
  await page.goto(site.url)
  await startTheirs(page)
  await page.evaluate(async () => void (await window.worker.stop()))
  await expect(startOurs(page)).rejects.toThrow(
    'Failed to start the simulator: another MSW worker in this page is about to start, or was stopped. Await its start(), or pass its handlers as "handlers" and start no other worker.',
  )
})

test('handlers take precedence over the service, and get other requests only once', async ({ page, site }) => {
  await page.goto(site.url)
  await page.evaluate(async () => {
    const handlers = window.worker.listHandlers() as never
    await window.startSimulator({ baseUrl: 'https://api.test', deployments: 3, handlers })
  })
  expect([await ask(page, LIST), await ask(page, BILLING, 'an invoice')]).toEqual(['200 3', '200 paid'])
  expect(await page.evaluate(() => window.billed)).toEqual(['an invoice'])
})

test('the handlers of use come before everything else, until a reset', async ({ page, site }) => {
  await page.goto(site.url)
  await startTheirs(page)
  await page.evaluate(async () => {
    const handlers = window.worker.listHandlers() as never
    const simulator = await window.startSimulator({ baseUrl: 'https://api.test', deployments: 3, handlers })
    const { http, HttpResponse } = window.msw
    simulator.use(
      http.get('https://api.test/v2/deployments', () => HttpResponse.text('mine'), { once: true }),
      http.all('https://billing.test/*', () => HttpResponse.text('due')),
    )
  })
  expect([await ask(page, LIST), await ask(page, LIST)]).toEqual(['200 mine', '200 3'])
  expect(await ask(page, BILLING, 'an invoice')).toBe('200 due')
  expect(await page.evaluate(() => window.simulator?.requests.get(1)?.explanation.handler)).toBe(
    'GET https://api.test/v2/deployments',
  )
  await page.evaluate(() => window.simulator?.reset())
  expect(await ask(page, BILLING, 'an invoice')).toBe('200 paid')
})

test('a handler of another worker that the simulator comes before is reported once', async ({ page, site }) => {
  await page.goto(site.url)
  const warnings: string[] = []
  page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())))
  await startTheirs(page)
  await page.evaluate(() => {
    const { http, HttpResponse } = window.msw
    window.worker.use(http.get('https://api.test/v2/deployments', () => HttpResponse.text('theirs')))
  })
  await startOurs(page)
  expect([await ask(page, LIST), await ask(page, LIST), await ask(page, BILLING)]).toEqual([
    '200 3',
    '200 3',
    '200 paid',
  ])
  expect(warnings).toEqual([
    'deploymock answers requests that a handler of your own MSW server matches, so this handler is not used: GET https://api.test/v2/deployments. To override a response in a test, pass the handler to simulator.use() instead.',
  ])
})
