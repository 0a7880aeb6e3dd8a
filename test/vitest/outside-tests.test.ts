import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MessageChannel } from 'node:worker_threads'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, vi, test as vitestTest } from 'vitest'
import { test as base } from '../../src/vitest/index.ts'

// A stand-in for the real service, which no request may reach.
const reached: string[] = []
const service = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`)
  response.end('{"resources":[{"name":"real"}]}')
}).listen(0, '127.0.0.1')
await once(service, 'listening')
const BASE = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
const LIST = `${BASE}/v2/deployments`
const test = base.extend('simulatorOptions', { baseUrl: BASE, scenario: 'empty' })

/** Sends a request, and returns the names of the page, or the message of the error. */
async function list(query = ''): Promise<unknown> {
  try {
    const page = (await (await fetch(LIST + query)).json()) as { resources: { name: string }[] }
    return page.resources.map(({ name }) => name)
  } catch (error) {
    return describeError(error)
  }
}

/** MSW 3 has the reason as the cause. */
function describeError(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}

const listByHttp = (): Promise<unknown> =>
  new Promise((resolve) => {
    get(LIST, (response) => response.resume().on('end', () => resolve(response.statusCode))).on('error', (error) =>
      resolve(describeError(error)),
    )
  })

const printed: unknown[] = []
const { error } = console
console.error = (message: unknown) => printed.push(message)
const seen: Record<string, unknown> = {}

// An app that asks the service for each of its own requests, and parts that ask when they are told to.
const app = createServer(async (request, response) => {
  response.end(JSON.stringify(await list(new URL(request.url ?? '', BASE).search)))
})
const { port1: port, port2: ofModule } = new MessageChannel()
ofModule.on('message', async () => ofModule.postMessage(await list()))
let appUrl = ''

beforeAll(async () => {
  seen.fetch = await list()
  seen['node:http'] = await listByHttp()
  app.listen(0, '127.0.0.1')
  await once(app, 'listening')
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
})

// The setup of all tests fails those that print something.
afterEach(() => void vi.mocked(console.error).mockClear())

afterAll(async () => {
  seen.afterAll = await list()
  expect(seen.afterAll).toContain(NO_TEST)
  expect(reached).toEqual([])
  for (const server of [app, service]) {
    server.closeAllConnections()
    server.close()
  }
  port.close()
  console.error = error
})

const askApp = async (query = ''): Promise<unknown> => (await fetch(appUrl + query)).json()
const askModule = async (): Promise<unknown> => {
  const answered = once(port, 'message')
  port.postMessage('ask')
  return (await answered)[0]
}

const NO_TEST = `Failed to answer GET ${LIST}: it was made while no test of deploymock/vitest ran. Each test has a world of its own: make the request in a test or in beforeEach.`

test('a request in beforeAll is refused with a reason, and does not reach the network', () => {
  expect(seen).toMatchObject({ fetch: NO_TEST, 'node:http': NO_TEST })
  expect(printed).toEqual([NO_TEST])
})

test('a server that beforeAll has started asks the only test that runs', async ({ simulator }) => {
  simulator.db.deployments.create({ name: 'mine' })
  expect(await askApp()).toEqual(['mine'])
  expect(simulator).toHaveReceivedTimes('listDeployments', 1)
})

test('a port of a module asks the only test that runs', async ({ simulator }) => {
  simulator.db.deployments.create({ name: 'mine' })
  expect(await askModule()).toEqual(['mine'])
})

test('a request of the only test gets what the test has set up for other hosts', async ({ simulator }) => {
  simulator.use(http.get('http://billing.test/', () => HttpResponse.text('paid')))
  const other = createServer(async (_, response) => response.end(await (await fetch('http://billing.test/')).text()))
  onTestFinished(() => void other.close())
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  expect(await (await fetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)).text()).toBe('paid')
})

describe('a plain test', () => {
  test('stands beside one with a world', async () => {
    expect(await list()).toEqual([])
  })

  vitestTest('has no world', async () => {
    expect(await list()).toBe(
      `Failed to answer GET ${LIST}: it was made in "a plain test > has no world", which is no test of deploymock/vitest and has no world. Import its test from deploymock/vitest. To reach the network on purpose, use bypass of MSW.`,
    )
    expect(await askApp()).toBe(NO_TEST)
  })

  vitestTest('keeps the handlers of its own MSW server', async () => {
    const server = setupServer(http.get(LIST, () => HttpResponse.json({ resources: [{ name: 'theirs' }] })))
    server.listen()
    onTestFinished(() => server.close())
    expect(await list()).toEqual(['theirs'])
  })

  vitestTest('can send requests to other hosts', async () => {
    expect(await (await fetch(`${appUrl.replace('127.0.0.1', 'localhost')}`)).json()).toBe(NO_TEST)
  })
})

describe('concurrent tests', () => {
  const names = ['a', 'b', 'c']
  let begun = 0
  const { promise: allBegun, resolve } = withResolvers()

  test.concurrent.for(names)('cannot be told apart from outside: %s', async (name, { simulator, expect: check }) => {
    simulator.db.deployments.create({ name })
    begun += 1
    if (begun === names.length) resolve()
    await allBegun
    check(await list()).toEqual([name])
    const others = names.map((each) => `"concurrent tests > cannot be told apart from outside: ${each}"`)
    check(await askApp(`?limit=${name.length}`)).toBe(
      `Failed to answer GET ${LIST}: it was made outside of all tests, and may belong to ${others.join(' or ')}, which run at the same time. Start what sends it, such as a server, a queue or a poller, in the test, or do not run these tests concurrently.`,
    )
    ended += 1
    if (ended === names.length) end()
    await allEnded
  })
  let ended = 0
  const { promise: allEnded, resolve: end } = withResolvers()
})

let late: Promise<unknown> | undefined
const { promise: released, resolve: release } = withResolvers()

test('leaves a request behind', () => {
  late = released.then(() => list())
})

test('a request of a test that has ended says so', async () => {
  release()
  expect(await late).toMatch(
    /^Failed to answer GET .*: the test "leaves a request behind", in which it was made, has ended\. Await all /,
  )
})

describe('with options of its own', () => {
  beforeAll(async () => {
    seen.ofSuite = describeError(await fetch('https://api.test/v2/deployments').catch((error: unknown) => error))
  })
  test.override('simulatorOptions', { baseUrl: 'https://api.test', scenario: 'empty' })

  test('a describe refuses requests to its own base URL', () => {
    expect(seen.ofSuite).toContain('it was made while no test of deploymock/vitest ran')
  })
})

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
