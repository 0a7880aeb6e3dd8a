// The entry `deploymock/jest`.

import type { OperationName } from '../../service/types.ts'
import type { OperationNameOf, RequestMatchers } from '../run/matchers.ts'
import type { ExpectedRequest as ExpectedOf } from '../run/received.ts'

// The type of Jest's global `expect`.
declare global {
  namespace jest {
    interface Matchers<R, T> extends RequestMatchers<OperationNameOf<T>> {}
  }
}

// The type of `expect` from `@jest/globals`.
declare module 'expect' {
  interface Matchers<R, T> extends RequestMatchers<OperationNameOf<T>> {}
}

/** An operation, optionally with what the request must match. */
export type ExpectedRequest = ExpectedOf<OperationName>

export type { BoundarySession, NodeSimulator, SetupOptions, UnhandledRequests } from '../node/index.ts'
export type { RequestMatchers } from '../run/matchers.ts'
export type { RequestMatch } from '../run/received.ts'
export { createTestSimulator } from './test-simulator.ts'
export type { OperationName }
