import { expect, type Page } from '@playwright/test'
import { createSimulator } from '../../src/entries/engine/index.ts'
import { testOf } from '../../src/server/playwright/index.ts'
import { type TriedApi, tried } from '../rest/apis/tried.ts'
import type { Site } from './support/site.ts'
import { test } from './support/test.ts'

const baseUrlOf = ({ name }: Pick<TriedApi, 'name'>) => `https://${name}.test/deep`

const open = async (page: Page, site: Site) => {
  await page.goto(`${site.url}/tried`)
  await page.waitForFunction(() => 'startTried' in window)
}

const start = (page: Page, name: string, baseUrl: string) =>
  page.evaluate(
    async ([api, url]) => {
      window.simulator = await window.startTried(api, url)
    },
    [name, baseUrl] as const,
  )

const ask = (page: Page, url: string, init: { method?: string; headers?: object; body?: string }) =>
  page.evaluate(
    async ([target, options]) => {
      const response = await fetch(target, options as RequestInit)
      return { status: response.status, body: (await response.json()) as never }
    },
    [url, init] as const,
  )

for (const api of tried) {
  const { db } = createSimulator({ service: api.service })
  const { headers } = api
  const base = baseUrlOf(api)
  const listed = base + api.list.path(db as never)
  const written = base + api.write.path(db as never)

  test(`a page is answered by ${api.name}, which is declared, also after it was loaded again`, async ({
    page,
    site,
  }) => {
    await open(page, site)
    await start(page, api.name, base)
    const before = await ask(page, listed, { headers })
    expect(api.list.records(before.body)).toHaveLength(2)
    expect((await ask(page, written, { method: 'POST', headers, body: api.write.body })).status).toBeLessThan(300)
    const read = () =>
      page.evaluate(
        ([resource]) => {
          const tables: Record<string, { count(): number }> = Object(window.simulator?.db)
          return tables[resource]?.count()
        },
        [api.write.resource] as const,
      )
    const count = await read()
    expect(count).toBe((Reflect.get(db, api.write.resource) as { count(): number }).count() + 1)
    await page.evaluate(([operation]) => window.simulator?.faults.add({ operation, status: 503, times: 1 } as never), [
      api.list.operation,
    ] as const)
    expect((await ask(page, listed, { headers })).status).toBe(503)
    const after = await ask(page, listed, { headers })
    await open(page, site)
    await start(page, api.name, base)
    expect([await read(), await ask(page, listed, { headers })]).toEqual([count, after])
  })

  const fixture = testOf(api.service)
  fixture.extend({ sessionOptions: { scenario: api.scenario } as never })(
    `the fixtures give a test a world of ${api.name}, which is declared`,
    async ({ page, simulator }) => {
      expect(simulator.scenario.name).toBe(api.scenario)
      simulator.load('default')
      const url = simulator.url + api.list.path(simulator.db as never)
      const get = () => page.request.get(url, { headers })
      expect(api.list.records((await (await get()).json()) as never)).toHaveLength(2)
      simulator.faults.add({ operation: api.list.operation, status: 503 } as never)
      expect((await get()).status()).toBe(503)
      expect(simulator.requests.list().map(({ operation }) => operation)).toEqual([
        api.list.operation,
        api.list.operation,
      ])
    },
  )
}

test('a page is answered by all of them beside ours, each with its own data', async ({ page, site }) => {
  await open(page, site)
  for (const { name } of [...tried, { name: 'ours' }]) await start(page, name, baseUrlOf({ name }))
  for (const api of tried) {
    const { db } = createSimulator({ service: api.service })
    const { body } = await ask(page, baseUrlOf(api) + api.list.path(db as never), { headers: api.headers })
    expect([api.name, api.list.records(body).length]).toEqual([api.name, 2])
  }
  const { body } = await ask(page, `${baseUrlOf({ name: 'ours' })}/v2/deployments?limit=2`, {})
  expect(body as object).toMatchObject({ resources: [{}, {}] })
})

for (const bases of [
  ['https://one.test', 'https://one.test/inner', 'https://one.test/other'],
  ['https://one.test/inner', 'https://one.test/other', 'https://one.test'],
])
  test(`a page is answered by the simulator with the most specific base URL: ${bases[0]} first`, async ({
    page,
    site,
  }) => {
    await open(page, site)
    for (const base of bases) {
      await start(page, 'ours', base)
      await page.evaluate((name) => {
        const { deployments } = (window.simulator as NonNullable<typeof window.simulator>).db
        for (const { id } of deployments.list()) deployments.delete(id)
        deployments.create({ name })
      }, base)
    }
    for (const base of bases) {
      const { body } = await ask(page, `${base}/v2/deployments`, {})
      expect(body as object).toMatchObject({ resources: [{ name: base }] })
    }
    // Each keeps a world of its own.
    await open(page, site)
    for (const base of bases.toReversed()) {
      await start(page, 'ours', base)
      const { body } = await ask(page, `${base}/v2/deployments`, {})
      expect(body as object).toMatchObject({ resources: [{ name: base }] })
    }
  })
