import { test as base, expect, type Page } from '@playwright/test'
import axe, { type AxeResults } from 'axe-core'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../../src/index.ts'
import { type RunningServer, type ServeOptions, serve } from '../../../../src/server/index.ts'

export { expect }

/** What a console shows: a simulator, its server, and the page. */
export interface OpenedConsole {
  readonly page: Page
  readonly simulator: Simulator
  readonly server: RunningServer
  /** Sends a request to the service of the session. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Goes to a route: `#/requests/1`. */
  goTo(route: string): Promise<void>
}

export interface OpenOptions {
  simulator?: SimulatorOptions
  server?: ServeOptions
  /** The session to show. Default: the server's own. */
  session?: string
  /** Where to begin: `#/requests`. */
  route?: string
  /** Called with the simulator before the page opens. */
  before?: (simulator: Simulator, server: RunningServer) => unknown
}

interface Fixtures {
  /** Serves a simulator and opens its console in the page. */
  openConsole(options?: OpenOptions): Promise<OpenedConsole>
  /** What went wrong in the page: errors, messages in its console, and violations of its security policy. */
  problems: string[]
  /** Parts of the problems that a test expects, which it adds. */
  expectedProblems: string[]
}

/** Tests of the console. A test fails if anything goes wrong in its page. */
export const test = base.extend<Fixtures>({
  expectedProblems: async ({}, use) => use([]),
  problems: [
    async ({ page, expectedProblems }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          problems.push(`console: ${message.text()} (${message.location().url})`)
      })
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          console.error(`security policy violated: ${effectiveDirective} ${blockedURI}`),
        )
      })
      await use(problems)
      expect(problems.filter((problem) => !expectedProblems.some((each) => problem.includes(each)))).toEqual([])
    },
    { auto: true },
  ],
  openConsole: async ({ page }, use) => {
    const opened: RunningServer[] = []
    await use(async ({ simulator: simulatorOptions, server: serverOptions, session, route = '', before } = {}) => {
      const simulator = createSimulator(simulatorOptions)
      const server = await serve(simulator, { port: 0, ...serverOptions })
      opened.push(server)
      await before?.(simulator, server)
      const base = session === undefined ? server.url : `${server.url}/_s/${session}`
      await page.goto(`${base}/_simulator/${route}`)
      return {
        page,
        simulator,
        server,
        request: (path, init) => fetch(base + path, init),
        goTo: async (next) => void (await page.goto(`${base}/_simulator/${next}`)),
      }
    })
    await Promise.all(opened.map((server) => server.close()))
  },
})

/** Expects that axe finds nothing in the page, once everything has faded in. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    return (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run()
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
}

/** Waits until nothing of the view World is still loading, so that nothing moves any more. */
export async function expectLoadedWorld(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}
