// With a stand-in for Jest. The suites in `examples/jest*` run in Jest itself.

import { install } from '@sinonjs/fake-timers'
import { test as base, expect } from 'vitest'
import { createTestSimulator, type SetupOptions } from '../../src/entries/jest/index.ts'
import { library } from '../engine/library/library.ts'
import { tried } from '../rest/apis/tried.ts'

const STATE = Symbol('JEST_STATE_SYMBOL')

interface RunningTest {
  errors: unknown[]
  failing?: boolean
}

/** Replaces Jest's functions, and runs tests with the hooks that the simulator sets. */
const test = base.extend('jest', ({}, { onCleanup }) => {
  const hooks = { beforeAll: [], afterEach: [], afterAll: [] } as Record<string, (() => void)[]>
  const names = Object.keys(hooks)
  const collect = names.map((name) => [name, (hook: () => void) => hooks[name]?.push(hook)] as const)
  Object.assign(globalThis, Object.fromEntries(collect), { expect })
  onCleanup(() => {
    run('afterAll')
    for (const name of [...names, 'expect', STATE]) Reflect.deleteProperty(globalThis, name)
  })
  const run = (name: string) =>
    (hooks[name] ?? []).flatMap((hook) => {
      try {
        hook()
        return []
      } catch (error) {
        return [String((error as Error).stack)]
      }
    })
  return {
    start(options: SetupOptions = {}) {
      const simulator = createTestSimulator({ scenario: 'empty', ...options })
      run('beforeAll')
      return simulator
    },
    /** Ends a test, and returns what its hooks threw. */
    end(currentlyRunningTest: RunningTest = { errors: [] }) {
      Object.assign(globalThis, { [STATE]: { currentlyRunningTest } })
      return run('afterEach')
    },
  }
})

test('a simulator for Jest answers requests, and begins anew after each test', async ({ jest }) => {
  const simulator = jest.start()
  simulator.db.deployments.create({ name: 'checkout' })
  simulator.faults.add({ operation: 'listDeployments', status: 503 })
  expect((await fetch(`${simulator.url}/v2/deployments`)).status).toBe(503)
  expect(simulator).toHaveReceivedTimes('listDeployments', 1)
  expect(jest.end()).toEqual([])
  const response = await fetch(`${simulator.url}/v2/deployments`)
  expect(await response.json()).toMatchObject({ resources: [] })
  expect(simulator).toHaveReceivedTimes('listDeployments', 1)
})

test('a simulator for Jest simulates the service that its options name', async ({ jest }) => {
  jest.start()
  const simulator = createTestSimulator({ service: library, baseUrl: 'http://library.test' })
  simulator.listen()
  const response = await fetch(`${simulator.url}/books`)
  expect(await response.json()).toMatchObject({ books: { length: 12 } })
  expect(simulator).toHaveReceived('listBooks')
  simulator.close()
})

test.for(tried)('a simulator for Jest simulates $name, which is declared', async (api, { jest }) => {
  const simulator = jest.start({ service: api.service, baseUrl: 'http://own.test', scenario: 'default' } as never)
  const ask = () => fetch(simulator.url + api.list.path(simulator.db as never), { headers: api.headers })
  expect(api.list.records((await (await ask()).json()) as never)).toHaveLength(2)
  simulator.faults.add({ operation: api.list.operation, status: 503 } as never)
  expect((await ask()).status).toBe(503)
  expect(simulator).toHaveReceivedTimes(api.list.operation as never, 2)
  expect(jest.end()).toEqual([])
  expect((await ask()).status).toBe(200)
  simulator.close()
})

test('a simulator for Jest shows the last requests below a failed test, without a stack trace', async ({ jest }) => {
  const simulator = jest.start()
  await fetch(`${simulator.url}/v2/deployments`)
  const [hint, ...others] = jest.end({ errors: [new Error()] })
  expect(hint).toMatch(/^The only request that the simulator received:\n {2}#1 GET \/v2\/deployments [^\n]+$/)
  expect(others).toEqual([])
})

test('a simulator for Jest shows below a failed test which requests no operation was for', async ({ jest }) => {
  const { url } = jest.start({ otherHosts: 'bypass' })
  await Promise.allSettled([fetch(`${url}/api/v2/deployments`), fetch('http://api.invalid/v2/deployments')])
  const [hint] = jest.end({ errors: [new Error()] })
  expect(hint).toBe(
    `The simulator received no request for an operation. Its base URL is ${url}. These came instead:\n  GET ${url}/api/v2/deployments\n  GET http://api.invalid/v2/deployments`,
  )
  expect(jest.end({ errors: [new Error()] })[0]).toMatch(/ does not see a fetch that was captured /)
})

test('a simulator for Jest shows below a failed test which faults applied to no request', async ({ jest }) => {
  const simulator = jest.start()
  simulator.faults.add({ operation: 'listDeployments', query: { status: 'UNKNOWN' }, status: 503 })
  simulator.faults.add({ operation: 'listDeployments', status: 500 })
  await fetch(`${simulator.url}/v2/deployments?status=READY`)
  const [hint] = jest.end({ errors: [new Error()] })
  expect(hint?.match(/.* applied to no request.*/g)).toEqual([
    'The fault "1", which responds with 503, applied to no request.',
  ])
})

test('a simulator for Jest shows nothing below a test that should fail', ({ jest }) => {
  jest.start()
  expect(jest.end({ errors: [new Error()], failing: true })).toEqual([])
})

test('a simulator for Jest fails a test with a request that matches no operation, but not the next one', async ({
  jest,
}) => {
  const simulator = jest.start()
  await fetch(`${simulator.url}/v2/deploymens`).catch(() => undefined)
  expect(jest.end()).toEqual([expect.stringContaining('/v2/deploymens matches no operation.')])
  expect(jest.end()).toEqual([])
})

base('a simulator for Jest can only be created in a test file of Jest', () => {
  expect(() => createTestSimulator()).toThrow(
    `Failed to create a simulator for tests: Jest's global functions are missing (beforeAll, afterEach, afterAll, expect). Call createTestSimulator in a test file, and do not set "injectGlobals": false. In other runners, such as bun test, use setupSimulator from deploymock/node.`,
  )
})

test.for(['nextTick', 'queueMicrotask'] as const)(
  'a simulator for Jest that received nothing names a faked %s instead of a captured fetch',
  (name, { jest }) => {
    jest.start()
    const timers = install({ toFake: [name] })
    const [hint] = jest.end({ errors: ['failed'] })
    timers.uninstall()
    expect(hint).toContain("jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })")
    expect(hint).not.toContain('captured')
    expect(jest.end({ errors: ['failed'] })).toEqual([expect.stringContaining('captured')])
  },
)
