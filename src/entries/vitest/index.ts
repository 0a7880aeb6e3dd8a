// The entry `deploymock/vitest`.

import { expect } from 'vitest'
import { matchers, type RequestMatchers } from '../run/matchers.ts'
import { createSimulatorTest } from './simulator-test.ts'

expect.extend({ ...matchers })

// All versions of Vitest base their assertions on this interface, but with different type parameters.
declare global {
  namespace Chai {
    interface Assertion extends RequestMatchers {}
  }
}

/**
 * Vitest's `test`, with a separate world for each test: data, faults, clock and requests. All
 * requests that a test sends to the service, with `fetch` or `node:http`, go to its own world, even if tests run
 * concurrently. A request that matches no operation fails the test that made it.
 *
 * @example
 * import { test as base } from 'deploymock/vitest'
 *
 * const test = base.extend('simulatorOptions', { scenario: 'empty' })
 *
 * test('the client lists what is ready', async ({ simulator }) => {
 *   simulator.db.deployments.create({ name: 'checkout', status: 'READY' })
 *   const client = new Client({ baseUrl: simulator.url })
 *   expect(await client.listReady()).toMatchObject([{ name: 'checkout' }])
 *   expect(simulator).toHaveReceived('listDeployments', { parameters: { status: 'READY' } })
 * })
 */
export const test = createSimulatorTest()

export type { OperationName } from '../../service/types.ts'
export type { BoundarySession, OtherHosts, UnhandledRequests } from '../node/boundary.ts'
export type { SetupOptions } from '../node/setup-simulator.ts'
export type { RequestMatchers } from '../run/matchers.ts'
export type { ExpectedRequest, RequestMatch } from '../run/received.ts'
export type { SimulatorFixtures } from './simulator-test.ts'
