import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { HttpResponse, http } from 'msw'
import { test as base, expect, vi } from 'vitest'
import { type NodeSimulator, type SetupOptions, setupSimulator } from '../../src/entries/node/index.ts'
import type { Page } from '../support/client.ts'

interface Fixtures {
  /** Sets up a simulator that listens until the test ends. */
  listen: (options?: SetupOptions) => NodeSimulator
}

const test = base.extend<Fixtures>({
  listen: async ({}, use) => {
    const opened: NodeSimulator[] = []
    await use((options) => {
      const simulator = setupSimulator(options)
      simulator.listen()
      opened.push(simulator)
      return simulator
    })
    for (const simulator of opened) simulator.close()
  },
})

async function list(url: string): Promise<Page> {
  return (await (await fetch(`${url}/v2/deployments`)).json()) as Page
}

function getByHttp(url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    httpRequest(url, (response) => resolve(json(response)))
      .on('error', reject)
      .end()
  })
}

const NETWORK_ERROR = expect.any(TypeError)

test('setupSimulator answers fetch and node:http at its URL', async ({ listen }) => {
  const { url, db } = listen({ scenario: 'empty' })
  db.deployments.create({ name: 'checkout' })
  expect(url).toBe('http://deploymock.test')
  expect(await list(url)).toMatchObject({ resources: [{ name: 'checkout' }] })
  expect(await getByHttp(`${url}/v2/deployments`)).toMatchObject({ resources: [{ name: 'checkout' }] })
})

test('setupSimulator works under a base path, with everything else that a simulator has', async ({ listen }) => {
  const simulator = listen({ baseUrl: 'https://api.test/platform/', seed: 7 })
  expect(simulator.url).toBe('https://api.test/platform')
  expect((await list(simulator.url)).resources).toHaveLength(20)
  expect(simulator.requests.list()).toHaveLength(1)
  simulator.load('empty')
  expect((await list(simulator.url)).resources).toEqual([])
  simulator.reset()
  expect(simulator.scenario.name).toBe('default')
})

test('setupSimulator follows the redirect of a trailing slash', async ({ listen }) => {
  expect((await list(`${listen().url}/v2/deployments/?limit=1#`)).resources).toHaveLength(1)
})

test('setupSimulator passes requests to other origins through', async ({ listen }) => {
  listen({ otherHosts: 'bypass' })
  const other = createServer((_, response) => response.end('the other')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}/v2/deployments`)).text()).toBe('the other')
  other.closeAllConnections()
  other.close()
})

test('setupSimulator answers a path on every origin if the base URL is a path', async ({ listen }) => {
  const { url } = listen({ baseUrl: '/api' })
  expect(url).toBe('/api')
  expect((await list(`http://anywhere.test${url}`)).resources).toHaveLength(20)
})

test('setupSimulator gives its handlers precedence', async ({ listen }) => {
  const { url } = listen({
    scenario: 'empty',
    handlers: [
      http.get('https://other.test/', () => HttpResponse.text('the other')),
      http.get('*/v2/auth/providers', () => HttpResponse.text('mine')),
      http.post('*/v2/deployments', () => undefined),
    ],
  })
  expect(await (await fetch('https://other.test/')).text()).toBe('the other')
  expect(await (await fetch(`${url}/v2/auth/providers`)).text()).toBe('mine')
  expect((await fetch(`${url}/v2/deployments`, { method: 'POST', body: '{' })).status).toBe(422)
  expect(await list(url)).toEqual({ resources: [], offset: 0 })
})

test('setupSimulator breaks connections as its faults say', async ({ listen }) => {
  const { url, faults } = listen()
  faults.add({ operation: 'listDeployments', effect: 'reset', times: 1 })
  await expect(list(url)).rejects.toEqual(NETWORK_ERROR)
  expect((await list(url)).resources).toHaveLength(20)
})

test('setupSimulator answers nothing after it is closed, and answers again after it listens again', async ({
  listen,
}) => {
  const other = createServer((_, response) => response.end('{"resources":"the real ones"}')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const simulator = listen({ baseUrl: `http://127.0.0.1:${(other.address() as AddressInfo).port}` })
  expect((await list(simulator.url)).resources).toHaveLength(20)
  simulator.close()
  expect((await list(simulator.url)).resources).toBe('the real ones')
  other.closeAllConnections()
  other.close()
  simulator.listen()
  expect((await list(simulator.url)).resources).toHaveLength(20)
})

test.for([
  [{ unhandledRequests: 'ignore' }, /"unhandledRequests" is "ignore". Allowed: "fail", "answer"./],
  [{ otherHosts: 'ignore' }, /"otherHosts" is "ignore". Allowed: "bypass", "warn", "error"./],
  [{ baseUrl: 'deployments' }, /Failed to use the base URL: "deployments" is not a URL./],
  [
    { handler: [] },
    /^Failed to set up the simulator: "handler" is not an option\. Did you mean "handlers"\? Options: scenario, .*, chaos, .*unhandledRequests, otherHosts, handlers\.$/,
  ],
] as const)('setupSimulator rejects %o', ([options, message]) => {
  expect(() => setupSimulator(options as SetupOptions)).toThrow(message)
})

test('setupSimulator answers before another one with the same URL, until it is closed', async ({ listen }) => {
  const first = listen({ deployments: 1 })
  const second = listen({ deployments: 2 })
  expect((await list(first.url)).resources).toHaveLength(2)
  second.close()
  expect((await list(first.url)).resources).toHaveLength(1)
})

test('a request that matches no operation gets a network error, and verify reports it with the nearest operation', async ({
  listen,
}) => {
  const { url, verify } = listen({ baseUrl: 'https://api.test' })
  await expect(fetch(`${url}/v2/deployment?limit=5`)).rejects.toEqual(NETWORK_ERROR)
  expect(verify).toThrow(
    'Failed to handle every request: some matched no operation.\n' +
      '  GET https://api.test/v2/deployment matches no operation. Nearest: GET /v2/deployments\n' +
      "Fix the client or \"baseUrl\", or set unhandledRequests: 'answer' to get the service's own 404 or 405.",
  )
  expect(verify).not.toThrow()
})

test.for([
  ['GET', '/auth/provider', 'GET /v2/auth/providers'],
  ['DELETE', '/v2/deployments', 'GET /v2/deployments, POST /v2/deployments'],
  ['GET', '/v2/deployments/7', 'GET /v2/deployments'],
  ['PUT', '/v1/integrations/github/7/repo', 'GET /v1/integrations/github/{integration_id}/repos'],
] as const)(
  'a request that matches no operation %s %s is nearest to %s',
  async ([method, path, nearest], { listen }) => {
    const { url, verify } = listen()
    await expect(fetch(url + path, { method })).rejects.toEqual(NETWORK_ERROR)
    expect(verify).toThrow(`${method} ${url}${path} matches no operation. Nearest: ${nearest}`)
  },
)

test('a request that matches no operation includes one outside the base path', async ({ listen }) => {
  const { verify } = listen({ baseUrl: 'https://api.test/platform' })
  await expect(fetch('https://api.test/v2/deployments')).rejects.toEqual(NETWORK_ERROR)
  expect(verify).toThrow(
    /GET https:\/\/api.test\/v2\/deployments matches no operation\. Nearest: GET \/platform\/v2\/deployments\n/,
  )
})

test('a request that matches no operation is counted, and close reports it if verify has not', async ({ listen }) => {
  const { url, close } = listen()
  for (let count = 0; count < 3; count += 1) await fetch(`${url}/nowhere`).catch(() => undefined)
  expect(close).toThrow(/\/nowhere matches no operation\. .* \(3 times\)\n/)
  expect(close).not.toThrow()
})

test('a request that matches no operation gets a network error from the simulator’s own fetch', async ({ listen }) => {
  const { fetch: send, verify } = listen()
  await expect(send('/nowhere')).rejects.toEqual(NETWORK_ERROR)
  expect(verify).toThrow('/nowhere')
})

test('a request that matches no operation gets the service’s own response with unhandledRequests: answer', async ({
  listen,
}) => {
  const { url, verify } = listen({ baseUrl: 'https://api.test/platform', unhandledRequests: 'answer' })
  const answers = await Promise.all([
    fetch(`${url}/v2/deployment`),
    fetch('https://api.test/v2/deployments'),
    fetch(`${url}/v2/deployments`, { method: 'DELETE' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 405])
  expect(await answers[0].json()).toEqual({ detail: 'Not Found' })
  expect(verify).not.toThrow()
})

test.for(['HEAD', 'OPTIONS'])(
  'a request that matches no operation does not include %s on a known path',
  async (method, { listen }) => {
    const { url } = listen()
    expect((await fetch(`${url}/v2/deployments`, { method })).status).toBe(405)
  },
)

test('OPTIONS is answered on each path, also where nothing is read or added', async ({ listen }) => {
  const { url } = listen({ preset: 'langsmith-next' })
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const others = Object.keys(paths).filter((path) => !('get' in (paths[path] ?? {}) || 'post' in (paths[path] ?? {})))
  expect(others).not.toEqual([])
  for (const path of others) {
    const { status } = await fetch(url + path.replaceAll(/{\w+}/g, 'some'), { method: 'OPTIONS' })
    expect([path, status]).toEqual([path, 405])
  }
})

test('a request that matches no operation depends on the current assumptions', async ({ listen }) => {
  const simulator = listen({ assumptions: { trailingSlash: '404' } })
  await expect(fetch(`${simulator.url}/v2/deployments/`)).rejects.toEqual(NETWORK_ERROR)
  expect(simulator.verify).toThrow('/v2/deployments/ matches no operation')
  simulator.assume({ trailingSlash: 'same' })
  expect((await fetch(`${simulator.url}/v2/deployments/`)).status).toBe(200)
})

test('a boundary has its own world, which ends with it', async ({ listen }) => {
  const { url, db, boundary, sessions } = listen({ scenario: 'empty' })
  const names = await boundary(async (session) => {
    session.db.deployments.create({ name: 'inside' })
    expect(sessions.list()).toHaveLength(1)
    return (await list(session.url)).resources.map(({ name }) => name)
  })
  expect(names).toEqual(['inside'])
  expect(db.deployments.count()).toBe(0)
  expect((await list(url)).resources).toEqual([])
  expect(sessions.list()).toEqual([])
})

test('a boundary receives only its own requests while others run', async ({ listen }) => {
  const { url, boundary, requests } = listen({ scenario: 'empty' })
  const counts = [1, 2, 3, 4, 5, 6]
  const seen = await Promise.all(
    counts.map((count) =>
      boundary(async (session) => {
        session.faults.add({ operation: 'listDeployments', delay: 1000, times: 1 })
        for (let index = 0; index < count; index += 1) session.db.deployments.create()
        const waiting = list(url)
        await expect.poll(() => session.clock.advance(1000) ?? session.requests.list().length).toBe(1)
        const byHttp = (await getByHttp(`${url}/v2/deployments`)) as Page
        return [(await waiting).resources.length, byHttp.resources.length, session.requests.list().length]
      }),
    ),
  )
  expect(seen).toEqual(counts.map((count) => [count, count, 2]))
  expect(requests.list()).toEqual([])
})

test('a boundary shows the current scenario and assumptions of its session', async ({ listen }) => {
  const { boundary } = listen()
  await boundary((session) => {
    session.load('empty')
    session.assume({ lastPageOffset: 'limit' })
    expect([session.scenario.name, session.assumptions.lastPageOffset]).toEqual(['empty', 'limit'])
  })
})

test('a boundary can start with another scenario', async ({ listen }) => {
  const { url, boundary } = listen()
  const count = async () => (await list(url)).resources.length
  expect(await boundary(count, { scenario: 'empty' })).toBe(0)
  expect(await boundary(count)).toBe(20)
})

test('a boundary fails for an unhandled request even if the client swallows the error', async ({ listen }) => {
  const { url, boundary, verify } = listen()
  const failing = boundary(async () => {
    await fetch(`${url}/v2/deployment`).catch(() => undefined)
    return 'fine'
  })
  const other = boundary(async () => (await list(url)).resources.length)
  await expect(failing).rejects.toThrow('GET http://deploymock.test/v2/deployment matches no operation.')
  expect(await other).toBe(20)
  expect(verify).not.toThrow()
})

test('a boundary reports the unhandled request, and keeps the thrown error as its cause', async ({ listen }) => {
  const { url, boundary } = listen()
  const thrown = await boundary(() => fetch(`${url}/nowhere`)).catch((error: unknown) => error)
  expect(thrown).toMatchObject({
    message: expect.stringContaining('/nowhere matches no operation'),
    cause: NETWORK_ERROR,
  })
})

test('a boundary throws what the function throws, and ends', async ({ listen }) => {
  const { boundary, sessions } = listen()
  const error = new Error('mine')
  await expect(boundary(() => Promise.reject(error))).rejects.toBe(error)
  await expect(
    boundary(() => {
      throw error
    }),
  ).rejects.toBe(error)
  expect(sessions.list()).toEqual([])
})

test('a boundary rejects requests after its end', async ({ listen }) => {
  const { url, boundary, sessions } = listen()
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let late: Promise<unknown> | undefined
  await boundary(() => {
    late = released.then(() => list(url))
  })
  release()
  await expect(late).rejects.toEqual(NETWORK_ERROR)
  expect(sessions.list()).toEqual([])
})

test('a boundary survives fake timers that advance by a day', async ({ listen }) => {
  const { url, boundary } = listen({ scenario: 'empty' })
  vi.useFakeTimers()
  const resources = await boundary(async (session) => {
    session.db.deployments.create()
    vi.advanceTimersByTime(24 * 60 * 60 * 1000)
    return (await list(url)).resources
  }).finally(() => vi.useRealTimers())
  expect(resources).toHaveLength(1)
})

test('a boundary inside another one has its own world', async ({ listen }) => {
  const { url, boundary } = listen({ scenario: 'empty' })
  await boundary(async (outer) => {
    outer.db.deployments.create()
    expect(await boundary(async () => (await list(url)).resources.length)).toBe(0)
    expect((await list(url)).resources).toHaveLength(1)
  })
})

test('a boundary throws if the simulator does not listen, and for an invalid option', async ({ listen }) => {
  const deaf = setupSimulator()
  expect(() => deaf.boundary(() => undefined)).toThrow('Failed to run the boundary: the simulator does not listen.')
  const { boundary } = listen()
  expect(() => boundary(() => undefined, { scenario: 'nowhere' })).toThrow('"nowhere" is unknown. Known: default')
})

test('a boundary passes the body of a request on', async ({ listen }) => {
  const { url, boundary } = listen({ assumptions: { creationReferences: 'unchecked' } })
  const seen = await boundary(async ({ requests }) => {
    await fetch(`${url}/v2/deployments`, { method: 'POST', body: '{"name":"x"}' })
    return requests.list().map(({ method, body }) => `${method} ${body}`)
  })
  expect(seen).toEqual(['POST {"name":"x"}'])
})

const WRONG = 'http://api.invalid/v2/deployments'

test('a request to another host with the path of an operation is warned of once', async ({ listen }) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { boundary } = listen({ baseUrl: 'https://api.test' })
  await boundary(() => fetch(`${WRONG}?limit=1`).catch(() => undefined))
  await boundary(() => Promise.allSettled([fetch(WRONG), fetch('http://other.invalid/assets')]))
  expect(warn.mock.calls.flat()).toEqual([
    `GET ${WRONG} was not simulated: the base URL is https://api.test. Fix the client or "baseUrl", or set otherHosts: 'bypass' to expect that.`,
  ])
  warn.mockRestore()
})

test.for([
  ['bypass', WRONG, 0],
  ['warn', 'http://other.invalid/assets', 1],
] as const)('otherHosts: %j lets %s pass with %i warnings', async ([otherHosts, url, times], { listen }) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  listen({ otherHosts })
  await expect(fetch(url)).rejects.toThrow()
  expect(warn).toHaveBeenCalledTimes(times)
  warn.mockRestore()
})

test('a request to another host fails its boundary, if it is to be an error', async ({ listen }) => {
  const { boundary } = listen({ otherHosts: 'error' })
  await expect(boundary(() => fetch('http://other.invalid/assets').catch(() => undefined))).rejects.toThrow(
    'GET http://other.invalid/assets is for another host: the base URL is http://deploymock.test',
  )
})
