import { OptionError } from '../../engine/input/options/option-error.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import type { Chosen } from '../../engine/simulator/simulator.ts'
import { service } from '../../service/service.ts'
import type { NodeSimulatorFor, SetupOptionsFor } from '../node/index.ts'
import { setUp } from '../node/setup-simulator.ts'
import { describeFailed } from '../run/hint.ts'
import { matchers } from '../run/matchers.ts'

/**
 * Creates a simulator for the tests of a file. It answers the requests of all clients from the first
 * test to the last one. After each test it begins anew, without the records, faults and overrides of
 * the test. Below a failed test, Jest prints the last requests. A request that matches no operation
 * fails the test that made it. Also adds `toHaveReceived` and the other matchers to `expect`.
 *
 * @throws outside of a test file of Jest, and if an option is invalid
 * @example
 * import { createTestSimulator } from 'deploymock/jest'
 *
 * const simulator = createTestSimulator({ baseUrl: 'https://deployments.test' })
 *
 * test('the client lists what is ready', async () => {
 *   simulator.db.deployments.create({ name: 'checkout', status: 'READY' })
 *   expect(await new Client({ baseUrl: simulator.url }).listReady()).toMatchObject([{ name: 'checkout' }])
 *   expect(simulator).toHaveReceived('listDeployments', { parameters: { status: 'READY' } })
 * })
 */
export function createTestSimulator<Declared extends Chosen = 'usual'>(
  options?: SetupOptionsFor<Declared>,
): NodeSimulatorFor<Declared>
export function createTestSimulator(options = {}): object {
  const { beforeAll, afterEach, afterAll, expect } = findJest()
  const { simulator, main } = setUp(service, options)
  expect.extend(matchers)
  beforeAll(() => simulator.listen())
  afterEach(() => {
    const errors = findErrors()
    if (errors.length > 0) throw withoutTrace(describeFailed(main, errors))
  })
  // A hook of its own, because Jest runs it even if the one before throws.
  afterEach(() => {
    try {
      simulator.verify()
    } finally {
      simulator.reset()
    }
  })
  afterAll(() => simulator.close())
  return simulator
}

// Jest prints the stack instead of the message, and the line of this hook would tell nobody anything.
function withoutTrace(message: string): Error {
  return Object.assign(new Error(message), { stack: message })
}

interface Jest {
  beforeAll(hook: () => void): void
  afterEach(hook: () => void): void
  afterAll(hook: () => void): void
  readonly expect: { extend(matchers: object): void }
}

const NAMES = ['beforeAll', 'afterEach', 'afterAll', 'expect']

/** Finds Jest's functions, which cannot be imported elsewhere. @throws if this is no test file of Jest */
function findJest(): Jest {
  const globals: object = globalThis
  if (hasFunctions(globals)) return globals
  throw new OptionError({
    attempt: 'create a simulator for tests',
    received: `Jest's global functions are missing (${NAMES.join(', ')})`,
    advice:
      'Call createTestSimulator in a test file, and do not set "injectGlobals": false. In other runners, such as bun test, use setupSimulator from deploymock/node.',
  })
}

function hasFunctions(globals: object): globals is Jest {
  return NAMES.every((name) => name in globals)
}

/**
 * Finds what the running test has failed with so far, as far as Jest tells. It has no function for that, only
 * the state of its runner. A test that should fail does not count.
 */
function findErrors(): readonly unknown[] {
  const key = Object.getOwnPropertySymbols(globalThis).find((symbol) => symbol.description === 'JEST_STATE_SYMBOL')
  const state: unknown = key && Reflect.get(globalThis, key)
  const test = isRecord(state) ? state.currentlyRunningTest : undefined
  return isRecord(test) && test.failing !== true && Array.isArray(test.errors) ? test.errors : []
}
