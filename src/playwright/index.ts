// The entry `deploymock/playwright`.

export { expect } from '@playwright/test'
export type { SessionOptions } from '../engine/sessions/sessions.ts'
export type { SimulatorOptions } from '../engine/simulator/simulator-options.ts'
export { type SimulatorFixtures, type SimulatorWorkerFixtures, type TestSimulator, test } from './test.ts'
