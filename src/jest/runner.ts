// What the entry uses of Jest.

import { OptionError } from '../engine/input/options/option-error.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'

/** Jest's functions. */
export interface Jest {
  beforeAll(hook: () => void): void
  afterEach(hook: () => void): void
  afterAll(hook: () => void): void
  readonly expect: { extend(matchers: object): void }
}

const NAMES = ['beforeAll', 'afterEach', 'afterAll', 'expect']

/**
 * Finds Jest's functions. Importing them would fail everywhere but in a test.
 *
 * @throws if this is no test file of Jest
 */
export function findJest(): Jest {
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
 * Whether the running test has failed so far, as far as Jest tells. It has no function for that, only
 * the state of its runner. A test that should fail does not count.
 */
export function hasTestFailed(): boolean {
  const key = Object.getOwnPropertySymbols(globalThis).find((symbol) => symbol.description === 'JEST_STATE_SYMBOL')
  const state: unknown = key && Reflect.get(globalThis, key)
  const test = isRecord(state) ? state.currentlyRunningTest : undefined
  return isRecord(test) && test.failing !== true && Array.isArray(test.errors) && test.errors.length > 0
}
