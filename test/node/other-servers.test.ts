import { once } from 'node:events'
import { createServer, get, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { bypass, delay, HttpResponse, http, passthrough } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { test as base, expect, vi } from 'vitest'
import { type NodeSimulator, type SetupOptions, setupSimulator } from '../../src/entries/node/index.ts'
import { listenStrictly } from '../support/msw-version.ts'

type Send = (url: string, body?: string) => Promise<string>

const clients: Record<string, Send> = {
  fetch: async (url, body) => {
    const response = await fetch(url, body === undefined ? {} : { method: 'POST', body })
    return `${response.status} ${await response.text()}`
  },
  'node:http': (url, body) =>
    new Promise((resolve, reject) => {
      httpRequest(url, { method: body === undefined ? 'GET' : 'POST' }, async (response) => {
        resolve(`${response.statusCode} ${await text(response)}`)
      })
        .on('error', reject)
        .end(body)
    }),
}

const ORDERS = ['theirs first', 'ours first'] as const
const BILLING = 'http://billing.test/invoices'
const LIST = 'http://deploymock.test/v2/deployments'
const PROVIDERS = 'http://deploymock.test/v2/auth/providers'
const EMPTY = '200 {"resources":[],"offset":0}'

interface Setup {
  server: SetupServer
  simulator: NodeSimulator
  /** The requests that the other server received, by method and body. */
  asked: string[]
}

interface Fixtures {
  /** Starts a simulator and another MSW server in either order, until the test ends. */
  listen: (order: (typeof ORDERS)[number], options?: SetupOptions) => Setup
}

function listenInOrder(order: (typeof ORDERS)[number], { server, simulator }: Pick<Setup, 'server' | 'simulator'>) {
  const begins = [() => listenStrictly(server), () => simulator.listen()]
  for (const begin of order === 'ours first' ? begins.reverse() : begins) begin()
}

const test = base.extend<Fixtures>({
  listen: async ({}, use) => {
    const ends: (() => void)[] = []
    await use((order, options) => {
      const asked: string[] = []
      const server = setupServer(
        http.all(BILLING, async ({ request }) => {
          asked.push(`${request.method} ${await request.text()}`)
          return HttpResponse.text('paid')
        }),
      )
      const simulator = setupSimulator({ scenario: 'empty', ...options })
      listenInOrder(order, { server, simulator })
      ends.push(() => simulator.close())
      if (order !== 'ours first') ends.push(() => server.close())
      else ends.unshift(() => server.close())
      return { server, simulator, asked }
    })
    for (const end of ends) end()
  },
})

const cases = ORDERS.flatMap((order) => Object.entries(clients).map(([client, send]) => ({ order, client, send })))

for (const { order, client, send } of cases) {
  test(`the simulator and another server each receive their own requests once, ${order}, with ${client}`, async ({
    listen,
  }) => {
    const { simulator, asked } = listen(order)
    simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
    expect(await send(LIST)).toMatch(/^503 /)
    expect(await send(LIST)).toBe(EMPTY)
    expect(await send(LIST, 'no JSON')).toMatch(/^422 /)
    expect(await send(BILLING)).toBe('200 paid')
    expect(await send(BILLING, 'an invoice')).toBe('200 paid')
    expect(simulator.requests.list().map(({ method, status, body }) => `${method} ${status} ${body ?? ''}`)).toEqual([
      'GET 503 ',
      'GET 200 ',
      'POST 422 no JSON',
    ])
    expect(asked).toEqual(['GET ', 'POST an invoice'])
  })

  test(`an unhandled request is left to the other server, ${order}, with ${client}`, async ({ listen }) => {
    listen(order)
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(send('http://nowhere.test/')).rejects.toThrow()
    expect(error.mock.calls.flat().join()).toContain('GET http://nowhere.test/')
    error.mockRestore()
  })

  test(`closing the other server does not affect the simulator, ${order}, with ${client}`, async ({ listen }) => {
    const { server, simulator, asked } = listen(order)
    server.close()
    expect(await send(LIST)).toBe(EMPTY)
    await expect(send(BILLING)).rejects.toThrow()
    listenStrictly(server)
    expect(await send(LIST)).toBe(EMPTY)
    expect(await send(BILLING)).toBe('200 paid')
    expect([asked.length, simulator.requests.list().length]).toEqual([1, 2])
  })

  test(`closing the simulator does not affect the other server, ${order}, with ${client}`, async ({ listen }) => {
    const { simulator, asked } = listen(order)
    simulator.close()
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(send(LIST)).rejects.toThrow()
    expect(error.mock.calls.flat().join()).toContain(`GET ${LIST}`)
    error.mockRestore()
    expect(await send(BILLING)).toBe('200 paid')
    simulator.listen()
    expect(await send(LIST)).toBe(EMPTY)
    expect(await send(BILLING)).toBe('200 paid')
    expect([asked.length, simulator.requests.list().length]).toEqual([2, 1])
  })

  test(`handlers that the other server gets at run time apply, ${order}, with ${client}`, async ({ listen }) => {
    const { server } = listen(order)
    server.use(http.get(BILLING, () => HttpResponse.text('due'), { once: true }))
    expect([await send(BILLING), await send(BILLING)]).toEqual(['200 due', '200 paid'])
    server.resetHandlers()
    await server.boundary(async () => {
      server.use(http.get(BILLING, () => HttpResponse.text('within')))
      expect(await send(BILLING)).toBe('200 within')
    })()
    expect(await send(BILLING)).toBe('200 paid')
  })

  test(`a handler of the other server that the simulator comes before is reported once, ${order}, with ${client}`, async ({
    listen,
  }) => {
    const { server } = listen(order)
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    let runs = 0
    const resolver = () => {
      runs += 1
    }
    server.use(
      http.get('*/v2/deployments', resolver),
      http.post('*/v2/deployments', resolver),
      http.all('*/v2/*', resolver),
      http.all('*', resolver),
    )
    for (const url of [LIST, `${LIST}?limit=5`, PROVIDERS]) expect(await send(url)).toMatch(/^200 /)
    server.resetHandlers()
    expect(await send(LIST)).toBe(EMPTY)
    const messages = ['GET */v2/deployments', 'ALL */v2/*'].map(
      (name) =>
        `deploymock answers requests that a handler of your own MSW server matches, so this handler is not used: ${name}. To override a response in a test, pass the handler to simulator.use() instead.`,
    )
    expect([warn.mock.calls.flat(), runs]).toEqual([messages, 0])
    warn.mockRestore()
  })

  test(`concurrent boundaries stay separate next to another server, ${order}, with ${client}`, async ({ listen }) => {
    const { simulator, asked } = listen(order)
    const counts = await Promise.all(
      [1, 2, 3].map((count) =>
        simulator.boundary(async ({ db, requests }) => {
          for (let index = 0; index < count; index += 1) db.deployments.create()
          const [page, invoice] = await Promise.all([send(LIST), send(BILLING)])
          expect(invoice).toBe('200 paid')
          return [JSON.parse(page.slice(4)).resources.length, requests.list().length]
        }),
      ),
    )
    expect(counts).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ])
    expect(asked).toHaveLength(3)
  })
}

for (const order of ORDERS) {
  test.for(['server', 'simulator'] as const)(
    `closing the %s last restores functions that are imported by name, ${order}`,
    (last) => {
      const before = [httpRequest, get]
      const both = { server: setupServer(), simulator: setupSimulator({ scenario: 'empty' }) }
      listenInOrder(order, both)
      expect(get).not.toBe(before[1])
      both[last === 'server' ? 'simulator' : 'server'].close()
      both[last].close()
      expect([httpRequest, get]).toEqual(before)
    },
  )

  test(`a request that matches no operation fails the test and reaches no other server, ${order}`, async ({
    listen,
  }) => {
    const { server, simulator } = listen(order)
    const others: string[] = []
    server.use(http.all('*', ({ request }) => void others.push(request.url)))
    await expect(fetch('http://deploymock.test/v2/deployment')).rejects.toThrow(TypeError)
    expect(others).toEqual([])
    expect(() => simulator.verify()).toThrow('/v2/deployment matches no operation')
  })

  test(`an aborted request to either server fails at once, ${order}`, async ({ listen }) => {
    const { server, simulator } = listen(order)
    server.use(http.get(BILLING, () => delay('infinite')))
    simulator.faults.add({ operation: 'listDeployments', effect: 'stall' })
    for (const url of [LIST, BILLING]) {
      const controller = new AbortController()
      const asked = fetch(url, { signal: controller.signal })
      controller.abort()
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    }
  })

  test(`the simulator’s own handlers take precedence over the other server, ${order}`, async ({ listen }) => {
    const handlers = [http.get(BILLING, () => HttpResponse.text('mine', { headers: { 'set-cookie': 'a=1' } }))]
    const { asked } = listen(order, { handlers })
    expect(await clients.fetch?.(BILLING)).toBe('200 mine')
    expect(await clients.fetch?.(BILLING, 'an invoice')).toBe('200 paid')
    expect(asked).toEqual(['POST an invoice'])
  })

  test(`bypass and passthrough reach the network despite both servers, ${order}`, async ({ listen }) => {
    const network = createServer((_, response) => response.end('the network')).listen(0, '127.0.0.1')
    await once(network, 'listening')
    const url = `http://127.0.0.1:${(network.address() as AddressInfo).port}`
    const { server } = listen(order, { baseUrl: url, handlers: [http.get(`${url}/pass`, () => passthrough())] })
    server.use(http.all(`${url}/*`, () => HttpResponse.text('theirs')))
    const texts = [fetch(bypass(`${url}/v2/deployments`)), fetch(`${url}/pass`)].map(async (each) =>
      (await each).text(),
    )
    expect(await Promise.all(texts)).toEqual(['the network', 'the network'])
    network.closeAllConnections()
    network.close()
  })

  test(`two simulators answer their own base URLs next to another server, ${order}`, async ({ listen }) => {
    const { simulator, asked } = listen(order)
    const second = setupSimulator({ baseUrl: 'http://second.test', deployments: 1 })
    second.listen()
    simulator.close()
    simulator.listen()
    for (const url of [LIST, 'http://second.test/v2/deployments', BILLING]) await fetch(url)
    second.close()
    expect([simulator, second].map(({ requests }) => requests.list().length)).toEqual([1, 1])
    expect(asked).toHaveLength(1)
    expect(await clients.fetch?.(LIST)).toBe(EMPTY)
  })
}

test('an error in a handler is reported to the client and on the console', async ({ listen }) => {
  const error = new Error('an issue in a handler')
  listen('ours first', {
    handlers: [
      http.get('http://issue.test/', () => {
        throw error
      }),
    ],
  })
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await fetch('http://issue.test/')).status).toBe(500)
  expect(printed).toHaveBeenCalledWith(error)
  printed.mockRestore()
})

test('a closed simulator leaves nothing behind in the process', async ({ listen }) => {
  const original = globalThis.fetch
  const { server, simulator } = listen('theirs first')
  server.close()
  expect(globalThis.fetch).not.toBe(original)
  simulator.close()
  expect(globalThis.fetch).toBe(original)
  simulator.listen()
  listenStrictly(server)
})

test('otherHosts: "error" lets requests pass that a handler of the other server is for, and no others', async ({
  listen,
}) => {
  const { simulator, asked } = listen('theirs first', { otherHosts: 'error' })
  await simulator.boundary(() => fetch(BILLING))
  expect(asked).toEqual(['GET '])
  await expect(simulator.boundary(() => fetch('http://billing.test/plans').catch(() => undefined))).rejects.toThrow(
    'GET http://billing.test/plans is for another host',
  )
})
