import type { HttpHandler, RequestHandler } from 'msw'
import { expect, expectTypeOf, test as own } from 'vitest'
import { type BoundarySession, test as forUnits, type SetupOptions } from '../../src/entries/vitest/index.ts'
import { createSimulator, type Session, type SessionOptions, type SimulatorOptions } from '../../src/index.ts'
import { createApp, serve } from '../../src/server/index.ts'
import { test as forPages, testOf } from '../../src/server/playwright/index.ts'
import { library } from '../engine/library/library.ts'

own('the fixtures for Vitest are a world with its URL, and its options', () => {
  forUnits('', ({ simulator, simulatorOptions }) => {
    expectTypeOf(simulator).toEqualTypeOf<BoundarySession>()
    expectTypeOf(simulator).toExtend<Session>()
    expectTypeOf(simulator.url).toEqualTypeOf<string>()
    expectTypeOf(simulator.use).parameters.toEqualTypeOf<RequestHandler[]>()
    expectTypeOf(simulatorOptions).toEqualTypeOf<SetupOptions>()
  })
  // @ts-expect-error there is no such fixture
  forUnits('', ({ simulatr }) => simulatr)
})

own('the options of Vitest’s fixtures are those of setupSimulator', () => {
  expectTypeOf<SetupOptions>().toExtend<SimulatorOptions>()
  expectTypeOf<SetupOptions['handlers']>().toEqualTypeOf<readonly HttpHandler[] | undefined>()
  expectTypeOf<SetupOptions['unhandledRequests']>().toEqualTypeOf<'fail' | 'answer' | undefined>()
  forUnits.override('simulatorOptions', { scenario: 'empty', unhandledRequests: 'answer' })
  // @ts-expect-error there is no such option
  forUnits.override('simulatorOptions', { scenaro: 'empty' })
  // @ts-expect-error there is no such word
  forUnits.override('simulatorOptions', { unhandledRequests: 'ignore' })
})

own('the matchers take an operation and what its requests must match', () => {
  const simulator = createSimulator()
  expect(simulator).toHaveReceived('listDeployments', { parameters: { status: 'READY' }, status: 200 })
  expect(simulator).not.toHaveReceivedTimes('listDeployments', 3)
  expect(simulator).toHaveReceivedInOrder(['listRepositories', { operation: 'createDeployment', status: 201 }])
  // @ts-expect-error there is no such operation
  expect(simulator).toHaveReceived('listDeploymets')
  // @ts-expect-error there is no such field
  expect(simulator).toHaveReceived('listDeployments', { params: {} })
})

own('the fixtures for Playwright are a world with its URL, its options, and its server', () => {
  forPages('', ({ simulator, sessionOptions, simulatorOptions, simulatorServer }) => {
    expectTypeOf(simulator).toExtend<Session>()
    expectTypeOf(simulator.url).toEqualTypeOf<string>()
    expectTypeOf(sessionOptions).toEqualTypeOf<SessionOptions>()
    expectTypeOf<SimulatorOptions>().toExtend<typeof simulatorOptions>()
    expectTypeOf(simulatorServer.url).toEqualTypeOf<string>()
  })
  forPages.use({ sessionOptions: { scenario: 'busy' }, simulatorOptions: { seed: 7 } })
  forPages.use({ simulatorOptions: { service: library } })
  // @ts-expect-error there is no such option
  forPages.use({ sessionOptions: { scenaro: 'busy' } })
  // @ts-expect-error there is no such preset
  forPages.use({ sessionOptions: { preset: 'langsmit' } })
})

own('the fixtures for Playwright have the types of a service', () => {
  const forLibrary = testOf(library)
  forLibrary('', ({ simulator, simulatorOptions }) => {
    expectTypeOf(simulator.url).toEqualTypeOf<string>()
    expectTypeOf(simulator.db.books.list()[0]?.genre).toEqualTypeOf<string | undefined>()
    expectTypeOf(simulatorOptions.books).toEqualTypeOf<number | undefined>()
    // @ts-expect-error a resource of another service
    simulator.db.deployments
  })
  // @ts-expect-error there is no such preset
  forLibrary.use({ sessionOptions: { preset: 'spec' } })
})

own('a server of a service has a simulator with the types of the service', async () => {
  const { simulator } = await serve({ service: library, preset: 'eager', books: 3 })
  expectTypeOf(simulator.db.books.list()[0]?.genre).toEqualTypeOf<string | undefined>()
  createApp({ service: library, preset: 'eager' }, { console: false })
  // @ts-expect-error there is no such preset
  await serve({ service: library, preset: 'spec' })
  // @ts-expect-error an option of another service
  createApp({ service: library, deployments: 3 })
})
