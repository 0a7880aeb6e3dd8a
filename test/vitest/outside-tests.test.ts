import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MessageChannel } from 'node:worker_threads'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, vi, test as vitestTest } from 'vitest'
import { test as base } from '../../src/entries/vitest/index.ts'

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
async function list(): Promise<unknown> {
  try {
    const page = (await (await fetch(LIST)).json()) as { resources: { name: string }[] }
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
// Before the file defines a test.
seen.first = await list()
seen['node:http first'] = await listByHttp()

// An app that asks the service for each of its own requests, and parts that ask when they are told to.
const app = createServer(async (request, response) => {
  const isBilling = request.url === '/billing'
  response.end(JSON.stringify(isBilling ? await (await fetch('http://billing.test/')).text() : await list()))
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

const askApp = async (path = ''): Promise<unknown> => (await fetch(appUrl + path)).json()
const askModule = async (): Promise<unknown> => {
  const answered = once(port, 'message')
  port.postMessage('ask')
  return (await answered)[0]
}

const NO_TEST = `Failed to answer GET ${LIST}: it was made while no test of deploymock/vitest ran. Make it in a test of deploymock/vitest: each has a world of its own.`

test('a request before the tests is refused with a reason, and does not reach the network', () => {
  expect(seen).toMatchObject({ first: NO_TEST, 'node:http first': NO_TEST, fetch: NO_TEST, 'node:http': NO_TEST })
  expect(printed).toEqual([NO_TEST, NO_TEST.replace(BASE, 'https://api.test')])
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

test('a request from outside gets what the only test has set up for other hosts', async ({ simulator }) => {
  simulator.use(http.get('http://billing.test/', () => HttpResponse.text('paid')))
  expect(await askApp('/billing')).toBe('paid')
})

vitestTest('a plain test has no world', async () => {
  expect(await list()).toBe(
    `Failed to answer GET ${LIST}: it was made in the test "a plain test has no world", which has no world. Make it in a test of deploymock/vitest: each has a world of its own.`,
  )
  expect(await askApp()).toContain('has no world')
})

vitestTest('a plain test keeps the handlers of its own MSW server', async () => {
  const server = setupServer(http.get(LIST, () => HttpResponse.json({ resources: [{ name: 'theirs' }] })))
  server.listen()
  onTestFinished(() => server.close())
  expect(await list()).toEqual(['theirs'])
})

vitestTest('a plain test can send requests to other hosts', async () => {
  expect(await (await fetch(`${appUrl.replace('127.0.0.1', 'localhost')}`)).json()).toContain('has no world')
})

const names = ['a', 'b', 'c']
const { arrive: begin, all: allBegun } = createMeeting(names.length)
const { arrive: end, all: allEnded } = createMeeting(names.length)

test.concurrent.for(names)(
  'concurrent tests cannot be told apart from outside: %s',
  async (name, { simulator, expect: check }) => {
    simulator.db.deployments.create({ name })
    begin()
    await allBegun
    check(await list()).toEqual([name])
    const others = names.map((each) => `the test "concurrent tests cannot be told apart from outside: ${each}"`)
    check(await askApp()).toBe(
      `Failed to answer GET ${LIST}: it was made outside of all tests and boundaries, and may belong to ${others.join(' or ')}. Start what sends it, such as a server, a queue or a poller, in the test, and run one test at a time.`,
    )
    end()
    await allEnded
  },
)

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

const otherTest = base.extend('simulatorOptions', { baseUrl: 'https://api.test' })

beforeAll(async () => {
  seen.other = describeError(await fetch('https://api.test/v2/deployments').catch((error: unknown) => error))
})

otherTest('requests to the base URLs of all tests are refused before', () => {
  expect(seen.other).toContain('it was made while no test of deploymock/vitest ran')
})

/** Creates a promise that resolves when so many have arrived. */
function createMeeting(size: number): { arrive: () => void; all: Promise<void> } {
  const { promise, resolve } = withResolvers()
  let arrived = 0
  const arrive = () => {
    arrived += 1
    if (arrived === size) resolve()
  }
  return { arrive, all: promise }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
