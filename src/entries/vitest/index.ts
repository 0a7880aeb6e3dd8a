// The entry `deploymock/vitest`.

import { expect } from 'vitest'
import { service } from '../../service/service.ts'
import type { OperationName } from '../../service/types.ts'
import { matchers, type OperationNameOf } from '../run/matchers.ts'
import type { ExpectedRequest as ExpectedOf, RequestMatch } from '../run/received.ts'
import { createSimulatorTest } from './simulator-test.ts'

expect.extend({ ...matchers })

/** What Vitest expects something of. */
type Expecting<Subject> = ReturnType<typeof expect<Subject>>

// All versions of Vitest base their assertions on this interface, but with different type parameters.
declare global {
  namespace Chai {
    interface Assertion {
      toHaveReceived<Subject>(this: Expecting<Subject>, operation: OperationNameOf<Subject>, match?: RequestMatch): void
      toHaveReceivedTimes<Subject>(
        this: Expecting<Subject>,
        operation: OperationNameOf<Subject>,
        times: number,
        match?: RequestMatch,
      ): void
      toHaveReceivedInOrder<Subject>(
        this: Expecting<Subject>,
        expected: readonly ExpectedOf<OperationNameOf<Subject>>[],
      ): void
    }
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
export const test = createSimulatorTest(service)

/** An operation, optionally with what the request must match. */
export type ExpectedRequest = ExpectedOf<OperationName>

export type { BoundarySession, OtherHosts, SetupOptions, UnhandledRequests } from '../node/index.ts'
export type { RequestMatchers } from '../run/matchers.ts'
export type { RequestMatch } from '../run/received.ts'
export type { SimulatorFixtures } from './simulator-test.ts'
export type { OperationName }
