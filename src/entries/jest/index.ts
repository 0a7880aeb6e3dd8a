// The entry `deploymock/jest`.

import type { RequestMatchers } from '../run/matchers.ts'

// The type of Jest's global `expect`.
declare global {
  namespace jest {
    interface Matchers<R, T> extends RequestMatchers {}
  }
}

// The type of `expect` from `@jest/globals`.
declare module 'expect' {
  interface Matchers<R, T> extends RequestMatchers {}
}

export type { OperationName } from '../../service/types.ts'
export type { BoundarySession, UnhandledRequests } from '../node/boundary.ts'
export type { NodeSimulator, SetupOptions } from '../node/setup-simulator.ts'
export type { RequestMatchers } from '../run/matchers.ts'
export type { ExpectedRequest, RequestMatch } from '../run/received.ts'
export { createTestSimulator } from './test-simulator.ts'
