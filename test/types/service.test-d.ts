import { expect, expectTypeOf, test as own } from 'vitest'
import { startSimulator } from '../../src/entries/browser/index.ts'
import { connect } from '../../src/entries/client/index.ts'
import { createTestSimulator } from '../../src/entries/jest/index.ts'
import { type NodeSimulator, type SetupOptions, setupSimulator } from '../../src/entries/node/index.ts'
import { test } from '../../src/entries/vitest/index.ts'
import { createSimulator } from '../../src/index.ts'
import { library } from '../engine/library/library.ts'

interface Book {
  readonly id: string
  readonly author_id: string
  readonly title: string
  readonly genre: string
}

const simulators = () => ({
  node: setupSimulator({ service: library }),
  jest: createTestSimulator({ service: library }),
  page: {} as Awaited<ReturnType<typeof startSimulator<typeof library>>>,
})

own('a simulator of a service has its data, its assumptions, its faults and its scenarios', () => {
  const { node, jest, page } = simulators()
  for (const simulator of [node, jest, page]) {
    expectTypeOf(simulator.db.books.list()).toEqualTypeOf<readonly Book[]>()
    simulator.assume({ bookOrder: 'shelf' })
    simulator.faults.add({ operation: 'listBooks', status: 503 })
    simulator.load('default')
    expectTypeOf(simulator.sessions.create('alice').db.books.count()).toEqualTypeOf<number>()
    // @ts-expect-error there is no such resource
    simulator.db.deployments
    // @ts-expect-error there is no such question
    simulator.assume({ lastPageOffset: 'limit' })
    // @ts-expect-error there is no such value
    simulator.assume({ bookOrder: 'colour' })
    // @ts-expect-error there is no such operation
    simulator.faults.add({ operation: 'listDeployments', status: 503 })
  }
  void node.boundary(({ db }) => expectTypeOf(db.books.count()).toEqualTypeOf<number>(), { preset: 'eager' })
})

own('the options are those of the service', () => {
  setupSimulator({ service: library, books: 3, preset: 'eager', unhandledRequests: 'answer' })
  void startSimulator({ service: library, books: 3, keep: 'reload' })
  // @ts-expect-error there is no such option
  setupSimulator({ service: library, deployments: 3 })
  // @ts-expect-error there is no such preset
  void startSimulator({ service: library, preset: 'langsmith' })
  // @ts-expect-error there is no such value
  createTestSimulator({ service: library, assumptions: { bookOrder: 'colour' } })
  // @ts-expect-error this is no service
  setupSimulator({ service: { title: 'Lending Library' } })
})

own('without a service, everything is that of the package', () => {
  expectTypeOf(setupSimulator()).toEqualTypeOf<NodeSimulator>()
  expectTypeOf(setupSimulator({})).toEqualTypeOf<NodeSimulator>()
  expectTypeOf(setupSimulator({ deployments: 3 })).toEqualTypeOf<NodeSimulator>()
  expectTypeOf(setupSimulator({} as SetupOptions)).toEqualTypeOf<NodeSimulator>()
  expectTypeOf(setupSimulator).parameters.toEqualTypeOf<[options?: SetupOptions | undefined]>()
  setupSimulator({
    // @ts-expect-error there is no such option
    sede: 7,
  })
  // @ts-expect-error there is no such preset
  void startSimulator({ preset: 'langsmit' })
})

own('the fixtures of Vitest take a service', () => {
  const named = test.extend('simulatorOptions', { service: library, books: 2 })
  const given = test.extend({ simulatorOptions: { service: library } })
  for (const each of [named, given]) {
    each('', ({ simulator }) => {
      expectTypeOf(simulator.db.books.count()).toEqualTypeOf<number>()
      expectTypeOf(simulator.url).toEqualTypeOf<string>()
      // @ts-expect-error there is no such resource
      simulator.db.deployments
    })
    each.extend('more', 7)('', ({ simulator, more }) => {
      expectTypeOf(simulator.db.books.count()).toEqualTypeOf<number>()
      expectTypeOf(more).toEqualTypeOf<number>()
    })
  }
  // @ts-expect-error there is no such option
  test.extend('simulatorOptions', { service: library, deployments: 2 })
})

own('the matchers know the operations of what they are called for', () => {
  const { node } = simulators()
  const session = node.sessions.create('alice')
  for (const simulator of [node, session]) {
    expect(simulator).toHaveReceived('listBooks', { status: 200 })
    expect(simulator).not.toHaveReceivedTimes('createLoan', 3)
    expect(simulator).toHaveReceivedInOrder(['listLoans', { operation: 'createLoan', status: 201 }])
    // @ts-expect-error there is no such operation
    expect(simulator).toHaveReceived('listDeployments')
    // @ts-expect-error there is no such operation
    expect(simulator).toHaveReceivedInOrder([{ operation: 'listDeployments' }])
  }
  // @ts-expect-error there is no such operation
  expect(createSimulator()).toHaveReceived('listBooks')
  expect(createSimulator() as unknown).toHaveReceived('listDeployments')
})

own('a client has the data, the assumptions, the faults and the operations of the service', () => {
  const remote = connect('http://127.0.0.1:4010', { service: library, session: 'alice' })
  expectTypeOf(remote.db.books.get).returns.resolves.toEqualTypeOf<Book | undefined>()
  expectTypeOf(remote.state).returns.resolves.toHaveProperty('counts')
  expectTypeOf(remote.session('bob')).toEqualTypeOf(remote)
  expectTypeOf(remote.sessions.create).returns.resolves.toEqualTypeOf(remote)
  void remote.assume({ bookOrder: 'shelf' })
  void remote.faults.add({ operation: 'listBooks', status: 503 })
  void remote.requests.waitFor('createLoan')
  void remote.totals('loans')
  // @ts-expect-error there is no such resource
  void remote.db.deployments
  // @ts-expect-error there is no such question
  void remote.assume({ lastPageOffset: 'limit' })
  // @ts-expect-error there is no such operation
  void remote.requests.waitFor('listDeployments')
  // @ts-expect-error there is no such resource
  void remote.totals('deployments')
  // @ts-expect-error this is no service
  connect('http://127.0.0.1:4010', { service: {} })
})
