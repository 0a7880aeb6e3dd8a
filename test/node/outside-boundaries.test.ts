import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { test as base, expect, vi } from 'vitest'
import { type NodeSimulator, type SetupOptions, setupSimulator } from '../../src/entries/node/index.ts'
import type { Page } from '../support/client.ts'

interface Fixtures {
  /** Sets up a simulator with this many deployments, which listens until the test ends. */
  listen: (deployments: number, options?: SetupOptions) => NodeSimulator
  /** Starts an app outside of boundaries. It returns how many deployments the service lists, or the error. */
  startApp: () => Promise<() => Promise<unknown>>
}

const LIST = 'http://deploymock.test/v2/deployments'

const test = base.extend<Fixtures>({
  listen: async ({}, use) => {
    const opened: NodeSimulator[] = []
    await use((deployments, options) => {
      const simulator = setupSimulator({ deployments, ...options })
      simulator.listen()
      opened.push(simulator)
      return simulator
    })
    for (const simulator of opened) simulator.close()
  },
  startApp: async ({}, use) => {
    const app = createServer(async (_, response) => response.end(JSON.stringify(await count())))
    await use(async () => {
      app.listen(0, '127.0.0.1')
      await once(app, 'listening')
      const { port } = app.address() as AddressInfo
      return async () => (await fetch(`http://127.0.0.1:${port}`)).json()
    })
    app.closeAllConnections()
    app.close()
  },
})

async function count(): Promise<unknown> {
  try {
    return ((await (await fetch(LIST)).json()) as Page).resources.length
  } catch (error) {
    return describeError(error)
  }
}

/** MSW 3 has the reason as the cause. */
function describeError(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}

const countByHttp = (): Promise<unknown> =>
  new Promise((resolve) => {
    get(LIST, (response) => response.resume().on('end', () => resolve(response.statusCode))).on('error', (error) =>
      resolve(describeError(error)),
    )
  })

const OUTSIDE =
  /^Failed to answer GET http:\/\/deploymock\.test\/v2\/deployments: it was made outside of all tests and boundaries, and may belong to the boundary at .*outside-boundaries\.test\.ts:\d+:\d+\. Start what sends it/

test('each boundary has its own world, although another simulator listens later with the same URL', async ({
  listen,
}) => {
  const first = listen(1)
  const second = listen(2)
  expect(await first.boundary(count)).toBe(1)
  expect(await second.boundary(count)).toBe(2)
  expect(await count()).toBe(2)
})

test('a boundary within that of another simulator leaves the requests to each their own', async ({ listen }) => {
  const outer = listen(1)
  const inner = listen(2, { baseUrl: 'https://inner.test' })
  const counts = await outer.boundary(() =>
    inner.boundary(async ({ url }) => [
      ((await (await fetch(`${url}/v2/deployments`)).json()) as Page).resources.length,
      await count(),
    ]),
  )
  expect(counts).toEqual([2, 1])
})

const senders = { fetch: count, 'node:http': countByHttp } as const

test.for(Object.entries(senders))(
  'with %s, a request of a boundary that has ended says so',
  async ([, send], { listen }) => {
    const { boundary } = listen(3)
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let late: Promise<unknown> | undefined
    await boundary(() => {
      late = released.then(send)
    })
    release()
    expect(await late).toMatch(
      /^Failed to answer GET http:\/\/deploymock\.test\/v2\/deployments: the boundary at \S+:\d+:\d+, in which it was made, has ended\. Await all requests before the end/,
    )
  },
)

test('the fetch of a boundary that has ended says so', async ({ listen }) => {
  const send = await listen(3).boundary(({ fetch: own }) => own)
  await expect(send('/v2/deployments')).rejects.toThrow(/the boundary at .*, in which it was made, has ended/)
})

test('an unhandled request tells its client why it failed', async ({ listen }) => {
  const { verify } = listen(3)
  const error: unknown = await fetch('http://deploymock.test/v2/deployment').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(TypeError)
  expect(describeError(error)).toContain('/v2/deployment matches no operation. Nearest: GET /v2/deployments')
  expect(verify).toThrow('matches no operation')
})

test('simulators leave no AsyncLocalStorage behind', async () => {
  const run = vi.spyOn(AsyncLocalStorage.prototype, 'run')
  const disable = vi.spyOn(AsyncLocalStorage.prototype, 'disable')
  for (let index = 0; index < 5; index += 1) {
    const simulator = setupSimulator({ baseUrl: `http://${index}.test` })
    simulator.listen()
    await simulator.boundary(() => undefined)
    simulator.close()
  }
  const used = new Set(run.mock.contexts)
  expect(used.size).toBe(1)
  expect(disable.mock.contexts.slice(-1)).toEqual([...used])
  vi.restoreAllMocks()
})

test('a request from outside is answered by the simulator while no boundary is open, and refused while one is', async ({
  listen,
  startApp,
}) => {
  const { boundary, requests } = listen(3)
  const askApp = await startApp()
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await askApp()).toBe(3)
  await boundary(async () => {
    expect(await askApp()).toMatch(OUTSIDE)
    expect(await askApp()).toMatch(OUTSIDE)
    expect(await count()).toBe(3)
  })
  expect(error.mock.calls).toEqual([[expect.stringMatching(OUTSIDE)]])
  error.mockRestore()
  expect(await askApp()).toBe(3)
  expect(requests.list()).toHaveLength(2)
})

test('a request from outside names all boundaries that are open', async ({ listen, startApp }) => {
  const { boundary } = listen(3)
  const askApp = await startApp()
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const answer = await boundary(() => boundary(askApp))
  expect(answer).toMatch(/may belong to the boundary at \S+ or the boundary at \S+\. Start/)
  error.mockRestore()
})

test('a request from outside is answered by another MSW server with a handler for it', async ({ listen, startApp }) => {
  const { boundary } = listen(3)
  const askApp = await startApp()
  const server = setupServer(http.get(LIST, () => HttpResponse.json({ resources: [1, 2, 3, 4, 5] })))
  // MSW 3 renamed the option.
  const options = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const
  server.listen(options)
  expect(await boundary(askApp)).toBe(5)
  server.close()
})

test('no other simulator answers a request from outside while a boundary is open', async ({ listen, startApp }) => {
  const first = listen(1)
  listen(2)
  const askApp = await startApp()
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await first.boundary(askApp)).toMatch(OUTSIDE)
  error.mockRestore()
})
