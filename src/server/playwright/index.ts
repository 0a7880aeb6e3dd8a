// The entry `deploymock/playwright`.

import {
  test as base,
  expect as baseExpect,
  type Expect,
  type ExpectMatcherState,
  type MatcherReturnType,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from '@playwright/test'
import { withChaosSeed } from '../../chaos-seed.ts'
import type { Contract } from '../../engine/contract/contract.ts'
import { describeUnmatched } from '../../engine/contract/unmatched.ts'
import { extend } from '../../engine/input/options/extend.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { hideSecrets } from '../../engine/input/text/secrets.ts'
import type { Service, ServiceDeclarations } from '../../engine/scenario/service.ts'
import type { Session as SessionOf } from '../../engine/sessions/session.ts'
import { createSimulator, type SimulatorTypes } from '../../engine/simulator/simulator.ts'
import { createInRun } from '../../entries/run/create-in-run.ts'
import { matchers, type RequestMatchers } from '../../entries/run/matchers.ts'
import { withMemoryLimit } from '../../memory-limit.ts'
import { service } from '../../service/service.ts'
import type { OperationName, Session, SessionOptions, Simulator, SimulatorOptions } from '../../service/types.ts'
import type { ServiceOptions } from '../given-simulator.ts'
import { serve } from '../index.ts'
import { describeRequests } from './request-report.ts'

export type { SessionOptions, SimulatorOptions } from '../../service/types.ts'

/** Those of a service of your own have other names. */
type AnyOperation = OperationName | (string & {})

/** The matchers for requests, as Playwright has matchers. */
type Matchers = {
  readonly [Name in keyof RequestMatchers]: (
    this: ExpectMatcherState,
    simulator: unknown,
    ...args: Parameters<RequestMatchers<AnyOperation>[Name]>
  ) => MatcherReturnType
}

/**
 * Playwright's `expect`, with matchers for the requests of a simulator: `toHaveReceived`, `toHaveReceivedTimes` and
 * `toHaveReceivedInOrder`. They look once, so wait first for what the page shows, or with `requests.waitFor`.
 */
export const expect: Expect<Matchers> = baseExpect.extend(
  Object.fromEntries(
    Object.entries(matchers).map(([name, match]) => [
      name,
      (...given: readonly unknown[]) => Reflect.apply(match, { equals: isEqual, customTesters: [] }, given),
    ]),
  ) as unknown as Matchers,
)

// Playwright offers matchers no comparison. Asymmetric ones, such as `expect.any(Number)`, may stand anywhere.
function isEqual(received: unknown, expected: unknown): boolean {
  if (!isRecord(expected) && !Array.isArray(expected)) return Object.is(received, expected)
  const { asymmetricMatch } = expected as { asymmetricMatch?: (received: unknown) => boolean }
  if (typeof asymmetricMatch === 'function') return asymmetricMatch.call(expected, received)
  if (typeof received !== 'object' || received === null || Array.isArray(received) !== Array.isArray(expected))
    return false
  const names = Object.keys({ ...received, ...expected })
  return names.every((name) => isEqual(Reflect.get(received, name), Reflect.get(expected, name)))
}

/** The world of a test, on a server that all tests of a worker share. */
export interface TestSimulator extends Session {
  /** The URL of its service: the base URL for the page under test. */
  readonly url: string
}

export interface SimulatorFixtures<Own = TestSimulator, Options = SessionOptions> {
  /**
   * The test's own world, with its URL. When the test fails, its requests are attached to the report,
   * each with the explanation of its response.
   */
  simulator: Own
  /** What the world starts with: a scenario, a snapshot, a preset, assumptions. Set it with `test.use`. */
  sessionOptions: Options
  /**
   * What happens after a request to the simulator that matches no operation. It always gets the service's own
   * 404 or 405, and `fail` also fails the test, `answer` does not. Default: `fail`. Set it with `test.use`.
   */
  unhandledRequests: 'fail' | 'answer'
}

export interface SimulatorWorkerFixtures<Options = SimulatorOptions | ServiceOptions> {
  /**
   * The options of each worker's simulator, set with `use` in the configuration. The clock runs in
   * real time by default. With `service`, it simulates a service of your own; `testOf` has its types, too.
   */
  simulatorOptions: Options
  /** The server of a worker. */
  simulatorServer: { readonly url: string } & Pick<Simulator, 'sessions' | 'contractOf'>
}

/** What the fixtures are typed by. */
interface FixtureTypes extends SimulatorTypes {
  readonly Session: SessionOf
  readonly SessionOptions: object
}

/** Playwright's `test` for a service: its world and its options have the types of the service. */
export type TestOf<Of extends FixtureTypes> = TestType<
  PlaywrightTestArgs &
    PlaywrightTestOptions &
    SimulatorFixtures<Of['Session'] & { readonly url: string }, Of['SessionOptions']>,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & SimulatorWorkerFixtures<Of['SimulatorOptions']>
>

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
  simulatorServer: [({ simulatorOptions }, use) => serveWorker(simulatorOptions, use), { scope: 'worker', box: true }],
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

/**
 * Returns Playwright's `test` with a service of your own for each test.
 *
 * @example
 * const test = testOf(service)
 * test.use({ sessionOptions: { scenario: 'triage' } })
 */
export function testOf<Of extends FixtureTypes>(declared: Service<Of>): TestOf<Of> {
  const own = test.extend<object, SimulatorWorkerFixtures>({
    simulatorServer: [
      ({ simulatorOptions }, use) => serveWorker({ service: declared, ...simulatorOptions }, use),
      { scope: 'worker', box: true },
    ],
  })
  return own as unknown as TestOf<Of>
}

type WorkerServer = SimulatorWorkerFixtures['simulatorServer']

/** Serves the simulator of a worker for as long as its tests use it. */
async function serveWorker(
  { service: declared = service as ServiceDeclarations, ...given }: Partial<ServiceOptions>,
  use: (server: WorkerServer) => Promise<void>,
): Promise<void> {
  const options = withMemoryLimit(
    withChaosSeed({ clock: 'running', sessionMinutes: A_DAY, ...given } as SimulatorOptions),
  )
  // Its types are those of its service, which `testOf` knows.
  const simulator = createInRun((hooks) => createSimulator(declared as typeof service, options, hooks))
  const server = await serve(simulator, { port: 0 })
  await use({ url: server.url, sessions: simulator.sessions, contractOf: simulator.contractOf })
  await server.close()
}

// HTTP libraries and browsers send HEAD and OPTIONS requests on their own.
function listUnhandled({ requests }: Session, url: string, contract: Contract): readonly string[] {
  const unhandled = requests
    .list()
    .filter(({ operation, method }) => operation === null && !/^(?:HEAD|OPTIONS)$/.test(method))
  const lines = unhandled.map((each) => describeUnmatched(each, hideSecrets(url + each.path), contract))
  return [...new Set(lines)].map((line) => {
    const count = lines.filter((each) => each === line).length
    return count === 1 ? line : `${line} (${count} times)`
  })
}

async function attachRequests(session: Session, testInfo: TestInfo): Promise<void> {
  await testInfo.attach('simulator requests', { body: describeRequests(session), contentType: 'text/plain' })
}
