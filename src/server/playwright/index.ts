// The entry `deploymock/playwright`.

import { test as base, type TestInfo } from '@playwright/test'
import { withChaosSeed } from '../../chaos-seed.ts'
import type { Contract } from '../../engine/contract/contract.ts'
import { describeUnmatched } from '../../engine/contract/unmatched.ts'
import { extend } from '../../engine/input/options/extend.ts'
import { createSimulator } from '../../engine/simulator/simulator.ts'
import { createInRun } from '../../entries/run/create-in-run.ts'
import { withMemoryLimit } from '../../memory-limit.ts'
import { service } from '../../service/service.ts'
import type { Session, SessionOptions, Simulator, SimulatorOptions } from '../../service/types.ts'
import { serve } from '../index.ts'
import { describeRequests } from './request-report.ts'

export { expect } from '@playwright/test'
export type { SessionOptions, SimulatorOptions } from '../../service/types.ts'

/** The world of a test, on a server that all tests of a worker share. */
export interface TestSimulator extends Session {
  /** The URL of its service: the base URL for the page under test. */
  readonly url: string
}

export interface SimulatorFixtures {
  /**
   * The test's own world, with its URL. When the test fails, its requests are attached to the report,
   * each with the explanation of its response.
   */
  simulator: TestSimulator
  /** What the world starts with: a scenario, a snapshot, a preset, assumptions. Set it with `test.use`. */
  sessionOptions: SessionOptions
  /**
   * What happens after a request to the simulator that matches no operation. It always gets the service's own
   * 404 or 405, and `fail` also fails the test, `answer` does not. Default: `fail`. Set it with `test.use`.
   */
  unhandledRequests: 'fail' | 'answer'
}

export interface SimulatorWorkerFixtures {
  /**
   * The options of each worker's simulator, set with `use` in the configuration. The clock runs in
   * real time by default.
   */
  simulatorOptions: SimulatorOptions
  /** The server of a worker. */
  simulatorServer: { readonly url: string } & Pick<Simulator, 'sessions' | 'contractOf'>
}

// A test may be paused in a debugger for longer than a session lasts by default.
const A_DAY = 24 * 60

/**
 * Playwright's `test` with a simulated service for each test.
 *
 * @example
 * test('shows what is ready', async ({ page, simulator }) => {
 *   simulator.db.deployments.create({ name: 'checkout', status: 'READY' })
 *   await page.goto(`/?api=${simulator.url}`)
 *   await expect(page.getByText('checkout')).toBeVisible()
 * })
 */
export const test = base.extend<SimulatorFixtures, SimulatorWorkerFixtures>({
  simulatorOptions: [{}, { option: true, scope: 'worker' }],
  sessionOptions: [{}, { option: true }],
  unhandledRequests: ['fail', { option: true }],
  simulatorServer: [
    async ({ simulatorOptions }, use) => {
      const options = withMemoryLimit(withChaosSeed({ clock: 'running', sessionMinutes: A_DAY, ...simulatorOptions }))
      const simulator = createInRun((hooks) => createSimulator(service, options, hooks))
      const server = await serve(simulator, { port: 0 })
      await use({ url: server.url, sessions: simulator.sessions, contractOf: simulator.contractOf })
      await server.close()
    },
    { scope: 'worker', box: true },
  ],
  simulator: async (
    { simulatorServer: { url, sessions, contractOf }, sessionOptions, unhandledRequests },
    use,
    testInfo,
  ) => {
    const name = `${testInfo.testId}-${testInfo.retry}`
    const session = sessions.create(name, { varyScope: testInfo.testId, ...sessionOptions })
    await use(extend(session, { url: `${url}/_s/${name}` }))
    const unhandled = unhandledRequests === 'fail' ? listUnhandled(session, `${url}/_s/${name}`, contractOf(name)) : []
    if (unhandled.length > 0 || testInfo.status !== testInfo.expectedStatus) await attachRequests(session, testInfo)
    sessions.delete(name)
    if (unhandled.length === 0) return
    throw new Error(
      `Failed to handle every request: some matched no operation.\n  ${unhandled.join('\n  ')}\nFix the page, or set unhandledRequests: 'answer' with test.use.`,
    )
  },
})

// HTTP libraries and browsers send HEAD and OPTIONS requests on their own.
function listUnhandled({ requests }: Session, url: string, contract: Contract): readonly string[] {
  const unhandled = requests
    .list()
    .filter(({ operation, method }) => operation === null && !/^(?:HEAD|OPTIONS)$/.test(method))
  const lines = unhandled.map((each) => describeUnmatched(each, url + each.path, contract))
  return [...new Set(lines)].map((line) => {
    const count = lines.filter((each) => each === line).length
    return count === 1 ? line : `${line} (${count} times)`
  })
}

async function attachRequests(session: Session, testInfo: TestInfo): Promise<void> {
  await testInfo.attach('simulator requests', { body: describeRequests(session), contentType: 'text/plain' })
}
