import { expect, type Page } from '@playwright/test'
import type { StartOptions } from '../../../src/entries/browser/index.ts'
import type { FaultInput, ScenarioInput } from '../../../src/index.ts'
import { test as base, type TestSimulator } from '../../../src/server/playwright/index.ts'
import { type Site, serveSite } from './site.ts'

/** A shop with seven deployments in the order of every list, youngest first. */
export const shop: ScenarioInput = {
  name: 'shop',
  description: 'Seven deployments with telling names.',
  providers: 0,
  integrations: [{ kind: 'standard', name: 'shop', repositories: 1 }],
  deployments: ['checkout', 'cart', 'search', 'catalogue', 'stock', 'search-index', 'mail'].map((name) => ({
    record: { name, status: name.startsWith('c') ? 'READY' : 'AWAITING_DATABASE' },
  })),
}

/** The page, and the simulator that answers it. */
export interface OpenPage {
  addFault(fault: FaultInput): Promise<void>
  clearFaults(): Promise<void>
  advance(milliseconds: number): Promise<void>
}

/** How the page reaches a simulator. */
export interface Adapter {
  name: string
  open(page: Page, site: Site, simulator: TestSimulator): Promise<OpenPage>
}

export const adapters: readonly Adapter[] = [
  {
    name: 'the service worker',
    async open(page, site) {
      await page.goto(toWorkerUrl(site))
      await isListed(page)
      return {
        addFault: (fault) => page.evaluate((given) => void window.simulator?.faults.add(given), fault),
        clearFaults: () => page.evaluate(() => window.simulator?.faults.clear()),
        advance: (milliseconds) => page.evaluate((given) => window.simulator?.clock.advance(given), milliseconds),
      }
    },
  },
  {
    name: 'a server of another origin',
    async open(page, site, simulator) {
      await page.goto(`${site.url}/?api=${simulator.url}`)
      await isListed(page)
      return {
        addFault: async (fault) => void simulator.faults.add(fault),
        clearFaults: async () => simulator.faults.clear(),
        advance: async (milliseconds) => simulator.clock.advance(milliseconds),
      }
    },
  },
]

/** Waits for the first page of the list. */
export async function isListed(page: Page): Promise<void> {
  await expect(page.getByRole('status')).toHaveText('Page 1')
}

/** The URL at which the page starts a simulator with these options. */
export function toWorkerUrl(site: Pick<Site, 'url'>, options: StartOptions = {}, path = '/'): string {
  return `${site.url}${path}?simulate=${encodeURIComponent(JSON.stringify({ scenario: shop, ...options }))}`
}

export const test = base.extend<object, { site: Site }>({
  sessionOptions: { scenario: shop },
  site: [
    async ({}, use) => {
      const site = await serveSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', box: true },
  ],
})
